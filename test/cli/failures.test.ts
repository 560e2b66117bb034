import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from './in-process.js';
import { CommandFolder, fixture, missing, start, variable } from './mcp.js';

/** Answers every request with the status its path names. */
const http = createServer((request, response) => {
  response.writeHead(Number(request.url!.slice(1)) || 404, { 'WWW-Authenticate': 'Bearer' }).end();
});
let commandFolder: CommandFolder;
let log: string;

beforeAll(async () => {
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  commandFolder = new CommandFolder({});
  log = join(commandFolder.folder, 'log');
  commandFolder.write({
    fixture: fixture({ FIXTURE_LOG: log }),
    gone: missing,
    homeless: { ...missing, cwd: '/nowhere' },
    exits: fixture({ FIXTURE_MODE: 'exits-7' }),
    silent: fixture({ FIXTURE_MODE: 'silent' }),
    unset: { ...fixture(), env: { KEY: variable('NOBODY_SETS_THIS') } },
    busy: { url: `http://127.0.0.1:${port}/503`, retries: 0 },
    locked: { url: `http://127.0.0.1:${port}/401` },
    refused: { url: 'http://127.0.0.1:1/', retries: 0 },
    nowhere: { url: 'https://nowhere.invalid/mcp', retries: 0 },
  });
});
afterAll(() => void http.close());

describe('a failure', () => {
  it.each([
    [['list', '--nope'], 1, 'usage', 400],
    [['call', 'fixture/types', '{"id":'], 1, 'invalid_params', 400],
    [['call', 'nobody/x'], 1, 'unknown_server', 404],
    [['call', 'unset/bare'], 1, 'config', 400],
    [['call', 'fixture/tpyes'], 2, 'not_found', 404],
    [['call', 'gone/x'], 3, 'spawn_failed', 503],
    [['call', 'exits/x'], 3, 'server_exited', 503],
    [['call', 'refused/x'], 3, 'unreachable', 503],
    [['call', 'busy/x'], 3, 'unreachable', 503],
    [['call', 'nowhere/x'], 3, 'unreachable', 503],
    [['call', 'silent/x', '--timeout', '1500'], 3, 'timeout', 408],
    [['call', 'fixture/hangs', '--timeout', '0.6s'], 3, 'timeout', 408],
    [['call', 'locked/x'], 4, 'unauthenticated', 401],
  ] as const)('of %j has its exit code, kind and code', async (args, exit, kind, number) => {
    const { code, document } = await commandFolder.json(...args);
    expect([code, document.error.kind, document.error.code]).toEqual([exit, kind, number]);
    expect(document.error.message).not.toBe('');
    expect(document.error.hint).toEqual(expect.any(String));
  });

  it('of a word that is no command, no address and no form of output is reported', async () => {
    const [dash, foreign, both] = await Promise.all([
      runInProcess(['-'], commandFolder.folder),
      runInProcess(['list', 'ftp://example.com/x', '--json'], commandFolder.folder),
      runInProcess(['call', 'demo/add', 'a=1', 'b=2', '--dialect', 'text', '--json'], commandFolder.folder),
    ]);
    expect([dash.code, dash.stderr]).toEqual([1, expect.stringContaining("Unknown command '-'")]);
    expect(JSON.parse(foreign.stdout).error).toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('http://'),
    });
    expect(JSON.parse(both.stdout)).toMatchObject({ status: 'success' });
  });

  it('of time comes at the limit of the tool itself, unless another is given', async () => {
    const { document } = await commandFolder.json('call', 'demo/fail_timeout');
    expect(document.error).toMatchObject({ kind: 'timeout' });
  });

  it('of a configuration that cannot be read tells line and column', async () => {
    const broken = new CommandFolder({});
    broken.file('servers.json', '{\n  "mcpServers": nothing\n}');
    const [malformed, absent] = await Promise.all([
      broken.json('list'),
      broken.run(['list', '--json'], { env: { MCP_CONFIG_PATH: '/nowhere/mcp.json' } }),
    ]);
    expect(malformed).toMatchObject({
      code: 1,
      document: { error: { kind: 'config', message: expect.stringMatching(/2:17|line 2, column 17/) } },
    });
    expect(absent.code).toBe(1);
  });

  it('before the handshake has the exit status and the last words of the server', async () => {
    const { document } = await commandFolder.json('call', 'exits/x');
    expect(document.error.message).toContain('7');
    expect(document.error.stderr_tail).toBe('cannot open none\nsecond line');
  });

  it.each([
    [['call', 'silent/x', '--timeout', '1500'], 'timed out after 1500 ms during handshake'],
    [['call', 'fixture/hangs', '--timeout', '4s'], 'timed out after 4000 ms during call'],
    [['list', 'silent', '--timeout', '500ms'], 'timed out after 500 ms during handshake'],
  ])('of time in %j says in which phase', async (args, message) => {
    const { code, stderr, stdout } = await commandFolder.run(args);
    expect([code, stderr + stdout]).toEqual([3, expect.stringContaining(message)]);
  });

  it('says what to do about a folder that is not there, a server that no file defines, and a name that is not there', async () => {
    const [homeless, typed, prompt] = await Promise.all([
      commandFolder.json('call', 'homeless/x'),
      runInProcess(['call', 'x', '--', '/nowhere/at/all'], commandFolder.folder),
      commandFolder.json('prompt', 'demo/nothing-like-it'),
    ]);
    expect(homeless.document.error).toMatchObject({ kind: 'spawn_failed', hint: expect.stringContaining('cwd') });
    expect(typed.stderr).not.toContain('mcp config show adhoc');
    expect(prompt.document.error.hint).toBe('mcp prompts demo');
  });

  it('that a server answers a read with is told in its words, without what it wrote to stderr', async () => {
    const { code, document } = await commandFolder.json('read', 'fixture', 'fixture://none');
    expect([code, document.error.message, document.error.hint]).toEqual([
      2,
      'Resource not found',
      'mcp resources fixture',
    ]);
    expect(document.error).not.toHaveProperty('stderr_tail');
  });

  it('of authentication says how to sign in', async () => {
    expect((await commandFolder.json('call', 'locked/x')).document.error.hint).toBe('mcp login locked');
  });

  it('of a name tells the nearest one, and nothing is called', async () => {
    const own = new CommandFolder({});
    const notes = join(own.folder, 'log');
    own.write({ fixture: fixture({ FIXTURE_LOG: notes }) });
    const { document } = await own.json('call', 'fixture/tpyes', 'id=x');
    expect(document.error.hint).toBe("Did you mean 'types'?");
    expect(readFileSync(notes, 'utf8')).not.toContain('tools/call');
    expect((await own.json('call', 'fixtur/types', 'id=x')).document.error.hint).toContain('fixture');
    expect((await own.run(['cal', 'fixture/types', 'id=x'])).stderr).toContain("Did you mean 'mcp call'?");
    expect(readFileSync(notes, 'utf8')).not.toContain('tools/call');
  });

  it('of a server that dies in the middle of a call has its last words, and the next command works', async () => {
    const { code, document } = await commandFolder.json('call', 'fixture/dies');
    expect([code, document.error]).toMatchObject([
      3,
      { kind: 'server_exited', code: 503, stderr_tail: 'about to die of none' },
    ]);
    expect((await commandFolder.run(['call', 'fixture/bare'])).stdout).toBe('bare\n');
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s exits with %d, and the server hears that its request is cancelled', async (signal, exit) => {
    const own = new CommandFolder({});
    const notes = join(own.folder, 'log');
    own.write({ fixture: fixture({ FIXTURE_LOG: notes }) });
    const { child, ended } = start(['call', 'fixture/hangs', '--json', '--config', own.config], own.folder);
    const called = () => existsSync(notes) && /tools\/call (\d+)/.exec(readFileSync(notes, 'utf8'))?.[1];
    await expect.poll(called).toBeTruthy();
    const id = called();
    child.kill(signal);
    const { code, stdout } = await ended;
    expect([code, JSON.parse(stdout).error.kind]).toEqual([exit, 'cancelled']);
    await expect.poll(() => readFileSync(notes, 'utf8')).toContain(`notifications/cancelled ${id}`);
  });
});

it('a list that is given up is no success, although some have answered', async () => {
  const own = new CommandFolder({});
  const notes = join(own.folder, 'log');
  own.write({ demo: { use: 'demo' }, silent: fixture({ FIXTURE_MODE: 'silent', FIXTURE_LOG: notes }) });
  const { child, ended } = start(['list', '--json', '--config', own.config], own.folder);
  await expect.poll(() => existsSync(notes) && readFileSync(notes, 'utf8')).toContain('initialize');
  child.kill('SIGTERM');
  const { code, stdout } = await ended;
  expect([code, JSON.parse(stdout).error.kind]).toEqual([143, 'cancelled']);
});

describe('the command line', () => {
  it.each([
    [['lst'], "Did you mean 'mcp list'?"],
    [['list', '--jsn'], 'Did you mean --json?'],
    [['call'], 'Which tool?'],
    [['call', 'fixture'], 'Which tool of'],
    [['call', 'fixture/bare', '--timeout', 'soon'], '--timeout must be a time such as 500ms, 30s or 5m'],
    [['list', '--concurrency', '0'], '--concurrency must be'],
    [['list', '--protocol', 'old'], '--protocol must be one of auto, handshake, 2026-07-28'],
    [['list', '--dialect', 'french'], '--dialect must be one of'],
    [['list', '--config'], 'needs a value'],
    [['list', 'fixture', 'gone'], 'one too many'],
    [['search'], 'What should be searched for?'],
    [['config', 'shwo'], "Did you mean 'mcp config show'?"],
    [['completion', 'tcsh'], 'There is no script'],
    [['login'], 'Which server? Name it as <server>\n'],
    [['read'], 'next: mcp resources\n'],
    [['read', 'fixture'], 'next: mcp resources fixture\n'],
    [['prompt'], 'next: mcp prompts\n'],
    [['call', 'https://127.0.0.1:1/mcp'], 'next: mcp list https://127.0.0.1:1/mcp\n'],
    [['schema', 'nothing'], 'next: mcp schema\n'],
    [['daemon', 'run', 'away'], 'takes no flags and nothing else'],
    [['list', '--header', 'Authorization: x'], '--header is for one server'],
    [['search', 'x', '--env', 'A=b'], '--env is for one server'],
    [['list', 'fixture', '--header', 'X'], '--header needs a name and a value'],
  ])('%j is refused with a sentence', async (args, message) => {
    const ran = await runInProcess(
      args.at(-1) === '--config' ? args : [...args, '--config', commandFolder.config],
      commandFolder.folder,
    );
    expect([ran.code, ran.stdout]).toEqual([1, '']);
    expect(ran.stderr).toContain(message);
  });

  it('takes what variables say, and says which of them is wrong', async () => {
    const [late, wrong] = await Promise.all([
      commandFolder.run(['call', 'silent/x'], { env: { MCP_TIMEOUT: '300' } }),
      commandFolder.run(['list'], { env: { MCP_RETRIES: 'many' } }),
    ]);
    expect(late.stderr).toContain('after 300 ms');
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('MCP_RETRIES must be a whole number') });
  });
});

it('by a signal is reported like any other failure, whatever other words the line has', async () => {
  const own = new CommandFolder({});
  const notes = join(own.folder, 'log');
  own.write({ fixture: fixture({ FIXTURE_LOG: notes, FIXTURE_MODE: 'never-lists' }) });
  const { child, ended } = start(['search', 'serve', '--no-daemon', '--json', '--config', own.config], own.folder);
  await expect.poll(() => existsSync(notes) && readFileSync(notes, 'utf8')).toContain('tools/list');
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect([code, JSON.parse(stdout).error.kind]).toEqual([130, 'cancelled']);
});

it.each([
  [['call', 'nowhere/tool'], { server: 'nowhere', tool: 'tool' }],
  [['call', 'nowhere', 'tool'], { server: 'nowhere', tool: 'tool' }],
  [['read', 'nowhere', 'a://b'], { server: 'nowhere', uri: 'a://b' }],
  [['prompt', 'nowhere/prompt'], { server: 'nowhere', prompt: 'prompt' }],
  [['call', 'fixture'], { server: 'fixture' }],
])('of %j names the server and the item as they were asked for', async (args, asked) => {
  expect((await commandFolder.json(...args)).document).toMatchObject({ ...asked, status: 'error' });
});
