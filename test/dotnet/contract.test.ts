import { describe, expect, it } from 'vitest';
import { blockOf, blocksOf } from '../../packages/contract/test/fixtures.js';
import { startMcp } from './command.js';
import { type Envelope, openDotnet, type Replay } from './dotnet-fixture.js';

const fake = await openDotnet();
const none = await openDotnet({ cli: 'none' });

const blocks = blocksOf('contract-v1');
const printed = (name: string) => blockOf(blocks, name) as unknown as Envelope;
const api = 'ProductApi/ProductApi.csproj';
const platform = { 'global.json': '{ "test": { "runner": "Microsoft.Testing.Platform" } }' };

/** The name of a response, the request that goes with it, and what the response has in place of what is printed. */
const successes: readonly (readonly [string, string, Record<string, unknown>, Partial<Envelope>])[] = [
  ['a consolidated tool that succeeds', 'dotnet_project', { action: 'New', template: 'webapi', name: 'MyApi' }, {}],
  [
    'a project created',
    'dotnet_project',
    { action: 'New', template: 'webapi', name: 'ProductApi', framework: 'net10.0' },
    {},
  ],
  ['a project built', 'dotnet_project', { action: 'Build', project: api, configuration: 'Release' }, {}],
  ['packages searched', 'dotnet_package', { action: 'Search', searchTerm: 'serilog', take: 3 }, {}],
  ['a package added', 'dotnet_package', { action: 'Add', packageId: 'Serilog.AspNetCore', project: api }, {}],
  ['a migration added', 'dotnet_ef', { action: 'MigrationsAdd', name: 'InitialCreate', project: api }, {}],
  [
    'a solution created',
    'dotnet_solution',
    { action: 'Create', name: 'MyApp', format: 'slnx' },
    // The option the document prints is none of the SDK's template.
    { command: 'dotnet new sln -n MyApp --format slnx' },
  ],
  [
    'projects added to a solution',
    'dotnet_solution',
    { action: 'Add', solution: 'MyApp.slnx', projects: [api, 'ProductApi.Tests/ProductApi.Tests.csproj'] },
    {},
  ],
];

describe('the successes the contract prints', () => {
  it.concurrent.each(successes)('%s', async (name, tool, args, other) => {
    const document = { ...printed(name), ...other };
    const scripted = fake.scripted({ stdout: document.output! });
    expect(await scripted.ask(tool, args)).toEqual(document);
    expect(scripted.started().map(each => ['dotnet', ...each.argv].join(' '))).toEqual([document.command]);
  });

  it.concurrent.each(['a success with metadata', 'a test run with metadata'])('%s', async name => {
    const document = printed(name);
    const scripted = fake.scripted({ stdout: document.output! });
    scripted.write('global.json', platform['global.json']);
    const answer = await scripted.ask('dotnet_project', { action: 'Test', project: 'MyTests.csproj' });
    expect(answer).toEqual({ ...document, metadata: expect.objectContaining(document.metadata!) });
  });
});

/** What the document shortens with `...`, and what more there may be about an error. */
function asPrinted(name: string, more: Record<string, unknown> = {}): object {
  const document = printed(name);
  const [error] = document.errors!;
  const { data = {} } = error!;
  return {
    ...document,
    errors: [
      {
        ...error,
        rawOutput: beginning(error!.rawOutput),
        data: {
          ...data,
          ...(data.stderr !== undefined && { stderr: beginning(data.stderr) }),
          ...(data.command !== undefined && { additionalData: expect.any(Object) }),
        },
        ...more,
      },
    ],
  };
}

function beginning(text: string): unknown {
  const known = text.replace(/\.\.\.$/, '');
  return known === text ? text : expect.stringMatching(new RegExp(`^${known.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
}

const failures: readonly (readonly [string, string, Record<string, unknown>, Replay])[] = [
  [
    'a package that is not found',
    'dotnet_package',
    { action: 'Add', packageId: 'NonExistentPackage' },
    {
      stderr:
        "error NU1101: Unable to find package 'NonExistentPackage'. No packages exist with this id in source(s): nuget.org\n",
    },
  ],
  [
    'a compilation error',
    'dotnet_project',
    { action: 'Build', project: 'MyProject.csproj' },
    { stdout: "Program.cs(5,9): error CS0103: The name 'Console' does not exist in the current context\n" },
  ],
  [
    'a build error',
    'dotnet_project',
    { action: 'Build', project: 'LegacyProject.csproj' },
    { stdout: 'error MSB3644: The reference assemblies for .NETFramework,Version=v4.7.2 were not found\n' },
  ],
];

describe('the failures the contract prints', () => {
  it.concurrent.each(failures)('%s', async (name, tool, args, replay) => {
    const answer = await fake.scripted({ ...replay, exitCode: 1 }).ask(tool, args);
    const command = printed(name).errors![0]!.data!.command!;
    expect(answer).toEqual(asPrinted(name));
    expect(answer.errors![0]!.data!.command).toBe(command);
  });

  it.concurrent('a failed test run with metadata', async () => {
    const document = printed('a failed test run with metadata');
    const [error] = document.errors!;
    const scripted = fake.scripted({ stdout: `${error!.rawOutput}\n`, exitCode: 1 });
    const answer = await scripted.ask('dotnet_project', {
      action: 'Test',
      project: 'MyTests.csproj',
      testRunner: 'MicrosoftTestingPlatform',
    });
    expect(answer).toEqual({
      ...document,
      metadata: expect.objectContaining(document.metadata!),
      errors: [
        {
          ...error,
          // What the document leaves out of a diagnostic it does not explain.
          explanation: expect.any(String),
          documentationUrl: expect.any(String),
          suggestedFixes: expect.any(Array),
          data: {
            ...error!.data,
            stderr: expect.stringContaining(error!.data!.stderr!),
            additionalData: expect.any(Object),
          },
        },
      ],
    });
  });

  it.concurrent('an empty required parameter', async () => {
    const document = JSON.stringify(printed('an empty required parameter')).replaceAll('packageName', 'packageId');
    expect(await fake.ask('dotnet_package', { action: 'Add', packageId: '' })).toEqual(JSON.parse(document));
  });

  it.concurrent('an invalid parameter value', async () => {
    const args = { action: 'CertificateExport', path: 'c.pfx', format: 'der' };
    expect(await fake.ask('dotnet_dev_certs', args)).toEqual(printed('an invalid parameter value'));
  });

  it.concurrent('invalid characters in a parameter', async () => {
    const args = { action: 'New', template: 'webapi', additionalOptions: '--auth; ls' };
    expect(await fake.ask('dotnet_project', args)).toEqual(printed('invalid characters in a parameter'));
  });

  it.concurrent.each([
    ['an invalid action', 'dotnet_project', 'build'],
    ['an invalid action with the allowed values', 'dotnet_ef', 'InvalidAction'],
  ])('%s, with what either of the two documents says', async (name, tool, action) => {
    const { errors, ...rest } = await fake.ask(tool, { action, project: api });
    const { errors: expected, ...others } = printed(name);
    expect(rest).toEqual(others);
    const { message, hint, data, ...same } = expected![0]!;
    expect(errors).toEqual([
      {
        ...same,
        message: `Invalid action '${action}' is not supported. For tool '${tool}'.`,
        hint: expect.stringMatching(/^Valid actions are: \w+(?:, \w+)+$/),
        data: {
          exitCode: data!.exitCode,
          additionalData: expect.objectContaining({
            parameter: 'action',
            reason: 'invalid value',
            providedValue: action,
            validActions: errors![0]!.hint!.replace('Valid actions are: ', ''),
          }),
        },
      },
    ]);
    // Every action the document knows is one.
    const known = (data!.additionalData!.validActions ?? message.replace(/^.*Allowed values: /, '')).split(', ');
    expect(errors![0]!.hint!.replace('Valid actions are: ', '').split(', ')).toEqual(expect.arrayContaining(known));
  });

  it.concurrent('a missing dotnet CLI', async () => {
    const document = JSON.stringify(printed('a missing dotnet CLI')).replaceAll(
      'The system cannot find the file specified',
      'No such file or directory',
    );
    expect(await none.ask('dotnet_sdk', { action: 'Version' })).toEqual(JSON.parse(document));
  });

  it.concurrent.each(['a feature not yet implemented', 'a platform limitation'])(
    '%s, of a feature that can be missing here',
    async name => {
      const scripted = fake.scripted({ stderr: 'Connection refused (nuget.example:443)\n', exitCode: 1 });
      const feature = 'NuGet search';
      const reason = 'The package source could not be reached: Connection refused (nuget.example:443)';
      const document = printed(name);
      expect(await scripted.ask('dotnet_package', { action: 'Search', searchTerm: 'x' })).toEqual({
        ...document,
        errors: [
          {
            ...document.errors![0],
            message: `The '${feature}' capability is not available: ${reason}`,
            alternatives: [
              'Check the network connection and proxy settings',
              'List the configured sources: dotnet nuget list source',
              'Use a local source with the source parameter',
            ],
            data: { exitCode: -1, additionalData: { feature, reason } },
          },
        ],
      });
    },
  );

  it.concurrent('a concurrency conflict', async () => {
    const scripted = fake.scripted({ argv: ['restore'], waitForFile: 'go' });
    const restoring = scripted.ask('dotnet_project', { action: 'Restore', project: 'MyProject.csproj' });
    await scripted.untilStarted();
    const answer = await scripted.ask('dotnet_project', { action: 'Build', project: 'MyProject.csproj' });
    scripted.write('go', '');
    expect((await restoring).success).toBe(true);
    const document = printed('a concurrency conflict');
    const [error] = document.errors!;
    const { additionalData } = error!.data!;
    expect(answer).toEqual({
      ...document,
      errors: [
        {
          ...error,
          data: {
            ...error!.data,
            additionalData: { ...additionalData, since: expect.any(String), holderTarget: 'MyProject.csproj' },
          },
        },
      ],
    });
  });

  it.concurrent('a cancelled operation', async () => {
    const document = printed('a cancelled operation');
    const stdout = 'Restoring packages for MyProject.csproj...\n';
    const scripted = fake.scripted({ stdout, waitForFile: 'go' });
    const args = ['action=Restore', 'project=MyProject.csproj', '--dialect', 'contract-v1'];
    const call = startMcp(scripted.folder, ['call', 'dotnet/dotnet_project', ...args], fake);
    await scripted.untilAwaited('go');
    call.interrupt();
    const { text } = await call.ended;
    expect(JSON.parse(text)).toEqual(document);
  });
});
