import { chmod, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, replaceFile } from '@concord/engine';
import type { CommandContext } from '../command/context.js';
import { stateFolder } from '../command/folders.js';

const KEPT_MS = 24 * 60 * 60 * 1_000;
const KEPT_BYTES = 256 * 1_048_576;

/** Writes a file that only this user can read, whole or not at all, and gives its path. The folder is made when it is not there. */
export async function writePrivate(folder: string, name: string, bytes: Buffer): Promise<string> {
  makeFolder(folder);
  const path = join(folder, name);
  await replaceFile(path, bytes, { durable: false });
  return path;
}

/** The folder for what is too large or no text: files stay for a day, and all of them together have 256 MiB. */
export function spillFolder(context: Pick<CommandContext, 'env' | 'home'>): string {
  return join(stateFolder(context), 'spill');
}

/** Writes a file to the spill folder after making room for it. */
export async function spill(
  context: Pick<CommandContext, 'env' | 'home' | 'now'>,
  name: string,
  bytes: Buffer,
): Promise<string> {
  const folder = spillFolder(context);
  await makeRoom(folder, bytes.length, context.now().getTime());
  return writePrivate(folder, name, bytes);
}

async function makeRoom(folder: string, wanted: number, now: number): Promise<void> {
  makeFolder(folder);
  await chmod(folder, 0o700);
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async name => ({ path: join(folder, name), ...(await factsOf(join(folder, name))) })),
  );
  let room = KEPT_BYTES - wanted;
  // The newest are kept, as far as there is room.
  for (const { path, size, time } of files.sort((one, other) => other.time - one.time)) {
    if (now - time <= KEPT_MS && size <= room) room -= size;
    else await rm(path, { force: true, recursive: true });
  }
}

async function factsOf(path: string): Promise<{ size: number; time: number }> {
  const found = await stat(path).catch(() => undefined);
  return { size: found?.size ?? 0, time: found?.mtimeMs ?? 0 };
}
