import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDotnet } from './dotnet-fixture.js';

const fake = await openDotnet();
const none = await openDotnet({ cli: 'none' });

const platform = '{ "test": { "runner": "Microsoft.Testing.Platform" } }';
const commented = '{\n  // which runner\n  "test": { "runner": "microsoft.testing.platform", /* any case */ },\n}\n';

const told = (runner: string, style: string, source: string) => ({
  selectedTestRunner: runner,
  projectArgumentStyle: style,
  selectionSource: source,
});
const vstest = (source: string, style = 'positional') => told('vstest', style, source);
const mtp = (source: string, style = '--project') => told('microsoft-testing-platform', style, source);

const summary = 'Passed!  - Failed:     0, Passed:    42, Skipped:     0, Total:    42, Duration: 1.2s\n';
const project = 'T/T.csproj';

interface Case {
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  'no global.json': { metadata: vstest('default'), argv: ['test', project] },
  'one where the call works': {
    files: { 'global.json': platform },
    metadata: mtp('global.json'),
    argv: ['test', '--project', project],
  },
  'one that names VSTest': {
    files: { 'global.json': '{"test":{"runner":"vstest"}}' },
    metadata: vstest('global.json'),
    argv: ['test', project],
  },
  'one that is broken': {
    files: { 'global.json': '{ "test": ' },
    metadata: vstest('default'),
    argv: ['test', project],
  },
  'one that says nothing of tests': {
    files: { 'global.json': '{"sdk":{"version":"10.0.100"}}' },
    metadata: vstest('default'),
    argv: ['test', project],
  },
  'one with comments': {
    files: { 'global.json': commented },
    metadata: mtp('global.json'),
    argv: ['test', '--project', project],
  },
  'a parameter for the platform': {
    args: { testRunner: 'MicrosoftTestingPlatform' },
    metadata: mtp('testRunner-parameter'),
    argv: ['test', '--project', project],
  },
  'a parameter for VSTest against the file': {
    files: { 'global.json': platform },
    args: { testRunner: 'VSTest' },
    metadata: vstest('testRunner-parameter'),
    argv: ['test', project],
  },
  'Auto, which is what the file says': {
    files: { 'global.json': platform },
    args: { testRunner: 'Auto' },
    metadata: mtp('global.json'),
    argv: ['test', '--project', project],
  },
  'the old parameter': {
    files: { 'global.json': platform },
    args: { useLegacyProjectArgument: true },
    metadata: vstest('useLegacyProjectArgument-parameter'),
    argv: ['test', project],
  },
  'the old parameter, which wins over the new one': {
    args: { useLegacyProjectArgument: true, testRunner: 'MicrosoftTestingPlatform' },
    metadata: vstest('useLegacyProjectArgument-parameter'),
    argv: ['test', project],
  },
  'a solution for the platform': {
    files: { 'global.json': platform },
    args: { project: 'S.slnx' },
    metadata: { ...mtp('global.json', 'none'), solutionArgumentStyle: '--solution' },
    argv: ['test', '--solution', 'S.slnx'],
  },
  'a solution for VSTest': {
    args: { project: 'S.slnx' },
    metadata: vstest('default'),
    argv: ['test', 'S.slnx'],
  },
  'no project for the platform': {
    files: { 'global.json': platform },
    args: { project: '' },
    metadata: mtp('global.json', 'none'),
    argv: ['test'],
  },
  'no project for VSTest': { args: { project: '' }, metadata: vstest('default', 'none'), argv: ['test'] },
};

describe('who runs the tests', () => {
  it.concurrent.each(Object.entries(cases))(
    'is decided by %s, and told on success and on failure',
    async (_, { files = {}, args = {}, metadata, argv }) => {
      const scripted = fake.scripted({ stdout: summary });
      for (const [path, content] of Object.entries(files)) scripted.write(path, content);
      const test = { action: 'Test', project, ...args };
      const fine = await scripted.ask('dotnet_project', test);
      expect(fine).toMatchObject({ success: true, metadata: { ...metadata, total: '42', passed: '42' } });
      scripted.replay({ stdout: '/p/T.cs(1,1): error CS0103: x [/p/T.csproj]\n', exitCode: 1 });
      const failed = await scripted.ask('dotnet_project', test);
      expect(failed).toMatchObject({ success: false, errors: [{ code: 'CS0103' }] });
      expect(failed.metadata).toEqual(metadata);
      expect(scripted.started().map(each => each.argv)).toEqual([argv, argv]);
    },
  );

  it.concurrent('is reported when there is no CLI', async () => {
    const answer = await none.ask('dotnet_project', {
      action: 'Test',
      project,
      testRunner: 'MicrosoftTestingPlatform',
    });
    expect(answer).toMatchObject({ errors: [{ code: 'CAPABILITY_NOT_AVAILABLE' }] });
    expect(answer.metadata).toEqual(mtp('testRunner-parameter'));
  });

  it.concurrent('is reported when another call holds the lock', async () => {
    const scripted = fake.scripted({ argv: ['build'], waitForFile: 'go' });
    scripted.write('global.json', platform);
    const building = scripted.ask('dotnet_project', { action: 'Build', project });
    await scripted.untilStarted();
    const answer = await scripted.ask('dotnet_project', { action: 'Test', project });
    expect(answer).toMatchObject({ errors: [{ code: 'CONCURRENCY_CONFLICT' }] });
    expect(answer.metadata).toEqual(mtp('global.json'));
    scripted.write('go', '');
    await building;
  });

  it.concurrent('is reported when the time is over', async () => {
    const scripted = fake.scripted({ waitForFile: 'never' });
    const answer = await scripted.ask('dotnet_project', { action: 'Test', project, timeoutMs: 1_000 });
    expect(answer).toMatchObject({ errors: [{ code: 'OPERATION_CANCELLED' }], metadata: vstest('default') });
  });

  it.concurrent('is not told when the call cannot be meant', async () => {
    const answer = await fake.ask('dotnet_project', { action: 'Test', project: 'x.txt' });
    expect(answer).not.toHaveProperty('metadata');
  });

  it.concurrent.each([
    ["the project's folder", 'T/global.json', 'T'],
    ['a folder above it', 'global.json', ''],
  ])(
    'is what the file in %s says where no directory is given, and the CLI is started where it finds it',
    async (_, path, folder) => {
      const scripted = fake.scripted({ stdout: summary });
      scripted.write(path, platform);
      scripted.write('T/T.csproj', '<Project Sdk="Microsoft.NET.Sdk" />');
      scripted.write('T/.script.json', JSON.stringify([{ stdout: summary }]));
      const given = join(basename(scripted.folder), 'T/T.csproj');
      const answer = await fake.ask('dotnet_project', { action: 'Test', project: given });
      expect(answer).toMatchObject({ success: true, metadata: mtp('global.json') });
      const whole = join(scripted.folder, 'T/T.csproj');
      const started = fake.started().filter(each => each.argv.includes(whole));
      expect(started.map(each => [each.cwd, each.argv])).toEqual([
        [join(scripted.folder, folder).replace(/\/$/, ''), ['test', '--project', whole]],
      ]);
    },
  );

  it.concurrent('counts only by the nearest file', async () => {
    const scripted = fake.scripted({ stdout: summary });
    scripted.write('global.json', platform);
    scripted.write('below/global.json', '{}');
    const answer = await scripted.ask('dotnet_project', {
      action: 'Test',
      workingDirectory: join(scripted.folder, 'below'),
    });
    expect(answer.metadata).toMatchObject(vstest('default', 'none'));
  });
});

describe('the platform', () => {
  it.concurrent.each([
    ['xunit.v3', ['--report-xunit-trx', '--filter-method', 'A.B']],
    ['Microsoft.Testing.Extensions.TrxReport', ['--report-trx', '--filter', 'A.B']],
    ['TUnit', ['--treenode-filter', 'A.B']],
    ['Other', ['--filter', 'A.B']],
  ])('is asked in the words of its extension %s', async (name, options) => {
    const scripted = fake.scripted({ stdout: summary });
    const assets = {
      libraries: { [`${name}/1.0.0`]: { type: 'package' } },
      targets: { 'net10.0': { [`${name}/1.0.0`]: {} } },
    };
    scripted.write('T/obj/project.assets.json', JSON.stringify(assets));
    scripted.write('T/T.csproj', '<Project Sdk="Microsoft.NET.Sdk" />');
    await scripted.ask('dotnet_project', {
      action: 'Test',
      project,
      filter: 'A.B',
      testRunner: 'MicrosoftTestingPlatform',
    });
    expect(scripted.started()[0]!.argv).toEqual(['test', '--project', project, ...options]);
  });

  it.concurrent('refuses what only VSTest can do', async () => {
    const args = { action: 'Test', testRunner: 'MicrosoftTestingPlatform', logger: 'console', blame: true };
    const { errors } = await fake.ask('dotnet_project', args);
    expect(errors!.map(each => [each.message, each.data!.additionalData])).toEqual(
      ['logger', 'blame'].map(name => [
        `Parameter '${name}' is not supported by Microsoft.Testing.Platform`,
        { parameter: name, reason: 'not supported by runner' },
      ]),
    );
  });
});
