import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { abortSignalOf, type StopSignal } from '@concord/engine';
import { CacheFault } from '../cache/fault.js';
import { flushDirectory, flushFile } from '../threads/flush-file.js';
import type { Workers } from '../threads/workers.js';

/** With more files than this, one `sync` of the whole file system first makes flushing each file cheap. */
const MANY = 1_000;
const LONGEST_SYNC_MS = 600_000;
/** Files that a thread gets at a time: large pieces leave the main thread time for other work. */
const PIECE = 2_048;

/** Flushes a new cache to disk: its files, then its directories, then the directories around it. */
export async function flushCache(
  fresh: string,
  files: readonly string[],
  around: readonly string[],
  workers: Workers,
  signal: StopSignal,
): Promise<void> {
  if (process.platform === 'linux' && files.length > MANY) await flushFileSystem(fresh, signal);
  await workers.each('flush', pieces(files.map(file => join(fresh, file))), code => {
    if (code !== undefined) throw new CacheFault('io', `the new cache could not be put on the disk (${code})`);
  });
  for (const name of ['index.json', 'manifest.json']) flushFile(join(fresh, name));
  for (const directory of [join(fresh, 'documents'), fresh, ...around]) flushDirectory(directory);
}

function* pieces(paths: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < paths.length; at += PIECE) yield paths.slice(at, at + PIECE);
}

/** Runs `sync` on a file system. Its failure does not matter, because each file is flushed afterwards. */
function flushFileSystem(folder: string, signal: StopSignal): Promise<void> {
  return new Promise(resolve => {
    const options = { timeout: LONGEST_SYNC_MS, killSignal: 'SIGKILL', signal: abortSignalOf(signal) } as const;
    execFile('sync', ['-f', folder], options, () => resolve());
  });
}
