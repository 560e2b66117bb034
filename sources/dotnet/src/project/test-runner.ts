import { dirname, resolve } from 'node:path';
import { isDirectory } from '../check/stats.js';
import type { Arguments, TestChoice } from '../table/table.js';
import { restoredPackages } from './assets.js';
import { nearestGlobalJson, runnerIn } from './global-json.js';

/** The chosen test runner and how it was chosen. */
export interface ChosenRunner extends TestChoice {
  readonly selectionSource: 'useLegacyProjectArgument-parameter' | 'testRunner-parameter' | 'global.json' | 'default';
  /** The directory in which the CLI reads the same `global.json`; the call's own directory when undefined. */
  readonly directory?: string;
}

/** Where a call takes place, and whether the caller named that directory. */
export interface TestPlace {
  readonly workingDirectory: string;
  readonly given: boolean;
}

/** Chooses the runner by the parameters, else by the nearest `global.json`, else VSTest. */
export async function chooseRunner(args: Arguments, place: TestPlace): Promise<ChosenRunner> {
  const choice = named(args) ?? (await configured(args, place));
  return choice.runner === 'vstest' ? choice : { ...choice, ...(await spellings(args, place.workingDirectory)) };
}

function named({ useLegacyProjectArgument, testRunner }: Arguments): ChosenRunner | undefined {
  if (useLegacyProjectArgument === true)
    return { runner: 'vstest', selectionSource: 'useLegacyProjectArgument-parameter' };
  if (testRunner === 'VSTest') return { runner: 'vstest', selectionSource: 'testRunner-parameter' };
  return testRunner === 'MicrosoftTestingPlatform'
    ? { runner: 'microsoft-testing-platform', selectionSource: 'testRunner-parameter' }
    : undefined;
}

async function configured({ project }: Arguments, { workingDirectory, given }: TestPlace): Promise<ChosenRunner> {
  const start = given || typeof project !== 'string' ? workingDirectory : folderOf(resolve(workingDirectory, project));
  const nearest = await nearestGlobalJson(start);
  const runner = runnerIn(nearest?.content);
  const found = start === workingDirectory ? nearest : await nearestGlobalJson(workingDirectory);
  // Without a `global.json` above the project, the CLI must not find another one either.
  const directory = nearest === undefined ? start : dirname(nearest.path);
  return {
    runner: runner ?? 'vstest',
    selectionSource: runner === undefined ? 'default' : 'global.json',
    ...(nearest?.path !== found?.path && isDirectory(directory) && { directory }),
  };
}

const folderOf = (path: string) => (isDirectory(path) ? path : dirname(path));

/** The options of the platform's extensions, which depend on the packages of a project. */
async function spellings(
  { project, filter }: Arguments,
  directory: string,
): Promise<Pick<TestChoice, 'trxOption' | 'filterOption'>> {
  const packages = await restoredPackages(typeof project === 'string' ? project : undefined, directory);
  const xunit = xunitPackages.some(each => packages.has(each));
  const trxOption = packages.has(TRX_REPORT) ? '--report-trx' : xunit ? '--report-xunit-trx' : undefined;
  const byMethod = String(filter ?? '').startsWith('/') ? '--filter-query' : '--filter-method';
  const tunit = packages.has('tunit') || packages.has('tunit.engine');
  return {
    ...(trxOption !== undefined && { trxOption }),
    filterOption: tunit ? '--treenode-filter' : xunit ? byMethod : '--filter',
  };
}

const TRX_REPORT = 'microsoft.testing.extensions.trxreport';
/** The package most projects name, and those it consists of, one for each version of the platform. */
const xunitPackages = ['xunit.v3', 'xunit.v3.mtp-v1', 'xunit.v3.mtp-v2', 'xunit.v3.core'];
