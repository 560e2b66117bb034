import { toolArguments } from '../argv/after-dashes.js';
import { flag, option, value } from '../argv/parts.js';
import * as parameter from '../table/parameters.js';
import { conflict, names, saying, tool } from '../table/rows.js';
import type { Action, Arguments } from '../table/table.js';

/** The folder of a new manifest: the CLI looks for one in `.config` and creates it exactly where it is told. */
export function manifestFolder({ output }: Arguments): string {
  if (typeof output !== 'string') return '.config';
  return output.endsWith('/') ? `${output}.config` : `${output}/.config`;
}

const actions: readonly Action[] = [
  {
    name: 'Install',
    required: ['packageId'],
    optional: names('global toolPath version framework'),
    argv: args => [
      'tool',
      'install',
      ...value(args.packageId),
      ...flag('--global', args.global),
      ...option('--tool-path', args.toolPath),
      ...option('--version', args.version),
      ...option('--framework', args.framework),
    ],
    time: 'run',
    lock: { operation: 'tool_install', rule: 'tools' },
    network: true,
    announcement: saying('Installing a tool'),
    between: [conflict('global', 'toolPath')],
  },
  {
    name: 'List',
    required: [],
    optional: ['global'],
    argv: args => ['tool', 'list', ...flag('--global', args.global)],
    time: 'query',
    announcement: saying('Listing tools'),
  },
  {
    name: 'Update',
    required: ['packageId'],
    optional: names('global version'),
    argv: args => [
      'tool',
      'update',
      ...value(args.packageId),
      ...flag('--global', args.global),
      ...option('--version', args.version),
    ],
    time: 'run',
    lock: { operation: 'tool_update', rule: 'tools' },
    network: true,
    announcement: saying('Updating a tool'),
  },
  {
    name: 'Uninstall',
    required: ['packageId'],
    optional: ['global'],
    argv: args => ['tool', 'uninstall', ...value(args.packageId), ...flag('--global', args.global)],
    time: 'run',
    lock: { operation: 'tool_uninstall', rule: 'tools' },
    confirm: args =>
      `Uninstall the tool ${args.packageId} from ${args.global === true ? 'this user' : 'the manifest of the working directory'}?`,
    announcement: saying('Uninstalling a tool'),
  },
  {
    name: 'Restore',
    required: [],
    optional: [],
    argv: () => ['tool', 'restore'],
    time: 'run',
    lock: { operation: 'tool_restore', rule: 'tools' },
    network: true,
    announcement: saying('Restoring tools'),
  },
  {
    name: 'CreateManifest',
    required: [],
    optional: names('output force'),
    argv: args => ['new', 'tool-manifest', '-o', manifestFolder(args), ...flag('--force', args.force)],
    time: 'edit',
    lock: { operation: 'tool_manifest_create', rule: 'manifest' },
    announcement: saying('Creating a tool manifest'),
  },
  {
    name: 'Search',
    required: ['searchTerm'],
    optional: names('detail take skip prerelease'),
    argv: args => [
      'tool',
      'search',
      ...value(args.searchTerm),
      ...flag('--detail', args.detail),
      ...option('--take', args.take),
      ...option('--skip', args.skip),
      ...flag('--prerelease', args.prerelease),
    ],
    time: 'search',
    network: true,
    announcement: saying('Searching for tools'),
  },
  {
    name: 'Run',
    required: ['toolName'],
    optional: ['args'],
    argv: args => ['tool', 'run', ...value(args.toolName), ...toolArguments(args.args)],
    time: 'run',
    announcement: saying('Running a tool'),
  },
];

/** `dotnet_tool`. */
export const tools = tool({
  name: 'dotnet_tool',
  title: '.NET tools',
  description: 'Installs, lists, updates, uninstalls, restores, searches and runs .NET tools.',
  destructive: true,
  parameters: [
    parameter.shared.packageId,
    parameter.flag('global', 'For this user, not for the working directory.'),
    parameter.path('toolPath', 'Folder to install into; not together with global.'),
    parameter.shared.version,
    parameter.shared.framework,
    parameter.path('output', 'Folder whose .config gets the manifest.'),
    parameter.shared.force,
    parameter.shared.searchTerm,
    parameter.flag('detail', 'Shows all about each tool.'),
    parameter.shared.take,
    parameter.shared.skip,
    parameter.shared.prerelease,
    parameter.text('toolName', 'Command of the tool.', { rule: 'packageId' }),
    parameter.text('args', 'Arguments for the tool, separated by spaces.', { rule: 'options', token: false }),
    ...parameter.working,
  ],
  actions,
});
