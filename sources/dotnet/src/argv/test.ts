import { extname } from 'node:path';
import type { Json } from '@concord/contract';
import type { Arguments, TestChoice } from '../table/table.js';
import { flag, option, value } from './parts.js';
import { propertyTokens } from './properties.js';

/** What follows `dotnet` to run tests with the runner chosen. */
export function testArgv(args: Arguments, choice: TestChoice): readonly string[] {
  return choice.runner === 'vstest' ? vstest(args) : testingPlatform(args, choice);
}

/** Whether a path names a solution, which the platform takes by another option than a project. */
export function isSolution(path: Json | undefined): boolean {
  return typeof path === 'string' && ['.sln', '.slnx', '.slnf'].includes(extname(path).toLowerCase());
}

/** How the project is given to the runner, in the contract's words. */
export function projectArgumentStyle(
  { project }: Arguments,
  runner: TestChoice['runner'],
): { readonly projectArgumentStyle: string; readonly solutionArgumentStyle?: string } {
  if (project === undefined) return { projectArgumentStyle: 'none' };
  if (runner === 'vstest') return { projectArgumentStyle: 'positional' };
  if (isSolution(project)) return { projectArgumentStyle: 'none', solutionArgumentStyle: '--solution' };
  return { projectArgumentStyle: '--project' };
}

/** Whether a logger of VSTest writes TRX. */
export function isTrxLogger(logger: Json | undefined): boolean {
  return typeof logger === 'string' && /^trx(?:;|$)/i.test(logger.trim());
}

function vstest(args: Arguments): readonly string[] {
  return [
    'test',
    ...value(args.project),
    ...option('-c', args.configuration),
    ...option('--filter', args.filter),
    ...option('--collect', args.collect),
    ...option('--results-directory', args.resultsDirectory),
    ...option('--logger', args.logger),
    // A logger on the command line replaces the one set by the environment.
    ...(args.logger === undefined || isTrxLogger(args.logger) ? [] : ['--logger', 'trx']),
    ...flag('--no-build', args.noBuild),
    ...flag('--no-restore', args.noRestore),
    ...option('--verbosity', args.verbosity),
    ...option('--framework', args.framework),
    ...flag('--blame', args.blame),
    ...flag('--list-tests', args.listTests),
    ...propertyTokens(args.properties),
  ];
}

function testingPlatform(args: Arguments, { trxOption, filterOption = '--filter' }: TestChoice): readonly string[] {
  return [
    'test',
    ...option(isSolution(args.project) ? '--solution' : '--project', args.project),
    ...option('-c', args.configuration),
    ...flag('--no-build', args.noBuild),
    ...flag('--no-restore', args.noRestore),
    ...option('--verbosity', args.verbosity),
    ...option('--framework', args.framework),
    ...flag('--list-tests', args.listTests),
    ...option('--results-directory', args.resultsDirectory),
    ...value(trxOption),
    ...flag('--coverage', args.collect !== undefined),
    ...option(filterOption, args.filter),
    ...propertyTokens(args.properties),
  ];
}
