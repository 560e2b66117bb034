import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { LockKey, LockMode, LockRequest } from '@concord/engine';
import { manifestFolder } from '../actions/tool.js';
import { realPath } from '../check/inside-root.js';
import { targetOf } from '../table/rows.js';
import type { Action, Arguments, LockRule } from '../table/table.js';
import type { Closures } from './closure.js';

/** The facts that the lock keys of a call depend on. */
export interface LockPlace {
  /** Where relative paths start from. */
  readonly directory: string;
  readonly closures: Closures;
}

type Rule = (args: Arguments, place: LockPlace) => readonly LockKey[];

const key = (name: string, mode: LockMode): LockKey => ({ key: `dotnet:${name}`, mode });
const shared =
  (name: string): Rule =>
  () => [key(name, 'write')];
const cacheInUse = key('nuget-cache', 'read');

/** One key for one file, also on systems that ignore case. */
const realKey = (real: string, mode: LockMode) =>
  key(`path:${process.platform === 'linux' ? real : real.toLowerCase()}`, mode);
const pathKey = (path: string, mode: LockMode) => realKey(realPath(path), mode);

const at = (directory: string, given: unknown) => (typeof given === 'string' ? resolve(directory, given) : directory);

const closure =
  (mode: (args: Arguments) => LockMode): Rule =>
  (args, { directory, closures }) => {
    const roots = [args.project, ...(args.startupProject === undefined ? [] : [args.startupProject])];
    const files = new Set(roots.flatMap(each => closures.of(at(directory, each))));
    const held = mode(args);
    return [...[...files].map(file => realKey(file, held)), ...(held === 'write' ? [cacheInUse] : [])];
  };

/** The key of the file itself; for a directory, of its only project or solution. */
const itself = (given: unknown, { directory, closures }: LockPlace) =>
  realKey(closures.of(at(directory, given))[0]!, 'write');

/** The nearest folder upwards that has a manifest of tools. */
function manifestDirectory(directory: string): string {
  const hasManifest = (folder: string) =>
    ['.config/dotnet-tools.json', 'dotnet-tools.json'].some(name => existsSync(join(folder, name)));
  let folder = directory;
  while (!hasManifest(folder)) {
    if (dirname(folder) === folder) return directory;
    folder = dirname(folder);
  }
  return folder;
}

const rules: Readonly<Record<LockRule, Rule>> = {
  closure: closure(() => 'write'),
  'closure unless noBuild': closure(args => (args.noBuild === true ? 'read' : 'write')),
  project: (args, place) => [itself(args.project, place), cacheInUse],
  solution: (args, { directory }) => [pathKey(at(directory, args.solution), 'write')],
  output: (args, { directory }) => [
    pathKey(at(directory, args.output ?? (args.template === undefined ? undefined : args.name)), 'write'),
    ...(args.template === undefined ? [] : [key('templates', 'read')]),
  ],
  manifest: (args, { directory }) => [pathKey(at(directory, manifestFolder(args)), 'write')],
  'global.json': (args, { directory }) => [pathKey(at(directory, args.globalJsonPath ?? 'global.json'), 'write')],
  tools: (args, { directory }) => {
    if (args.global === true) return [key('tools:global', 'write')];
    const folder = args.toolPath === undefined ? manifestDirectory(directory) : at(directory, args.toolPath);
    return [pathKey(folder, 'write')];
  },
  secrets: (args, place) => [key(`secrets:${itself(args.project, place).key}`, 'write')],
  'nuget-cache': shared('nuget-cache'),
  templates: shared('templates'),
  workloads: shared('workloads'),
  'dev-certs': shared('dev-certs'),
};

/** The machine-wide locks of a call; undefined for an action that takes none. */
export function lockRequest({ lock }: Action, args: Arguments, place: LockPlace): LockRequest | undefined {
  if (lock === undefined) return undefined;
  return {
    keys: rules[lock.rule](args, place),
    operation: lock.operation,
    target: lockTarget(args, place.directory),
    ...(typeof args.lockWaitMs === 'number' && { waitMs: args.lockWaitMs }),
  };
}

/** The project, solution or directory as the caller wrote it. */
function lockTarget(args: Arguments, directory: string): string {
  const named = args.project !== undefined || args.solution !== undefined;
  return named ? targetOf(args) : String(args.workingDirectory ?? directory);
}
