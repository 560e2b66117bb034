import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import { type Envelope, openDotnet } from './dotnet-fixture.js';
import { application, projectText, real } from './real.js';

// Packages of ours alone: nothing is asked of any network, and nothing of ours stays on the machine.
const feed = temporaryFolder();
const dotnetServer = await openDotnet({ cli: 'real', env: { NUGET_PACKAGES: temporaryFolder() } });
dotnetServer.write(
  'nuget.config',
  `<configuration><packageSources><clear /><add key="ours" value="${feed}" /></packageSources></configuration>`,
);

const ask = (tool: string, action: string, args: Record<string, unknown> = {}) =>
  dotnetServer.ask(`dotnet_${tool}`, { action, ...args });
const data = <Data>({ output }: Envelope) => JSON.parse(output!) as Data;
const isThere = (path: string) => existsSync(join(dotnetServer.folder, path));
const library = (name: string, more = '', properties = '') => {
  dotnetServer.write(`${name}/Class.cs`, `namespace ${name}; public class Class { }\n`);
  const text = projectText(more, properties).replace('<OutputType>Exe</OutputType>', '');
  dotnetServer.write(`${name}/${name}.csproj`, text);
  return `${name}/${name}.csproj`;
};

real('a solution is created in the format that is asked for, takes projects in and gives them back', async () => {
  const members = [library('Left'), library('Right')];
  for (const [format, args] of [
    ['sln', {}],
    ['slnx', { format: 'slnx' }],
  ] as const) {
    const solution = `All.${format}`;
    expect(await ask('solution', 'Create', { name: 'All', ...args })).toMatchObject({
      success: true,
      command: `dotnet new sln -n All --format ${format}`,
    });
    expect(isThere(solution)).toBe(true);
    expect(await ask('solution', 'Add', { solution, projects: members })).toMatchObject({ success: true });
    expect(data(await ask('solution', 'List', { solution }))).toEqual({ projects: members });
    expect(await ask('solution', 'Remove', { solution, projects: [members[0]] })).toMatchObject({ success: true });
    expect(data(await ask('solution', 'List', { solution }))).toEqual({ projects: [members[1]] });
    const { success, errors } = await ask('solution', 'Add', { solution, projects: ['None/None.csproj'] });
    expect(success).toBe(false);
    expect(errors![0]!.message).toContain('None.csproj');
  }
});

real('a solution that is not there cannot be listed', async () => {
  const { success, errors } = await ask('solution', 'List', { solution: 'None.sln' });
  expect(success).toBe(false);
  expect(errors![0]!.message).toContain('None.sln');
});

real('packages and references are added, listed, found to be old, and removed', async () => {
  const ours = library('Our.Package');
  const pack = { project: ours, output: feed, configuration: 'Debug' };
  for (const Version of ['1.0.0', '2.0.0'])
    expect(await ask('project', 'Pack', { ...pack, properties: { Version } })).toMatchObject({ success: true });
  const project = application(dotnetServer, 'Consumer', 'System.Console.WriteLine();\n');
  expect(await ask('package', 'Add', { project, packageId: 'Our.Package', version: '1.0.0' })).toMatchObject({
    success: true,
  });
  const list = async (args = {}) => {
    const { projects } = data<{ projects: { frameworks: { topLevel: Record<string, string>[] }[] }[] }>(
      await ask('package', 'List', { project, ...args }),
    );
    return projects[0]?.frameworks[0]?.topLevel;
  };
  expect(await list()).toEqual([{ id: 'Our.Package', requested: '1.0.0', resolved: '1.0.0' }]);
  expect(await list({ outdated: true })).toMatchObject([{ id: 'Our.Package', resolved: '1.0.0', latest: '2.0.0' }]);
  const found = await ask('package', 'Search', { searchTerm: 'Our.Package', source: feed });
  expect(found).toMatchObject({ success: true, output: expect.stringContaining('Our.Package') });
  expect(await ask('package', 'Add', { project, packageId: 'Nobodys.Package' })).toMatchObject({
    success: false,
    errors: [{ code: 'NU1101', category: 'Package', mcpErrorCode: -32002 }],
  });
  expect(await ask('package', 'Remove', { project, packageId: 'Our.Package' })).toMatchObject({ success: true });
  expect(readFileSync(join(dotnetServer.folder, project), 'utf8')).not.toContain('Our.Package');
  const referencePath = ours;
  expect(await ask('package', 'AddReference', { project, referencePath })).toMatchObject({ success: true });
  expect(data(await ask('package', 'ListReferences', { project }))).toEqual({
    references: ['../Our.Package/Our.Package.csproj'],
  });
  expect(await ask('package', 'RemoveReference', { project, referencePath })).toMatchObject({ success: true });
  const lost = await ask('package', 'AddReference', { project, referencePath: 'None/None.csproj' });
  expect(lost.success).toBe(false);
  expect(lost.errors![0]!.message).toContain('None.csproj');
});

real('the facts of a project are those that count, wherever they are written', async () => {
  dotnetServer.write(
    'Central/Directory.Build.props',
    '<Project><PropertyGroup><Nullable>enable</Nullable><Company>Ours &amp; Theirs</Company></PropertyGroup></Project>',
  );
  dotnetServer.write(
    'Central/Directory.Packages.props',
    '<Project><PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup><ItemGroup><PackageVersion Include="Our.Package" Version="1.0.0" /></ItemGroup></Project>',
  );
  const project = 'Central/App.csproj';
  dotnetServer.write(project, projectText('<ItemGroup><PackageReference Include="Our.Package" /></ItemGroup>'));
  expect(data(await ask('project', 'Analyze', { projectPath: project }))).toMatchObject({
    nullable: 'enable',
    targetFrameworks: ['net10.0'],
    outputType: 'Exe',
    packageReferences: [{ name: 'Our.Package', version: '1.0.0' }],
  });
  expect(data(await ask('project', 'GetProperty', { project, propertyName: 'Company' }))).toMatchObject({
    value: 'Ours & Theirs',
    isSet: true,
  });
  expect(data(await ask('project', 'GetProperty', { project, propertyName: 'Nothing' }))).toMatchObject({
    isSet: false,
  });
  dotnetServer.write('Central/Wrong.csproj', '<Project Sdk="No.Such.Sdk" />');
  expect(await ask('project', 'Analyze', { projectPath: 'Central/Wrong.csproj' })).toMatchObject({
    success: false,
    errors: [{ code: 'MSB4236', mcpErrorCode: -32002 }],
  });
});

real('the facts of a project are changed where they are written, and the CLI sees it', async () => {
  const project = application(dotnetServer, 'Edited', '\n', '<!-- kept -->');
  const before = readFileSync(join(dotnetServer.folder, project), 'utf8');
  const property = { project, propertyName: 'Product' };
  await ask('project', 'SetProperty', { ...property, propertyValue: 'A < B' });
  const item = { project, itemType: 'Using', include: 'System.Text' };
  await ask('project', 'AddItem', item);
  expect(data(await ask('project', 'GetProperty', property))).toMatchObject({ value: 'A < B' });
  expect(data(await ask('project', 'ListItems', { project, itemType: 'Using' }))).toMatchObject({
    items: [{ itemType: 'Using', include: 'System.Text' }],
  });
  await ask('project', 'RemoveItem', item);
  await ask('project', 'RemoveProperty', property);
  expect(readFileSync(join(dotnetServer.folder, project), 'utf8')).toBe(before);
});
