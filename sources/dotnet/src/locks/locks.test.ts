import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tools } from '../actions/index.js';
import { type Arguments, actionFor } from '../table/table.js';
import { Closures } from './closure.js';
import { lockRequest } from './keys.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'concord-locks-')));
afterAll(() => rmSync(folder, { recursive: true }));

const project = (path: string, ...references: string[]) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  const items = references.map(each => `<ProjectReference Include="${each}" />`).join('\n');
  writeFileSync(join(folder, path), `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>${items}</ItemGroup></Project>`);
};
project('app/App.csproj', '..\\lib\\Lib.csproj', '$(Other)/X.csproj', '../gone/Gone.csproj');
project('lib/Lib.csproj', '../base/Base.fsproj');
project('base/Base.fsproj');
project('alone/Alone.csproj');
mkdirSync(join(folder, 'both'));
for (const name of ['A.csproj', 'B.csproj']) writeFileSync(join(folder, 'both', name), '<Project />');
symlinkSync(join(folder, 'app'), join(folder, 'link'));
writeFileSync(
  join(folder, 'all.sln'),
  'Project("{FAE04EC0}") = "App", "app\\App.csproj", "{1}"\nEndProject\nProject("{2150E333}") = "docs", "docs", "{2}"\nEndProject\n',
);
writeFileSync(
  join(folder, 'all.slnx'),
  '<Solution>\n<!-- <Project Path="alone/Alone.csproj" /> --><Folder Name="/x/"><Project Path="lib/Lib.csproj" /></Folder></Solution>',
);
writeFileSync(
  join(folder, 'some.slnf'),
  JSON.stringify({ solution: { path: 'all.sln', projects: ['base\\Base.fsproj'] } }),
);

const closures = new Closures();
const named = (path: string) =>
  closures
    .of(join(folder, path))
    .map(each => each.slice(folder.length + 1))
    .sort();

describe('a closure', () => {
  it.each([
    ['app/App.csproj', ['app/App.csproj', 'base/Base.fsproj', 'lib/Lib.csproj']],
    ['link/App.csproj', ['app/App.csproj', 'base/Base.fsproj', 'lib/Lib.csproj']],
    ['link', ['app/App.csproj', 'base/Base.fsproj', 'lib/Lib.csproj']],
    ['all.sln', ['all.sln', 'app/App.csproj', 'base/Base.fsproj', 'lib/Lib.csproj']],
    ['all.slnx', ['all.slnx', 'base/Base.fsproj', 'lib/Lib.csproj']],
    ['some.slnf', ['base/Base.fsproj', 'some.slnf']],
    ['both', ['both']],
    ['nothing/Here.csproj', ['nothing/Here.csproj']],
  ])('of %s', (path, expected) => {
    expect(named(path)).toEqual(expected);
  });

  it('is read again when a file changed', () => {
    project('changing/C.csproj');
    expect(named('changing/C.csproj')).toEqual(['changing/C.csproj']);
    project('changing/C.csproj', '../alone/Alone.csproj');
    expect(named('changing/C.csproj')).toEqual(['alone/Alone.csproj', 'changing/C.csproj']);
  });

  it('of two projects that name each other ends', () => {
    project('ring/A.csproj', 'B.csproj');
    project('ring/B.csproj', 'A.csproj');
    expect(named('ring/A.csproj')).toEqual(['ring/A.csproj', 'ring/B.csproj']);
  });
});

const request = (tool: string, name: string, args: Arguments, directory = folder) => {
  const action = tools.find(each => each.name === tool)!.actions.find(each => each.name === name)!;
  return lockRequest(actionFor(action, args), args, { directory, closures });
};
const conflicts = (one: ReturnType<typeof request>, other: ReturnType<typeof request>) =>
  one!.keys.some(a => other!.keys.some(b => a.key === b.key && (a.mode === 'write' || b.mode === 'write')));

describe('keys', () => {
  const build = (project: string, directory = folder) => request('dotnet_project', 'Build', { project }, directory);

  it.each([
    ['./app/App.csproj'],
    [join(folder, 'app/App.csproj')],
    ['link/App.csproj'],
    ['all.sln'],
    ['app'],
    ['lib/Lib.csproj'],
  ])('of a build of App exclude one of %s', path => {
    expect(conflicts(build('app/App.csproj'), build(path))).toBe(true);
  });

  it('of a directory are those of the project in it', () => {
    const inDirectory = request('dotnet_project', 'Build', {}, join(folder, 'app'));
    expect(conflicts(inDirectory, build('app/App.csproj'))).toBe(true);
    expect(inDirectory!.target).toBe(join(folder, 'app'));
  });

  it('of projects with nothing in common, and of tests that build nothing, let both run', () => {
    expect(conflicts(build('app/App.csproj'), build('alone/Alone.csproj'))).toBe(false);
    const test = () => request('dotnet_project', 'Test', { project: 'app/App.csproj', noBuild: true });
    expect(conflicts(test(), test())).toBe(false);
    expect(conflicts(test(), build('app/App.csproj'))).toBe(true);
  });

  it('of clearing a cache exclude a restore', () => {
    const clear = request('dotnet_package', 'ClearCache', {});
    expect(conflicts(clear, request('dotnet_project', 'Restore', { project: 'app' }))).toBe(true);
  });

  it('are the names of the operation and of the target as it was written', () => {
    expect(request('dotnet_project', 'Build', { project: './app', lockWaitMs: 7 })).toMatchObject({
      operation: 'build',
      target: './app',
      waitMs: 7,
    });
    expect(request('dotnet_sdk', 'Version', {})).toBeUndefined();
  });

  it('exist for every action that locks', () => {
    for (const { name: tool, actions } of tools)
      for (const { name, lock } of actions)
        if (lock !== undefined)
          expect(request(tool, name, { name: 'x' })!.keys.length, `${tool} ${name}`).toBeGreaterThan(0);
  });
});
