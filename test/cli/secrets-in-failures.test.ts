import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from './in-process.js';
import { CommandFolder, type Document, run, variable } from './mcp.js';

/** One of each kind that there is, short and plain: no rule would know them by their looks. */
const secrets = {
  env: 'amber-otter-17',
  expanded: 'cobalt-heron-23',
  header: 'umber-viper-31',
  oauth: 'ochre-raven-47',
  address: 'teal-badger-53',
};
const env = { GIVEN: secrets.expanded, GIVEN_FOR_ADDRESS: secrets.address, GIVEN_FOR_LINE: 'rufous-shrew-61' };
const all = [...Object.values(secrets), env.GIVEN_FOR_LINE];

/** Repeats in whatever it answers what it was sent, and answers as its path says. */
const http = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  let body = '';
  for await (const piece of request) body += piece;
  const { id, method } = (body === '' ? {} : JSON.parse(body)) as Document;
  const told = `${request.url} ${JSON.stringify(request.headers)}`;
  const [, way = ''] = request.url!.split('/');
  if (way === '401' || way === '503')
    return response
      .writeHead(Number(way), { 'content-type': 'text/plain', 'www-authenticate': `Bearer error="${secrets.header}"` })
      .end(told);
  const answers: Record<string, object> = {
    initialize: {
      result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: told, version: '1' } },
    },
    'tools/list': { result: { tools: [{ name: 'x', description: told, inputSchema: { type: 'object' } }] } },
    'tools/call':
      way === 'refuses'
        ? { error: { code: -32050, message: told } }
        : { result: { content: [{ type: 'text', text: told }], isError: true } },
  };
  const answer = answers[method] ?? { error: { code: -32601, message: told } };
  if (id === undefined) response.writeHead(request.method === 'POST' ? 202 : 405).end();
  else
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});
const leaking = (mode: string, more: object = {}) => ({
  command: process.execPath,
  args: [fileURLToPath(new URL('leaking-server.mjs', import.meta.url)), mode],
  env: { API_TOKEN: secrets.env, SETTING: variable('GIVEN'), ...more },
});
let commandFolder: CommandFolder;

beforeAll(async () => {
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const web = (address: string) => ({
    url: `${address}/mcp?key=${variable('GIVEN_FOR_ADDRESS')}`,
    headers: { 'X-Plain': secrets.header, 'X-Given': variable('GIVEN') },
    oauth: { clientId: 'me', clientSecret: secrets.oauth },
    retries: 0,
  });
  commandFolder = new CommandFolder({
    good: leaking('good'),
    exits: leaking('exits'),
    junk: leaking('junk'),
    silent: leaking('silent'),
    // A server may be shared by those who call it at the same time, and so may its end.
    mortal: leaking('mortal'),
    large: leaking('large'),
    gone: { ...leaking('gone'), command: '/nowhere/at/all' },
    unset: leaking('unset', { OTHER: variable('NOBODY_SETS_THIS') }),
    refused: web('http://127.0.0.1:1'),
    busy: web(`${origin}/503`),
    locked: web(`${origin}/401`),
    web: web(`${origin}/fails`),
    refusing: web(`${origin}/refuses`),
  });
  writeFileSync(
    join(commandFolder.folder, 'broken.json'),
    `{"mcpServers": {"good": {"command": "x", "env": {"API_TOKEN": "${secrets.env}" "A"}}}}`,
  );
});
afterAll(() => {
  http.close();
  http.closeAllConnections();
});

/** Every way to fail: its words, its kind, its exit code, and what its environment has besides. */
const cases: readonly [words: readonly string[], kind: string, code: number, more?: Record<string, string>][] = [
  [['call', 'good/fails', '--timeout', 'soon'], 'usage', 1],
  [['list', '--config', 'broken.json'], 'config', 1],
  [['call', 'unset/fails'], 'config', 1],
  [['call', 'good/fails', 'count=x'], 'invalid_params', 1],
  [['call', 'good/flails'], 'not_found', 2],
  [['call', 'gone/x'], 'spawn_failed', 3],
  [['call', 'exits/x'], 'server_exited', 3],
  [['call', 'junk/fails'], 'protocol', 2],
  [['call', 'refused/x'], 'unreachable', 3],
  [['call', 'busy/x'], 'unreachable', 3],
  [['call', 'locked/x'], 'unauthenticated', 4],
  [['call', 'silent/x', '--timeout', '1s'], 'timeout', 3],
  [['call', 'good/hangs', '--timeout', '2s'], 'timeout', 3],
  [['call', 'good/fails', '--env', `LINE_TOKEN=${variable('GIVEN_FOR_LINE')}`], 'tool_error', 2],
  [['call', 'web/x', '--header', `X-Line: ${variable('GIVEN_FOR_LINE')}`], 'tool_error', 2],
  [['call', 'good/refuses'], 'rpc_error', 2],
  [['call', 'refusing/x'], 'rpc_error', 2],
  [['call', 'large/floods'], 'too_large', 2, { MCP_MAX_MESSAGE_BYTES: '100000' }],
  [['call', 'mortal/dies'], 'server_exited', 3],
];
const configured = (words: readonly string[]) =>
  words.includes('--config') ? words : [...words, '--config', commandFolder.config];

describe('a secret of the configuration', () => {
  it('is in nothing that is printed, kept or started, however a command fails', { timeout: 120_000 }, async () => {
    const argv = new Set<string>();
    const watch = setInterval(() => {
      for (const line of commandLines()) argv.add(line);
    }, 25);
    for (const words of cases.map(([first]) => first))
      expect(all.filter(each => words.join().includes(each))).toEqual([]);
    const ran = await Promise.all(
      cases.map(([words, , , more]) =>
        run([...configured(words), '--json', '--verbose', '--server-logs'], commandFolder.folder, {
          env: { ...env, ...more },
        }),
      ),
    );
    clearInterval(watch);
    for (const [index, [words, kind, exit]] of cases.entries()) {
      const { code, stdout, stderr } = ran[index]!;
      expect([words, code, JSON.parse(stdout).error.kind]).toEqual([words, exit, kind]);
      expect([words, shownIn(stdout + stderr)]).toEqual([words, []]);
    }
    // That some of it is masked shows that it was told.
    expect(ran.filter(({ stdout, stderr }) => `${stdout}${stderr}`.includes('[REDACTED]')).length).toBeGreaterThan(8);
    expect([...argv].filter(line => shownIn(line).length > 0)).toEqual([]);
    expect(argv.size).toBeGreaterThan(0);
    for (const folder of ['state', 'cache', 'run'])
      expect([folder, keptIn(join(commandFolder.folder, folder))]).toEqual([folder, []]);
  });

  it.concurrent.each([
    ...cases.map(([words, , , more]) => [words, more] as const),
    [['list', '--full', '--timeout', '4s'], {}] as const,
    [['info', 'good'], {}] as const,
    [['info', 'locked', '--json'], {}] as const,
    [['info', 'exits', '--json'], {}] as const,
    [['config', 'show', '--json'], {}] as const,
    [['calls', '--json', '--failed'], {}] as const,
  ])('is in no text of %j', async (words, more = {}) => {
    const { stdout, stderr } = await runInProcess([...configured(words), '--verbose'], commandFolder.folder, {
      env: { ...env, ...more },
    });
    expect(stdout + stderr).not.toBe('');
    expect(shownIn(stdout + stderr)).toEqual([]);
  });
});

const shownIn = (text: string) => all.filter(secret => text.includes(secret));

/** The secrets that the files of a folder hold. */
function keptIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name));
  return files
    .filter(name => statSync(name).isFile())
    .flatMap(name => shownIn(`${name}${readFileSync(name, 'latin1')}`));
}

/** What every process was started with, where the system tells. */
function commandLines(): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap(pid => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/cmdline`, 'latin1')] : [];
    } catch {
      return [];
    }
  });
}
