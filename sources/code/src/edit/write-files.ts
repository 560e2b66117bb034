import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A file and the bytes it gets. */
export interface FileChange {
  readonly path: string;
  readonly bytes: Buffer;
}

/**
 * Writes files so that each is either as it was or as it shall be. All are written beside their places first: where one
 * of them cannot be, none is changed.
 */
export function writeFiles(changes: readonly FileChange[]): void {
  const ready: { readonly from: string; readonly to: string }[] = [];
  try {
    for (const { path, bytes } of changes) {
      // A link stays a link: what it leads to is written.
      const to = realpathSync(path);
      const from = join(dirname(to), `.${basename(to)}.${randomBytes(6).toString('hex')}.tmp`);
      const { mode } = statSync(to);
      const handle = openSync(from, 'wx', mode & 0o7777);
      ready.push({ from, to });
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
    }
  } catch (error) {
    for (const { from } of ready) rmSync(from, { force: true });
    throw error;
  }
  for (const { from, to } of ready) renameSync(from, to);
}
