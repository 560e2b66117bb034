import { dialects, type Facts, type JsonObject, type Outcome } from '@concord/contract';
import { describe, expect, it } from 'vitest';
import { DiagnosticsReader } from '../read/diagnostics-reader.js';
import { cut } from './cut.js';
import { type CliRun, outcomeOf } from './from-run.js';

const contractV1Of = (outcome: Outcome) => dialects['contract-v1'].render(outcome, {} as Facts) as JsonObject;
const limits = { maxErrors: 50, maxOutputChars: 100_000 };

function run(stdout: string, more: Partial<CliRun> = {}): CliRun {
  const reader = new DiagnosticsReader({ directory: '/repo' });
  for (const line of `${stdout}\n${more.stderr ?? ''}`.split('\n')) reader.push(line);
  return {
    tool: 'dotnet_project',
    action: 'Build',
    command: 'dotnet build App.csproj',
    exitCode: 1,
    stdout,
    stderr: '',
    network: false,
    findings: reader.result(),
    ...more,
  };
}

describe('an outcome', () => {
  it('of a build with one error has all that helps, and no code of its own for the protocol', () => {
    const outcome = outcomeOf(
      run("Program.cs(5,9): error CS0246: The type 'List<>' could not be found [/repo/App.csproj]"),
      limits,
    );
    expect(contractV1Of(outcome)).toMatchObject({
      success: false,
      exitCode: 1,
      errors: [
        {
          code: 'CS0246',
          category: 'Compilation',
          suggestedFixes: expect.arrayContaining([expect.stringContaining('System.Collections.Generic')]),
          data: {
            command: 'dotnet build App.csproj',
            exitCode: 1,
            additionalData: {
              file: '/repo/Program.cs',
              line: '5',
              column: '9',
              project: '/repo/App.csproj',
              rootCause: 'Compilation',
            },
          },
        },
      ],
    });
    expect((contractV1Of(outcome).errors as unknown as object[])[0]).not.toHaveProperty('mcpErrorCode');
  });

  it.each([
    ['error NU1101: Unable to find package Nothing.', 'Package', -32002],
    ['MSBUILD : error MSB1003: Specify a project', 'Build', -32002],
    ['/a.csproj : error NETSDK1004: Assets file', 'Runtime', -32002],
    ['/a.csproj : error NU1301: Unable to load', 'Package', undefined],
    ['a.cs(1,1): error CA1822: x', 'Compilation', undefined],
    ['a.cs(1,1): error NUnit1001: x', 'Compilation', undefined],
  ])('of %s is %s with %s', (line, category, mcpErrorCode) => {
    const [error] = contractV1Of(outcomeOf(run(line), limits)).errors as unknown as Record<string, unknown>[];
    expect([error!.category, error!.mcpErrorCode]).toEqual([category, mcpErrorCode]);
  });

  it('without diagnostics is its exit code with the last words', () => {
    const [error] = contractV1Of(outcomeOf(run('one\ntwo', { exitCode: 127 }), limits)).errors as unknown as Record<
      string,
      unknown
    >[];
    expect(error).toMatchObject({ code: 'EXIT_127', category: 'Unknown', mcpErrorCode: -32603, message: 'one\ntwo' });
    const [silent] = contractV1Of(outcomeOf(run('', { exitCode: 3 }), limits)).errors as unknown as Record<
      string,
      unknown
    >[];
    expect(silent!.message).toBe('Command failed with exit code 3 and no output');
  });

  it('counts what it leaves out', () => {
    const lines = [1, 2, 3, 4, 5].map(n => `a.cs(${n},1): error CS0103: The name 'x${n}' does not exist`).join('\n');
    const document = contractV1Of(outcomeOf(run(lines), { ...limits, maxErrors: 2 }));
    expect(document).toMatchObject({ metadata: { errorCount: '5', errorsOmitted: '3' } });
    expect(document.errors).toHaveLength(2);
  });

  it('keeps warnings apart, and counts them on success too', () => {
    const outcome = outcomeOf(
      run('a.cs(1,1): warning CS0168: unused\na.cs(1,1): warning CS0168: unused', { exitCode: 0 }),
      limits,
    );
    expect(contractV1Of(outcome)).toMatchObject({ success: true, metadata: { warningCount: '1' } });
  });

  it.each([
    [
      'A compatible .NET SDK was not found.\n\nRequested SDK version: 9.0.999',
      'dotnet_project',
      'CAPABILITY_NOT_AVAILABLE',
      -32001,
    ],
    ['Could not execute because dotnet-ef does not exist.', 'dotnet_ef', 'CAPABILITY_NOT_AVAILABLE', -32001],
    [
      'Inadequate permissions. Run the command with elevated privileges.',
      'dotnet_workload',
      'CAPABILITY_NOT_AVAILABLE',
      -32603,
    ],
  ])('of %j is a missing capability', (stderr, tool, code, mcpErrorCode) => {
    const [error] = contractV1Of(outcomeOf(run('', { stderr, tool }), limits)).errors as unknown as Record<
      string,
      unknown
    >[];
    expect(error).toMatchObject({ code, mcpErrorCode, alternatives: expect.any(Array) });
  });

  it('tells a source that cannot be reached, also behind a good exit code', () => {
    const offline = { action: 'Search', tool: 'dotnet_package', network: true, exitCode: 0 };
    const outcome = outcomeOf(run('Unable to load the service index for source https://x', offline), limits);
    expect(contractV1Of(outcome)).toMatchObject({
      errors: [{ code: 'CAPABILITY_NOT_AVAILABLE', data: { additionalData: { feature: 'NuGet search' } } }],
    });
  });

  it('tells a template that nobody has, though help with it ends well', () => {
    const asked = { action: 'ListTemplateOptions', command: 'dotnet new consol --help', exitCode: 0 };
    const outcome = outcomeOf(run("No templates or subcommands found matching: 'consol'.\n", asked), limits);
    expect(contractV1Of(outcome)).toMatchObject({
      success: false,
      exitCode: 103,
      errors: [{ code: 'EXIT_103', message: "No templates or subcommands found matching: 'consol'." }],
    });
    expect(outcomeOf(run('Console App (C#)\n', asked), limits).ok).toBe(true);
  });
});

it('cuts in the middle, at whole characters', () => {
  expect(cut('abcdef', 4)).toEqual({ text: 'ab\n[Output truncated]\nef', omitted: 2 });
  expect(cut('😀😀😀', 4).text).toBe('😀\n[Output truncated]\n😀');
});
