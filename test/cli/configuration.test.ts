import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import { asJson, Desk, type Document, demo, everything, fixture, hasPeers, missing, run, variable } from './mcp.js';

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

describe('the configuration', () => {
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
    const desk = new Desk({
      fixture: {
        ...fixture(),
        env: { A: variable('GIVEN'), B: variable('NOT_GIVEN:-x'), C: variable('env:GIVEN'), D: '$env:GIVEN' },
      },
      broken: { ...fixture(), env: { A: variable('NOT_GIVEN') } },
    });
    const { stdout } = await desk.run(['call', 'fixture/environment', '--json'], {
      env: { GIVEN: 'yes', OTHER: 'no' },
    });
    const seen = JSON.parse(stdout).result.structuredContent;
    expect(seen).toMatchObject({ A: 'yes', B: 'x', C: 'yes', D: 'yes', HOME: desk.folder });
    expect(seen).not.toHaveProperty('OTHER');
    const listed = await desk.run(['list', '--json'], { env: { GIVEN: 'yes' } });
    const { code, document } = asJson(listed, ['list']);
    expect([code, document.servers[1].error_kind]).toEqual([0, 'config']);
    expect(document.servers[1].error).toMatch(/NOT_GIVEN/);
    expect(document.servers[1].error).toContain(desk.config);
  });

  it('passes on what an entry or the command line names', async () => {
    const desk = new Desk({ fixture: { ...fixture(), inheritEnv: ['WANTED_*'] } });
    const env = { WANTED_ONE: 'one', UNWANTED: 'two', PASSED: 'three' };
    const { stdout } = await desk.run(
      ['call', 'fixture/environment', '--json', '--env', 'PASSED', '--env', 'SET=four'],
      { env },
    );
    const seen = Object.keys(JSON.parse(stdout).result.structuredContent);
    expect(seen).toEqual(expect.arrayContaining(['WANTED_ONE', 'PASSED', 'SET', 'PATH', 'HOME']));
    expect(seen).not.toContain('UNWANTED');
  });

  it('hides tools from list, search, info and completion, and forbids their calls', async () => {
    const desk = new Desk({
      fixture: { ...fixture(), disabledTools: ['fail*', 'big'] },
      demo: { ...demo, allowedTools: ['add'] },
    });
    const [list, search, info, call, complete] = await Promise.all([
      desk.json('list'),
      desk.json('search', 'fails'),
      desk.json('info', 'fixture/fails'),
      desk.json('call', 'fixture/fails'),
      desk.run(['__complete', '--', 'call', '--config', desk.config, 'demo/']),
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
    await run(['list'], at.home, { cwd: at.project });
    await run(['call', 'fixture/blob'], at.home, { cwd: at.project });
    expect(readdirSync(at.project)).toEqual(['.git']);
    expect([readFileSync(join(at.home, '.cursor/mcp.json'), 'utf8'), readdirSync(join(at.home, '.cursor'))]).toEqual([
      before,
      ['mcp.json'],
    ]);
    expect(existsSync(join(at.home, 'state'))).toBe(true);
  });

  it.skipIf(!hasPeers)('reaches a server from npm expanded', async () => {
    const desk = new Desk({ everything: { ...everything, env: { PLAIN: variable('SHELL') } } });
    const { stdout } = await desk.run(['call', 'everything/get-env'], {
      env: { SHELL: '/bin/fixed', SECOND: 'hidden' },
    });
    expect(JSON.parse(stdout)).toMatchObject({ PLAIN: '/bin/fixed', SHELL: '/bin/fixed' });
    expect(stdout).not.toContain('SECOND');
  });
});
