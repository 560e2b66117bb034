import { flag, option, optionList, pieces, value } from '../argv/parts.js';
import { propertyTokens } from '../argv/properties.js';
import { testArgv } from '../argv/test.js';
import { announcing, conflict, names, saying, targetOf } from '../table/rows.js';
import type { Action, Arguments, ArgvFacts } from '../table/table.js';

const binlog = (args: Arguments, facts?: ArgvFacts) =>
  flag(facts?.binlog === undefined ? '-bl' : `-bl:${facts.binlog}`, args.binlog);

/** The first tokens of a build's command line, which are all of the build before a session. */
export const build = (args: Arguments): readonly string[] => [
  'build',
  ...value(args.project),
  ...option('-c', args.configuration),
  ...option('-f', args.framework),
];

/** What the CLI does with a project or solution in one call. */
export const projectWork: readonly Action[] = [
  {
    name: 'New',
    required: names('template'),
    optional: names('name output framework additionalOptions'),
    argv: args => [
      'new',
      ...value(args.template),
      ...option('-n', args.name),
      ...option('-o', args.output),
      ...option('--framework', args.framework),
      ...pieces(args.additionalOptions, /\s+/),
    ],
    time: 'edit',
    lock: { operation: 'new', rule: 'output' },
    announcement: saying('Creating from a template'),
  },
  {
    name: 'Restore',
    required: [],
    optional: names('project verbosity source lockedMode configFile properties'),
    argv: args => [
      'restore',
      ...value(args.project),
      ...option('-v', args.verbosity),
      ...option('--source', args.source),
      ...flag('--locked-mode', args.lockedMode),
      ...option('--configfile', args.configFile),
      ...propertyTokens(args.properties),
    ],
    time: 'restore',
    lock: { operation: 'restore', rule: 'closure' },
    network: true,
    announcement: announcing('Restoring'),
  },
  {
    name: 'Build',
    required: [],
    optional: names('project configuration framework noRestore verbosity output binlog properties'),
    argv: (args, facts) => [
      ...build(args),
      ...flag('--no-restore', args.noRestore),
      ...option('-v', args.verbosity),
      ...option('-o', args.output),
      ...binlog(args, facts),
      ...propertyTokens(args.properties),
    ],
    time: 'build',
    lock: { operation: 'build', rule: 'closure' },
    announcement: announcing('Building'),
  },
  {
    name: 'Test',
    required: [],
    optional: names(
      'project configuration framework noBuild noRestore verbosity filter collect resultsDirectory logger blame listTests testRunner useLegacyProjectArgument properties',
    ),
    argv: (args, facts) => testArgv(args, facts?.test ?? { runner: 'vstest' }),
    time: 'test',
    lock: { operation: 'test', rule: 'closure unless noBuild' },
    announcement: announcing('Testing'),
  },
  {
    name: 'Publish',
    required: [],
    optional: names(
      'project configuration output runtime framework noRestore noBuild selfContained arch os verbosity binlog properties',
    ),
    argv: (args, facts) => [
      'publish',
      ...value(args.project),
      ...option('-c', args.configuration),
      ...option('-o', args.output),
      ...option('-r', args.runtime),
      ...option('-f', args.framework),
      ...flag('--no-restore', args.noRestore),
      ...flag('--no-build', args.noBuild),
      ...option('--self-contained', typeof args.selfContained === 'boolean' ? String(args.selfContained) : undefined),
      ...option('--arch', args.arch),
      ...option('--os', args.os),
      ...option('-v', args.verbosity),
      ...binlog(args, facts),
      ...propertyTokens(args.properties),
    ],
    time: 'build',
    lock: { operation: 'publish', rule: 'closure unless noBuild' },
    announcement: announcing('Publishing'),
    between: [conflict('arch', 'runtime'), conflict('os', 'runtime')],
  },
  {
    name: 'Clean',
    required: [],
    optional: names('project configuration framework verbosity'),
    argv: args => [
      'clean',
      ...value(args.project),
      ...option('-c', args.configuration),
      ...option('-f', args.framework),
      ...option('-v', args.verbosity),
    ],
    time: 'run',
    lock: { operation: 'clean', rule: 'closure' },
    confirm: args => `Delete the build output of ${targetOf(args)}?`,
    announcement: announcing('Cleaning'),
  },

  {
    name: 'Pack',
    required: [],
    optional: names('project configuration output noRestore noBuild includeSymbols includeSource binlog properties'),
    argv: (args, facts) => [
      'pack',
      ...value(args.project),
      ...option('-c', args.configuration),
      ...option('-o', args.output),
      ...flag('--no-restore', args.noRestore),
      ...flag('--no-build', args.noBuild),
      ...flag('--include-symbols', args.includeSymbols),
      ...flag('--include-source', args.includeSource),
      ...binlog(args, facts),
      ...propertyTokens(args.properties),
    ],
    time: 'build',
    lock: { operation: 'pack', rule: 'closure unless noBuild' },
    announcement: announcing('Packing'),
  },
  {
    name: 'Format',
    required: [],
    optional: names('project verify includeGenerated diagnostics severity'),
    argv: args => [
      'format',
      ...value(args.project),
      ...flag('--verify-no-changes', args.verify),
      ...flag('--include-generated', args.includeGenerated),
      ...optionList('--diagnostics', pieces(args.diagnostics, /[\s,]+/)),
      ...option('--severity', args.severity),
    ],
    time: 'run',
    lock: { operation: 'format', rule: 'closure' },
    announcement: announcing('Formatting'),
  },
  {
    name: 'ListTemplateOptions',
    required: ['template'],
    optional: [],
    argv: args => ['new', ...value(args.template), '--help'],
    time: 'query',
    announcement: saying('Asking for the options of a template'),
  },
];
