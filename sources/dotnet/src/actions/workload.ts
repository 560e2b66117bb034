import { each, flag, option, value } from '../argv/parts.js';
import * as parameter from '../table/parameters.js';
import { names, saying, tool } from '../table/rows.js';
import type { Action, Arguments } from '../table/table.js';

const sources = (args: Arguments): readonly string[] => [
  ...flag('--include-previews', args.includePreviews),
  ...option('--source', args.source),
  ...option('--configfile', args.configFile),
];

const actions: readonly Action[] = [
  {
    name: 'List',
    required: [],
    optional: [],
    argv: () => ['workload', 'list'],
    time: 'query',
    announcement: saying('Listing workloads'),
  },
  {
    name: 'Info',
    required: [],
    optional: [],
    argv: () => ['workload', '--info'],
    time: 'query',
    announcement: saying('Asking about workloads'),
  },
  {
    name: 'Search',
    required: [],
    optional: ['searchTerm'],
    argv: args => ['workload', 'search', ...value(args.searchTerm)],
    time: 'search',
    announcement: saying('Searching for workloads'),
  },
  {
    name: 'Install',
    required: ['workloadIds'],
    optional: names('skipManifestUpdate includePreviews source configFile'),
    argv: args => [
      'workload',
      'install',
      ...each(args.workloadIds),
      ...flag('--skip-manifest-update', args.skipManifestUpdate),
      ...sources(args),
    ],
    time: 'test',
    lock: { operation: 'workload_install', rule: 'workloads' },
    network: true,
    announcement: saying('Installing workloads'),
  },
  {
    name: 'Update',
    required: [],
    optional: names('includePreviews source configFile'),
    argv: args => ['workload', 'update', ...sources(args)],
    time: 'test',
    lock: { operation: 'workload_update', rule: 'workloads' },
    network: true,
    announcement: saying('Updating workloads'),
  },
  {
    name: 'Uninstall',
    required: ['workloadIds'],
    optional: [],
    argv: args => ['workload', 'uninstall', ...each(args.workloadIds)],
    time: 'test',
    lock: { operation: 'workload_uninstall', rule: 'workloads' },
    confirm: args => `Uninstall the workloads ${each(args.workloadIds).join(', ')} from this machine?`,
    announcement: saying('Uninstalling workloads'),
  },
];

/** `dotnet_workload`. */
export const workload = tool({
  name: 'dotnet_workload',
  title: '.NET workloads',
  description: 'Lists, searches, installs, updates and uninstalls workloads of the SDK.',
  destructive: true,
  parameters: [
    parameter.shared.searchTerm,
    parameter.strings('workloadIds', 'Ids of the workloads, at least one.', { rule: 'workloadId' }),
    parameter.flag('skipManifestUpdate', 'Does not update the manifests first.'),
    parameter.flag('includePreviews', 'Previews count too.'),
    parameter.shared.source,
    parameter.shared.configFile,
    ...parameter.working,
  ],
  actions,
});
