import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '@concord/contract/version';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'concord-install-'));
const [home, prefix, work] = ['home', 'prefix', 'work'].map(name => join(folder, name)) as [string, string, string];
const env = { PATH: `${join(prefix, 'bin')}:${process.env.PATH}`, HOME: home, MCP_NO_DAEMON: '1' };

/** Runs a program in the empty folder with the empty home. */
function run(command: string, args: readonly string[], cwd = work) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8', timeout: 120_000 });
  return { status, stdout, stderr };
}

/** Every file that was installed. */
const installed = () =>
  readdirSync(prefix, { recursive: true, encoding: 'utf8' }).filter(name => statSync(join(prefix, name)).isFile());

describe('the packed command', () => {
  beforeAll(() => {
    for (const each of [home, prefix, work]) mkdirSync(each);
    const packed = spawnSync('node', [join(root, 'scripts/pack.mjs'), folder], { encoding: 'utf8' });
    expect(packed.stderr).not.toContain('error');
    const tarball = join(folder, `concord-${version}.tgz`);
    const { status, stderr } = run('npm', ['install', '--global', '--offline', '--prefix', prefix, tarball]);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('ERR')]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is under 15 MB, with no tests and no workspaces', () => {
    const files = installed();
    const bytes = files.reduce((sum, name) => sum + statSync(join(prefix, name)).size, 0);
    expect(bytes).toBeLessThan(15_000_000);
    expect(files.filter(name => /\.test\.|(?:^|\/)test\/|@concord\//.test(name))).toEqual([]);
  });

  it('runs without the repository: lists, calls, serves', () => {
    expect(run('mcp', ['--version'])).toMatchObject({ status: 0, stdout: `mcp ${version}\n` });
    expect(run('mcp', ['call', 'demo/add', 'a=1', 'b=2'])).toMatchObject({ status: 0, stdout: '1 + 2 = 3\n' });
    const list = JSON.parse(run('mcp', ['list', '--json', '--timeout', '60s']).stdout);
    expect(list.servers.map((each: { name: string }) => each.name)).toEqual(['demo', 'dotnet', 'code', 'context']);
    const served = run('mcp', ['call', 'echo', 'message=hi', '--', 'mcp', 'serve', 'demo']);
    expect(served).toMatchObject({ status: 0, stdout: 'hi\n' });
  });

  it('runs tools of a project in a shell and in TypeScript, and documents of a cache', () => {
    expect(run('mcp', ['init']).status).toBe(0);
    expect(run('mcp', ['new', 'tool', 'typed', '--lang', 'ts']).status).toBe(0);
    for (const tool of ['hello', 'typed'])
      expect(JSON.parse(run('mcp', ['run-tool', tool]).stdout)).toMatchObject({ content: [{ type: 'text' }] });
    mkdirSync(join(work, 'docs'));
    writeFileSync(join(work, 'docs', 'tea.md'), '# Tea\n\nSteep it.\n');
    expect(run('mcp', ['context', 'build', '--sources', 'docs', '--cache', 'docs.cache']).status).toBe(0);
    const found = run('mcp', ['context', 'resolve', '--cache', 'docs.cache', '--query', 'tea', '--budget', '100']);
    expect(found.stdout).toContain('tea.md');
  });

  it('keeps servers warm in a daemon that ends when told', () => {
    const warm = { ...env, MCP_NO_DAEMON: '', XDG_RUNTIME_DIR: join(folder, 'run') };
    mkdirSync(warm.XDG_RUNTIME_DIR, { mode: 0o700 });
    const mcp = (...args: string[]) => spawnSync('mcp', args, { cwd: work, env: warm, encoding: 'utf8' });
    expect(mcp('call', 'demo/echo', 'message=warm').stdout).toBe('warm\n');
    expect(JSON.parse(mcp('daemon', 'status', '--json').stdout)).toMatchObject({ running: true });
    expect(JSON.parse(mcp('daemon', 'stop', '--json').stdout)).toMatchObject({ stopped: true });
  });
});
