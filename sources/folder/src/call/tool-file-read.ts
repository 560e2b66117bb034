import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

// Opening a named pipe that stands in the file's place must not block.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Opens a file that a tool may have made; undefined when there is none, or something else in its place. */
export function openToolFile(path: string): number | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, FLAGS);
    if (fstatSync(descriptor).isFile()) return descriptor;
  } catch {
    // The file does not exist, or may not be read.
  }
  if (descriptor !== undefined) closeSync(descriptor);
  return undefined;
}

/** What a tool wrote into a file, at most so many bytes of its beginning or its end; undefined when there is no such file. */
export function readToolFile(
  path: string,
  mostBytes: number,
  part: 'beginning' | 'end' = 'beginning',
): Buffer | undefined {
  const descriptor = openToolFile(path);
  if (descriptor === undefined) return undefined;
  try {
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.allocUnsafe(Math.min(size, mostBytes));
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, part === 'end' ? size - bytes.length : 0));
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
