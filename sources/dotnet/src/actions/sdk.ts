import { flag, option, value } from '../argv/parts.js';
import { templatePackage, templatePackageToken } from '../argv/template-package.js';
import { requiredMessage } from '../check/messages.js';
import { names, saying, tool } from '../table/rows.js';
import type { Action, Arguments } from '../table/table.js';
import { sdkParameters } from './sdk-parameters.js';

const templates = () => names('new list --columns author --columns language --columns type --columns tags');

/** A question to the CLI that takes no argument. */
const query = (name: string, argv: string, sentence: string): Action => ({
  name,
  required: [],
  optional: [],
  argv: () => names(argv),
  time: 'query',
  announcement: saying(sentence),
});

/** What is answered without the CLI. */
const own = (name: string, more: Partial<Action> = {}): Action => ({
  name,
  required: [],
  optional: [],
  time: 'query',
  data: true,
  ...more,
});

const hasVersion = ({ templatePackage: given }: Arguments) => {
  const named = typeof given === 'string' ? templatePackage(given) : undefined;
  return named !== undefined && ('path' in named || named.version !== undefined);
};

const templateActions: readonly Action[] = [
  {
    ...query('ListTemplates', 'new list', 'Listing templates'),
    optional: names('filter maxResults forceReload'),
    argv: templates,
    data: true,
  },
  {
    name: 'SearchTemplates',
    required: ['searchTerm'],
    optional: names('online maxResults forceReload'),
    argv: templates,
    time: 'search',
    data: true,
    announcement: saying('Searching for templates'),
    variant: args =>
      args.online === true
        ? { argv: given => ['new', 'search', ...value(given.searchTerm)], network: true, data: undefined }
        : undefined,
  },
  {
    name: 'TemplateInfo',
    required: ['templateShortName'],
    optional: [],
    argv: args => ['new', ...value(args.templateShortName), '--help'],
    time: 'query',
    announcement: saying('Asking about a template'),
  },
  own('ClearTemplateCache'),
  query('ListTemplatePacks', 'new uninstall', 'Listing template packages'),
  {
    name: 'InstallTemplatePack',
    required: ['templatePackage'],
    optional: names('templateVersion nugetSource interactive force'),
    argv: args => [
      'new',
      'install',
      ...templatePackageToken(args.templatePackage, args.templateVersion),
      ...option('--nuget-source', args.nugetSource),
      ...flag('--interactive', args.interactive),
      ...flag('--force', args.force),
    ],
    time: 'run',
    lock: { operation: 'template_pack_install', rule: 'templates' },
    network: true,
    announcement: saying('Installing a template package'),
    between: [
      {
        parameter: 'templateVersion',
        reason: 'conflict',
        message: "Parameter 'templateVersion' cannot be used with a version or a path in 'templatePackage'",
        broken: args => args.templateVersion !== undefined && hasVersion(args),
      },
    ],
  },
  {
    name: 'UninstallTemplatePack',
    required: ['templatePackage'],
    optional: [],
    argv: args => ['new', 'uninstall', ...value(args.templatePackage)],
    time: 'edit',
    lock: { operation: 'template_pack_uninstall', rule: 'templates' },
    confirm: args => `Uninstall the template package ${args.templatePackage} of this user?`,
    announcement: saying('Uninstalling a template package'),
  },
];

const ownActions: readonly Action[] = [
  own('FrameworkInfo', { optional: ['framework'] }),
  own('CacheMetrics'),
  own('ConfigureGlobalJson', {
    optional: names('sdkVersion rollForward testRunner globalJsonPath'),
    time: 'edit',
    lock: { operation: 'global_json_configure', rule: 'global.json' },
    announcement: saying('Configuring global.json'),
    between: [
      {
        parameter: 'sdkVersion',
        reason: 'required',
        message: requiredMessage('sdkVersion'),
        broken: args => [args.sdkVersion, args.rollForward, args.testRunner].every(each => each === undefined),
      },
    ],
  }),
];

/** `dotnet_sdk`. */
export const sdk = tool({
  name: 'dotnet_sdk',
  title: 'SDK, runtimes, templates',
  description: 'What is installed: SDKs, runtimes, templates. Manages template packages and global.json.',
  destructive: true,
  parameters: sdkParameters,
  actions: [
    query('Version', '--version', 'Asking for the version of the SDK'),
    query('Info', '--info', 'Asking about the SDK'),
    query('ListSdks', '--list-sdks', 'Listing SDKs'),
    query('ListRuntimes', '--list-runtimes', 'Listing runtimes'),
    ...templateActions,
    ...ownActions,
  ],
});
