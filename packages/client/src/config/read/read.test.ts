import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, makeFixture } from '../../../test/support/project-fixture.js';
import { ConfigError, findServer, readConfig } from '../index.js';

let fixture: Fixture;
beforeEach(() => {
  fixture = makeFixture();
});
afterEach(() => fixture.remove());

const server = (command: string) => ({ mcpServers: { one: { command } } });
const named = (name: string) => ({ mcpServers: { [name]: { command: name } } });
const inProject = (path: string) => join(fixture.project, path);
const inHome = (path: string) => join(fixture.home, path);
const names = async (more?: Parameters<Fixture['place']>[0]) =>
  (await readConfig(fixture.place(more))).servers.map(each => each.name);

describe('which files count', () => {
  it('are none where there is no file at all', async () => {
    expect(await readConfig(fixture.place())).toEqual({ files: [], servers: [], warnings: [], settings: {} });
  });

  it('name sources that come with the command, with what they need', async () => {
    const use = { one: { use: 'context' }, two: { use: 'folder', path: '.' } };
    fixture.write(inProject('mcp.json'), { mcpServers: use });
    const { servers } = await readConfig(fixture.place());
    expect(servers.map(each => [each.transport, each.source?.name])).toEqual([
      ['built-in', 'context'],
      ['built-in', 'folder'],
    ]);
    fixture.write(inProject('mcp.json'), { mcpServers: { one: { use: 'code' } } });
    await expect(readConfig(fixture.place())).rejects.toThrow('"use" must be one of context, folder');
    fixture.write(inProject('mcp.json'), { mcpServers: { one: { use: 'folder' } } });
    await expect(readConfig(fixture.place())).rejects.toThrow('"use": "folder" needs "path"');
  });

  it('lets an own project file hide foreign project files, but not the files of the user', async () => {
    fixture.write(inProject('mcp.json'), named('own'));
    fixture.write(inProject('.cursor/mcp.json'), named('cursor'));
    fixture.write(inHome('.config/mcp/mcp.json'), named('user'));
    fixture.write(inHome('.kiro/settings/mcp.json'), named('kiro'));
    const { files, servers } = await readConfig(fixture.place());
    expect(servers.map(each => each.name)).toEqual(['own', 'user']);
    expect(files.map(file => [file.client, file.scope, file.status])).toEqual([
      ['own', 'project', 'used'],
      ['cursor', 'project', 'shadowed'],
      ['own', 'user', 'used'],
      ['kiro', 'user', 'shadowed'],
    ]);
  });

  it.each([
    [true, ['own', 'cursor', 'gemini']],
    [['gemini'], ['own', 'gemini']],
    [false, ['own']],
  ])('reads foreign files behind an own one with "discover": %j', async (discover, expected) => {
    fixture.write(inProject('mcp.json'), { discover, ...named('own') });
    fixture.write(inProject('.cursor/mcp.json'), named('cursor'));
    fixture.write(inProject('.gemini/settings.json'), named('gemini'));
    expect(await names()).toEqual(expected);
    expect(await names({ env: { MCP_DISCOVER: '0' } })).toEqual(['own']);
    expect(await names({ discover: false })).toEqual(['own']);
    expect(await names({ discover: true })).toEqual(['own', 'cursor', 'gemini']);
  });

  it('warns of a client that "discover" names and nobody knows', async () => {
    fixture.write(inProject('mcp.json'), { discover: ['emacs'], ...named('own') });
    expect((await readConfig(fixture.place())).warnings).toEqual([expect.stringContaining('"emacs"')]);
  });

  it('never reads foreign files without discovery, even with no other', async () => {
    fixture.write(inProject('.cursor/mcp.json'), '{ broken');
    fixture.write(inHome('.claude.json'), named('claude'));
    const config = await readConfig(fixture.place({ discover: false }));
    expect(config).toMatchObject({ files: [], warnings: [] });
    expect(config.servers).toEqual([]);
  });

  it('gives the first definition of a name and tells which ones it hides', async () => {
    const first = fixture.write(inProject('mcp.json'), server('first'));
    const second = fixture.write(inProject('.mcp.json'), server('second'));
    const third = fixture.write(inHome('.cursor/mcp.json'), server('third'));
    const { files, servers } = await readConfig(fixture.place());
    expect(servers).toHaveLength(1);
    expect(servers[0]).toMatchObject({ file: first, entry: { command: 'first' }, shadows: [second, third] });
    expect(files.map(file => file.status)).toEqual(['used', 'shadowed', 'shadowed']);
  });

  it('takes the nearest folder with a project file, up to the one with .git', async () => {
    fixture.write(inProject('mcp.json'), named('root'));
    fixture.write(inHome('code/mcp.json'), named('outside'));
    expect(await names({ cwd: inProject('a/b') })).toEqual(['root']);
    fixture.write(inProject('a/.cursor/mcp.json'), named('nearer'));
    expect(await names({ cwd: inProject('a/b') })).toEqual(['nearer']);
    expect(await names({ cwd: inProject('a/b'), discover: false })).toEqual(['root']);
  });

  it('never takes the home folder or one above it for a project', async () => {
    fixture.write(inHome('mcp.json'), named('home'));
    fixture.write(join(dirname(fixture.home), 'mcp.json'), named('above'));
    fixture.write(inHome('.cursor/mcp.json'), named('user'));
    for (const cwd of [fixture.home, dirname(fixture.home), inHome('work')]) {
      mkdirSync(cwd, { recursive: true });
      const { servers } = await readConfig(fixture.place({ cwd }));
      expect(servers.map(each => [each.name, each.scope])).toEqual([['user', 'user']]);
    }
    symlinkSync(fixture.home, join(dirname(fixture.home), 'link'));
    expect(await names({ cwd: join(dirname(fixture.home), 'link') })).toEqual(['user']);
  });

  it('keeps order: scope, file, position in the file', async () => {
    fixture.write(inHome('.cursor/mcp.json'), { mcpServers: { d: { command: 'x' }, c: { command: 'x' } } });
    fixture.write(inProject('mcp.json'), { mcpServers: { b: { command: 'x' }, a: { command: 'x' } } });
    expect(await names()).toEqual(['b', 'a', 'd', 'c']);
  });

  it('creates nothing', async () => {
    fixture.write(inProject('mcp.json'), named('own'));
    await readConfig(fixture.place());
    expect(readdirSync(fixture.project).sort()).toEqual(['.git', 'mcp.json']);
    expect(readdirSync(fixture.home)).toEqual(['code']);
  });
});

describe('a file the user named', () => {
  it.each([
    ['--config', (path: string) => ({ configFile: path })],
    ['MCP_CONFIG_PATH', (path: string) => ({ env: { MCP_CONFIG_PATH: path } })],
  ])('replaces all others by %s, and must be there', async (_, by) => {
    fixture.write(inProject('mcp.json'), named('project'));
    fixture.write(inHome('.cursor/mcp.json'), named('user'));
    const path = fixture.write(inProject('other/named.json'), { discover: true, ...named('named') });
    const config = await readConfig(fixture.place(by(path)));
    expect(config.files).toEqual([{ path, client: 'own', scope: 'given', status: 'used', servers: ['named'] }]);
    expect(await names(by('other/named.json'))).toEqual(['named']);
    const missing = readConfig(fixture.place(by(inProject('missing.json'))));
    await expect(missing).rejects.toThrow(ConfigError);
    await expect(missing).rejects.toMatchObject({ kind: 'config', message: expect.stringContaining('missing.json') });
  });

  it('may have the form of another client', async () => {
    const servers = fixture.write(inProject('a.json'), { servers: { a: { command: 'x' } } });
    expect(await names({ configFile: servers })).toEqual(['a']);
    const toml = fixture.write(inProject('b.toml'), '[mcp_servers.b]\ncommand = "x"\n');
    expect(await names({ configFile: toml })).toEqual(['b']);
  });
});

describe('findServer', () => {
  it('finds configured servers, and tells a near name', async () => {
    fixture.write(inProject('mcp.json'), { mcpServers: { files: { command: 'x' }, code: { command: 'mine' } } });
    const config = await readConfig(fixture.place());
    expect(findServer(config, 'code').entry).toEqual({ command: 'mine' });
    const find = () => findServer(config, 'file');
    expect(find).toThrow('there is no server "file"; there are: files, code');
    expect(find).toThrow(expect.objectContaining({ kind: 'unknown_server', hint: 'did you mean files?' }));
  });
});
