import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recorded } from '../../sources/dotnet/test/support/recorded.js';
import { type DotnetServer, type Envelope, openServer } from './dotnet-server.js';

/** Whoever edits a file needs no CLI. */
const none = await openServer({ cli: 'none' });
const fake = await openServer();

const data = ({ output }: Envelope) => JSON.parse(output!) as Record<string, unknown>;
const read = (server: DotnetServer, path: string) => readFileSync(join(server.folder, path), 'utf8');

/** A project with everything that an editor could lose. */
const awkward = (end: string) =>
  [
    '\uFEFF<?xml version="1.0" encoding="utf-8"?>',
    '<Project Sdk="Microsoft.NET.Sdk">',
    '',
    "\t<PropertyGroup Condition=\"'$(Configuration)' == 'Debug'\">",
    '\t\t<Nullable>annotations</Nullable>',
    '\t</PropertyGroup>',
    '\t<!-- <Nullable>in a comment</Nullable> -->',
    '\t<PropertyGroup>',
    '\t\t<TargetFramework>net10.0</TargetFramework>  <!-- stays -->',
    '\t\t<Nullable>disable</Nullable>',
    '\t</PropertyGroup>',
    '',
    '\t<ItemGroup Condition="false"><Using Include="Never" /></ItemGroup>',
    '\t<ItemGroup>',
    '\t\t<Using   Include="System" />',
    '\t</ItemGroup>',
    '</Project>',
  ].join(end);

describe.concurrent('an edit of a project', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('changes the lines that are meant and no other byte, with %s', async (name, end) => {
    const project = `${name}/App.csproj`;
    const before = awkward(end);
    none.write(project, before);
    const ask = (action: string, args: Record<string, unknown>) =>
      none.ask('dotnet_project', { action, project, ...args });
    const property = (propertyName: string) => ({ propertyName });
    const using = { itemType: 'Using', include: 'System.Text' };

    const set = await ask('SetProperty', { ...property('Nullable'), propertyValue: 'a & b' });
    expect(data(set)).toEqual({
      projectPath: join(none.folder, project),
      propertyName: 'Nullable',
      propertyValue: 'a & b',
    });
    expect(set).not.toHaveProperty('command');
    const changed = before.replace('<Nullable>disable<', '<Nullable>a &amp; b<');
    expect(read(none, project)).toBe(changed);

    await ask('SetProperty', { ...property('LangVersion'), propertyValue: 'preview' });
    const added = changed.replace('b</Nullable>', `b</Nullable>${end}\t\t<LangVersion>preview</LangVersion>`);
    expect(read(none, project)).toBe(added);

    expect(data(await ask('AddItem', using))).toMatchObject({ ...using, added: true });
    const withItem = added.replace('"System" />', `"System" />${end}\t\t<Using Include="System.Text" />`);
    expect(read(none, project)).toBe(withItem);
    expect(data(await ask('AddItem', using))).toMatchObject({ added: false });

    expect(data(await ask('RemoveItem', using))).toMatchObject({ removed: true });
    expect(data(await ask('RemoveItem', { itemType: 'Using', include: 'Never' }))).toMatchObject({ removed: false });
    expect(data(await ask('RemoveProperty', property('LangVersion')))).toMatchObject({ removed: true });
    await ask('SetProperty', { ...property('Nullable'), propertyValue: 'disable' });
    expect(read(none, project)).toBe(before);
  });

  it.each([
    ['that is not there', 'Missing.csproj', undefined, 'not found'],
    ['that is no XML', 'Broken.csproj', '<Project><PropertyGroup>', 'invalid format'],
  ])('is refused for one %s', async (_, project, text, reason) => {
    if (text !== undefined) none.write(project, text);
    const args = { action: 'SetProperty', project, propertyName: 'Nullable', propertyValue: 'enable' };
    expect(await none.ask('dotnet_project', args)).toMatchObject({
      success: false,
      errors: [{ code: 'INVALID_PARAMS', data: { additionalData: { parameter: 'project', reason } } }],
    });
    if (text !== undefined) expect(read(none, project)).toBe(text);
  });
});

describe.concurrent('an edit of global.json', () => {
  it('keeps comments, and keys that other programs use', async () => {
    const before =
      '{\r\n  // ours\r\n  "sdk": { "version": "9.0.100", "allowPrerelease": true },\r\n  "msbuild-sdks": { "A": "1.0.0" }\r\n}\r\n';
    none.write('config/global.json', before);
    const args = { action: 'ConfigureGlobalJson', globalJsonPath: 'config/global.json', sdkVersion: '10.0.100' };
    const answer = await none.ask('dotnet_sdk', args);
    const after = before.replace('9.0.100', '10.0.100');
    expect(data(answer)).toEqual({ path: join(none.folder, 'config/global.json'), created: false, content: after });
    expect(read(none, 'config/global.json')).toBe(after);
    const created = await none.ask('dotnet_sdk', { ...args, globalJsonPath: 'new.json', testRunner: 'VSTest' });
    expect(data(created)).toMatchObject({ created: true });
    expect(JSON.parse(read(none, 'new.json'))).toEqual({ sdk: { version: '10.0.100' }, test: { runner: 'VSTest' } });
  });
});

describe.concurrent('the list of packages', () => {
  const list = { action: 'List', project: 'T.csproj', outdated: true, includeTransitive: true };
  const scene = fake.scene({ stdout: recorded('list-package-outdated.txt') });
  const rows = (answer: Envelope) => {
    const { projects } = data(answer) as {
      projects: { frameworks: { topLevel: { id: string }[]; transitive: { id: string }[] }[] }[];
    };
    return projects.flatMap(each => each.frameworks).flatMap(each => [...each.topLevel, ...each.transitive]);
  };

  it('has rows with the newest versions', async () => {
    const answer = await scene.ask('dotnet_package', { ...list, lockWaitMs: 30_000 });
    expect(answer).toMatchObject({ success: true, metadata: { packageCount: '8' } });
    expect(rows(answer)).toHaveLength(8);
    expect(rows(answer)[0]).toEqual({
      id: 'coverlet.collector',
      requested: '6.0.4',
      resolved: '6.0.4',
      latest: '8.0.1',
    });
  });

  it('can be narrowed to a name and to so many', async () => {
    const narrow = await scene.ask('dotnet_package', { ...list, filter: 'XUNIT', lockWaitMs: 30_000 });
    expect(rows(narrow).length).toBeGreaterThan(0);
    expect(rows(narrow).every(each => each.id.includes('xunit'))).toBe(true);
    const few = await scene.ask('dotnet_package', { ...list, maxResults: 2, lockWaitMs: 30_000 });
    expect(rows(few)).toHaveLength(2);
    expect(few).toMatchObject({ metadata: { omittedPackages: '6' } });
  });
});
