import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import { type Envelope, openServer } from './dotnet-server.js';

const fake = await openServer();
const none = await openServer({ cli: 'none' });

const efActions =
  'MigrationsAdd, MigrationsList, MigrationsRemove, MigrationsScript, DatabaseUpdate, DatabaseDrop, DbContextList, DbContextInfo, DbContextScaffold';
const projectActions =
  'New, Restore, Build, Run, Test, Publish, Clean, Analyze, Dependencies, Validate, Pack, Watch, Format, Stop, Logs, ListSessions, ListTemplateOptions, SetProperty, GetProperty, RemoveProperty, AddItem, RemoveItem, ListItems';

/** The refusal of one parameter, as the contract prints it. */
function refusal(parameter: string, reason: string, message: string, more: Record<string, string> = {}) {
  return {
    code: 'INVALID_PARAMS',
    message,
    category: 'Validation',
    hint: 'Verify the parameter values and try again.',
    rawOutput: '',
    mcpErrorCode: -32602,
    data: { exitCode: -1, additionalData: { parameter, reason, ...more } },
  };
}

const refused = (...errors: readonly object[]) => ({ success: false, errors, exitCode: -1 });
const required = (name: string) => refusal(name, 'required', `Parameter '${name}' is required and cannot be empty`);
const badStart = (name: string) =>
  refusal(name, 'invalid format', `Parameter '${name}' must not begin with '-' or '@'`);

/** Which parameters were refused, and why. */
const faults = ({ errors = [] }: Envelope) =>
  errors.map(({ data }) => `${data?.additionalData?.parameter}: ${data?.additionalData?.reason}`);

/** Calls that are refused, with what is said of each: the same wherever they are made. */
const refusals: readonly (readonly [string, string, Record<string, unknown>, object])[] = [
  ['no packageId for Add', 'dotnet_package', { action: 'Add' }, refused(required('packageId'))],
  [
    'a blank packageId for Install',
    'dotnet_tool',
    { action: 'Install', packageId: ' ' },
    refused(required('packageId')),
  ],
  ['no packageId for Update', 'dotnet_tool', { action: 'Update' }, refused(required('packageId'))],
  ['no packageId for Uninstall', 'dotnet_tool', { action: 'Uninstall' }, refused(required('packageId'))],
  ['a secret without a key', 'dotnet_dev_certs', { action: 'SecretsSet', value: 'v' }, refused(required('key'))],
  ['a secret without a value', 'dotnet_dev_certs', { action: 'SecretsSet', key: 'k' }, refused(required('value'))],
  ['an export to nowhere', 'dotnet_dev_certs', { action: 'CertificateExport' }, refused(required('path'))],
  [
    'no projects for a solution',
    'dotnet_solution',
    { action: 'Add', solution: 'S.sln', projects: [] },
    refused(required('projects')),
  ],
  [
    'no workloads to install',
    'dotnet_workload',
    { action: 'Install', workloadIds: [] },
    refused(required('workloadIds')),
  ],
  [
    'a cache nobody knows',
    'dotnet_package',
    { action: 'ClearCache', cacheType: 'disk' },
    refused(
      refusal(
        'cacheType',
        'invalid value',
        "Parameter 'cacheType' must be one of: all, http-cache, global-packages, temp, plugins-cache",
      ),
    ),
  ],
  [
    'a format of two',
    'dotnet_dev_certs',
    { action: 'CertificateExport', path: 'c', format: 'der' },
    refused(refusal('format', 'invalid value', "Parameter 'format' must be 'pfx' or 'pem'")),
  ],
  [
    'a file that is no project',
    'dotnet_project',
    { action: 'Build', project: 'App.txt' },
    refused(refusal('project', 'invalid extension', "Parameter 'project' has an unsupported extension")),
  ],
  [
    'two bad values',
    'dotnet_project',
    { action: 'Build', verbosity: 'loud', framework: 'netfoo' },
    refused(
      refusal(
        'framework',
        'invalid format',
        "Parameter 'framework' must be a target framework such as net10.0 or net10.0-windows",
      ),
      refusal(
        'verbosity',
        'invalid value',
        "Parameter 'verbosity' must be one of: q, quiet, m, minimal, n, normal, d, detailed, diag, diagnostic",
      ),
    ),
  ],
  [
    'a parameter that is misspelt',
    'dotnet_project',
    { action: 'Build', projct: 'App.csproj' },
    refused(
      refusal('projct', 'unknown', "Parameter 'projct' is not known for tool 'dotnet_project'", {
        didYouMean: 'project',
      }),
    ),
  ],
  [
    'a directory that is not there',
    'dotnet_project',
    { action: 'Build', workingDirectory: 'nowhere/at/all' },
    refused(refusal('workingDirectory', 'not found', 'Directory not found: nowhere/at/all')),
  ],
  [
    'a type that is wrong',
    'dotnet_package',
    { action: 'Search', searchTerm: 's', take: '3' },
    refused(refusal('take', 'invalid type', "Parameter 'take' must be an integer")),
  ],
  [
    'a number out of range',
    'dotnet_package',
    { action: 'Search', searchTerm: 's', take: 0 },
    refused(refusal('take', 'invalid value', "Parameter 'take' must be between 1 and 1000")),
  ],
  ['no action', 'dotnet_project', {}, refused(required('action'))],
  [
    'a drop of a database by accident',
    'dotnet_ef',
    { action: 'DatabaseDrop' },
    refused(
      refusal(
        'force',
        'required for safety',
        "Parameter 'force' is required for 'DatabaseDrop' unless 'dryRun' is true",
      ),
    ),
  ],
  ...(['-x', '@file'] as const).flatMap(
    bad =>
      [
        [`packageId ${bad}`, 'dotnet_package', { action: 'Add', packageId: bad }, refused(badStart('packageId'))],
        [`template ${bad}`, 'dotnet_project', { action: 'New', template: bad }, refused(badStart('template'))],
        [`name ${bad}`, 'dotnet_project', { action: 'New', template: 'web', name: bad }, refused(badStart('name'))],
        [`output ${bad}`, 'dotnet_project', { action: 'Build', output: bad }, refused(badStart('output'))],
        [`project ${bad}`, 'dotnet_project', { action: 'Build', project: bad }, refused(badStart('project'))],
        [`searchTerm ${bad}`, 'dotnet_package', { action: 'Search', searchTerm: bad }, refused(badStart('searchTerm'))],
      ] as const,
  ),
];

describe('a call that cannot be meant', () => {
  it.concurrent.each(refusals)('is refused for %s', async (_, tool, args, expected) => {
    expect(await fake.ask(tool, args)).toEqual(expected);
  });

  it.concurrent.each(refusals)(
    'is refused in the same words where there is no CLI, for %s',
    async (_, tool, args, expected) => {
      expect(await none.ask(tool, args)).toEqual(expected);
    },
  );

  it.concurrent('is answered with the existing actions and the most similar one', async () => {
    expect(await fake.ask('dotnet_project', { action: 'build', verbosity: 'loud' })).toEqual(
      refused({
        ...refusal('action', 'invalid value', "Invalid action 'build' is not supported. For tool 'dotnet_project'.", {
          providedValue: 'build',
          validActions: projectActions,
          didYouMean: 'Build',
        }),
        hint: `Valid actions are: ${projectActions}`,
      }),
    );
  });

  it.concurrent('is answered with the nine actions of dotnet_ef', async () => {
    const { errors } = await fake.ask('dotnet_ef', {
      action: 'InvalidAction',
      project: 'ProductApi/ProductApi.csproj',
    });
    expect(errors).toHaveLength(1);
    expect(errors![0]).toMatchObject({
      hint: `Valid actions are: ${efActions}`,
      data: { additionalData: { parameter: 'action', reason: 'invalid value', validActions: efActions } },
    });
  });

  it.concurrent.each([';', '&', '|', '$', '`', '<', '>', '\n'])(
    'is refused for options with %j, before any other value is looked at',
    async bad => {
      const { errors } = await fake.ask('dotnet_project', {
        action: 'New',
        template: '-web',
        additionalOptions: `--a b${bad} ls`,
      });
      expect(errors![0]).toEqual(
        refusal('additionalOptions', 'invalid characters', "Parameter 'additionalOptions' contains invalid characters"),
      );
    },
  );

  it('has started nothing', async () => {
    await Promise.all(refusals.map(([, tool, args]) => fake.ask(tool, args)));
    // What is not refused works in a scene.
    expect(fake.started().filter(each => each.cwd === fake.folder)).toEqual([]);
  });
});

describe('a call that may be meant', () => {
  it.concurrent.each<readonly [string, string, Record<string, unknown>, readonly string[]]>([
    ['a format in capitals', 'dotnet_dev_certs', { action: 'CertificateExport', path: 'c', format: 'PEM' }, ['pem']],
    ['a solution', 'dotnet_project', { action: 'Build', project: 'App.slnx' }, ['App.slnx']],
    ['an extension in capitals', 'dotnet_project', { action: 'Build', project: 'App.CSPROJ' }, ['App.CSPROJ']],
    ['a directory with a dot', 'dotnet_project', { action: 'Build', project: 'Foo.Bar' }, ['Foo.Bar']],
    ['a configuration of its own', 'dotnet_project', { action: 'Build', configuration: 'Staging' }, ['-c', 'Staging']],
    ['a runtime of its own', 'dotnet_project', { action: 'Publish', runtime: 'browser-wasm' }, ['-r', 'browser-wasm']],
    [
      'a framework of a platform',
      'dotnet_project',
      { action: 'Build', framework: 'net10.0-windows' },
      ['net10.0-windows'],
    ],
  ])('goes to the CLI with %s', async (_, tool, args, tokens) => {
    const scene = fake.scene();
    mkdirSync(join(scene.folder, 'Foo.Bar'));
    expect((await scene.ask(tool, args)).success).toBe(true);
    expect(scene.started()[0]!.argv).toEqual(expect.arrayContaining([...tokens]));
  });

  it.concurrent('is answered with the parameters that were ignored', async () => {
    const { metadata } = await fake
      .scene()
      .ask('dotnet_project', { action: 'Build', template: 'web', watchAction: 'run' });
    expect(metadata).toEqual({ ignoredParameters: 'template, watchAction' });
  });
});

describe('the fence of a root', async () => {
  const folder = realpathSync(temporaryFolder());
  mkdirSync(join(folder, 'inside/sub'), { recursive: true });
  symlinkSync('/etc', join(folder, 'inside/link'));
  const entry = { use: 'dotnet', root: join(folder, 'inside') };
  const path = join(folder, 'mcp.json');
  writeFileSync(path, JSON.stringify({ mcpServers: { fenced: entry } }));
  const server = await openServer({ source: 'fenced', env: { MCP_CONFIG_PATH: path } });
  const outside: readonly (readonly [string, string, Record<string, unknown>])[] = [
    ['project', 'dotnet_project', { action: 'Build', project: '../x.csproj' }],
    ['project', 'dotnet_project', { action: 'Build', project: 'link/x.csproj' }],
    ['project', 'dotnet_project', { action: 'Build', project: '/etc/x.csproj' }],
    ['projectPath', 'dotnet_project', { action: 'Analyze', projectPath: '../x.csproj' }],
    ['output', 'dotnet_project', { action: 'New', template: 'web', output: '../x' }],
    ['resultsDirectory', 'dotnet_project', { action: 'Test', resultsDirectory: 'link' }],
    ['configFile', 'dotnet_project', { action: 'Restore', configFile: '../x' }],
    ['source', 'dotnet_project', { action: 'Restore', source: '../x' }],
    ['workingDirectory', 'dotnet_project', { action: 'Build', workingDirectory: '..' }],
    ['workingDirectory', 'dotnet_tool', { action: 'List', workingDirectory: 'link' }],
    ['referencePath', 'dotnet_package', { action: 'AddReference', project: 'a.csproj', referencePath: '../b.csproj' }],
    ['solution', 'dotnet_solution', { action: 'List', solution: '../x.sln' }],
    ['projects', 'dotnet_solution', { action: 'Add', solution: 'x.sln', projects: ['a.csproj', '../b.csproj'] }],
    ['startupProject', 'dotnet_ef', { action: 'DbContextList', startupProject: '../x' }],
    ['outputDir', 'dotnet_ef', { action: 'MigrationsAdd', name: 'M', outputDir: '../x' }],
    ['toolPath', 'dotnet_tool', { action: 'Install', packageId: 'p', toolPath: '../x' }],
    ['templatePackage', 'dotnet_sdk', { action: 'InstallTemplatePack', templatePackage: '../x' }],
    [
      'globalJsonPath',
      'dotnet_sdk',
      { action: 'ConfigureGlobalJson', sdkVersion: '10.0.100', globalJsonPath: '../g.json' },
    ],
    ['path', 'dotnet_dev_certs', { action: 'CertificateExport', path: '../c.pfx' }],
  ];

  it.concurrent.each(outside)('refuses %s of %s %j', async (parameter, tool, args) => {
    const answer = await server.call(tool, { ...args, machineReadable: true });
    expect(faults(answer.envelope)).toEqual([`${parameter}: outside root`]);
    expect(answer.envelope.errors![0]).toMatchObject({ code: 'INVALID_PARAMS', category: 'Validation' });
    expect(answer.message.result!._meta!['io.concord/outcome']).toMatchObject({ problems: [{ kind: 'invalid_path' }] });
  });

  it('lets in what is inside, and is where calls work', async () => {
    expect((await server.ask('dotnet_project', { action: 'Build', project: 'sub/../a.csproj' })).success).toBe(true);
    expect(server.started().map(each => each.cwd)).toEqual([entry.root]);
  });
});
