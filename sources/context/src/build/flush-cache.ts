import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { abortSignalOf, type StopSignal } from '@concord/engine';
import { CacheFault } from '../cache/fault.js';
import { flushDirectory, flushFile } from '../threads/flush-file.js';
import type { Crew } from '../threads/workers.js';

/** With more files than this, one call for the whole file system first makes the single ones cheap. */
const MANY = 1_000;
const LONGEST_SYNC_MS = 600_000;
/** Threads get so many at a time: whoever hands them out has something else to do meanwhile. */
const PIECE = 2_048;

/** Makes sure that a new cache is on the disk, its files before the directories that name them, then the directories around it. */
export async function flushCache(
  fresh: string,
  files: readonly string[],
  around: readonly string[],
  crew: Crew,
  signal: StopSignal,
): Promise<void> {
  if (process.platform === 'linux' && files.length > MANY) await flushFileSystem(fresh, signal);
  await crew.each('flush', pieces(files.map(file => join(fresh, file))), code => {
    if (code !== undefined) throw new CacheFault('io', `the new cache could not be put on the disk (${code})`);
  });
  for (const name of ['index.json', 'manifest.json']) flushFile(join(fresh, name));
  for (const directory of [join(fresh, 'documents'), fresh, ...around]) flushDirectory(directory);
}

function* pieces(paths: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < paths.length; at += PIECE) yield paths.slice(at, at + PIECE);
}

/** Only makes what follows faster: how it ends does not matter. */
function flushFileSystem(folder: string, signal: StopSignal): Promise<void> {
  return new Promise(resolve => {
    const options = { timeout: LONGEST_SYNC_MS, killSignal: 'SIGKILL', signal: abortSignalOf(signal) } as const;
    execFile('sync', ['-f', folder], options, () => resolve());
  });
}
