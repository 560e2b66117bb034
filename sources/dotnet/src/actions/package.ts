import { flag, option, value } from '../argv/parts.js';
import * as parameter from '../table/parameters.js';
import { announcing, conflict, names, saying, tool } from '../table/rows.js';
import type { Action, Arguments } from '../table/table.js';

const { shared } = parameter;

const add = (args: Arguments): readonly string[] => [
  'add',
  ...value(args.project),
  'package',
  ...value(args.packageId),
  ...option('--version', args.version),
  ...flag('--prerelease', args.prerelease),
  ...option('--source', args.source),
  ...option('--framework', args.framework),
];

const adding: Omit<Action, 'name'> = {
  required: ['packageId'],
  optional: names('project version prerelease source framework'),
  argv: add,
  time: 'run',
  network: true,
  between: [conflict('version', 'prerelease')],
};

const actions: readonly Action[] = [
  {
    ...adding,
    name: 'Add',
    lock: { operation: 'package_add', rule: 'project' },
    announcement: announcing('Adding a package to'),
  },
  {
    name: 'Remove',
    required: ['packageId'],
    optional: ['project'],
    argv: args => ['remove', ...value(args.project), 'package', ...value(args.packageId)],
    time: 'run',
    lock: { operation: 'package_remove', rule: 'project' },
    announcement: announcing('Removing a package from'),
  },
  {
    name: 'Search',
    required: ['searchTerm'],
    optional: names('take skip prerelease exactMatch source'),
    argv: args => [
      'package',
      'search',
      ...value(args.searchTerm),
      ...option('--take', args.take),
      ...option('--skip', args.skip),
      ...flag('--prerelease', args.prerelease),
      ...flag('--exact-match', args.exactMatch),
      ...option('--source', args.source),
    ],
    time: 'search',
    network: true,
    announcement: saying('Searching for packages'),
  },
  {
    ...adding,
    name: 'Update',
    lock: { operation: 'package_update', rule: 'project' },
    announcement: announcing('Updating a package of'),
  },
  {
    name: 'List',
    required: [],
    optional: names(
      'project outdated deprecated vulnerable includeTransitive prerelease framework source filter maxResults',
    ),
    argv: args => [
      'list',
      ...value(args.project),
      'package',
      ...flag('--outdated', args.outdated),
      ...flag('--deprecated', args.deprecated),
      ...flag('--vulnerable', args.vulnerable),
      ...flag('--include-transitive', args.includeTransitive),
      // The CLI refuses it for any other list.
      ...flag('--include-prerelease', args.prerelease === true && args.outdated === true),
      ...option('--framework', args.framework),
      ...option('--source', args.source),
      '--format',
      'json',
    ],
    time: 'run',
    lock: { operation: 'package_list', rule: 'closure' },
    network: true,
    data: true,
    announcement: announcing('Listing the packages of'),
    between: [
      conflict('deprecated', 'outdated'),
      conflict('vulnerable', 'outdated'),
      conflict('vulnerable', 'deprecated'),
    ],
  },
  {
    name: 'AddReference',
    required: names('project referencePath'),
    optional: [],
    argv: args => ['add', ...value(args.project), 'reference', ...value(args.referencePath)],
    time: 'edit',
    lock: { operation: 'reference_add', rule: 'project' },
    announcement: announcing('Adding a reference to'),
  },
  {
    name: 'RemoveReference',
    required: names('project referencePath'),
    optional: [],
    argv: args => ['remove', ...value(args.project), 'reference', ...value(args.referencePath)],
    time: 'edit',
    lock: { operation: 'reference_remove', rule: 'project' },
    announcement: announcing('Removing a reference from'),
  },
  {
    name: 'ListReferences',
    required: [],
    optional: ['project'],
    argv: args => ['list', ...value(args.project), 'reference'],
    time: 'query',
    data: true,
    announcement: announcing('Listing the references of'),
  },
  {
    name: 'ClearCache',
    required: [],
    optional: ['cacheType'],
    argv: args => ['nuget', 'locals', ...value(args.cacheType ?? 'all'), '--clear'],
    time: 'edit',
    lock: { operation: 'cache_clear', rule: 'nuget-cache' },
    confirm: args => `Delete the NuGet cache '${args.cacheType ?? 'all'}' of this user?`,
    announcement: saying('Clearing a NuGet cache'),
  },
];

/** `dotnet_package`. */
export const packages = tool({
  name: 'dotnet_package',
  title: 'NuGet packages and references',
  description:
    'Adds, removes, updates, searches and lists NuGet packages, project references, and clears NuGet caches.',
  destructive: true,
  parameters: [
    shared.packageId,
    shared.version,
    shared.project,
    shared.source,
    shared.framework,
    shared.prerelease,
    shared.searchTerm,
    shared.take,
    shared.skip,
    parameter.flag('exactMatch', 'Only the package with exactly this id.'),
    parameter.flag('outdated', 'Only packages that have a newer version.'),
    parameter.flag('deprecated', 'Only deprecated packages.'),
    parameter.flag('vulnerable', 'Only packages with known vulnerabilities.'),
    parameter.flag('includeTransitive', 'Packages that others bring along too.'),
    parameter.text('filter', 'Part of the id, in any case.', { token: false }),
    parameter.integer('maxResults', 1, 10_000, 'The most packages to return.'),
    parameter.path('referencePath', 'Path of the project that is referenced.'),
    parameter.choice('cacheType', names('all http-cache global-packages temp plugins-cache'), 'Which cache to clear.', {
      default: 'all',
    }),
    ...parameter.diagnosing,
  ],
  actions,
});
