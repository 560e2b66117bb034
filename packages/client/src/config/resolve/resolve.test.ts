// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are what these tests are about
import { describe, expect, it } from 'vitest';
import { growth } from '../../../../../test/support/growth.js';
import { serverEntry } from '../../../test/support/project-fixture.js';
import {
  adHocEntry,
  type Caller,
  ConfigError,
  type Definition,
  resolve,
  variablesOf,
  withAdditions,
} from '../index.js';

const caller = (env: Record<string, string> = {}, more: Partial<Caller> = {}): Caller => ({
  cwd: '/srv/dir',
  home: '/home/me',
  env,
  platform: 'linux',
  ...more,
});
const stdio = (definition: Definition) => {
  if (definition.transport !== 'stdio') throw new Error(`not stdio: ${definition.transport}`);
  return definition;
};
const argument = (text: string, env: Record<string, string> = {}) =>
  stdio(resolve(serverEntry({ command: 'x', args: [text] }), caller(env))).args[0];

describe('expansion', () => {
  it.each([
    ['${A}', 'a'],
    ['<${A}${B}>', '<ab>'],
    ['${env:A}', 'a'],
    ['$env:A/x', 'a/x'],
    ['${A:-x}', 'a'],
    ['${NONE:-x}', 'x'],
    ['${NONE:-}', ''],
    ['${env:NONE:-x}', 'x'],
    ['${EMPTY}', ''],
    ['${EMPTY:-x}', 'x'],
    ['$${A}', '${A}'],
    ['$$${A}', '$${A}'],
    ['${NESTED}', '${A}'],
    ['${NONE:-$env:A}', '$env:A'],
    ['$A', '$A'],
    ['${A', '${A'],
    ['${}', '${}'],
    ['${A%%.*}', '${A%%.*}'],
    ['${config:x}', '${config:x}'],
    ['cost: 5$', 'cost: 5$'],
    ['${input:my id}', 'answer'],
  ])('makes of %s: %s', (text, expected) => {
    expect(argument(text, { A: 'a', B: 'b', EMPTY: '', NESTED: '${A}', MCP_INPUT_MY_ID: 'answer' })).toBe(expected);
  });

  it('reaches every field it should, and no other', () => {
    const env = { V: 'v' };
    const common = { description: '${V}', allowedTools: ['${V}'] };
    expect(
      resolve(
        serverEntry({ ...common, command: '/${V}', args: ['${V}'], env: { A: '${V}' }, cwd: '/${V}' }),
        caller(env),
      ),
    ).toMatchObject({ ...common, command: '/v', args: ['v'], env: { A: 'v' }, cwd: '/v' });
    expect(
      resolve(
        serverEntry({ url: 'https://${V}/', headers: { H: '${V}' }, oauth: { clientSecret: '${V}', scopes: ['a'] } }),
        caller(env),
      ),
    ).toMatchObject({ url: 'https://v/', headers: { H: 'v' }, oauth: { clientSecret: 'v', scopes: ['a'] } });
    expect(resolve(serverEntry({ use: 'folder', path: '/${V}' }), caller(env))).toMatchObject({ path: '/v' });
    expect(resolve(serverEntry({ use: 'context', root: '${V}' }), caller(env))).toMatchObject({ root: '/project/v' });
  });

  it('names variable, field and file when one is not set, and no value', () => {
    const server = serverEntry({ command: 'x', args: ['${SET}'], env: { KEY: 'p-${UNSET}' } });
    const attempt = () => resolve(server, caller({ SET: 'hush' }));
    expect(attempt).toThrow('env.KEY of server "one" in /project/mcp.json needs the variable UNSET, which is not set');
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(expect.objectContaining({ kind: 'config', server: 'one' }));
    expect(attempt).not.toThrow(/hush/);
    expect(() => argument('${toString}')).toThrow(/toString/);
  });

  it('finds variables in any case on Windows only', () => {
    const server = serverEntry({ command: '${path}' });
    expect(resolve(server, caller({ Path: 'p' }, { platform: 'win32' }))).toMatchObject({ command: 'p' });
    expect(() => resolve(server, caller({ Path: 'p' }))).toThrow(/path/);
  });

  it.each([
    ['opening braces', '${', ''],
    ['names without an end', '${A', '}'],
    ['defaults without an end', '${A:-', ''],
    ['inputs without an end', '${input:', ''],
  ])('takes time linear in the text: %s', (_, repeated, end) => {
    const expand = (size: number) => argument(repeated.repeat(size) + end, { A: 'a' });
    // Quadratic work would take 64 times as long.
    expect(growth(expand, 20_000, 8)).toBeLessThan(32);
  });

  it('lists the variables an entry takes', () => {
    const entry = { command: '${A}', args: ['${input:x}', '${workspaceFolder}'], env: { B: '$env:B', C: '${A}' } };
    expect(variablesOf(serverEntry(entry))).toEqual(['A', 'MCP_INPUT_X', 'B']);
  });
});

describe('paths', () => {
  it.each([
    ['./run', '/project/run'],
    ['bin/run', '/project/bin/run'],
    ['../run', '/run'],
    ['/bin/run', '/bin/run'],
    ['~/run', '/home/me/run'],
    ['run', 'run'],
  ])('takes the command %s for %s', (command, expected) => {
    expect(resolve(serverEntry({ command }), caller())).toMatchObject({ command: expected });
  });

  it('runs servers of a project in it and others where the caller is', () => {
    const entry = { command: './x' };
    const at = (more: Parameters<typeof serverEntry>[1]) => {
      const { command, cwd } = stdio(resolve(serverEntry(entry, more), caller()));
      return [command, cwd];
    };
    expect(at({})).toEqual(['/project/x', '/project']);
    expect(at({ scope: 'given' })).toEqual(['/project/x', '/srv/dir']);
    expect(at({ scope: 'user', file: '/home/me/.config/mcp/mcp.json' })).toEqual([
      '/home/me/.config/mcp/x',
      '/srv/dir',
    ]);
    expect(at({ client: 'kiro', file: '/project/.kiro/settings/mcp.json' })).toEqual(['/project/x', '/project']);
    expect(resolve(serverEntry({ command: 'x', cwd: 'sub' }), caller())).toMatchObject({ cwd: '/project/sub' });
  });
});

describe('the environment of a child', () => {
  const mine = {
    PATH: '/bin',
    HOME: '/home/me',
    LC_ALL: 'C',
    https_proxy: 'http://proxy',
    NODE_EXTRA_CA_CERTS: '/ca',
    AWS_PROFILE: 'work',
    AWS_REGION: 'eu',
    OTHER: 'o',
    BASH_FUNC: '() { :; }',
  };
  const names = (entry: object, env: Record<string, string> = mine, more: Partial<Caller> = {}) =>
    Object.keys(stdio(resolve(serverEntry({ command: 'x', ...entry }), caller(env, more))).env).sort();
  const usual = ['HOME', 'LC_ALL', 'NODE_EXTRA_CA_CERTS', 'PATH', 'https_proxy'];

  it('is the short list and env, and nothing else of the caller', () => {
    expect(names({})).toEqual(usual);
    expect(names({ env: { A: '1', PATH: '/mine', GONE: null } })).toEqual(['A', ...usual]);
    expect(names({ inheritEnv: false })).toEqual(usual);
  });

  it('has env over all', () => {
    expect(resolve(serverEntry({ command: 'x', env: { PATH: '${PATH}:/mine', N: 1 } }), caller(mine))).toMatchObject({
      env: { PATH: '/bin:/mine', N: '1' },
    });
  });

  it('gets what inheritEnv names, by name and glob, or all', () => {
    expect(names({ inheritEnv: ['OTHER'] })).toEqual([...usual, 'OTHER'].sort());
    expect(names({ inheritEnv: ['AWS_*'] })).toEqual([...usual, 'AWS_PROFILE', 'AWS_REGION'].sort());
    expect(names({ inheritEnv: true })).toEqual(
      Object.keys(mine)
        .filter(name => name !== 'BASH_FUNC')
        .sort(),
    );
  });

  it('has the system set on Windows, in any case', () => {
    const env = { Path: 'p', SystemRoot: 'C:\\Windows', 'ProgramFiles(x86)': 'C:\\P', Secret: 's' };
    expect(names({}, env, { platform: 'win32' })).toEqual(['Path', 'ProgramFiles(x86)', 'SystemRoot']);
  });
});

describe('settings', () => {
  it('come with milliseconds, and defaults where they have one', () => {
    const { secrets: _, ...definition } = stdio(resolve(serverEntry({ command: 'x' }), caller()));
    expect(definition).toEqual({
      name: 'one',
      daemon: true,
      protocol: 'auto',
      transport: 'stdio',
      command: 'x',
      args: [],
      env: {},
      cwd: '/project',
    });
    const entry = {
      timeout: 5,
      startTimeout: '2s',
      idleTimeout: '1m',
      retries: 0,
      daemon: false,
      protocol: 'handshake',
    };
    expect(resolve(serverEntry({ url: 'http://x', allowHttp: true, ...entry }), caller())).toMatchObject({
      timeoutMs: 5,
      startTimeoutMs: 2000,
      idleTimeoutMs: 60_000,
      retries: 0,
      daemon: false,
      protocol: 'handshake',
      allowHttp: true,
    });
  });

  it.each([
    [{ command: 'x', args: 'y' }, /args of server "one"/],
    [{ command: 'x', args: [{}] }, /args\[0\]/],
    [{ command: 'x', env: [] }, /env/],
    [{ command: 'x', env: { 'A=B': '1' } }, /env .* name/],
    [{ command: '${EMPTY}' }, /command/],
    [{ command: 'x', args: ['a\0b'] }, /NUL/],
    [{ command: 'x', timeout: -1 }, /timeout/],
    [{ command: 'x', timeout: 'soon' }, /timeout/],
    [{ command: 'x', retries: 1.5 }, /retries/],
    [{ command: 'x', protocol: '1999' }, /protocol/],
    [{ command: 'x', allowedTools: 'all' }, /allowedTools/],
    [{ url: 'not-a-url-hush' }, /url/],
    [{ url: 'file:///hush' }, /url/],
    [{ url: 'https://x', headers: { 'A B': 'hush' } }, /headers/],
    [{ url: 'https://x', headers: { A: 'hush\nX: y' } }, /headers\.A/],
    [{ command: 'x', envFile: 'missing.env' }, /envFile .*missing\.env \(ENOENT\)/],
  ])('refuses %j, without its values', (entry, message) => {
    const attempt = () => resolve(serverEntry(entry), caller({ EMPTY: '' }));
    expect(attempt).toThrow(message);
    expect(attempt).toThrow(ConfigError);
    expect(attempt).not.toThrow(/hush/);
  });
});

describe('servers of the command line', () => {
  it('take their words as they are, and expand what options add', () => {
    const server = adHocEntry({ command: './x', args: ['${A}', '$env:A'] });
    const added = withAdditions(server, { env: { B: 'b-${A}' } });
    expect(resolve(added, caller({ A: 'a' }))).toMatchObject({
      name: 'adhoc',
      command: '/srv/dir/x',
      args: ['${A}', '$env:A'],
      env: { B: 'b-a' },
      cwd: '/srv/dir',
    });
    expect(server.entry.env).toBeUndefined();
    const remote = withAdditions(adHocEntry({ url: 'https://x/${A}' }), { headers: { Authorization: 'Bearer ${A}' } });
    expect(resolve(remote, caller({ A: 'a' }))).toMatchObject({
      url: 'https://x/${A}',
      headers: { Authorization: 'Bearer a' },
    });
  });

  it('replace headers of the same name in any case', () => {
    const server = serverEntry({ url: 'https://x', headers: { authorization: 'old', Other: 'kept' } });
    expect(withAdditions(server, { headers: { Authorization: 'new' } }).entry.headers).toEqual({
      Other: 'kept',
      Authorization: 'new',
    });
  });
});
