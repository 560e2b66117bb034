import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explain, type SchemaName } from '@concord/contract';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../cli/in-process.js';
import { has, hasTerminal, onTerminal, type Ran, run, start } from '../cli/mcp.js';
import { node24 } from '../interop/serving.js';
import { temporaryFolder } from '../support/engine.js';
import { folderOf, projectOf, put, shellTool } from './project.js';

const home = temporaryFolder();
const temporary = temporaryFolder();
const hasPython = has('python3', 'apt-get install python3');

/** Runs a command in a folder; everything it may leave behind would be in folders of this test. */
const mcp = (cwd: string, args: readonly string[], env: Record<string, string> = {}, stdin = ''): Promise<Ran> =>
  runInProcess(args, home, { cwd, stdin, env: { MCPBASH_TMP_ROOT: temporary, ...env } });

/** The same in a process of its own. */
const mcpProcess = (cwd: string, args: readonly string[]): Promise<Ran> =>
  run(args, home, { cwd, env: { TMPDIR: temporary } });

/** What a command printed, held against the schema it publishes. */
function documentOf({ stdout }: Ran, schema: SchemaName) {
  const document = JSON.parse(stdout);
  expect(explain(schema, document), stdout).toEqual([]);
  return document;
}

/** Every path below a folder. */
const pathsIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();
const textOf = (ran: Ran) => documentOf(ran, 'run-tool').content[0].text.trim();

describe('what is new', () => {
  it('is valid at once, works, and is never overwritten', async () => {
    const parent = folderOf({});
    const root = join(parent, 'greeter');
    expect(await mcp(parent, ['new', 'greeter'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Created tools/hello/tool.sh'),
    });
    const languages = ['sh', 'bash', 'js', 'ts', ...(hasPython ? ['python'] : [])];
    const lines = [
      ...languages.map(language => ['tool', `in-${language}`, '--lang', language]),
      ['prompt', 'ask'],
      ['resource', 'facts'],
      ['resource', 'more-facts'],
      ['completion', 'ask'],
      ['provider', 'notes'],
      ['test'],
    ];
    const first = await Promise.all(lines.slice(0, -4).map(words => mcp(root, ['new', ...words])));
    for (const words of lines.slice(-4)) first.push(await mcp(root, ['new', ...words]));
    for (const ran of first)
      expect(ran, ran.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Created /) });
    const before = pathsIn(root).map(path => [path, contentOf(join(root, path))]);

    const again = await Promise.all(
      [['init'], ...lines.map(words => ['new', ...words])].map(words => mcp(root, words)),
    );
    for (const { code, stdout } of again)
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^(?:Skipped .*\n)+$/)]);
    expect(pathsIn(root).map(path => [path, contentOf(join(root, path))])).toEqual(before);

    const valid = await mcp(root, ['validate', '--strict', '--json']);
    expect(documentOf(valid, 'validate').messages).toEqual([]);
    expect(valid.code).toBe(0);
    const config = join(folderOf({ 'mcp.json': { mcpServers: { own: { use: 'folder', path: root } } } }), 'mcp.json');
    const asked = async (...args: string[]) => (await mcp(root, [...args, '--config', config])).stdout;
    expect(await asked('read', 'own', 'file://./resources/facts/facts.txt')).toBe('This is Facts.\n');
    expect(await asked('read', 'own', 'file://./resources/more-facts/more-facts.txt')).toBe('This is More Facts.\n');
    expect(await asked('read', 'own', 'notes://x')).toBe('This is x\n');
    expect(await asked('prompt', 'own/ask', 'name=Ada')).toContain('greeting for Ada');
    expect(await asked('resources', 'own')).toMatch(/^own {2}2 resources, 0 templates\n/);
    for (const name of ['hello', ...languages.map(language => `in-${language}`)]) {
      const said = await Promise.all(
        [[], ['--args', '{"name": "Ada"}']].map(args => mcp(root, ['run-tool', name, ...args])),
      );
      expect([name, ...said.map(textOf)]).toEqual([name, 'Hello World', 'Hello Ada']);
    }
  });

  it('tells an author whose executables are no tools any more', async () => {
    const root = folderOf({ 'greet.sh!': '#!/bin/sh\n', 'notes.txt': '' });
    const { code, stdout, stderr } = await mcp(root, ['init', '--json']);
    expect([code, JSON.parse(stdout).created]).toEqual([0, expect.arrayContaining(['tools/hello/tool.sh'])]);
    expect(stderr).toBe(
      'warning: only what is in tools/ is a tool of a project, and no longer greet.sh; move each there, such as greet.sh to tools/greet/tool.sh\n',
    );
    expect((await mcp(root, ['init'])).stderr).not.toContain('warning');
  });

  it('says what to type next, from where its author is', async () => {
    const parent = folderOf({});
    const next = async (...args: string[]) => (await mcp(parent, args)).stderr;
    expect(await next('init', 'a b')).toBe("next: cd 'a b' && mcp run-tool hello\n");
    expect(await next('init', './-x')).toBe('next: cd ./-x && mcp run-tool hello\n');
    expect(await next('new', 'plain')).toBe('next: cd plain && mcp run-tool hello\n');
    expect(await next('new', 'tool', 'more', 'plain')).toBe('next: cd plain && mcp run-tool more\n');
    expect((await mcp(join(parent, 'plain/tools'), ['new', 'tool', 'third'])).stderr).toBe(
      'next: mcp run-tool third\n',
    );
    expect((await mcp(join(parent, 'plain/tools'), ['run-tool', 'third'])).code).toBe(0);
  });

  it.runIf(hasTerminal)('has a name that a terminal only shows', async () => {
    const root = join(folderOf({}), 'red\u001b[31m');
    await mcp(home, ['init', root]);
    for (const command of ['init', 'validate', 'doctor', 'new'])
      expect((await onTerminal([command, ...(command === 'new' ? ['test'] : []), root], home)).stdout).not.toContain(
        'red\u001b',
      );
  });

  it('has a test that passes, and fails when the tool does not greet', async () => {
    const root = folderOf({});
    await mcp(root, ['init']);
    await mcp(root, ['new', 'test']);
    const bin = folderOf({
      'mcp!': `#!/bin/sh\nexec "${process.execPath}" "${join(process.cwd(), 'bin/mcp')}" "$@"\n`,
    });
    const test = () => shell(join(root, 'test/run.sh'), root, bin);
    expect(test()).toMatchObject({ code: 0, stdout: expect.stringContaining('ok: {"name": "Ada"} gives Hello Ada') });
    writeFileSync(join(root, 'tools/hello/tool.sh'), '#!/bin/sh\necho Bye\n');
    expect(test()).toMatchObject({ code: 1, stdout: expect.stringContaining('not ok: {} should give Hello World') });
  });
});

it('sends an author with a wrong setting to the command that tells of it', async () => {
  const env = { MCPBASH_TOOL_ENV_MODE: 'bogus' };
  const root = projectOf(shellTool('hello', 'echo hi'));
  const { code, stderr } = await mcp(root, ['run-tool', 'hello'], env);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/MCPBASH_TOOL_ENV_MODE.*\nnext: mcp validate\n$/)]);
  expect((await mcp(root, ['validate'], env)).stdout).toContain('MCPBASH_TOOL_ENV_MODE');
});

describe('a folder that is not there', () => {
  it('is a fault of the entry that names it', async () => {
    const files = { 'mcp.json': { mcpServers: { own: { use: 'folder', path: '/nowhere' } } } };
    const ran = await mcp(home, ['call', 'own/x', '--config', join(folderOf(files), 'mcp.json'), '--json']);
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.stdout).error).toMatchObject({
      kind: 'config',
      message: expect.stringContaining('/nowhere is not a folder'),
      hint: 'mcp config show own',
    });
  });

  it.runIf(process.platform !== 'win32')('is told when it was the working directory', () => {
    const gone = join(folderOf({}), 'gone');
    const script = `rmdir "$PWD" && exec "${process.execPath}" "${join(process.cwd(), 'bin/mcp')}" "$@"`;
    const inGone = (...words: string[]) => {
      mkdirSync(gone);
      const { status, stdout, stderr } = spawnSync('sh', ['-c', script, 'sh', ...words], {
        cwd: gone,
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    };
    expect(inGone('validate')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`no server.d/server.meta.json in ${gone}`),
    });
    expect(JSON.parse(inGone('health').stdout)).toMatchObject({ status: 'error' });
    expect(inGone('--version').status).toBe(0);
  });
});

describe('TypeScript', () => {
  const root = projectOf({
    'tools/typed/tool.ts':
      "import { text } from '@concord/folder/tool';\nexport default ({ n = 1 }: { n?: number }): object => text(String(n + 1));\n",
    'tools/typed/tool.meta.json': { description: 'typed' },
    'tools/counted/tool.ts': 'export default () => Size.Small;\n\nenum Size { Small }\n',
    'tools/counted/tool.meta.json': { description: 'counted' },
  });

  if (!existsSync(node24))
    console.warn('SKIPPED (no Node 24): types left out there; npm ci --prefix test/conformance installs it');
  const nodes = [process.execPath, node24].filter(node => existsSync(node));

  it.each(nodes)('runs where its types can be left out, and is told where not: %s', node => {
    const mcp = (...words: string[]) =>
      spawnSync(node, [join(process.cwd(), 'bin/mcp'), ...words], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: home, TMPDIR: temporary },
      });
    expect(JSON.parse(mcp('run-tool', 'typed', root, '--args', '{"n": 6}').stdout)).toMatchObject({
      content: [{ type: 'text', text: '7' }],
    });
    expect(mcp('validate', root)).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^error: tools\/counted\/tool\.ts:3: .*enum.*column 1/),
    });
  });
});

describe('wrong usage', () => {
  it.each([
    ['new'],
    ['new', 'tool'],
    ['new', 'tool', 'a/b'],
    ['new', 'tool', 'x', '--lang', 'perl'],
    ['init', '--nope'],
    ['init', ''],
    ['run-tool', 'hello', 'name=Ada'],
    ['run-tool', 'hello', '{"name": "Ada"}'],
    ['validate', '--project-root', ''],
    ['validate', 'one', 'two'],
    ['doctor', 'x', '--project-root', 'y'],
    ['run-tool'],
    ['registry'],
    ['registry', 'status', '--filter', 'x'],
    ['config', 'client', 'nobody'],
    ['config', 'client', '--nope'],
  ])('%s %s %s exits with 2 and says what was expected', async (...args) => {
    const folder = folderOf({});
    const { code, stdout, stderr } = await mcp(
      folder,
      args.filter(word => word !== undefined),
    );
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: .*\nnext: .*\n$/);
    expect(stderr).toMatch(/[Ee]xpected|must be|Did you mean|is for|give one/);
    expect(pathsIn(folder)).toEqual([]);
  });

  it.each(['bundle', 'publish', 'vendor', 'scaffold'])('%s is not part of this release', async verb => {
    const folder = folderOf({});
    const { code, stderr } = await mcp(folder, [verb, 'ui', '--output', 'x']);
    expect([code, pathsIn(folder)]).toEqual([1, []]);
    expect(stderr).toContain('not part of this release');
  });
});

describe('run-tool', () => {
  const root = projectOf({
    ...shellTool('hello', 'printf "%s" "$MCP_TOOL_ARGS_JSON"'),
    ...shellTool('fails', 'echo oops >&2; exit 7'),
    ...shellTool('slow', 'sleep 60'),
    ...shellTool('ready', 'echo "it runs" >&2; touch "$MCP_ARG_mark"; sleep 60'),
    ...shellTool('own', `printf '{"code": -32602, "message": "m", "data": {"hint": "h"}}' > "$MCP_TOOL_ERROR_FILE"`),
    ...shellTool('shows', 'printf "%s %s %s" "$FOO" "$MCP_BAR" "$MCP_ROOTS_PATHS"'),
    ...shellTool('picky', 'echo ok', { inputSchema: { properties: { n: { type: 'integer' } }, required: ['n'] } }),
    'server.d/env.sh': 'FOO=from-file\nexport MCP_BAR=too\necho noise\n',
    'more.sh': 'FOO=from-another\n',
    'args.json': '{"from": "a file"}',
  });
  const files = pathsIn(root);
  const tool = (...args: string[]) => mcp(root, ['run-tool', ...args]);

  it('takes arguments from the line, a file and standard input', async () => {
    expect(textOf(await tool('hello'))).toBe('{}');
    expect(textOf(await tool('hello', '--args', '{"a": 1}'))).toBe('{"a":1}');
    expect(textOf(await tool('hello', '--args', '@args.json'))).toBe('{"from":"a file"}');
    expect(textOf(await mcp(home, ['run-tool', 'hello', root, '--args', '-'], {}, '{"b": 2}'))).toBe('{"b":2}');
    const endless = await mcp(home, ['run-tool', 'hello', root, '--args', '-'], {}, ' '.repeat(17 * 1_048_576));
    expect(endless).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('larger than 16777216 bytes\nnext: Write'),
    });
  });

  it.each([
    ['hello', '--args', '{'],
    ['hello', '--args', '[1]'],
    ['hello', '--args', '@nowhere'],
    ['hello', '--roots', '/nowhere'],
    ['picky', '--args', '{"n": "x"}'],
  ])('exits with 1 for %s %s %s', async (...args) => {
    expect((await tool(...args)).code).toBe(1);
  });

  it.each([
    ['--args', '@', '--args @ names no file', '--args @FILE'],
    ['--roots', '', '--roots names no folder', 'commas'],
    ['--roots', '/nowhere', "--roots names '/nowhere'", 'Name folders that are there'],
    ['--source', '/nowhere.sh', '/nowhere.sh is not there', 'Name a shell file'],
  ])('says what to do about %s %s', async (flag, value, message, next) => {
    const { code, stderr } = await tool('hello', flag, value);
    const [error, hint] = stderr.split('\n');
    expect([code, error, hint]).toEqual([1, expect.stringContaining(message), expect.stringContaining(next)]);
  });

  it.each([
    [['fails'], 2, { isError: true, _meta: { exitCode: 7 } }],
    [['own'], 2, { _mcpToolError: true, code: -32602, message: 'm', data: { hint: 'h' } }],
    [
      ['helo'],
      2,
      { _mcpToolError: true, code: -32601, data: { nearest: 'hello', hint: expect.stringContaining('mcp validate') } },
    ],
    [
      ['slow', '--timeout', '0.5'],
      3,
      { _mcpToolError: true, code: -32603, data: { reason: 'fixed', timeoutSecs: 0.5 } },
    ],
  ])(
    'prints the result of a failed tool, or the error its server would answer with: %j',
    async (args, code, document) => {
      const ran = await tool(...args);
      expect([ran.code, documentOf(ran, 'run-tool')]).toMatchObject([code, document]);
    },
  );

  it('starts nothing to say what it would do', async () => {
    const mark = join(temporaryFolder(), 'mark');
    const args = JSON.stringify({ mark });
    const dry = await tool('ready', '--dry-run', '--args', args, '--roots', 'tools', '--timeout', '7', '--json');
    const roots = [join(root, 'tools')];
    expect(documentOf(dry, 'run-tool')).toEqual({ tool: 'ready', argumentBytes: args.length, roots, timeoutSecs: 7 });
    const secrets = {
      MCPBASH_TOOL_ENV_MODE: 'allowlist',
      MCPBASH_TOOL_ENV_ALLOWLIST: 'MY_PASSWORD,PLAIN',
      MY_PASSWORD: 'hunter22',
      PLAIN: 'seen',
      HIDDEN: 'no',
    };
    const { stdout } = await mcp(root, ['run-tool', 'ready', '--print-env', '--args', args], secrets);
    for (const line of [`MCP_ARG_mark=${mark}`, 'PLAIN=seen', 'MY_PASSWORD=[REDACTED]'])
      expect(stdout.split('\n')).toContain(line);
    expect(stdout).not.toMatch(/HIDDEN|hunter22/);
    expect(existsSync(mark)).toBe(false);
  });

  /** A run that is under way, and waits. */
  const waiting = async () => {
    const begun = start(['run-tool', 'ready', '--verbose'], home, { cwd: root, env: { TMPDIR: temporary } });
    await new Promise<void>(resolve =>
      begun.child.stderr.on('data', (text: Buffer) => text.includes('it runs') && resolve()),
    );
    return begun;
  };

  it('ends with 130 when it is interrupted', async () => {
    const { child, ended } = await waiting();
    child.kill('SIGINT');
    const ran = await ended;
    expect([ran.code, documentOf(ran, 'run-tool').code]).toEqual([130, -32001]);
  });

  it('leaves no file behind, in the project or in the temporary folder, once the next one has run', async () => {
    const { child, ended } = await waiting();
    child.kill('SIGKILL');
    await ended;
    expect((await mcpProcess(root, ['run-tool', 'hello'])).code).toBe(0);
    expect(pathsIn(root)).toEqual(files);
    // What ends the processes of a run that was killed takes its own note away last.
    await expect.poll(() => readdirSync(temporary)).toEqual([]);
  });

  it('loads env.sh and other files only when asked, and what they set reaches the tool', async () => {
    expect(textOf(await tool('shows'))).toBe(root);
    expect(textOf(await tool('shows', '--with-server-env'))).toBe(`from-file too ${root}`);
    expect(textOf(await tool('shows', '--with-server-env', '--source', 'more.sh'))).toBe(`from-another too ${root}`);
    expect((await tool('shows', '--source', '/nowhere.sh')).code).toBe(1);
    const { code, stdout } = await mcp(root, ['validate']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(
        'info: server.d/env.sh:1: is not read by the server, only by `mcp run-tool --with-server-env`',
      ),
    ]);
  });

  it('allows what a list denies, when told so', async () => {
    const env = { MCPBASH_TOOL_ALLOWLIST: 'other' };
    const denied = await mcp(root, ['run-tool', 'hello'], env);
    expect([denied.code, documentOf(denied, 'run-tool')]).toMatchObject([
      2,
      {
        message: expect.stringContaining('blocked by policy'),
        data: { hint: expect.stringContaining('--allow-self') },
      },
    ]);
    for (const flags of [['--allow-self'], ['--allow', 'hello'], ['--allow-all']])
      expect((await mcp(root, ['run-tool', 'hello', ...flags], env)).code).toBe(0);
  });
});

describe('health', () => {
  const root = projectOf(shellTool('hello', 'echo hi'));

  it('is one line for a thousand tools, and writes nothing', async () => {
    const many = projectOf(
      Object.assign({}, ...Array.from({ length: 1_000 }, (_, index) => shellTool(`t${index}`, 'echo'))),
    );
    const before = pathsIn(many);
    const ran = await mcp(many, ['health']);
    expect(ran.stdout).toMatch(/^\{.*\}\n$/);
    expect([ran.code, documentOf(ran, 'health')]).toMatchObject([
      0,
      { status: 'ok', tools: 1_000, projectChecks: 'skipped' },
    ]);
    expect([pathsIn(many), readdirSync(temporary)]).toEqual([before, []]);
  });

  it.each([
    ['exit 0', [0, { status: 'ok', projectChecks: 'ok' }]],
    [
      'echo no database >&2; exit 3',
      [1, { status: 'unhealthy', projectChecks: 'failed', reason: expect.stringContaining('no database') }],
    ],
    ['sleep 60', [1, { status: 'unhealthy', projectChecks: 'failed', reason: expect.stringContaining('within 1 s') }]],
  ])('runs the checks of a project: %s', async (script, expected) => {
    put(root, { 'server.d/health-checks.sh!': `#!/bin/sh\n${script}\n` });
    const ran = await mcp(root, ['health', '--timeout', '1']);
    expect([ran.code, documentOf(ran, 'health')]).toMatchObject(expected);
  });

  it.each([[['health']], [['health', '--nope']], [['health', '/nowhere']]])(
    'is a line when it cannot be known: %j',
    async args => {
      const ran = await mcp(folderOf({}), args);
      expect([ran.code, documentOf(ran, 'health')]).toMatchObject([2, { status: 'error', reason: expect.any(String) }]);
    },
  );
});

describe('registry', () => {
  it('is what a static server goes by, until it is refreshed', async () => {
    const root = projectOf(shellTool('first', 'echo 1'));
    const fixed = { MCPBASH_STATIC_REGISTRY: '1' };
    const refreshed = await mcp(root, ['registry', 'refresh', '--json']);
    expect(documentOf(refreshed, 'registry-refresh')).toMatchObject({
      tools: { status: 'ok', count: 1, error: null },
      notificationsSent: false,
    });
    put(root, shellTool('second', 'echo 2'));
    expect((await mcp(root, ['run-tool', 'second'], fixed)).code).toBe(2);
    expect((await mcp(root, ['registry', 'refresh', '--quiet'])).stdout).toBe('');
    expect((await mcp(root, ['run-tool', 'second'], fixed)).code).toBe(0);
    const status = documentOf(await mcp(root, ['registry', 'status', '--json']), 'registry-status');
    expect(status).toMatchObject({
      projectRoot: root,
      tools: { status: 'present', count: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  it('reports a list over the cap as failed, and writes nothing when told not to', async () => {
    const root = projectOf(shellTool('first', 'echo 1'));
    const ran = await mcp(root, ['registry', 'refresh', '--json'], { MCPBASH_REGISTRY_MAX_BYTES: '50' });
    expect([ran.code, documentOf(ran, 'registry-refresh')]).toMatchObject([
      1,
      { tools: { status: 'failed' }, prompts: { status: 'ok' } },
    ]);
    const other = projectOf(shellTool('first', 'echo 1'));
    expect((await mcp(other, ['registry', 'refresh', '--no-write'])).code).toBe(0);
    const inVain = await mcp(other, ['registry', 'refresh', '--no-write', '--filter', 'tools/mistyped']);
    expect(inVain).toMatchObject({ code: 0, stderr: expect.stringMatching(/^warning: the filter leaves nothing/) });
    expect(existsSync(join(other, '.registry'))).toBe(false);
    const nowhere = await mcp(other, ['registry', 'refresh', '--json'], { MCPBASH_REGISTRY_DIR: '/proc/nothing' });
    expect([nowhere.code, documentOf(nowhere, 'registry-refresh')]).toMatchObject([1, { tools: { status: 'failed' } }]);
  });
});

describe('config client', () => {
  it('prints what starts the server, in the form of each client', async () => {
    const root = projectOf(shellTool('hello', 'echo hi'));
    const entry = documentOf(await mcpProcess(root, ['config', 'client', '--json']), 'config-client');
    expect(entry).toEqual({ name: 'test', command: join(process.cwd(), 'bin/mcp'), args: ['serve', root], env: {} });
    const server = { command: 'mcp', args: entry.args, env: {} };
    const form = async (...args: string[]) => (await mcp(home, ['config', 'client', ...args, root])).stdout;
    expect(JSON.parse(await form('cursor'))).toEqual({ mcpServers: { test: server } });
    expect(JSON.parse(await form('vscode'))).toEqual({ servers: { test: { type: 'stdio', ...server } } });
    expect(await form()).toMatch(/# claude-desktop.*# cursor.*# windsurf.*# claude-cli.*# librechat.*# vscode/s);
    expect(await form('--inspector')).toContain('npx @modelcontextprotocol/inspector -- ');
    const { stdout: wrapper } = await mcpProcess(root, ['config', 'client', '--wrapper']);
    const script = folderOf({ 'serve!': wrapper });
    const listing = shell(join(script, 'serve'), root, '', '{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    expect(JSON.parse(listing.stdout)).toMatchObject({ id: 1 });
  });
});

/** A file, or nothing for a folder. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Runs a script, with a folder in front of the others that programs are looked for in. */
function shell(script: string, cwd: string, bin: string, stdin = ''): Ran {
  const path = [bin, process.env.PATH ?? ''].filter(Boolean).join(':');
  const env = { PATH: path, HOME: home, TMPDIR: temporary, XDG_STATE_HOME: join(home, 'state') };
  const { status, stdout, stderr } = spawnSync(script, [], { cwd, env, input: stdin, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}
