import { flag, freeOption, option, pieces, value } from '../argv/parts.js';
import * as parameter from '../table/parameters.js';
import { announcing, names, targetOf, tool } from '../table/rows.js';
import type { Action, Arguments } from '../table/table.js';

const COMMAS = /,/;

const target = (args: Arguments, context = args.context): readonly string[] => [
  ...option('--project', args.project),
  ...option('--startup-project', args.startupProject),
  ...option('--context', context),
  ...option('--framework', args.framework),
  ...flag('--no-build', args.noBuild),
];

const connection = (args: Arguments) => freeOption('--connection', args.connection);

/** A row with what all of them take. `required` and `optional` are the action's own. */
function row(
  name: string,
  operation: string,
  required: readonly string[],
  optional: readonly string[],
  argv: (args: Arguments) => readonly string[],
  more: Partial<Action> = {},
): Action {
  return {
    name,
    required,
    optional: [...optional, ...names('project startupProject context framework noBuild')],
    argv: args => ['ef', ...argv(args)],
    time: 'restore',
    lock: { operation: `ef_${operation}`, rule: 'closure unless noBuild' },
    announcement: announcing(`Running ${name} for`),
    ...more,
  };
}

const contextList = row('DbContextList', 'dbcontext_list', [], [], args => ['dbcontext', 'list', ...target(args, '')]);

const actions: readonly Action[] = [
  row('MigrationsAdd', 'migrations_add', ['name'], ['outputDir'], args => [
    'migrations',
    'add',
    ...value(args.name),
    ...target(args),
    ...option('--output-dir', args.outputDir),
  ]),
  row('MigrationsList', 'migrations_list', [], names('connection noConnect'), args => [
    'migrations',
    'list',
    ...target(args),
    ...connection(args),
    ...flag('--no-connect', args.noConnect),
  ]),
  row('MigrationsRemove', 'migrations_remove', [], ['force'], args => [
    'migrations',
    'remove',
    ...target(args),
    ...flag('--force', args.force),
  ]),
  row('MigrationsScript', 'migrations_script', [], names('from to output idempotent'), args => [
    'migrations',
    'script',
    // Where it ends is the second argument, and `0` is before the first migration.
    ...value(args.from ?? (args.to === undefined ? undefined : '0')),
    ...value(args.to),
    ...target(args),
    ...option('--output', args.output),
    ...flag('--idempotent', args.idempotent),
  ]),
  row('DatabaseUpdate', 'database_update', [], names('migration connection'), args => [
    'database',
    'update',
    ...value(args.migration),
    ...target(args),
    ...connection(args),
  ]),
  row(
    'DatabaseDrop',
    'database_drop',
    [],
    names('force dryRun'),
    args => ['database', 'drop', ...target(args), ...flag('--force', args.force), ...flag('--dry-run', args.dryRun)],
    {
      confirm: args =>
        args.dryRun === true ? undefined : `Drop the database that ${targetOf(args)} is configured for?`,
      between: [
        {
          parameter: 'force',
          reason: 'required for safety',
          message: "Parameter 'force' is required for 'DatabaseDrop' unless 'dryRun' is true",
          broken: args => args.force !== true && args.dryRun !== true,
        },
      ],
    },
  ),
  { ...contextList, optional: contextList.optional.filter(name => name !== 'context') },
  row('DbContextInfo', 'dbcontext_info', [], [], args => ['dbcontext', 'info', ...target(args)]),
  row(
    'DbContextScaffold',
    'dbcontext_scaffold',
    names('connection provider'),
    names('outputDir contextDir tables schemas useDatabaseNames dataAnnotations noOnConfiguring force'),
    args => [
      'dbcontext',
      'scaffold',
      ...value(args.connection),
      ...value(args.provider),
      ...target(args),
      ...option('--output-dir', args.outputDir),
      ...option('--context-dir', args.contextDir),
      ...pieces(args.tables, COMMAS).flatMap(name => ['--table', name]),
      ...pieces(args.schemas, COMMAS).flatMap(name => ['--schema', name]),
      ...flag('--use-database-names', args.useDatabaseNames),
      ...flag('--data-annotations', args.dataAnnotations),
      ...flag('--no-onconfiguring', args.noOnConfiguring),
      ...flag('--force', args.force),
    ],
  ),
];

/** `dotnet_ef`. */
export const ef = tool({
  name: 'dotnet_ef',
  title: 'Entity Framework Core',
  description: 'Migrations, databases and contexts of Entity Framework Core. Needs the tool dotnet-ef.',
  destructive: true,
  parameters: [
    parameter.text('name', 'Name of the migration.'),
    parameter.path('outputDir', 'Folder for the files, relative to the project.'),
    parameter.text('from', 'Migration to start after; 0 is the beginning.'),
    parameter.text('to', 'Migration to end with.'),
    parameter.path('output', 'File to write the script to.'),
    parameter.flag('idempotent', 'The script can be run on a database at any migration.'),
    parameter.text('migration', 'Migration to update to; 0 reverts all.'),
    parameter.text('connection', 'Connection string, or Name= and the name of one.', { token: ['DbContextScaffold'] }),
    parameter.text('provider', 'Package of the database provider, such as Microsoft.EntityFrameworkCore.Sqlite.'),
    parameter.path('contextDir', 'Folder for the context, relative to the project.'),
    parameter.text('tables', 'Tables to include, separated by commas.', { splitAt: COMMAS }),
    parameter.text('schemas', 'Schemas to include, separated by commas.', { splitAt: COMMAS }),
    parameter.flag('useDatabaseNames', 'Keeps the names of the database.'),
    parameter.flag('dataAnnotations', 'Uses attributes where it can.'),
    parameter.flag('noOnConfiguring', 'Leaves the connection out of the context.'),
    parameter.shared.project,
    parameter.path('startupProject', 'Path of the project that is started.', { rule: 'project' }),
    parameter.text('context', 'Name of the DbContext.'),
    parameter.shared.framework,
    parameter.shared.force,
    parameter.shared.noBuild,
    parameter.flag('dryRun', 'Only says which database would be dropped.'),
    parameter.flag('noConnect', 'Does not connect to the database.'),
    ...parameter.diagnosing,
  ],
  actions,
});
