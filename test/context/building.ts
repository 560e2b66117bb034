import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plant, trees } from '../../sources/context/test/support/trees.js';
import { runInProcess } from '../cli/in-process.js';
import { bin } from '../cli/mcp.js';
import { temporaryFolder } from '../support/engine.js';

export { plant, trees };

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Whether permissions are to hold, which they do not for root. */
  readonly asNobody?: boolean;
  /** Whether it can be written to while it runs. */
  readonly stdin?: boolean;
}

const NOBODY = 65_534;
export const isRoot = process.getuid?.() === 0;

const home = openFolder();

const optionsOf = ({ env = {}, asNobody = false }: RunOptions) => ({
  env: { PATH: process.env.PATH ?? '', SOURCE_DATE_EPOCH: '0', HOME: home, ...env },
  ...(asNobody && isRoot && { uid: NOBODY, gid: NOBODY }),
});

/** Runs `mcp context` to its end. */
export function context(args: readonly string[], options: RunOptions = {}): Ran {
  return spawnSync(process.execPath, [bin, 'context', ...args], {
    ...optionsOf(options),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 120_000,
  });
}

/** Builds a cache of a folder. */
export const buildCache = (sources: string, cache: string, flags: readonly string[] = [], options: RunOptions = {}) =>
  context(['build', '--sources', sources, '--cache', cache, ...flags], options);

/** Runs `mcp context` to its end in this process: for whoever looks at what it does and not at its process. */
export async function contextHere(args: readonly string[], env: RunOptions['env'] = {}): Promise<Ran> {
  const { code, ...texts } = await runInProcess(['context', ...args], home, {
    env: { SOURCE_DATE_EPOCH: '0', ...env },
  });
  return { status: code, ...texts };
}

/** Builds a cache of a folder in this process. */
export const buildHere = (sources: string, cache: string, flags: readonly string[] = []) =>
  contextHere(['build', '--sources', sources, '--cache', cache, ...flags]);

/** Starts a command and gives how it ends. */
export function started(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ran & { readonly signal: string | null }> } {
  const child = spawn(command, args, {
    ...optionsOf(options),
    stdio: [options.stdin ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name]!.on('data', (data: Buffer) => (texts[name] += data));
  const ended = new Promise<Ran & { readonly signal: string | null }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => resolve({ status, signal, ...texts }));
  });
  return { child, ended };
}

const many = fileURLToPath(new URL('run-many.mjs', import.meta.url));

/** What many command lines of `mcp context` end with, one after the other in one process. */
export async function endsOf(lines: readonly (readonly string[])[], options: RunOptions = {}): Promise<number[]> {
  const { stdout, stderr } = await started(process.execPath, [many, JSON.stringify(lines)], options).ended;
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as number[];
}

export const startContext = (args: readonly string[], options: RunOptions = {}) =>
  started(process.execPath, [bin, 'context', ...args], options);

/** Every name below a folder with what it is: a hash, a link or a directory. */
export function snapshot(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const look = (below: string) => {
    for (const name of readdirSync(join(folder, below)).sort()) {
      const path = join(below, name);
      const facts = lstatSync(join(folder, path), { throwIfNoEntry: false });
      // A name that is not UTF-8 cannot be asked for like this.
      if (facts === undefined) continue;
      if (facts.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(folder, path))}`;
      else found[path] = facts.isFile() ? sha256(readFileSync(join(folder, path))) : 'not a file';
      if (facts.isDirectory()) look(path);
    }
  };
  look('');
  return found;
}

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** A folder that nobody in particular may look into, and write to. */
export function openFolder(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  return folder;
}

/** Gives a tree to those who have no rights but their own. */
export function giveAway(folder: string): void {
  if (!isRoot) return;
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, name), NOBODY, NOBODY);
}

/** So many source files whose contents all differ. */
export function manyFiles(count: number, mark = ''): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`part-${at % 7}/file-${at}.md`, `tea number ${at} ${mark}\n`]),
  );
}
