import { describe, expect, it } from 'vitest';
import { timeoutOf, timeouts } from '../check/timeouts.js';
import { type Action, actionFor, type ToolTable } from '../table/table.js';
import { tools } from './index.js';

const rows: readonly (readonly [string, ToolTable, Action])[] = tools.flatMap(tool =>
  (tool.only ? [tool.only] : tool.actions).map(action => [`${tool.name} ${action.name}`, tool, action] as const),
);

const row = (name: string) => rows.find(each => each[0] === `dotnet_${name}`)![2];
const having = (field: keyof Action) =>
  rows.filter(each => each[2][field]).map(each => each[0].slice('dotnet_'.length));

/** Every action that writes, which holds locks while it does. */
const locking = `project: New Restore Build Run Test Publish Clean Pack Watch Format SetProperty RemoveProperty AddItem RemoveItem
package: Add Remove Update List AddReference RemoveReference ClearCache
solution: Create Add Remove
ef: MigrationsAdd MigrationsList MigrationsRemove MigrationsScript DatabaseUpdate DatabaseDrop DbContextList DbContextInfo DbContextScaffold
workload: Install Update Uninstall
tool: Install Update Uninstall Restore CreateManifest
sdk: InstallTemplatePack UninstallTemplatePack ConfigureGlobalJson
dev_certs: CertificateTrust CertificateClean CertificateExport SecretsInit SecretsSet SecretsRemove SecretsClear`;

const spread = (text: string) =>
  text.split('\n').flatMap(line =>
    line
      .split(': ')[1]!
      .split(' ')
      .map(name => `${line.split(': ')[0]} ${name}`),
  );

describe('the tables', () => {
  it('list twelve tools and their actions', () => {
    expect(tools.map(tool => [tool.name, tool.actions.map(each => each.name).join(' ')])).toEqual([
      [
        'dotnet_project',
        'New Restore Build Run Test Publish Clean Analyze Dependencies Validate Pack Watch Format Stop Logs ListSessions ListTemplateOptions SetProperty GetProperty RemoveProperty AddItem RemoveItem ListItems',
      ],
      ['dotnet_package', 'Add Remove Search Update List AddReference RemoveReference ListReferences ClearCache'],
      ['dotnet_solution', 'Create Add List Remove Analyze Dependencies Validate'],
      [
        'dotnet_ef',
        'MigrationsAdd MigrationsList MigrationsRemove MigrationsScript DatabaseUpdate DatabaseDrop DbContextList DbContextInfo DbContextScaffold',
      ],
      ['dotnet_workload', 'List Info Search Install Update Uninstall'],
      ['dotnet_tool', 'Install List Update Uninstall Restore CreateManifest Search Run'],
      [
        'dotnet_sdk',
        'Version Info ListSdks ListRuntimes ListTemplates SearchTemplates TemplateInfo ClearTemplateCache ListTemplatePacks InstallTemplatePack UninstallTemplatePack FrameworkInfo CacheMetrics ConfigureGlobalJson',
      ],
      [
        'dotnet_dev_certs',
        'CertificateTrust CertificateCheck CertificateClean CertificateExport SecretsInit SecretsSet SecretsList SecretsRemove SecretsClear',
      ],
      ['dotnet_help', ''],
      ['dotnet_server_capabilities', ''],
      ['dotnet_server_info', ''],
      ['dotnet_server_metrics', 'Get Reset'],
    ]);
  });

  it.each(rows)('%s names parameters its tool has, and each of them once', (_, tool, action) => {
    const known = tool.parameters.map(each => each.name);
    const used = [...action.required, ...action.optional];
    expect(used.filter(name => !known.includes(name))).toEqual([]);
    expect(new Set(used).size).toBe(used.length);
    expect((action.between ?? []).filter(rule => !used.includes(rule.parameter))).toEqual([]);
  });

  it('have no parameter that nothing uses, and none twice', () => {
    for (const tool of tools) {
      const known = tool.parameters.map(each => each.name);
      expect(new Set(known).size).toBe(known.length);
      expect(tool.parameters.filter(each => each.description.startsWith(': '))).toEqual([]);
    }
  });

  it('say what writes, what needs the network, what destroys, and what is data', () => {
    expect(having('lock')).toEqual(expect.arrayContaining(spread(locking)));
    expect(having('lock')).toHaveLength(spread(locking).length);
    expect(having('network').sort()).toEqual(
      spread(
        'package: Add List Search Update\nproject: Restore\nsdk: InstallTemplatePack\ntool: Install Restore Search Update\nworkload: Install Update',
      ),
    );
    expect(having('confirm').sort()).toEqual(
      spread(
        'dev_certs: CertificateClean SecretsClear\nef: DatabaseDrop\npackage: ClearCache\nproject: Clean\nsdk: UninstallTemplatePack\nsolution: Remove\ntool: Uninstall\nworkload: Uninstall',
      ),
    );
    expect(having('data').sort()).toEqual(
      spread(
        'package: List ListReferences\nproject: AddItem Analyze Dependencies GetProperty ListItems ListSessions RemoveItem RemoveProperty SetProperty Validate\nsdk: CacheMetrics ClearTemplateCache ConfigureGlobalJson FrameworkInfo ListTemplates SearchTemplates\nserver_capabilities: Capabilities\nserver_metrics: Get Reset\nsolution: Analyze Dependencies List Validate',
      ),
    );
  });

  it('announce every command, with no argument but what it is about', () => {
    const args = Object.fromEntries(tools.flatMap(tool => tool.parameters.map(each => [each.name, 'SECRET'])));
    for (const [name, , action] of rows) {
      if (action.argv) expect(action.announcement, name).toBeDefined();
      expect(action.announcement?.({ ...args, project: 'A.csproj', solution: 'S.sln' }) ?? '').not.toContain('SECRET');
    }
    expect(row('project Restore').announcement!({ project: 'App.csproj' })).toBe('Restoring App.csproj');
    expect(row('project Build').announcement!({})).toBe('Building the project in the working directory');
  });

  it('ask before they destroy, naming what and where', () => {
    expect(row('project Clean').confirm!({ project: 'App.csproj' })).toBe('Delete the build output of App.csproj?');
    expect(row('solution Remove').confirm!({ solution: 'S.sln', projects: ['A', 'B'] })).toBe(
      'Remove A, B from S.sln?',
    );
    expect(row('ef DatabaseDrop').confirm!({ force: true })).toContain('Drop the database');
    expect(row('ef DatabaseDrop').confirm!({ force: true, dryRun: true })).toBeUndefined();
  });

  it('give a secret by stdin', () => {
    expect(row('dev_certs SecretsSet').stdin!({ key: 'a"b', value: 'x\ny' })).toBe('{"a\\"b":"x\\ny"}');
    expect(having('stdin')).toEqual(['dev_certs SecretsSet']);
  });

  it('change with their arguments where they must', () => {
    const run = row('project Run');
    expect(actionFor(run, {})).toBe(run);
    const background = actionFor(run, {
      startMode: 'Background',
      project: 'A',
      configuration: 'R',
      framework: 'net10.0',
    });
    expect(background).toMatchObject({ session: 'run', time: 'build', lock: { operation: 'build', rule: 'closure' } });
    expect(background.before!({ project: 'A', configuration: 'R', framework: 'net10.0', appArgs: 'x' })).toEqual(
      'build A -c R -f net10.0'.split(' '),
    );
    const unbuilt = actionFor(run, { startMode: 'Background', noBuild: true });
    expect(Object.keys(unbuilt)).not.toContain('before');
    expect(Object.keys(unbuilt)).not.toContain('lock');
    expect(actionFor(row('sdk SearchTemplates'), { online: true })).toMatchObject({ network: true });
    expect(actionFor(row('sdk SearchTemplates'), { online: true }).data).toBeUndefined();
    expect(row('project Watch').session).toBe('watch');
  });

  it('have their deadlines', () => {
    const seconds = (name: string) => timeoutOf(row(name), {}) / 1_000;
    expect(['sdk Version', 'project Analyze', 'package Search'].map(seconds)).toEqual([60, 60, 60]);
    expect(['project New', 'solution Add', 'dev_certs SecretsSet', 'package AddReference'].map(seconds)).toEqual([
      120, 120, 120, 120,
    ]);
    expect(
      ['project Run', 'project Clean', 'project Format', 'package Add', 'package List', 'tool Run'].map(seconds),
    ).toEqual([300, 300, 300, 300, 300, 300]);
    expect(['project Restore', 'ef DbContextInfo'].map(seconds)).toEqual([600, 600]);
    expect(['project Build', 'project Publish', 'project Pack'].map(seconds)).toEqual([900, 900, 900]);
    expect(['project Test', 'workload Install', 'workload Update', 'workload Uninstall'].map(seconds)).toEqual([
      1800, 1800, 1800, 1800,
    ]);
    expect(timeoutOf(row('project Test'), { timeoutMs: 1_000 })).toBe(1_000);
    expect(Object.keys(timeouts)).toHaveLength(7);
  });
});
