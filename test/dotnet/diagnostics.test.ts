import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { type ErrorResult, openServer, type Replay } from './dotnet-server.js';

const fake = await openServer();

interface Printed {
  readonly line: string;
  readonly code: string;
  readonly message: string;
  /** What is told of its place. */
  readonly place: Readonly<Record<string, string>>;
}

const project = '/p/App.csproj';
const located = (file: string, line?: string, column?: string, more: Record<string, string> = {}) => ({
  file,
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
  ...more,
});

/** Each form of a line, and what it says. Messages differ, so that no two are the same. */
const forms: readonly Printed[] = [
  { line: '/p/a.cs(5): error CS0101: m1', code: 'CS0101', message: 'm1', place: located('/p/a.cs', '5') },
  {
    line: '/p/a.cs(5-7): error CS0101: m2',
    code: 'CS0101',
    message: 'm2',
    place: located('/p/a.cs', '5', undefined, { endLine: '7' }),
  },
  { line: '/p/a.cs(5,9): error CS0101: m3', code: 'CS0101', message: 'm3', place: located('/p/a.cs', '5', '9') },
  {
    line: '/p/a.cs(5,9-12): error CS0101: m4',
    code: 'CS0101',
    message: 'm4',
    place: located('/p/a.cs', '5', '9', { endColumn: '12' }),
  },
  {
    line: '/p/a.cs(5,9,6,2): error CS0101: m5',
    code: 'CS0101',
    message: 'm5',
    place: located('/p/a.cs', '5', '9', { endLine: '6', endColumn: '2' }),
  },
  {
    line: '/p/App.csproj : error NU1101: m6',
    code: 'NU1101',
    message: 'm6',
    place: located('/p/App.csproj', undefined, undefined, { project }),
  },
  {
    line: 'a.cs(5,9): error CS0101: m7 [/p/App.csproj]',
    code: 'CS0101',
    message: 'm7',
    place: located('/p/a.cs', '5', '9', { project }),
  },
  {
    line: 'a.cs(5,9): error CS0101: m8 [/p/App.csproj::TargetFramework=net8.0]',
    code: 'CS0101',
    message: 'm8',
    place: located('/p/a.cs', '5', '9', { project, framework: 'net8.0' }),
  },
  { line: '     3>/p/a.cs(5,9): error CS0101: m9', code: 'CS0101', message: 'm9', place: located('/p/a.cs', '5', '9') },
  { line: '12:7>/p/a.cs(5,9): error CS0101: m10', code: 'CS0101', message: 'm10', place: located('/p/a.cs', '5', '9') },
  {
    line: 'C:\\src\\a.cs(5,9): error CS0101: m11',
    code: 'CS0101',
    message: 'm11',
    place: located('C:\\src\\a.cs', '5', '9'),
  },
  {
    line: '/p/My App (1)/Program.cs(5,9): error CS0101: m12',
    code: 'CS0101',
    message: 'm12',
    place: located('/p/My App (1)/Program.cs', '5', '9'),
  },
  {
    line: 'C:\\My App (1)\\a.cs(5,9): error CS0101: m13 [C:\\My App (1)\\App.csproj]',
    code: 'CS0101',
    message: 'm13',
    place: located('C:\\My App (1)\\a.cs', '5', '9', { project: 'C:\\My App (1)\\App.csproj' }),
  },
  { line: 'MSBUILD : error MSB1009: m14', code: 'MSB1009', message: 'm14', place: { tool: 'MSBUILD' } },
  { line: 'CSC : error CS5001: m15 [/p/App.csproj]', code: 'CS5001', message: 'm15', place: { tool: 'CSC', project } },
  { line: 'error NETSDK1045: m16', code: 'NETSDK1045', message: 'm16', place: {} },
  {
    line: 'error: NU1102: m17 [ Nearest version: 13.0.3 ]',
    code: 'NU1102',
    message: 'm17 [ Nearest version: 13.0.3 ]',
    place: {},
  },
  { line: 'error : NU1103: m18', code: 'NU1103', message: 'm18', place: {} },
  {
    line: '/p/a.cs(5,9): fatal error CS0101: m19',
    code: 'CS0101',
    message: 'm19',
    place: located('/p/a.cs', '5', '9'),
  },
  {
    line: '/p/t.cs(5,9): error xUnit1051: m20 [/p/App.csproj]',
    code: 'xUnit1051',
    message: 'm20',
    place: located('/p/t.cs', '5', '9', { project }),
  },
  {
    line: '/p/a.cs(5,9): error WHITESPACE: m21',
    code: 'WHITESPACE',
    message: 'm21',
    place: located('/p/a.cs', '5', '9'),
  },
  {
    line: "/p/a.cs(5,9): error CS0103: the name 'error' : is odd: m22",
    code: 'CS0103',
    message: "the name 'error' : is odd: m22",
    place: located('/p/a.cs', '5', '9'),
  },
];

/** The errors of a build that prints these lines and fails. */
async function errorsOf(lines: readonly string[], more: Record<string, unknown> = {}): Promise<readonly ErrorResult[]> {
  const scene = fake.scene({ stdout: `${lines.join('\n')}\n`, exitCode: 1 });
  const { errors, success } = await scene.ask('dotnet_project', { action: 'Build', maxErrors: 1_000, ...more });
  expect(success).toBe(false);
  return errors!;
}

const placeOf = ({ data }: ErrorResult) => {
  const { rootCause: _, nextTool: __, nextArguments: ___, ...place } = data?.additionalData ?? {};
  return place;
};

describe('a line of a build', () => {
  it.concurrent('is read in each form it has', async () => {
    const errors = await errorsOf(forms.map(each => each.line));
    expect(errors.map(each => ({ code: each.code, message: each.message, place: placeOf(each) }))).toEqual(
      forms.map(({ code, message, place }) => ({ code, message, place })),
    );
    expect(errors.map(each => each.rawOutput.trim())).toEqual(forms.map(each => each.line.trim()));
  });

  it.concurrent('without a code is the message of the exit code', async () => {
    const errors = await errorsOf(['/p/App.csproj : error : the disk is full', 'something else']);
    expect(errors).toMatchObject([{ code: 'EXIT_1', category: 'Unknown', message: 'the disk is full' }]);
  });

  it.concurrent('that is no diagnostic is none', async () => {
    const errors = await errorsOf([
      '    0 Error(s)',
      'Build FAILED with error',
      'info : error handling is on',
      '/p/a.cs(5,9): message IDE0001: no error: at all',
      'warn : NU1900: Error occurred while getting package vulnerability data',
      '/p/a.cs(1,1): error CS0001: the only one',
    ]);
    expect(errors.map(each => each.code)).toEqual(['CS0001']);
  });

  it.concurrent('is one error when it is printed again, in the summary and for another framework', async () => {
    const line = (code: string, framework: string) =>
      `a.cs(5,9): error ${code}: broken [/p/App.csproj::TargetFramework=${framework}]`;
    const once = [line('CS0101', 'net8.0'), line('CS0103', 'net8.0'), line('CS0101', 'net10.0')];
    const errors = await errorsOf([...once, 'Build FAILED.', ...once, '    2 Error(s)']);
    expect(errors.map(each => [each.code, each.data!.additionalData!.framework])).toEqual([
      ['CS0101', 'net8.0; net10.0'],
      ['CS0103', 'net8.0'],
    ]);
    expect(errors[0]!.data!.additionalData!.project).toBe(project);
  });

  it.concurrent('that is a warning is never an error, and counts once, also when all went well', async () => {
    const warning = '/p/a.cs(5,9): warning CS0168: unused [/p/App.csproj]';
    const other = 'warn : NU1701: restored for another framework';
    const twice = `${warning}\n${other}\nBuild succeeded.\n${warning}\n    2 Warning(s)\n`;
    const build = { action: 'Build' };
    const [fine, failed, quiet] = await Promise.all([
      fake.scene({ stdout: twice }).ask('dotnet_project', build),
      fake.scene({ stdout: `${twice}/p/a.cs(6,1): error CS0103: x\n`, exitCode: 1 }).ask('dotnet_project', build),
      fake.scene({ stdout: 'Build succeeded.\n    0 Warning(s)\n' }).ask('dotnet_project', build),
    ]);
    expect(fine).toMatchObject({ success: true, output: twice, metadata: { warningCount: '2' } });
    expect(failed.errors!.map(each => each.code)).toEqual(['CS0103']);
    expect(failed.metadata).toEqual({ warningCount: '2' });
    expect(quiet).not.toHaveProperty('metadata');
  });

  it.concurrent('loses its suffix, and keeps what only looks like one', async () => {
    const errors = await errorsOf([
      '/p/a.cs(1,1): error CS0103: one [/p/App.csproj]',
      '/p/b.cs(1,1): error CS0103: two [/p/My App.fsproj::TargetFramework=net9.0]',
      '/p/App.csproj : error NU1102: Unable to find package X with version (>= 99.0.0) [ Nearest version: 13.0.3 ]',
      '/p/c.cs(1,1): error CS0103: array[0] [/p/S.sln]',
    ]);
    expect(errors.map(each => each.message)).toEqual([
      'one',
      'two',
      'Unable to find package X with version (>= 99.0.0) [ Nearest version: 13.0.3 ]',
      'array[0]',
    ]);
  });

  it.concurrent('is left out when there are too many, and the answer says so', async () => {
    const lines = [1, 2, 3, 4, 5].map(at => `/p/a.cs(${at},1): error CS0103: x${at}`);
    const scene = fake.scene({ stdout: lines.join('\n'), exitCode: 1 });
    const { errors, metadata } = await scene.ask('dotnet_project', { action: 'Build', maxErrors: 2 });
    expect(errors!.map(each => each.message)).toEqual(['x1', 'x2']);
    expect(metadata).toEqual({ errorCount: '5', errorsOmitted: '3' });
  });

  it.concurrent('of a program that is run is its own affair', async () => {
    const stdout = 'Foo.cs(1,1): error CS0001: x\n';
    for (const args of [{ action: 'Run' }, { action: 'Run', noBuild: true }]) {
      const { errors } = await fake.scene({ stdout, exitCode: 3 }).ask('dotnet_project', args);
      expect(errors).toMatchObject([{ code: 'EXIT_3', category: 'Unknown', message: stdout.trim() }]);
    }
    const tool = await fake.scene({ stdout, exitCode: 3 }).ask('dotnet_tool', { action: 'Run', toolName: 'x' });
    expect(tool.errors).toMatchObject([{ code: 'EXIT_3' }]);
    const built = await fake
      .scene({ stdout: '/p/Foo.cs(1,1): error CS0001: x [/p/App.csproj]\n', exitCode: 1 })
      .ask('dotnet_project', { action: 'Run' });
    expect(built.errors).toMatchObject([{ code: 'CS0001' }]);
  });
});

describe('a failure without a diagnostic', () => {
  it.concurrent.each<readonly [Replay & { readonly exitCode: number }, string]>([
    [{ stdout: 'some words\n', stderr: 'it went wrong\n', exitCode: 127 }, 'it went wrong'],
    [
      { stdout: `${Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n\n')}\n`, exitCode: 2 },
      Array.from({ length: 10 }, (_, at) => `line ${at + 20}`).join('\n'),
    ],
    [{ exitCode: 5 }, 'Command failed with exit code 5 and no output'],
    [{ stderr: `${'x'.repeat(600)}\n`, exitCode: 1 }, `${'x'.repeat(500)}...`],
  ])('shows what was said last: %j', async (replay, message) => {
    const { errors, exitCode } = await fake.scene(replay).ask('dotnet_project', { action: 'Build' });
    expect(exitCode).toBe(replay.exitCode);
    expect(errors).toMatchObject([
      {
        code: `EXIT_${replay.exitCode}`,
        category: 'Unknown',
        mcpErrorCode: -32603,
        message,
        hint: 'Check the command syntax and arguments.',
        data: { command: 'dotnet build', exitCode: replay.exitCode },
      },
    ]);
    for (const text of [replay.stdout, replay.stderr])
      if (text !== undefined) expect(errors![0]!.rawOutput).toContain(text.trim());
  });
});

describe('an end that is known by its code', () => {
  const create = { action: 'New', template: 'consol' };
  it.concurrent.each<
    readonly [string, string, Record<string, unknown>, Replay & { readonly exitCode: number }, object]
  >([
    [
      'files would be overwritten',
      'dotnet_project',
      create,
      {
        stderr: 'Creating this template will make changes to existing files:\n  Overwrite   ./Program.cs\n',
        exitCode: 73,
      },
      { code: 'EXIT_73', hint: expect.stringContaining('--force') },
    ],
    [
      'there is no such template',
      'dotnet_project',
      create,
      {
        stderr:
          "No templates or subcommands found matching: 'consol'.\n\nTo list installed templates similar to it, run:\n",
        exitCode: 103,
      },
      {
        code: 'EXIT_103',
        message: "No templates or subcommands found matching: 'consol'.",
        hint: expect.stringContaining('SearchTemplates'),
        data: { additionalData: { rootCause: 'TemplateNotFound' } },
      },
    ],
    [
      'the template has no such option',
      'dotnet_project',
      { ...create, additionalOptions: '--nope' },
      { stderr: "Error: Invalid option(s):\n--nope\n   '--nope' is not a valid option\n", exitCode: 127 },
      { code: 'EXIT_127', category: 'Unknown', hint: expect.stringContaining('ListTemplateOptions') },
    ],
    [
      'files would be formatted',
      'dotnet_project',
      { action: 'Format', verify: true },
      {
        stdout: '/p/a.cs(1,5): error WHITESPACE: Fix whitespace formatting. Delete 1 character. [/p/App.csproj]\n',
        exitCode: 2,
      },
      {
        code: 'WHITESPACE',
        category: 'Compilation',
        data: { exitCode: 2, additionalData: { line: '1', column: '5' } },
      },
    ],
    [
      'there is no certificate',
      'dotnet_dev_certs',
      { action: 'CertificateCheck' },
      { stdout: 'No valid certificate found.\n', exitCode: 6 },
      { code: 'EXIT_6', message: expect.stringMatching(/no valid/i) },
    ],
    [
      'the certificate is not trusted',
      'dotnet_dev_certs',
      { action: 'CertificateCheck', trust: true },
      { exitCode: 7 },
      { code: 'EXIT_7', message: expect.stringMatching(/not trusted/i) },
    ],
    [
      'there is no manifest',
      'dotnet_tool',
      { action: 'Restore' },
      { stderr: 'Cannot find a manifest file.\n', exitCode: 1 },
      { code: 'EXIT_1', hint: expect.stringContaining('CreateManifest') },
    ],
    [
      'a build before a migration fails',
      'dotnet_ef',
      { action: 'MigrationsAdd', name: 'M' },
      { stdout: 'Build started...\nBuild failed. Use dotnet build to see the errors.\n', exitCode: 1 },
      { suggestedFixes: ['Call dotnet_project with action Build to see the errors'] },
    ],
    [
      'a runtime is missing',
      'dotnet_project',
      { action: 'Run' },
      {
        stderr:
          "You must install or update .NET to run this application.\n\nFramework: 'Microsoft.NETCore.App', version '99.0.0'\n",
        exitCode: 150,
      },
      {
        code: 'EXIT_150',
        category: 'Runtime',
        suggestedFixes: [
          'Install the runtime the application names',
          'Retarget the project to an installed framework',
          'Set RollForward to Major',
        ],
        data: { additionalData: { nextTool: 'dotnet_sdk', nextArguments: '{"action":"ListRuntimes"}' } },
      },
    ],
    [
      'tests have to go to the platform',
      'dotnet_project',
      { action: 'Test' },
      {
        stdout:
          '/sdk/x.targets(1,1): error : Testing with VSTest target is no longer supported by Microsoft.Testing.Platform. [/p/T.csproj]\n',
        exitCode: 1,
      },
      {
        data: {
          additionalData: {
            nextTool: 'dotnet_sdk',
            nextArguments: '{"action":"ConfigureGlobalJson","testRunner":"MicrosoftTestingPlatform"}',
          },
        },
      },
    ],
  ])('says what to do when %s', async (_, tool, args, replay, expected) => {
    const { errors, exitCode } = await fake.scene(replay).ask(tool, { ...args, lockWaitMs: 60_000 });
    expect(exitCode).toBe(replay.exitCode);
    expect(errors).toMatchObject([expected]);
  });

  it('names templates that are like the one that does not exist, where it knows them', async () => {
    const list = [
      'Template Name  Short Name  Language',
      '-------------  ----------  --------',
      'Console App    console     [C#]',
      'Web API        webapi      [C#]',
      '',
    ];
    fake.replay({ argv: ['new', 'list'], stdout: list.join('\n') }, { stderr: 'No templates found\n', exitCode: 103 });
    expect((await fake.ask('dotnet_project', create)).errors![0]).not.toHaveProperty('alternatives');
    await fake.ask('dotnet_sdk', { action: 'ListTemplates' });
    expect((await fake.ask('dotnet_project', create)).errors![0]!.alternatives).toContain('console');
  });
});

describe('a failure as people read it', () => {
  it.concurrent('has what was printed, what went wrong, where and what to do', async () => {
    const stdout =
      "Determining projects...\n/p/a.cs(5,9): error CS0103: The name 'Console' does not exist in the current context [/p/App.csproj]\n";
    const scene = fake.scene({ stdout, stderr: 'a note\n', exitCode: 1 });
    const { text } = await scene.call('dotnet_project', { action: 'Build' });
    expect(text).toBe(
      `${stdout}Errors:\na note\nProblems:\n- CS0103 /p/a.cs(5,9): The name 'Console' does not exist in the current context  The name does not exist in the current context. Check for typos or missing using directives.\nExit Code: 1`,
    );
  });

  it.concurrent('names ten problems at most', async () => {
    const lines = Array.from({ length: 15 }, (_, at) => `/p/a.cs(${at + 1},1): error CS0103: x${at}`).join('\n');
    const { text } = await fake.scene({ stdout: lines, exitCode: 1 }).call('dotnet_project', { action: 'Build' });
    expect(text.match(/^- CS0103 /gm)).toHaveLength(10);
  });

  it.concurrent('of a call that ran nothing is a sentence and advice', async () => {
    const { text } = await fake.call('dotnet_package', { action: 'Add' });
    expect(text).toBe(
      "Error: Parameter 'packageId' is required and cannot be empty\nVerify the parameter values and try again.\nExit Code: -1",
    );
  });
});

const notFound = ['NU1101', 'NU1102', 'MSB1003', 'NETSDK1004', 'MSB4236'];

/** The codes that are explained. */
const explained =
  `CS0019 CS0029 CS0266 CS0103 CS0115 CS0507 CS0116 CS0119 CS0120 CS0122 CS0101 CS0111 CS0128 CS0161 CS0165 CS0188
  CS0234 CS0246 CS0535 CS0539 CS0104 CS1001 CS1002 CS1513 CS0117 CS1061 CS1503 CS7036 CS8600 CS8602 CS8604 CS8618 CS0006 CS0012 CS0017 CS5001
  CS8802 CS2012 CS1591 MSB1001 MSB1003 MSB1011 MSB1009 MSB3021 MSB3026 MSB3027 MSB3073 MSB3202 MSB3275 MSB3277 MSB3321 MSB3644 MSB4018 MSB4019
  MSB4025 MSB4057 MSB4062 MSB4236 NU1004 NU1008 NU1010 NU1100 NU1101 NU1102 NU1103 NU1106 NU1107 NU1201 NU1202 NU1213 NU1301 NU1403 NU1510
  NU1701 NU1603 NU1605 NU1900 NU1901 NU1902 NU1903 NU1904 NU5019 NU5039 NU5104 NETSDK1004 NETSDK1005 NETSDK1013 NETSDK1045 NETSDK1022
  NETSDK1047 NETSDK1082 NETSDK1083 NETSDK1064 NETSDK1100 NETSDK1136 NETSDK1141 NETSDK1147 NETSDK1152 NETSDK1194 NETSDK1206`.split(
    /\s+/,
  );

describe('a code', () => {
  it.concurrent('has its category, and a number of the protocol exactly where something is not found', async () => {
    const rows = [
      ...explained.map(code => [code, '/p/a.cs(1,1): '] as const),
      ...(['NUnit1001', 'CA1822', 'IDE0055', 'SA1200', 'RZ1000', 'FS0039', 'BC30451'] as const).map(
        code => [code, '/p/a.cs(1,1): '] as const,
      ),
      ['LNK2019', ''] as const,
    ];
    const errors = await errorsOf(rows.map(([code, origin], at) => `${origin}error ${code}: m${at}`));
    expect(errors.map(each => each.code)).toEqual(rows.map(([code]) => code));
    for (const { code, category, mcpErrorCode } of errors) {
      expect([code, category]).toEqual([code, categoryOf(code)]);
      const number = notFound.includes(code) ? -32002 : category === 'Unknown' ? -32603 : undefined;
      expect([code, mcpErrorCode]).toEqual([code, number]);
    }
  });

  it.concurrent('that is known comes with an explanation, fixes and a page', async () => {
    const errors = await errorsOf(
      explained.map(code => `/p/a.cs(1,1): error ${code}: The thing 'A.B' of ${code} is not right`),
    );
    expect(errors.map(each => each.code)).toEqual(explained);
    for (const { code, hint, explanation, suggestedFixes, documentationUrl } of errors) {
      expect(explanation, code).toMatch(/^[A-Z].{10,}\.$/);
      expect(hint, code).toMatch(/\S/);
      expect(suggestedFixes!.length, code).toBeGreaterThanOrEqual(2);
      expect(suggestedFixes!.length, code).toBeLessThanOrEqual(4);
      for (const fix of suggestedFixes!) expect(fix, code).not.toMatch(/[{}]|undefined/);
      if (documentationUrl !== undefined)
        expect(documentationUrl, code).toMatch(/^https:\/\/learn\.microsoft\.com\/en-us\/[a-z0-9/.-]{1,200}$/);
    }
    const withoutPage = errors.filter(each => each.documentationUrl === undefined).map(each => each.code);
    expect(withoutPage).toEqual(['CS7036', 'CS2012']);
  });

  it.concurrent('without an explanation gets no advice, and one of an analyzer its page', async () => {
    const errors = await errorsOf(['CS9999', 'CA1822', 'IDE0055'].map(code => `/p/a.cs(1,1): error ${code}: m`));
    for (const { explanation, suggestedFixes } of errors)
      expect([explanation, suggestedFixes]).toEqual([undefined, undefined]);
    expect(errors.map(each => each.documentationUrl)).toEqual([
      undefined,
      'https://learn.microsoft.com/en-us/dotnet/fundamentals/code-analysis/quality-rules/ca1822',
      'https://learn.microsoft.com/en-us/dotnet/fundamentals/code-analysis/style-rules/ide0055',
    ]);
  });

  it.concurrent('that has a next step names a call our own tools accept', async () => {
    const { result } = await fake.wire.request('tools/list');
    const ajv = new Ajv2020({ strict: false });
    const tools = new Map(result!.tools!.map(each => [String(each.name), ajv.compile(each.inputSchema as object)]));
    const said: Readonly<Record<string, string>> = {
      NU1100: "Unable to resolve 'Some.Package (>= 1.0.0)' for 'net10.0'.",
      NU1101: 'Unable to find package Some.Package. No packages exist with this id in source(s): nuget.org',
      NU1102: 'Unable to find package Some.Package with version (>= 99.0.0)',
      NU1103: 'Unable to find a stable package Some.Package with version (>= 1.0.0)',
      NETSDK1004:
        "Assets file '/p/obj/project.assets.json' not found. Run a NuGet package restore to generate this file.",
      NETSDK1005: "Assets file '/p/obj/project.assets.json' doesn't have a target for 'net10.0'.",
      NETSDK1064: 'Package Some.Package, version 1.0.0 was not found.',
      NETSDK1147: 'To build this project, the following workloads must be installed: wasm-tools android',
      MSB4236: "The SDK 'My.Sdk' specified could not be found.",
      NETSDK1045: 'The current .NET SDK does not support targeting .NET 99.0.',
      NETSDK1141: 'Unable to resolve the .NET SDK version as specified in the global.json',
      NU1301: 'Unable to load the service index',
      MSB3027: 'Could not copy "a" to "b". The file is locked by: "App (123)"',
    };
    const errors = await errorsOf(
      Object.entries(said).map(([code, message]) => `/p/App.csproj : error ${code}: ${message} [/p/App.csproj]`),
    );
    const steps = Object.fromEntries(
      errors.map(({ code, data }) => {
        const { nextTool, nextArguments } = data!.additionalData!;
        if (nextTool === undefined) return [code, undefined];
        const args: unknown = JSON.parse(nextArguments!);
        expect(tools.get(nextTool)!(args), code).toBe(true);
        return [code, [nextTool, args]];
      }),
    );
    const search = ['dotnet_package', { action: 'Search', searchTerm: 'Some.Package' }];
    const restore = ['dotnet_project', { action: 'Restore', project }];
    const sdks = ['dotnet_sdk', { action: 'ListSdks' }];
    expect(steps).toEqual({
      NU1100: search,
      NU1101: search,
      NU1102: search,
      NU1103: search,
      NETSDK1004: restore,
      NETSDK1005: restore,
      NETSDK1064: restore,
      NETSDK1147: ['dotnet_workload', { action: 'Install', workloadIds: ['wasm-tools', 'android'] }],
      MSB4236: sdks,
      NETSDK1045: sdks,
      NETSDK1141: sdks,
      NU1301: undefined,
      MSB3027: undefined,
    });
  });
});

function categoryOf(code: string): string {
  if (/^MSB\d/.test(code)) return 'Build';
  if (/^NU\d/.test(code)) return 'Package';
  if (/^NETSDK\d/.test(code)) return 'Runtime';
  return code === 'LNK2019' ? 'Unknown' : 'Compilation';
}
