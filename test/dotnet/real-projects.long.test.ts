import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openDotnet } from './dotnet-fixture.js';
import { application, real } from './real.js';

const dotnetServer = await openDotnet({ cli: 'real' });
const ask = (action: string, args: Record<string, unknown>) => dotnetServer.ask('dotnet_project', { action, ...args });
const isThere = (path: string) => existsSync(join(dotnetServer.folder, path));

real('a project is created, restored, built, run and published', async () => {
  const project = 'App/App.csproj';
  const create = { template: 'console', name: 'App', framework: 'net10.0', additionalOptions: '--no-restore' };
  expect(await ask('New', create)).toMatchObject({ success: true, exitCode: 0 });
  expect(isThere(project)).toBe(true);
  expect(await ask('New', create)).toMatchObject({
    success: false,
    exitCode: 73,
    errors: [{ code: 'EXIT_73', hint: expect.stringContaining('--force') }],
  });
  const restored = await ask('Restore', { project });
  expect(restored).toMatchObject({ success: true, output: expect.stringContaining('Restored ') });
  expect(isThere('App/obj/project.assets.json')).toBe(true);
  const built = await ask('Build', { project, noRestore: true, properties: { Version: '1.2.3' } });
  expect(built).toMatchObject({ success: true, output: expect.stringMatching(/App -> .*App\.dll/) });
  expect(built).not.toHaveProperty('metadata');
  expect(await ask('Run', { project, noBuild: true })).toMatchObject({ success: true, output: 'Hello, World!\n' });
  const published = await ask('Publish', { project, configuration: 'Debug', noBuild: true, output: 'out' });
  expect(published).toMatchObject({ success: true });
  expect(isThere('out/App.dll')).toBe(true);
});

real('a project whose template is unknown is not created', async () => {
  expect(await ask('New', { template: 'nosuchtemplate', name: 'X' })).toMatchObject({
    success: false,
    exitCode: 103,
    errors: [
      {
        message: expect.stringContaining('nosuchtemplate'),
        hint: expect.stringContaining('SearchTemplates'),
        data: { additionalData: { nextTool: 'dotnet_sdk' } },
      },
    ],
  });
});

real('a project that is not there is told in the words of whoever looked for it', async () => {
  const [build, restore] = await Promise.all([
    ask('Build', { project: 'Missing/Missing.csproj' }),
    ask('Restore', { project: 'Missing/Missing.csproj', lockWaitMs: 60_000 }),
  ]);
  for (const answer of [build, restore])
    expect(answer).toMatchObject({
      success: false,
      exitCode: 1,
      errors: [
        { code: 'MSB1009', category: 'Build', rawOutput: expect.stringContaining('Switch: Missing/Missing.csproj') },
      ],
    });
  for (const { errors } of [build, restore]) expect(errors![0]).not.toHaveProperty('mcpErrorCode');
});

real('a project with errors and warnings has each once, though the build tells them twice', async () => {
  const project = application(
    dotnetServer,
    'Broken',
    'Nothing a = null;\nint unused;\nSystem.Console.WriteLine(a);\nvar b = new Nowhere();\n',
  );
  const answer = await ask('Build', { project });
  expect(answer).toMatchObject({ success: false, exitCode: 1, metadata: { warningCount: '1' } });
  const errors = answer.errors!;
  expect(errors.map(each => [each.code, each.data!.additionalData!.line])).toEqual([
    ['CS0246', '1'],
    ['CS0246', '4'],
  ]);
  for (const each of errors) {
    const { file, column } = each.data!.additionalData!;
    expect(file).toBe(join(dotnetServer.folder, 'Broken/Program.cs'));
    expect(Number(column)).toBeGreaterThan(0);
    expect(each.message).not.toContain('.csproj');
    expect(each).toMatchObject({
      category: 'Compilation',
      explanation: expect.any(String),
      documentationUrl: expect.stringContaining('learn.microsoft.com'),
    });
    expect(each.suggestedFixes!.length).toBeGreaterThanOrEqual(2);
    expect(each).not.toHaveProperty('mcpErrorCode');
  }
  expect(await ask('Publish', { project, noRestore: true, maxErrors: 1 })).toMatchObject({
    success: false,
    errors: [{ code: 'CS0246' }],
    metadata: { errorCount: '2', errorsOmitted: '1' },
  });
});

real('a project that runs and fails is known by its exit code, whatever it prints', async () => {
  const code = 'System.Console.WriteLine("Foo.cs(1,1): error CS0001: x " + args[1]);\nreturn int.Parse(args[0]);\n';
  const project = application(dotnetServer, 'Exits', code);
  expect(await ask('Run', { project, appArgs: '3 "two words"' })).toMatchObject({
    success: false,
    exitCode: 3,
    errors: [{ code: 'EXIT_3', message: expect.stringContaining('two words') }],
  });
  expect(await ask('Run', { project, appArgs: '0 x', noBuild: true })).toMatchObject({ success: true });
});

real('a project needs the SDK that its global.json names', async () => {
  dotnetServer.write('Pinned/global.json', '{ "sdk": { "version": "7.0.123", "rollForward": "disable" } }');
  const answer = await ask('Build', { workingDirectory: join(dotnetServer.folder, 'Pinned') });
  expect(answer).toMatchObject({
    success: false,
    exitCode: -1,
    errors: [
      {
        code: 'CAPABILITY_NOT_AVAILABLE',
        category: 'Capability',
        mcpErrorCode: -32001,
        message: expect.stringMatching(/^Capability 'dotnet CLI' is not available.*7\.0\.123/),
      },
    ],
  });
  expect(answer.errors![0]!.alternatives).toHaveLength(3);
});
