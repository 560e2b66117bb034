import { describe, expect, it } from 'vitest';
import { commandLine } from '../argv/command-line.js';
import { check } from '../check/check.js';
import { tools } from './index.js';
import type { ArgvFacts } from './table.js';

const context = { workingDirectory: process.cwd(), forbidUnsafeOutput: false };
const facts: ArgvFacts = { binlog: '/private/1.binlog' };

/** What follows `dotnet` for a call that passes the check. */
function lineOf(tool: string, action: string, args: object, given: ArgvFacts = facts): string {
  const table = tools.find(each => each.name === `dotnet_${tool}`)!;
  const checked = check(table, table.only ? args : { action, ...args }, context);
  if ('problems' in checked) throw new Error(checked.problems.map(each => each.message).join('\n'));
  expect(checked.ignored).toEqual([]);
  return commandLine(checked.action.argv!(checked.args, given)).slice('dotnet '.length);
}

const p = { project: 'A/A.csproj' };
const target = { ...p, startupProject: 'W', context: 'Db', framework: 'net10.0', noBuild: true };
const T = '--project A/A.csproj --startup-project W --context Db --framework net10.0 --no-build';

/** Tool, action, arguments, argv: each action bare, and with all its parameters. */
const rows: readonly (readonly [string, string, object, string])[] = [
  ['project', 'New', { template: 'webapi' }, 'new webapi'],
  [
    'project',
    'New',
    { template: 'webapi', name: 'N', output: 'out', framework: 'net10.0', additionalOptions: ' --auth  None\t--x=1 ' },
    'new webapi -n N -o out --framework net10.0 --auth None --x=1',
  ],
  ['project', 'Restore', {}, 'restore'],
  [
    'project',
    'Restore',
    {
      ...p,
      verbosity: 'q',
      source: 'S',
      lockedMode: true,
      configFile: 'n.config',
      properties: { A: 'x;y', B: '1,2%' },
    },
    'restore A/A.csproj -v q --source S --locked-mode --configfile n.config -p:A=x%3By -p:B=1%2C2%25',
  ],
  ['project', 'Build', {}, 'build'],
  [
    'project',
    'Build',
    {
      ...p,
      configuration: 'Release',
      framework: 'net10.0',
      noRestore: true,
      verbosity: 'm',
      output: 'o',
      binlog: true,
      properties: { A: 'b' },
    },
    'build A/A.csproj -c Release -f net10.0 --no-restore -v m -o o -bl:/private/1.binlog -p:A=b',
  ],
  ['project', 'Run', {}, 'run'],
  [
    'project',
    'Run',
    {
      ...p,
      configuration: 'Release',
      framework: 'net10.0',
      noBuild: true,
      appArgs: '--a "b c" d',
      startMode: 'Foreground',
      waitFor: 'x',
      waitTimeoutMs: 1,
    },
    'run --project A/A.csproj -c Release -f net10.0 --no-build -- --a "b c" d',
  ],
  ['project', 'Run', { project: 'app.cs' }, 'run --file app.cs'],
  ['project', 'Run', { startMode: 'Background' }, 'run --no-build'],
  [
    'project',
    'Run',
    { ...p, startMode: 'Background', configuration: 'R', framework: 'net9.0', appArgs: 'x' },
    'run --project A/A.csproj -c R -f net9.0 --no-build -- x',
  ],
  ['project', 'Test', {}, 'test'],
  [
    'project',
    'Test',
    {
      ...p,
      configuration: 'Release',
      filter: 'A|B',
      collect: 'XPlat Code Coverage',
      resultsDirectory: 'r',
      logger: 'console',
      noBuild: true,
      noRestore: true,
      verbosity: 'n',
      framework: 'net10.0',
      blame: true,
      listTests: true,
      properties: { A: 'b' },
      testRunner: 'VSTest',
      useLegacyProjectArgument: true,
    },
    'test A/A.csproj -c Release --filter "A|B" --collect "XPlat Code Coverage" --results-directory r --logger console --logger trx --no-build --no-restore --verbosity n --framework net10.0 --blame --list-tests -p:A=b',
  ],
  ['project', 'Test', { logger: 'trx;LogFileName=a.trx' }, 'test --logger "trx;LogFileName=a.trx"'],
  ['project', 'Publish', {}, 'publish'],
  [
    'project',
    'Publish',
    {
      ...p,
      configuration: 'R',
      output: 'o',
      runtime: 'linux-x64',
      framework: 'net10.0',
      noRestore: true,
      noBuild: true,
      selfContained: true,
      verbosity: 'q',
      binlog: true,
      properties: { A: 'b' },
    },
    'publish A/A.csproj -c R -o o -r linux-x64 -f net10.0 --no-restore --no-build --self-contained true -v q -bl:/private/1.binlog -p:A=b',
  ],
  [
    'project',
    'Publish',
    { selfContained: false, arch: 'arm64', os: 'linux' },
    'publish --self-contained false --arch arm64 --os linux',
  ],
  ['project', 'Clean', {}, 'clean'],
  [
    'project',
    'Clean',
    { ...p, configuration: 'R', framework: 'net10.0', verbosity: 'q', confirmed: true },
    'clean A/A.csproj -c R -f net10.0 -v q',
  ],
  ['project', 'Pack', {}, 'pack'],
  [
    'project',
    'Pack',
    {
      ...p,
      configuration: 'R',
      output: 'o',
      noRestore: true,
      noBuild: true,
      includeSymbols: true,
      includeSource: true,
      binlog: true,
      properties: { A: 'b' },
    },
    'pack A/A.csproj -c R -o o --no-restore --no-build --include-symbols --include-source -bl:/private/1.binlog -p:A=b',
  ],
  ['project', 'Format', {}, 'format'],
  [
    'project',
    'Format',
    { ...p, verify: true, includeGenerated: true, diagnostics: 'CA1822,IDE0055', severity: 'WARN' },
    'format A/A.csproj --verify-no-changes --include-generated --diagnostics CA1822 IDE0055 --severity warn',
  ],
  ['project', 'Watch', { watchAction: 'run' }, 'watch run'],
  [
    'project',
    'Watch',
    {
      ...p,
      watchAction: 'run',
      noHotReload: true,
      appArgs: 'a',
      startMode: 'Background',
      waitFor: 'x',
      waitTimeoutMs: 0,
    },
    'watch --project A/A.csproj run --no-hot-reload -- a',
  ],
  ['project', 'Watch', { ...p, watchAction: 'Test', filter: 'A' }, 'watch --project A/A.csproj test --filter A'],
  ['project', 'Watch', { watchAction: 'build', configuration: 'R' }, 'watch build -c R'],
  ['project', 'ListTemplateOptions', { template: 'console' }, 'new console --help'],

  ['package', 'Add', { packageId: 'P' }, 'add package P'],
  [
    'package',
    'Add',
    { ...p, packageId: 'P', version: '1.0.0', source: 'S', framework: 'net10.0' },
    'add A/A.csproj package P --version 1.0.0 --source S --framework net10.0',
  ],
  ['package', 'Add', { packageId: 'P', prerelease: true }, 'add package P --prerelease'],
  ['package', 'Update', { packageId: 'P' }, 'add package P'],
  ['package', 'Update', { packageId: 'P', version: '[1.0, 2.0)' }, 'add package P --version "[1.0, 2.0)"'],
  [
    'package',
    'Update',
    { ...p, packageId: 'P', prerelease: true, source: 'S', framework: 'net10.0' },
    'add A/A.csproj package P --prerelease --source S --framework net10.0',
  ],
  ['package', 'Remove', { packageId: 'P' }, 'remove package P'],
  ['package', 'Remove', { ...p, packageId: 'P' }, 'remove A/A.csproj package P'],
  ['package', 'Search', { searchTerm: 'two words' }, 'package search "two words"'],
  [
    'package',
    'Search',
    { searchTerm: 's', take: 3, skip: 0, prerelease: true, exactMatch: true, source: 'S' },
    'package search s --take 3 --skip 0 --prerelease --exact-match --source S',
  ],
  ['package', 'List', {}, 'list package --format json'],
  [
    'package',
    'List',
    {
      ...p,
      outdated: true,
      includeTransitive: true,
      prerelease: true,
      framework: 'net10.0',
      source: 'S',
      filter: 'x',
      maxResults: 3,
    },
    'list A/A.csproj package --outdated --include-transitive --include-prerelease --framework net10.0 --source S --format json',
  ],
  ['package', 'List', { deprecated: true, prerelease: true }, 'list package --deprecated --format json'],
  ['package', 'List', { vulnerable: true }, 'list package --vulnerable --format json'],
  ['package', 'AddReference', { ...p, referencePath: 'B.csproj' }, 'add A/A.csproj reference B.csproj'],
  ['package', 'RemoveReference', { ...p, referencePath: 'B.csproj' }, 'remove A/A.csproj reference B.csproj'],
  ['package', 'ListReferences', {}, 'list reference'],
  ['package', 'ListReferences', p, 'list A/A.csproj reference'],
  ['package', 'ClearCache', {}, 'nuget locals all --clear'],
  ['package', 'ClearCache', { cacheType: 'HTTP-cache', confirmed: true }, 'nuget locals http-cache --clear'],

  ['solution', 'Create', { name: 'S' }, 'new sln -n S --format sln'],
  ['solution', 'Create', { name: 'S', output: 'o', format: 'slnx' }, 'new sln -n S -o o --format slnx'],
  ['solution', 'Add', { solution: 'S.slnx', projects: ['A', 'B'] }, 'sln S.slnx add A B'],
  ['solution', 'Remove', { solution: 'S.sln', projects: ['A', 'B'], confirmed: true }, 'sln S.sln remove A B'],
  ['solution', 'List', { solution: 'S.sln' }, 'sln S.sln list'],

  ['ef', 'MigrationsAdd', { name: 'M' }, 'ef migrations add M'],
  ['ef', 'MigrationsAdd', { name: 'M', ...target, outputDir: 'd' }, `ef migrations add M ${T} --output-dir d`],
  ['ef', 'MigrationsList', {}, 'ef migrations list'],
  [
    'ef',
    'MigrationsList',
    { ...target, connection: 'C', noConnect: true },
    `ef migrations list ${T} --connection C --no-connect`,
  ],
  ['ef', 'MigrationsRemove', {}, 'ef migrations remove'],
  ['ef', 'MigrationsRemove', { ...target, force: true }, `ef migrations remove ${T} --force`],
  ['ef', 'MigrationsScript', {}, 'ef migrations script'],
  ['ef', 'MigrationsScript', { to: 'B' }, 'ef migrations script 0 B'],
  ['ef', 'MigrationsScript', { from: 'A' }, 'ef migrations script A'],
  [
    'ef',
    'MigrationsScript',
    { from: 'A', to: 'B', ...target, output: 'o.sql', idempotent: true },
    `ef migrations script A B ${T} --output o.sql --idempotent`,
  ],
  ['ef', 'DatabaseUpdate', {}, 'ef database update'],
  [
    'ef',
    'DatabaseUpdate',
    { migration: 'M', ...target, connection: '-C' },
    `ef database update M ${T} --connection=-C`,
  ],
  ['ef', 'DatabaseDrop', { dryRun: true }, 'ef database drop --dry-run'],
  [
    'ef',
    'DatabaseDrop',
    { ...target, force: true, dryRun: true, confirmed: true },
    `ef database drop ${T} --force --dry-run`,
  ],
  ['ef', 'DbContextList', {}, 'ef dbcontext list'],
  [
    'ef',
    'DbContextList',
    { ...p, startupProject: 'W', framework: 'net10.0', noBuild: true },
    'ef dbcontext list --project A/A.csproj --startup-project W --framework net10.0 --no-build',
  ],
  ['ef', 'DbContextInfo', {}, 'ef dbcontext info'],
  ['ef', 'DbContextInfo', target, `ef dbcontext info ${T}`],
  ['ef', 'DbContextScaffold', { connection: 'C', provider: 'P' }, 'ef dbcontext scaffold C P'],
  [
    'ef',
    'DbContextScaffold',
    {
      connection: 'C',
      provider: 'P',
      ...target,
      outputDir: 'd',
      contextDir: 'c',
      tables: 'a, b,',
      schemas: 's',
      useDatabaseNames: true,
      dataAnnotations: true,
      noOnConfiguring: true,
      force: true,
    },
    `ef dbcontext scaffold C P ${T} --output-dir d --context-dir c --table a --table b --schema s --use-database-names --data-annotations --no-onconfiguring --force`,
  ],

  ['workload', 'List', {}, 'workload list'],
  ['workload', 'Info', {}, 'workload --info'],
  ['workload', 'Search', {}, 'workload search'],
  ['workload', 'Search', { searchTerm: 's' }, 'workload search s'],
  ['workload', 'Install', { workloadIds: ['a'] }, 'workload install a'],
  [
    'workload',
    'Install',
    { workloadIds: ['a', 'b'], skipManifestUpdate: true, includePreviews: true, source: 'S', configFile: 'f' },
    'workload install a b --skip-manifest-update --include-previews --source S --configfile f',
  ],
  ['workload', 'Update', {}, 'workload update'],
  [
    'workload',
    'Update',
    { includePreviews: true, source: 'S', configFile: 'f' },
    'workload update --include-previews --source S --configfile f',
  ],
  ['workload', 'Uninstall', { workloadIds: ['a', 'b'], confirmed: true }, 'workload uninstall a b'],

  ['tool', 'Install', { packageId: 'P' }, 'tool install P'],
  [
    'tool',
    'Install',
    { packageId: 'P', global: true, version: '1.0', framework: 'net10.0' },
    'tool install P --global --version 1.0 --framework net10.0',
  ],
  ['tool', 'Install', { packageId: 'P', toolPath: 't' }, 'tool install P --tool-path t'],
  ['tool', 'List', {}, 'tool list'],
  ['tool', 'List', { global: true }, 'tool list --global'],
  ['tool', 'Update', { packageId: 'P' }, 'tool update P'],
  ['tool', 'Update', { packageId: 'P', global: true, version: '1.0' }, 'tool update P --global --version 1.0'],
  ['tool', 'Uninstall', { packageId: 'P' }, 'tool uninstall P'],
  ['tool', 'Uninstall', { packageId: 'P', global: true, confirmed: true }, 'tool uninstall P --global'],
  ['tool', 'Restore', {}, 'tool restore'],
  ['tool', 'CreateManifest', {}, 'new tool-manifest -o .config'],
  ['tool', 'CreateManifest', { output: './-x/', force: true }, 'new tool-manifest -o ./-x/.config --force'],
  ['tool', 'Search', { searchTerm: 's' }, 'tool search s'],
  [
    'tool',
    'Search',
    { searchTerm: 's', detail: true, take: 1, skip: 2, prerelease: true },
    'tool search s --detail --take 1 --skip 2 --prerelease',
  ],
  ['tool', 'Run', { toolName: 'dotnet-ef' }, 'tool run dotnet-ef'],
  ['tool', 'Run', { toolName: 'x', args: '--a b' }, 'tool run x -- --a b'],

  ['sdk', 'Version', {}, '--version'],
  ['sdk', 'Info', {}, '--info'],
  ['sdk', 'ListSdks', {}, '--list-sdks'],
  ['sdk', 'ListRuntimes', {}, '--list-runtimes'],
  [
    'sdk',
    'ListTemplates',
    { filter: 'x', maxResults: 2, forceReload: true },
    'new list --columns author --columns language --columns type --columns tags',
  ],
  [
    'sdk',
    'SearchTemplates',
    { searchTerm: 'x', maxResults: 2, forceReload: true },
    'new list --columns author --columns language --columns type --columns tags',
  ],
  ['sdk', 'SearchTemplates', { searchTerm: 'x', online: true }, 'new search x'],
  ['sdk', 'TemplateInfo', { templateShortName: 'console' }, 'new console --help'],
  ['sdk', 'ListTemplatePacks', {}, 'new uninstall'],
  ['sdk', 'InstallTemplatePack', { templatePackage: 'P' }, 'new install P'],
  [
    'sdk',
    'InstallTemplatePack',
    { templatePackage: 'P::1.0', nugetSource: 'S', interactive: true, force: true },
    'new install P@1.0 --nuget-source S --interactive --force',
  ],
  ['sdk', 'InstallTemplatePack', { templatePackage: 'P', templateVersion: '2.0' }, 'new install P@2.0'],
  ['sdk', 'InstallTemplatePack', { templatePackage: './' }, 'new install ./'],
  ['sdk', 'UninstallTemplatePack', { templatePackage: 'P', confirmed: true }, 'new uninstall P'],

  ['dev_certs', 'CertificateTrust', {}, 'dev-certs https --trust'],
  ['dev_certs', 'CertificateCheck', {}, 'dev-certs https --check'],
  ['dev_certs', 'CertificateCheck', { trust: true }, 'dev-certs https --check --trust'],
  ['dev_certs', 'CertificateClean', { confirmed: true }, 'dev-certs https --clean'],
  ['dev_certs', 'CertificateExport', { path: 'c.pfx' }, 'dev-certs https --export-path c.pfx'],
  [
    'dev_certs',
    'CertificateExport',
    { path: 'c', format: 'PEM', password: '-s' },
    'dev-certs https --export-path c --format pem --password=-s',
  ],
  [
    'dev_certs',
    'CertificateExport',
    { path: 'c', format: 'pem', noPassword: true },
    'dev-certs https --export-path c --format pem --no-password',
  ],
  ['dev_certs', 'SecretsInit', {}, 'user-secrets init'],
  ['dev_certs', 'SecretsInit', p, 'user-secrets init --project A/A.csproj'],
  ['dev_certs', 'SecretsSet', { key: '-k', value: '-v\n' }, 'user-secrets set'],
  ['dev_certs', 'SecretsSet', { ...p, key: 'k', value: 'v' }, 'user-secrets set --project A/A.csproj'],
  ['dev_certs', 'SecretsList', p, 'user-secrets list --project A/A.csproj'],
  ['dev_certs', 'SecretsRemove', { ...p, key: 'a:b' }, 'user-secrets remove a:b --project A/A.csproj'],
  ['dev_certs', 'SecretsClear', { ...p, confirmed: true }, 'user-secrets clear --project A/A.csproj'],

  ['help', 'Help', {}, '--help'],
  ['help', 'Help', { command: ' new  install ' }, 'new install --help'],
];

describe('the command lines', () => {
  it.each(rows)('dotnet_%s %s %j', (tool, action, args, expected) => {
    expect(lineOf(tool, action, args)).toBe(expected);
  });

  it('are shown for every action that has one, and with every parameter it takes', () => {
    for (const tool of tools)
      for (const action of tool.only ? [tool.only] : tool.actions) {
        if (!action.argv) continue;
        const shown = rows.filter(([name, each]) => `dotnet_${name}` === tool.name && each === action.name);
        const given = new Set(shown.flatMap(([, , args]) => Object.keys(args)));
        expect(
          [...action.required, ...action.optional].filter(name => !given.has(name)),
          action.name,
        ).toEqual([]);
      }
  });

  it('are those the contract prints for its calls', () => {
    const api = { project: 'ProductApi/ProductApi.csproj' };
    const members = ['ProductApi/ProductApi.csproj', 'ProductApi.Tests/ProductApi.Tests.csproj'];
    expect(lineOf('project', 'New', { template: 'webapi', name: 'ProductApi', framework: 'net10.0' })).toBe(
      'new webapi -n ProductApi --framework net10.0',
    );
    expect(lineOf('project', 'Build', { ...api, configuration: 'Release' })).toBe(
      'build ProductApi/ProductApi.csproj -c Release',
    );
    expect(lineOf('package', 'Search', { searchTerm: 'serilog', take: 3 })).toBe('package search serilog --take 3');
    expect(lineOf('package', 'Add', { ...api, packageId: 'Serilog.AspNetCore' })).toBe(
      'add ProductApi/ProductApi.csproj package Serilog.AspNetCore',
    );
    expect(lineOf('ef', 'MigrationsAdd', { ...api, name: 'InitialCreate' })).toBe(
      'ef migrations add InitialCreate --project ProductApi/ProductApi.csproj',
    );
    expect(lineOf('solution', 'Add', { solution: 'MyApp.slnx', projects: members })).toBe(
      `sln MyApp.slnx add ${members.join(' ')}`,
    );
  });

  it('leave a binary log where the CLI puts it when nobody says where', () => {
    expect(lineOf('project', 'Build', { binlog: true }, {})).toBe('build -bl');
  });

  it("give the platform's runner its own options", () => {
    const platform = {
      runner: 'microsoft-testing-platform',
      trxOption: '--report-trx',
      filterOption: '--treenode-filter',
    } as const;
    const args = {
      configuration: 'R',
      noBuild: true,
      noRestore: true,
      verbosity: 'q',
      framework: 'net10.0',
      listTests: true,
      resultsDirectory: 'r',
      collect: 'x',
      filter: 'f',
      properties: { A: 'b' },
    };
    const rest =
      '-c R --no-build --no-restore --verbosity q --framework net10.0 --list-tests --results-directory r --report-trx --coverage --treenode-filter f -p:A=b';
    expect(lineOf('project', 'Test', { ...p, ...args }, { test: platform })).toBe(`test --project A/A.csproj ${rest}`);
    expect(lineOf('project', 'Test', { project: 'S.slnx', ...args }, { test: platform })).toBe(
      `test --solution S.slnx ${rest}`,
    );
    const bare = { test: { runner: 'microsoft-testing-platform' } } as const;
    expect(lineOf('project', 'Test', {}, bare)).toBe('test');
    expect(lineOf('project', 'Test', { filter: 'f' }, bare)).toBe('test --filter f');
  });
});
