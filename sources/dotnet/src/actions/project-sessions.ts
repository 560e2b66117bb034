import { extname } from 'node:path';
import { programArguments } from '../argv/after-dashes.js';
import { flag, option } from '../argv/parts.js';
import { announcing, names } from '../table/rows.js';
import type { Action, Arguments } from '../table/table.js';
import { build } from './project-work.js';

const run = (args: Arguments, noBuild = args.noBuild): readonly string[] => [
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

/** Actions that run programs, in the call or in a session, and actions on sessions. */
export const projectSessions: readonly Action[] = [
  {
    name: 'Run',
    required: [],
    optional: names('project configuration framework noBuild appArgs startMode waitFor waitTimeoutMs'),
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
    name: 'Watch',
    required: ['watchAction'],
    optional: names('project configuration filter appArgs noHotReload startMode waitFor waitTimeoutMs'),
    argv: args => ['watch', ...option('--project', args.project), ...watched(args)],
    time: 'run',
    lock: { operation: 'watch', rule: 'closure' },
    session: 'watch',
    announcement: announcing('Watching'),
    between: [
      {
        parameter: 'startMode',
        reason: 'invalid value',
        message: "Parameter 'startMode' must be 'Background' for action 'Watch'",
        broken: args => args.startMode === 'Foreground',
      },
    ],
  },
  { name: 'Stop', required: ['sessionId'], optional: [], time: 'query' },
  { name: 'Logs', required: ['sessionId'], optional: names('tailLines since'), time: 'query' },
  { name: 'ListSessions', required: [], optional: [], time: 'query', data: true },
];
