import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import { CommandFolder, fixture, hasTerminal, onTerminal, run, start, variable } from './mcp.js';

/** A project with an `mcp.json`; `log` has a line when its server was started. */
function project(): { folder: string; home: string; log: string; write(env?: Record<string, string>): void } {
  const home = temporaryFolder();
  const folder = join(home, 'project');
  mkdirSync(join(folder, '.git'), { recursive: true });
  const log = join(home, 'log');
  const write = (env: Record<string, string> = {}) =>
    writeFileSync(
      join(folder, 'mcp.json'),
      JSON.stringify({ mcpServers: { fixture: fixture({ FIXTURE_LOG: log, ...env }) } }),
    );
  write();
  return { folder, home, log, write };
}

describe('the server of a project', () => {
  it('is used only after consent, and needs it again when its entry changes', async () => {
    const { folder, home, log, write } = project();
    const mcp = (...args: string[]) => run([...args, '--json'], home, { cwd: folder });
    const refused = await mcp('call', 'fixture/bare');
    expect([refused.code, JSON.parse(refused.stdout).error]).toMatchObject([1, { kind: 'untrusted', code: 403 }]);
    expect(JSON.parse(refused.stdout).error.hint).toBe('mcp config trust fixture, or --trust for this run');
    const listed = JSON.parse((await mcp('list')).stdout);
    expect(listed.servers[0]).toMatchObject({ status: 'failed', error_kind: 'untrusted' });
    expect(existsSync(log)).toBe(false);

    expect((await mcp('call', 'fixture/bare', '--trust')).code).toBe(0);
    expect((await mcp('call', 'fixture/bare')).code).toBe(1);
    const trusted = await mcp('config', 'trust', 'fixture');
    expect(JSON.parse(trusted.stdout)).toEqual({ trusted: ['fixture'] });
    expect(trusted.stderr).toContain('fixture-server.mjs; variables: FIXTURE_LOG');
    expect((await mcp('call', 'fixture/bare')).code).toBe(0);
    write({ MORE: 'x' });
    expect((await mcp('call', 'fixture/bare')).code).toBe(1);
    await mcp('config', 'trust', '--all');
    expect(JSON.parse((await mcp('config', 'distrust', 'fixture')).stdout)).toEqual({ distrusted: ['fixture'] });
    expect((await mcp('call', 'fixture/bare')).code).toBe(1);
    expect((await mcp('call', 'fixture/bare', '--config', join(folder, 'mcp.json'))).code).toBe(0);
  });

  it.skipIf(!hasTerminal)('is asked about on a terminal, with all of its command', async () => {
    const { folder, home } = project();
    const env = { HOME: home, XDG_STATE_HOME: join(home, 'state') };
    const ask = (typed: string) => onTerminal(['call', 'fixture/bare'], folder, typed, env);
    const once = await ask('o\n');
    expect(once.stdout).toContain(fixture().args[0]);
    expect(once.stdout).toContain('variables: FIXTURE_LOG');
    expect(once).toMatchObject({ code: 0, stdout: expect.stringMatching(/bare\r\n$/) });
    expect(existsSync(join(home, 'state/mcp/trust.json'))).toBe(false);
    expect(await ask('\n')).toMatchObject({ code: 1, stdout: expect.stringContaining('is not trusted') });
    expect((await ask('y\n')).code).toBe(0);
    const after = await onTerminal(['call', 'fixture/bare'], folder, '', env);
    expect(after.stdout).toBe('bare\r\n');
  });
});

const secret = 'tok-5ecre7-0123456789abcdef';

/** Everything a folder holds, in one text. */
function contentsOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(name => statSync(name).isFile())
    .map(name => readFileSync(name, 'latin1'))
    .join('\n');
}

/** What every process was started with, where the system tells. */
function commandLines(): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap(pid => {
    try {
      return [readFileSync(`/proc/${pid}/cmdline`, 'latin1')];
    } catch {
      return [];
    }
  });
}

describe('a secret', () => {
  it('of the configuration is nowhere: not in results, errors, logs, records or caches', async () => {
    const commandFolder = new CommandFolder({
      fixture: { ...fixture(), env: { API_TOKEN: variable('GIVEN_TOKEN'), NODE_ENV: 'production' } },
      // A server may be shared by those who call it at the same time, and so may its end.
      mortal: { ...fixture(), env: { API_TOKEN: variable('GIVEN_TOKEN'), NODE_ENV: 'test' } },
      exits: { ...fixture({ FIXTURE_MODE: 'exits-7' }), env: { FIXTURE_MODE: 'exits-7', API_TOKEN: secret } },
      web: {
        url: 'http://127.0.0.1:1/',
        headers: { Authorization: `Bearer ${secret}` },
        oauth: { clientSecret: secret },
        retries: 0,
      },
    });
    const env = { GIVEN_TOKEN: secret };
    const ran = await Promise.all(
      [
        ['call', 'fixture/leaks', '--verbose', '--server-logs'],
        ['call', 'fixture/leaks', '--json', '--full'],
        ['call', 'fixture/refuses', '--json'],
        ['call', 'mortal/dies', '--json'],
        ['call', 'fixture/types', `count=${secret}`],
        ['call', 'exits/x', '--json'],
        ['call', 'web/x', '--verbose'],
        ['list', '--verbose', '--full', '--json'],
        ['info', 'fixture', '--json'],
        ['info', 'web', '--json'],
        ['config', 'show', '--json'],
        ['calls', '--json'],
      ].map(args => commandFolder.run(args, { env })),
    );
    const [text] = ran;
    expect(text!.stdout).toBe('text has [REDACTED] in production\n');
    expect(text!.stderr).toContain('progress: fixture/leaks: 1/2 working with [REDACTED]');
    expect(text!.stderr).toContain('[fixture] info: logged [REDACTED]');
    expect(text!.stderr).toContain('[fixture] stderr has [REDACTED]');
    for (const [index, { stdout, stderr }] of ran.entries())
      expect([index, `${stdout}${stderr}`.includes(secret)]).toEqual([index, false]);
    const log = join(commandFolder.folder, 'log');
    const entry = { ...fixture(), env: { API_TOKEN: variable('GIVEN_TOKEN'), FIXTURE_LOG: log } };
    commandFolder.write({ fixture: entry });
    const { child, ended } = start(['call', 'fixture/hangs', '--config', commandFolder.config], commandFolder.folder, {
      env,
    });
    await expect.poll(() => existsSync(log) && readFileSync(log, 'utf8')).toContain('tools/call');
    expect(commandLines().filter(line => line.includes(secret))).toEqual([]);
    child.kill('SIGTERM');
    await ended;
    for (const folder of ['state', 'cache'])
      if (existsSync(join(commandFolder.folder, folder)))
        expect(contentsOf(join(commandFolder.folder, folder))).not.toContain(secret);
  });

  it('is printed when that is wished for and allowed, and the record says so', async () => {
    const commandFolder = new CommandFolder({ fixture: fixture({ API_TOKEN: secret }) });
    const args = ['call', 'fixture/leaks', '--unsafe-output', '--json'];
    const unsafe = await commandFolder.run(args);
    expect(unsafe.stdout).toContain(secret);
    expect(commandFolder.read('state/mcp/calls.jsonl')).toContain('"unredacted":true');
    const forbidden = await commandFolder.run(args, { env: { CONCORD_FORBID_UNSAFE_OUTPUT: '1' } });
    expect([forbidden.code, JSON.parse(forbidden.stdout).error]).toMatchObject([1, { kind: 'forbidden', code: 403 }]);
  });
});

describe.skipIf(!hasTerminal)('on a terminal', () => {
  const commandFolder = new CommandFolder({ fixture: fixture(), slow: fixture({ FIXTURE_MODE: 'slow-start' }) });

  it('control characters of a server are escaped; into a pipe they go as they are', async () => {
    const [terminal, pipe] = await Promise.all([
      onTerminal(['call', 'fixture/escapes', '--config', commandFolder.config], commandFolder.folder),
      commandFolder.run(['call', 'fixture/escapes']),
    ]);
    expect(terminal.stdout).toContain('\\x1b[31mred\\x1b[0m \\x1b]0;title\\x07 bell\\x07');
    expect(terminal.stdout).not.toContain('\u0007');
    expect(pipe.stdout).toBe('\u001b[31mred\u001b[0m \u001b]0;title\u0007 bell\u0007\n');
  });

  it('there are colours unless NO_COLOR says otherwise', async () => {
    const [coloured, plain] = await Promise.all([
      onTerminal(['list', 'fixture', '--config', commandFolder.config], commandFolder.folder),
      onTerminal(['list', 'fixture', '--config', commandFolder.config], commandFolder.folder, '', { NO_COLOR: '1' }),
    ]);
    expect(coloured.stdout).toContain('\u001b[1mfixture\u001b[22m');
    expect(plain.stdout).not.toMatch(/\u001b\[[0-9;]*m/);
  });

  it('a long wait shows a line that goes away, but not in CI', async () => {
    const [watched, ci] = await Promise.all([
      onTerminal(['call', 'slow/bare', '--config', commandFolder.config], commandFolder.folder),
      onTerminal(['call', 'slow/bare', '--config', commandFolder.config], commandFolder.folder, '', { CI: 'true' }),
    ]);
    expect(watched.stdout).toContain('slow: starting  1 s');
    expect(watched.stdout).toMatch(/\u001b\[2Kbare\r\n$/);
    expect(ci.stdout).toBe('bare\r\n');
  });
});
