import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { adHocEntry, resolve } from '@concord/client';
import { describe, expect, it } from 'vitest';
import { startServers } from '../../packages/cli/src/start/start-servers.js';
import { temporaryFolder } from '../support/engine.js';
import { WAIT_LIMIT_MS } from '../support/time.js';
import { CommandFolder, fixture, homeIn, run } from './mcp.js';

const bundle = fileURLToPath(new URL('../../packages/cli/dist/bundle', import.meta.url));

/** A server that does nothing until its input ends. */
const idle = { command: process.execPath, args: ['-e', 'process.stdin.resume()'] };

describe('the server of a cold command', () => {
  it('is started before the commands are loaded, and ended when they never are', async () => {
    const folder = temporaryFolder();
    const mark = join(folder, 'pid');
    const entry = {
      command: process.execPath,
      args: ['-e', 'require("fs").writeFileSync(process.argv[1], String(process.pid)); process.stdin.resume()', mark],
    };
    writeFileSync(join(folder, 'servers.json'), JSON.stringify({ mcpServers: { idle: entry } }));
    cpSync(bundle, join(folder, 'bundle'), { recursive: true });
    // The commands of this copy cannot be loaded before the server runs, and not at all then.
    writeFileSync(
      join(folder, 'bundle/commands.cjs'),
      `const end = Date.now() + ${WAIT_LIMIT_MS / 2};
      while (!require('fs').existsSync(${JSON.stringify(mark)}) && Date.now() < end)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      throw new Error('not loaded');`,
    );
    const args = [join(folder, 'bundle/mcp.cjs'), 'list', '--config', join(folder, 'servers.json')];
    const ran = spawnSync(process.execPath, args, { cwd: folder, env: homeIn(folder, { MCP_NO_DAEMON: '1' }) });
    expect(ran.status).not.toBe(0);
    const pid = Number(readFileSync(mark, 'utf8'));
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: WAIT_LIMIT_MS }).toBe(false);
  });

  it.each([['list'], ['call', 'fixture/bare']])('is started once: %s %s', async (...words) => {
    const log = join(temporaryFolder(), 'log');
    const folder = new CommandFolder({ fixture: fixture({ FIXTURE_LOG: log }) });
    expect((await folder.run(words, { env: { MCP_NO_DAEMON: '1' } })).code).toBe(0);
    const starts = readFileSync(log, 'utf8').match(/^start$/gm);
    expect(starts).toHaveLength(1);
  });

  it('is told as any other when it ends before it is spoken to', async () => {
    const folder = new CommandFolder({ gone: { command: process.execPath, args: ['-e', 'process.exit(7)'] } });
    const { code, stderr } = await folder.run(['call', 'gone/any', '--retries', '0'], { env: { MCP_NO_DAEMON: '1' } });
    expect(code).toBe(3);
    expect(stderr).toContain('the server exited with 7 before the handshake was done');
  });

  it('is not started where the command would refuse', async () => {
    const home = temporaryFolder();
    const folder = join(home, 'project');
    mkdirSync(join(folder, '.git'), { recursive: true });
    const file = join(folder, 'mcp.json');
    writeFileSync(file, JSON.stringify({ mcpServers: { idle } }));
    const place = { cwd: folder, env: homeIn(home) };
    const caller = { ...place, home, platform: process.platform };
    const definition = resolve({ ...adHocEntry({ ...idle, cwd: folder }), name: 'idle', file }, caller);
    const isStarted = async (verb: string, ...words: string[]) => {
      const started = await startServers({ verb, rest: words }, place);
      const child = started.take(definition as never);
      child?.kill('SIGKILL');
      return child !== undefined;
    };
    const given = ['--config', file];
    expect(await isStarted('list', ...given)).toBe(true);
    expect(await isStarted('call', 'idle/any', ...given)).toBe(true);
    const refused = [
      ['list', '--dry-run', ...given],
      ['list', '--help', ...given],
      ['list', 'idel', ...given],
      ['list', '--header', 'A: b', ...given],
      ['call', 'idle', ...given],
      ['call', 'idle/any', '--timeout', 'soon', ...given],
      ['call', 'idle/any', '--unsafe-output', ...given],
      ['info', 'idle', ...given],
      // Nobody was asked whether this folder may be trusted.
      ['list'],
      ['call', 'idle/any'],
    ] as const;
    for (const [verb, ...words] of refused)
      expect([verb, words, await isStarted(verb, ...words)]).toEqual([verb, words, false]);
    expect((await run(['config', 'trust', 'idle'], home, { cwd: folder })).code).toBe(0);
    expect(await isStarted('call', 'idle/any')).toBe(true);
  });
});
