import { extname } from 'node:path';
import { programArguments } from '../argv/after-dashes.js';
import { flag, option, pieces, value } from '../argv/parts.js';
import { propertyTokens } from '../argv/properties.js';
import { testArgv } from '../argv/test.js';
import { projectEdits } from './project-edits.js';
import { projectParameters } from './project-parameters.js';
import { projectSessions } from './project-sessions.js';
import { announcing, conflict, saying, targetOf, tool } from './rows.js';
import type { Action, Arguments, ArgvFacts } from './table.js';

const binlog = (args: Arguments, facts?: ArgvFacts) =>
  flag(facts?.binlog === undefined ? '-bl' : `-bl:${facts.binlog}`, args.binlog);

const build = (args: Arguments) => [
  'build',
  ...value(args.project),
  ...option('-c', args.configuration),
  ...option('-f', args.framework),
];

const run = (args: Arguments, noBuild = args.noBuild) => [
  'run',
  ...option(extname(String(args.project ?? '')).toLowerCase() === '.cs' ? '--file' : '--project', args.project),
  ...option('-c', args.configuration),
  ...option('-f', args.framework),
  ...flag('--no-build', noBuild),
  ...programArguments(args.appArgs),
];

const watched = (args: Arguments): readonly string[] => {
  if (args.watchAction === 'test') return ['test', ...option('--filter', args.filter)];
  if (args.watchAction === 'build') return ['build', ...option('-c', args.configuration)];
  return ['run', ...flag('--no-hot-reload', args.noHotReload), ...programArguments(args.appArgs)];
};

/** Work on one project or solution. */
const work: readonly Action[] = [
  {
    name: 'New',
    required: ['template'],
    optional: ['name', 'output', 'framework', 'additionalOptions'],
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
    optional: ['project', 'verbosity', 'source', 'lockedMode', 'configFile', 'properties'],
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
    optional: ['project', 'configuration', 'framework', 'noRestore', 'verbosity', 'output', 'binlog', 'properties'],
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
    name: 'Run',
    required: [],
    optional: [
      'project',
      'configuration',
      'framework',
      'noBuild',
      'appArgs',
      'startMode',
      'waitFor',
      'waitTimeoutMs',
    ],
    argv: args => run(args),
    time: 'run',
    lock: { operation: 'run', rule: 'closure unless noBuild' },
    announcement: announcing('Running'),
    variant: args =>
      args.startMode === 'Background'
        ? {
            argv: given => run(given, true),
            before: args.noBuild === true ? undefined : build,
            // Held while it builds; a session that runs holds nothing.
            lock: args.noBuild === true ? undefined : { operation: 'build', rule: 'closure' },
            session: 'run',
            time: 'build',
          }
        : undefined,
  },
  {
    name: 'Test',
    required: [],
    optional: [
      'project',
      'configuration',
      'framework',
      'noBuild',
      'noRestore',
      'verbosity',
      'filter',
      'collect',
      'resultsDirectory',
      'logger',
      'blame',
      'listTests',
      'testRunner',
      'useLegacyProjectArgument',
      'properties',
    ],
    argv: (args, facts) => testArgv(args, facts?.test ?? { runner: 'vstest' }),
    time: 'test',
    lock: { operation: 'test', rule: 'closure unless noBuild' },
    announcement: announcing('Testing'),
  },
  {
    name: 'Publish',
    required: [],
    optional: [
      'project',
      'configuration',
      'output',
      'runtime',
      'framework',
      'noRestore',
      'noBuild',
      'selfContained',
      'arch',
      'os',
      'verbosity',
      'binlog',
      'properties',
    ],
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
    optional: ['project', 'configuration', 'framework', 'verbosity'],
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
];

const evaluating = { optional: ['project', 'projectPath', 'framework', 'configuration'], time: 'query', data: true } as const;

/** What a project says about itself, read by evaluating it. */
const facts: readonly Action[] = ['Analyze', 'Dependencies', 'Validate'].map(name => ({
  ...evaluating,
  name,
  required: [],
  announcement: announcing('Evaluating'),
}));

const shaping: readonly Action[] = [
  {
    name: 'Pack',
    required: [],
    optional: [
      'project',
      'configuration',
      'output',
      'noRestore',
      'noBuild',
      'includeSymbols',
      'includeSource',
      'binlog',
      'properties',
    ],
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
];
