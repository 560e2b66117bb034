import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it as sequential } from 'vitest';
import { DaemonFixture, until } from './daemon-fixture.js';

// Most of these wait for something: side by side they take as long as the longest.
const it = sequential.concurrent;
const hostile = fileURLToPath(new URL('../client/hostile-server.mjs', import.meta.url));

const mcp = new DaemonFixture();
const modes = [
  'modern-only',
  'exits-on-unknown',
  'pages',
  'repeating-cursor',
  'junk',
  'endless-junk',
  'wrong-ids',
  'duplicates',
  'single-bytes',
  'two-in-one',
  'large',
  'too-large',
  'slow-start',
  'silent',
  'no-answer',
  'floods-stderr',
  'dies-once',
  'rpc-error',
  'asks',
];
const logOf = (mode: string) => join(mcp.folder, `${mode}.log`);
const server = (mode: string, env: object = {}) => ({
  command: process.execPath,
  args: [hostile, mode, logOf(mode)],
  env,
});

beforeAll(() => {
  const count = join(mcp.folder, 'died');
  mcp.configure({
    ...Object.fromEntries(modes.map(mode => [mode, server(mode)])),
    'dies-once': server('dies-once', { COUNT_FILE: count }),
    'slow-start': server('slow-start', { START_DELAY_MS: '3000' }),
  });
});
afterAll(() => mcp.close());

type Document = ReturnType<typeof JSON.parse>;

describe.each(['through the daemon', 'direct'])('%s', how => {
  const where = how === 'direct' ? ['--no-daemon'] : [];
  const json = async (...args: string[]): Promise<{ code: number | null; document: Document }> => {
    const { code, stdout } = await mcp.run([...args, ...where, '--json']);
    return { code, document: JSON.parse(stdout) };
  };
  const failing = async (...args: string[]) => {
    const { code, document } = await json(...args);
    return [code, document.error?.kind ?? document.servers?.[0]?.error_kind];
  };

  it.each(['modern-only', 'exits-on-unknown', 'junk', 'duplicates', 'single-bytes', 'two-in-one'])(
    'a call of a server in the mode %s succeeds',
    async mode => {
      expect(await json('call', `${mode}/echo`)).toMatchObject({ code: 0, document: { status: 'success' } });
    },
  );

  it('a protocol that was pinned wrongly fails and says so', async () => {
    const { code, document } = await json('call', 'modern-only/echo', '--protocol', 'handshake');
    expect(code).not.toBe(0);
    expect(document.error.message).toMatch(/handshake|initialize|2026-07-28/);
  });

  it('all pages of a list are read, in order, and a repeated cursor is reported', async () => {
    const { document } = await json('list', 'pages');
    const names = document.servers[0].tools.map((tool: { name: string }) => tool.name);
    expect(names).toEqual(Array.from({ length: 1_000 }, (_, index) => `tool-${index}`));
    expect(await failing('list', 'repeating-cursor')).toEqual([2, 'protocol']);
  });

  it('endless junk is reported with its first line', async () => {
    const { code, document } = await json('call', 'endless-junk/echo');
    expect([code, document.error.kind]).toEqual([2, 'protocol']);
    expect(document.error.message).toContain('DEBUG something is going on');
  });

  it('an answer that never comes, by its id or at all, is a timeout that names the phase', async () => {
    for (const mode of ['wrong-ids', 'no-answer']) {
      const { code, document } = await json('call', `${mode}/echo`, '--timeout', '1s');
      expect([code, document.error.kind, document.error.code]).toEqual([3, 'timeout', 408]);
      expect(document.error.message).toContain('call');
    }
    const { document } = await json('call', 'silent/echo', '--timeout', '0.5s');
    expect(document.error).toMatchObject({ kind: 'timeout', message: expect.stringMatching(/handshake|start/) });
  });

  it('a reply of 20 MB arrives whole, one of 100 MB is too large', async () => {
    const { document } = await json('call', 'large/echo');
    expect(document.result.content[0].text).toHaveLength(10 * 2 ** 20);
    expect(await failing('call', 'too-large/echo')).toEqual([2, 'too_large']);
  });

  it('a server that takes its time to start works', async () => {
    expect((await json('call', 'slow-start/echo')).code).toBe(0);
  });

  it('a flood on stderr neither blocks nor grows', async () => {
    expect((await json('call', 'floods-stderr/echo')).code).toBe(0);
  });

  it('a protocol error is reported once, and a question without a person is declined', async () => {
    expect(await failing('call', 'rpc-error/echo')).toEqual([2, 'rpc_error']);
    expect((await json('call', 'asks/echo')).code).toBe(0);
  });

  it('one server that hangs costs only itself, and the order is that of the configuration', async () => {
    const file = join(mcp.folder, `eight-${where.length}.json`);
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const entries = names.map(name => [name, server(name === 'c' ? 'silent' : 'good', { NAME: `${how} ${name}` })]);
    mcp.configure(Object.fromEntries(entries), file);
    const { code, document } = await json('list', '--config', file, '--timeout', '2s');
    expect(code).toBe(0);
    expect(document.servers.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(document.servers.map((each: { status: string }) => each.status === 'failed')).toEqual(
      names.map(name => name === 'c'),
    );
    expect(document.servers[2].error_kind).toBe('timeout');
  });
});

sequential('a call that was lost is made again where that is safe, and never where it is not', async () => {
  const direct = (tool: string) => mcp.run(['call', `dies-once/${tool}`, '--no-daemon', '--json']);
  const written = await direct('write');
  expect(JSON.parse(written.stdout)).toMatchObject({ error: { kind: 'server_exited' } });
  const calls = () => readFileSync(logOf('dies-once'), 'utf8').match(/^call (?:write|echo)$/gm);
  expect(calls()).toEqual(['call write']);
});

describe('over HTTP', () => {
  let other: Server;
  let near: Server;
  const seen: (string | undefined)[] = [];
  const urlOf = (each: Server) => `http://127.0.0.1:${(each.address() as AddressInfo).port}/mcp`;
  beforeAll(async () => {
    other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    near = createServer((_, response) => response.writeHead(307, { location: urlOf(other) }).end()).listen(
      0,
      '127.0.0.1',
    );
    await until('both to listen', () => other.listening && near.listening);
  });
  afterAll(() => {
    other.close();
    near.close();
  });

  it('a redirect to another origin gets no header that was meant for the first', async () => {
    const { code } = await mcp.run(['call', urlOf(near), 'x', '--header', 'Authorization: Bearer abcdefgh12345678']);
    expect(code).not.toBe(0);
    expect(seen.filter(Boolean)).toEqual([]);
  });

  it('plain http to another machine is refused unless it is allowed', async () => {
    const { code, stdout } = await mcp.run(['call', 'http://tools.example.com/mcp', 'x', '--json']);
    expect([code, JSON.parse(stdout).error]).toEqual([
      1,
      expect.objectContaining({ kind: 'config', hint: expect.stringContaining('--allow-http') }),
    ]);
  });
});
