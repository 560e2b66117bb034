import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cells } from '../../packages/client/test/support/client-files.js';
import { temporaryFolder } from '../support/engine.js';
import { runInProcess } from './in-process.js';
import {
  asJson,
  CommandFolder,
  type Document,
  demo,
  everything,
  fixture,
  hasPeers,
  missing,
  run,
  variable,
} from './mcp.js';

/** A home with a project in it, and files of several clients. */
function place(contents: Record<string, object | string>): { home: string; project: string } {
  const home = temporaryFolder();
  const project = join(home, 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
  for (const [name, text] of Object.entries(contents)) {
    const file = join(home, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text));
  }
  return { home, project };
}

async function shown({ home, project }: { home: string; project: string }, ...args: string[]): Promise<Document> {
  const ran = await run(['config', 'show', '--json', ...args], home, { cwd: project });
  return asJson(ran, ['config', 'show']).document;
}
const names = ({ servers }: Document) =>
  servers.filter((each: Document) => each.client !== 'built-in').map((each: Document) => each.name);
const named = (...list: string[]) => ({ mcpServers: Object.fromEntries(list.map(name => [name, { command: name }])) });

/** How a client writes a server behind a URL. */
const remote: Readonly<Record<string, (url: string) => object>> = {
  windsurf: serverUrl => ({ serverUrl }),
  gemini: httpUrl => ({ httpUrl }),
  opencode: url => ({ type: 'remote', url }),
};

/** The file of a client with its server under another name, and one behind a URL beside it, with a comment before. */
function fileOf(client: string, name: string, content: unknown): string {
  const url = `https://example.com/${name}`;
  if (typeof content === 'string')
    return `# a comment\n${content.replaceAll('.one', `.${name}`)}\n[mcp_servers.${name}-web]\nurl = "${url}"\n`;
  const [[container, { one }]] = Object.entries(content as Record<string, { one: object }>) as [
    [string, { one: object }],
  ];
  const web = remote[client]?.(url) ?? { type: 'http', url };
  return `// a comment\n${JSON.stringify({ [container]: { [name]: one, [`${name}-web`]: web } }).replace(/\}$/, ',}')}`;
}

describe('the configuration', () => {
  it('is found in the files of every client, with the right command and URL', async () => {
    const here = cells.filter(([, , , , more]) => more === undefined);
    const foreign = here.filter(([client, , path]) => client !== 'own' && !path.endsWith('.jsonc'));
    const placed = (rows: typeof cells) =>
      rows.map(([client, scope, path, content]) => {
        const name = `${client}-${scope}`;
        const file = path.startsWith('~/') ? path.slice(2) : `project/${path}`;
        return { client, scope, name, file, text: fileOf(client, name, content) };
      });
    const installations = [foreign, ...here.filter(row => !foreign.includes(row)).map(row => [row])].map(placed);
    for (const rows of installations) {
      const at = place(Object.fromEntries(rows.map(({ file, text }) => [file, text])));
      const ran = await run(['config', 'show', '--json'], at.home, { cwd: at.project, env: { XDG_CONFIG_HOME: '' } });
      const { document } = asJson(ran, ['config', 'show']);
      expect(ran.stderr).toBe('');
      for (const { client, scope, name, file } of rows) {
        const found = (wanted: string) => document.servers.find((each: Document) => each.name === wanted);
        const origin = { client, scope, file: join(at.home, file), enabled: true };
        expect(found(name)).toMatchObject({ ...origin, command: 'run', args: ['-x'], env: ['A'] });
        expect(found(`${name}-web`)).toMatchObject({ ...origin, url: `https://example.com/${name}` });
      }
    }
    expect(new Set(installations.flat().map(({ client }) => client)).size).toBe(12);
  });

  it('hides other clients behind an own file of the same scope, unless it asks for them', async () => {
    const contents = {
      'project/mcp.json': named('own'),
      'project/.cursor/mcp.json': named('cursor', 'own'),
      'config/mcp/mcp.json': named('user', 'own'),
      '.gemini/settings.json': named('gemini'),
    };
    const at = place(contents);
    const discovering = place({ ...contents, 'project/mcp.json': { ...named('own'), discover: true } });
    const [own, more, none] = await Promise.all([shown(at), shown(discovering), shown(discovering, '--no-discover')]);
    expect(names(own)).toEqual(['own', 'user']);
    expect(names(more)).toEqual(['own', 'cursor', 'user']);
    expect(names(none)).toEqual(['own', 'user']);
    const [first] = more.servers;
    expect(first.shadows).toEqual([
      join(discovering.project, '.cursor/mcp.json'),
      join(discovering.home, 'config/mcp/mcp.json'),
    ]);
    const { stdout } = await run(['config', 'show'], discovering.home, { cwd: discovering.project });
    expect(stdout).toContain('.cursor/mcp.json (cursor, project): cursor, own (hidden)');
    expect(stdout).toContain('not trusted: mcp config trust own');
  });

  it('takes a malformed file of another client for a warning, and one of ours for an error', async () => {
    const foreign = place({ 'project/.cursor/mcp.json': '{', '.kiro/settings/mcp.json': named('kiro') });
    const own = place({ 'project/mcp.json': '{\n  nonsense' });
    const [warned, failed] = await Promise.all([
      run(['config', 'show', '--json'], foreign.home, { cwd: foreign.project }),
      run(['list', '--json'], own.home, { cwd: own.project }),
    ]);
    expect(names(JSON.parse(warned.stdout))).toEqual(['kiro']);
    expect(warned.stderr.match(/^warning: /gm)).toHaveLength(1);
    expect([failed.code, JSON.parse(failed.stdout).error.message]).toEqual([
      1,
      expect.stringMatching(/2:3|line 2, column 3/),
    ]);
  });

  it('is one file where one is named, and that has to be there', async () => {
    const at = place({ 'project/mcp.json': named('own'), 'other.json': named('other') });
    const [given, variableGiven, absent] = await Promise.all([
      shown(at, '--config', join(at.home, 'other.json')),
      run(['config', 'show', '--json'], at.home, { cwd: at.project, env: { MCP_CONFIG_PATH: '/nowhere.json' } }),
      run(['list', '--config', '/nowhere.json'], at.home, { cwd: at.project }),
    ]);
    expect(names(given)).toEqual(['other']);
    expect([variableGiven.code, absent.code, absent.stderr]).toEqual([1, 1, expect.stringContaining('/nowhere.json')]);
  });

  it('expands variables late, and one that is not set costs only its server', async () => {
    const commandFolder = new CommandFolder({
      fixture: {
        ...fixture(),
        env: { A: variable('GIVEN'), B: variable('NOT_GIVEN:-x'), C: variable('env:GIVEN'), D: '$env:GIVEN' },
      },
      broken: { ...fixture(), env: { A: variable('NOT_GIVEN') } },
    });
    const { stdout } = await commandFolder.run(['call', 'fixture/environment', '--json'], {
      env: { GIVEN: 'yes', OTHER: 'no' },
    });
    const seen = JSON.parse(stdout).result.structuredContent;
    expect(seen).toMatchObject({ A: 'yes', B: 'x', C: 'yes', D: 'yes', HOME: commandFolder.folder });
    expect(Object.keys(seen).toSorted()).toEqual(['A', 'B', 'C', 'D', 'HOME', 'PATH']);
    const listed = await commandFolder.run(['list', '--json'], { env: { GIVEN: 'yes' } });
    const { code, document } = asJson(listed, ['list']);
    expect([code, document.servers[1].error_kind]).toEqual([0, 'config']);
    expect(document.servers[1].error).toMatch(/NOT_GIVEN.*env\.A|env\.A.*NOT_GIVEN/);
    expect(document.servers[1].error).toContain(commandFolder.config);
  });

  it('passes on what an entry or the command line names', async () => {
    const commandFolder = new CommandFolder({ fixture: { ...fixture(), inheritEnv: ['WANTED_*'] } });
    const env = { WANTED_ONE: 'one', UNWANTED: 'two', PASSED: 'three' };
    const { stdout } = await commandFolder.run(
      ['call', 'fixture/environment', '--json', '--env', 'PASSED', '--env', 'SET=four'],
      { env },
    );
    const seen = Object.keys(JSON.parse(stdout).result.structuredContent);
    expect(seen).toEqual(expect.arrayContaining(['WANTED_ONE', 'PASSED', 'SET', 'PATH', 'HOME']));
    expect(seen).not.toContain('UNWANTED');
  });

  it('hides tools from list, search, info and completion, and forbids their calls', async () => {
    const commandFolder = new CommandFolder({
      fixture: { ...fixture(), disabledTools: ['fail*', 'big'] },
      demo: { ...demo, allowedTools: ['add'] },
    });
    const [list, search, info, call, complete] = await Promise.all([
      commandFolder.json('list'),
      commandFolder.json('search', 'fails'),
      commandFolder.json('info', 'fixture/fails'),
      commandFolder.json('call', 'fixture/fails'),
      commandFolder.run(['__complete', '--', 'call', '--config', commandFolder.config, 'demo/']),
    ]);
    expect(list.document.servers[0]).toMatchObject({ tool_count: 13, hidden_tools: 2 });
    expect(list.document.servers[1].tools.map((each: Document) => each.name)).toEqual(['add']);
    expect(search.document.total_matches).toBe(0);
    expect([info.code, info.document.error.kind]).toEqual([1, 'forbidden']);
    expect([call.code, call.document.error.kind, call.document.error.code]).toEqual([1, 'forbidden', 403]);
    expect(complete.stdout).toBe('demo/add\n');
  });

  it('can be made from those of other clients, without a secret in it', async () => {
    const secret = 'sk-live-0123456789abcdefghij';
    const at = place({
      '.cursor/mcp.json': { mcpServers: { fixture: { ...fixture(), env: { API_KEY: secret, MODE: 'plain' } } } },
    });
    const { stdout, stderr } = await run(['config', 'import', 'cursor'], at.home, { cwd: at.project });
    expect(stdout).not.toContain(secret);
    expect(stderr).toContain('API_KEY');
    const file = join(at.home, 'imported.json');
    writeFileSync(file, stdout);
    const ran = await run(['list', '--json', '--config', file], at.home, { env: { API_KEY: 'x' } });
    expect(JSON.parse(ran.stdout).connected_servers).toBe(1);
    const wrong = await run(['config', 'import', 'cursr', '--json'], at.home);
    expect(JSON.parse(wrong.stdout).error.hint).toBe("Did you mean 'cursor'?");
  });

  it('is only ever read, and nothing is made in the working directory', async () => {
    const at = place({ '.cursor/mcp.json': { mcpServers: { fixture: fixture(), gone: missing } } });
    const before = readFileSync(join(at.home, '.cursor/mcp.json'), 'utf8');
    const lines = [
      ...[['list'], ['search', 'bare'], ['info', 'fixture'], ['call', 'fixture/blob'], ['resources'], ['prompts']],
      ...[
        ['read', 'fixture', 'fixture://bytes'],
        ['prompt', 'fixture/none'],
        ['call', 'fixture/big', '--max-bytes', '1k'],
      ],
      ...[
        ['config', 'show'],
        ['config', 'import'],
        ['config', 'trust', '--all'],
        ['config', 'distrust', '--all'],
      ],
      ...[
        ['calls'],
        ['schema', 'list'],
        ['completion', 'bash'],
        ['agent-help'],
        ['daemon', 'status'],
        ['login', 'fixture'],
      ],
    ];
    await Promise.all(lines.map(line => runInProcess(line, at.home, { cwd: at.project })));
    expect(readdirSync(at.project)).toEqual(['.git']);
    expect([readFileSync(join(at.home, '.cursor/mcp.json'), 'utf8'), readdirSync(join(at.home, '.cursor'))]).toEqual([
      before,
      ['mcp.json'],
    ]);
    expect(existsSync(join(at.home, 'state'))).toBe(true);
  });

  it.skipIf(!hasPeers)('reaches a server from npm expanded', async () => {
    const commandFolder = new CommandFolder({ everything: { ...everything, env: { PLAIN: variable('SHELL') } } });
    const { stdout } = await commandFolder.run(['call', 'everything/get-env'], {
      env: { SHELL: '/bin/fixed', SECOND: 'hidden' },
    });
    expect(JSON.parse(stdout)).toMatchObject({ PLAIN: '/bin/fixed', SHELL: '/bin/fixed' });
    expect(stdout).not.toContain('SECOND');
  });
});
