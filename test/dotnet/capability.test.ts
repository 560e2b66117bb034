import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLines } from '../../sources/dotnet/src/actions/testing/command-lines.js';
import { temporaryFolder } from '../support/engine.js';
import { openDotnet } from './dotnet-fixture.js';

const fake = await openDotnet();
const impatient = await openDotnet({ env: { CONCORD_DOTNET_NETWORK_TIMEOUT_MS: '1500' } });
const none = await openDotnet({ cli: 'none' });

const withoutCli = {
  code: 'CAPABILITY_NOT_AVAILABLE',
  message: "Capability 'dotnet CLI' is not available in the current environment. Details: No such file or directory",
  category: 'Capability',
  hint: 'Try one of the alternatives or adjust the environment to enable this capability.',
  alternatives: [
    'Install the .NET SDK from https://dotnet.microsoft.com/download',
    "Verify 'dotnet' is on PATH (try: dotnet --info)",
    'If using global.json, ensure the requested SDK is installed',
  ],
  rawOutput: '',
  mcpErrorCode: -32001,
};

const project = 'App/App.csproj';
/** The actions that evaluate projects, by the command they begin with. */
const evaluating: readonly (readonly [string, string, Record<string, unknown>, string])[] = [
  ...['Analyze', 'Dependencies', 'Validate', 'ListItems'].map(
    action => ['project', action, { project }, 'msbuild App/App.csproj'] as const,
  ),
  ['project', 'GetProperty', { project, propertyName: 'A' }, 'msbuild App/App.csproj'],
  ...['Analyze', 'Dependencies', 'Validate'].map(
    action => ['solution', action, { solution: 'S.sln' }, 'sln S.sln list'] as const,
  ),
];

describe('without the CLI', () => {
  it('every action that needs it says so, and which command was meant', async () => {
    const calls = [...commandLines, ...evaluating];
    const answers = await Promise.all(
      calls.map(async ([tool, action, args, line]) => ({
        line,
        answer: await none.ask(`dotnet_${tool}`, {
          ...(tool !== 'help' && { action, lockWaitMs: 60_000 }),
          ...args,
        }),
      })),
    );
    const wrong = answers.filter(({ line, answer }) => {
      const { data, ...error } = answer.errors?.[0] ?? ({} as Record<string, never>);
      const known = JSON.stringify(error) === JSON.stringify(withoutCli) && answer.exitCode === -1;
      const meant = data?.command?.replace(/-bl:\S+/, '-bl:/private/1.binlog') ?? '';
      const begins = meant.startsWith(`dotnet ${line}`) || (line.startsWith('run') && meant.startsWith('dotnet build'));
      return !known || !begins || data?.exitCode !== -1 || data.stderr !== 'No such file or directory';
    });
    expect(wrong.map(({ line, answer }) => `${line}: ${JSON.stringify(answer)}`)).toEqual([]);
  });

  it.each<readonly [string, Record<string, unknown>]>([
    ['dotnet_project', { action: 'ListSessions' }],
    ['dotnet_project', { action: 'SetProperty', project, propertyName: 'A', propertyValue: 'b' }],
    ['dotnet_project', { action: 'RemoveProperty', project, propertyName: 'A' }],
    ['dotnet_project', { action: 'AddItem', project, itemType: 'Using', include: 'System' }],
    ['dotnet_project', { action: 'RemoveItem', project, itemType: 'Using', include: 'System' }],
    ['dotnet_sdk', { action: 'FrameworkInfo' }],
    ['dotnet_sdk', { action: 'FrameworkInfo', framework: 'net8.0' }],
    ['dotnet_sdk', { action: 'CacheMetrics' }],
    ['dotnet_sdk', { action: 'ClearTemplateCache' }],
    ['dotnet_sdk', { action: 'ConfigureGlobalJson', sdkVersion: '10.0.100' }],
    ['dotnet_server_capabilities', {}],
    ['dotnet_server_info', {}],
    ['dotnet_server_metrics', { action: 'Get' }],
  ])('%s %j works', async (tool, args) => {
    none.write(project, '<Project Sdk="Microsoft.NET.Sdk">\n  <PropertyGroup />\n</Project>\n');
    const answer = await none.ask(tool, args);
    expect(answer).toMatchObject({ success: true, exitCode: 0 });
    expect(answer.command).toBeUndefined();
  });

  it.each(['Stop', 'Logs'])('%s knows no session, which has nothing to do with it', async action => {
    expect(await none.ask('dotnet_project', { action, sessionId: 'x' })).toMatchObject({
      success: false,
      errors: [{ code: 'INVALID_PARAMS', message: "Session 'x' not found" }],
    });
  });

  it('a call succeeds as soon as there is one, without a new start', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'dotnet');
    const dotnetServer = await openDotnet({ env: { PATH: folder } });
    const version = () => dotnetServer.ask('dotnet_sdk', { action: 'Version' });
    expect(await version()).toMatchObject({ errors: [{ data: { stderr: 'No such file or directory' } }] });
    writeFileSync(path, '#!/bin/sh\necho 10.0.401\n', { mode: 0o644 });
    expect(await version()).toMatchObject({ errors: [{ data: { stderr: 'Permission denied' } }] });
    chmodSync(path, 0o755);
    expect(await version()).toEqual({ success: true, command: 'dotnet --version', output: '10.0.401\n', exitCode: 0 });
  });

  it.concurrent.each([
    [
      145,
      'A compatible .NET SDK was not found.\n\nRequested SDK version: 99.0.100\nglobal.json file: /p/global.json\n',
    ],
    [
      155,
      'The command could not be loaded, possibly because:\n  * You intended to execute a .NET SDK command:\n      A compatible .NET SDK was not found.\n\nRequested SDK version: 99.0.100\n',
    ],
    [1, 'No .NET SDKs were found.\n'],
  ])('a host without the SDK, which exits with %i, is the same', async (exitCode, stderr) => {
    const answer = await fake.scripted({ stderr, exitCode }).ask('dotnet_project', { action: 'Build' });
    const { data, message, ...error } = answer.errors![0]!;
    const { message: _, ...expected } = withoutCli;
    expect(error).toEqual(expected);
    expect(data).toMatchObject({ command: 'dotnet build', exitCode: -1 });
    if (stderr.includes('99')) expect(message).toContain('99.0.100');
  });

  it.concurrent('a missing dotnet-ef is reported as such', async () => {
    const said = [
      'Could not execute because the specified command or file was not found.\nPossible reasons for this include:\n  * You intended to execute a .NET program, but dotnet-ef does not exist.\n',
      'No executable found matching command "dotnet-ef"\n',
    ];
    for (const stdout of said) {
      const answer = await fake.scripted({ stdout, exitCode: 1 }).ask('dotnet_ef', { action: 'DbContextList' });
      expect(answer).toMatchObject({
        exitCode: -1,
        errors: [
          {
            code: 'CAPABILITY_NOT_AVAILABLE',
            category: 'Capability',
            mcpErrorCode: -32001,
            message: expect.stringMatching(
              /^Capability 'dotnet-ef' is not available in the current environment\. Details: /,
            ),
            alternatives: [
              'Install it for this repository: dotnet tool install dotnet-ef',
              'Restore the tool manifest: dotnet tool restore',
              'Use dotnet_tool with action Install and packageId dotnet-ef',
            ],
            data: { command: 'dotnet ef dbcontext list' },
          },
        ],
      });
    }
  });

  it.concurrent('a machine where workloads need more rights says so', async () => {
    const scripted = fake.scripted({
      stderr: 'Workload installation failed: Inadequate permissions. Run the command with elevated privileges.\n',
      exitCode: 1,
    });
    expect(await scripted.ask('dotnet_workload', { action: 'Install', workloadIds: ['wasm-tools'] })).toMatchObject({
      exitCode: -1,
      errors: [
        {
          mcpErrorCode: -32603,
          data: {
            additionalData: {
              feature: 'workload installation',
              reason: 'Requires elevated privileges on this machine',
            },
          },
        },
      ],
    });
  });
});

describe('without a package source', () => {
  const search = { action: 'Search', searchTerm: 'serilog' };

  it.concurrent('a source that refuses connections is reported as such', async () => {
    const line = 'error: Unable to load the service index for source http://127.0.0.1:9/index.json.';
    const scripted = fake.scripted({ stderr: `${line}\n  Connection refused (127.0.0.1:9)\n`, exitCode: 1 });
    expect(await scripted.ask('dotnet_package', search)).toMatchObject({
      exitCode: -1,
      errors: [
        {
          code: 'CAPABILITY_NOT_AVAILABLE',
          mcpErrorCode: -32603,
          data: {
            additionalData: { feature: 'NuGet search', reason: `The package source could not be reached: ${line}` },
          },
        },
      ],
    });
  });

  it.concurrent.each([
    ['dotnet_package', search],
    ['dotnet_tool', search],
    ['dotnet_sdk', { action: 'SearchTemplates', searchTerm: 'web', online: true }],
  ])('a source that never answers is not waited for by %s', async (tool, args) => {
    const scripted = impatient.scripted({ waitForFile: 'never' });
    expect(await scripted.ask(tool, args)).toMatchObject({
      exitCode: -1,
      errors: [
        {
          code: 'CAPABILITY_NOT_AVAILABLE',
          message: "The 'NuGet search' capability is not available: The package source did not answer within 1500 ms",
        },
      ],
    });
    expect(() => process.kill(scripted.started()[0]!.pid, 0)).toThrow('ESRCH');
  });

  it.concurrent('a caller with a shorter time limit gets an ordinary timeout', async () => {
    const scripted = impatient.scripted({ waitForFile: 'never' });
    expect(await scripted.ask('dotnet_package', { ...search, timeoutMs: 1_000 })).toMatchObject({
      errors: [{ code: 'OPERATION_CANCELLED', data: { additionalData: { reason: 'timeout', timeoutMs: '1000' } } }],
    });
  });

  it.concurrent('a line with a code keeps it', async () => {
    const line =
      'error NU1301: Unable to load the service index for source https://nuget.example/index.json. [/p/App.csproj]';
    for (const [tool, args] of [
      ['dotnet_project', { action: 'Restore' }],
      ['dotnet_package', search],
    ] as const) {
      const answer = await fake
        .scripted({ stdout: `${line}\n`, exitCode: 1 })
        .call(tool, { ...args, machineReadable: true });
      expect(answer.envelope.errors).toMatchObject([
        { code: 'NU1301', category: 'Package', data: { additionalData: { rootCause: 'SourceUnreachable' } } },
      ]);
      expect(answer.envelope.errors![0]).not.toHaveProperty('mcpErrorCode');
      expect(answer.message.result!._meta!['io.concord/outcome']).toMatchObject({ problems: [{ retryable: true }] });
    }
  });

  it.concurrent('exit code 0 does not hide a code either', async () => {
    const stdout = 'error NU1301: Unable to load the service index for source https://nuget.example/index.json.\n';
    expect(await fake.scripted({ stdout }).ask('dotnet_package', search)).toMatchObject({
      success: false,
      errors: [{ code: 'NU1301', category: 'Package' }],
    });
  });

  it.concurrent('exit code 0 does not hide that nothing was found for that reason', async () => {
    const stdout =
      'Source: nuget.example\nerror: Unable to load the service index for source https://nuget.example/index.json.\n';
    expect(await fake.scripted({ stdout }).ask('dotnet_package', search)).toMatchObject({
      success: false,
      exitCode: -1,
      errors: [{ code: 'CAPABILITY_NOT_AVAILABLE' }],
    });
    const rows = `${stdout}| Package ID | Latest Version |\n|---|---|\n| Serilog | 4.0.0 |\n`;
    expect(await fake.scripted({ stdout: rows }).ask('dotnet_package', search)).toMatchObject({ success: true });
  });
});

describe('a package that does not exist', () => {
  const packageId = 'NoSuch.Package';
  it.concurrent.each([
    [
      'error NU1101: Unable to find package NoSuch.Package. No packages exist with this id in source(s): nuget.org',
      'NU1101',
      -32002,
    ],
    ["error: There are no versions available for the package 'NoSuch.Package'.", 'NU1101', -32002],
    [
      'error: There are no stable versions available, 1.0.0-beta is the best available. Consider adding the --prerelease option',
      'NU1103',
      undefined,
    ],
  ])('is found out from %j', async (line, code, mcpErrorCode) => {
    const scripted = fake.scripted({
      stdout: 'info : X.509 certificate chain validation\n',
      stderr: `${line}\n`,
      exitCode: 1,
    });
    const { errors, exitCode } = await scripted.ask('dotnet_package', { action: 'Add', packageId });
    expect(exitCode).toBe(1);
    expect(errors).toHaveLength(1);
    expect(errors![0]).toMatchObject({ code, category: 'Package', message: line.replace(/^error(?: NU1101)?: /, '') });
    expect(errors![0]!.mcpErrorCode).toBe(mcpErrorCode);
    expect(errors![0]!.rawOutput).toContain(line.replace(/^error(?: NU1101)?: /, ''));
    if (code === 'NU1101')
      expect(errors![0]!.data!.additionalData).toMatchObject({
        nextTool: 'dotnet_package',
        nextArguments: JSON.stringify({ action: 'Search', searchTerm: packageId }),
      });
  });
});

describe('a template pack', () => {
  const install = { action: 'InstallTemplatePack', templatePackage: 'My.Templates', lockWaitMs: 60_000 };

  it.concurrent('that is already installed is a success whatever the exit code', async () => {
    const stderr = 'My.Templates@1.0.0 is already installed.\n';
    expect(await fake.scripted({ stderr, exitCode: 106 }).ask('dotnet_sdk', install)).toMatchObject({
      success: true,
      exitCode: 0,
      metadata: { alreadyInstalled: 'true', originalExitCode: '106' },
    });
  });

  it.concurrent('that cannot be installed is a failure with the same exit code', async () => {
    const stderr = 'Error: My.Templates could not be installed, the package does not exist.\n';
    expect(await fake.scripted({ stderr, exitCode: 106 }).ask('dotnet_sdk', install)).toMatchObject({
      success: false,
      exitCode: 106,
      errors: [{ code: 'EXIT_106', category: 'Unknown' }],
    });
  });
});
