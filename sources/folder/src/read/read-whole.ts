import type { FileHandle } from 'node:fs/promises';
import { cancelled, ProblemError } from '@concord/contract';
import { readFailure } from './read-failure.js';

const PIECE_BYTES = 256 * 1024;

/** The whole content of a file. Fails above `limit` bytes, also when the file grows meanwhile or reports no size. */
export async function readWhole(handle: FileHandle, limit: number, signal?: AbortSignal): Promise<Buffer> {
  const { size } = await handle.stat();
  if (size > limit) throw tooLarge(limit);
  const pieces: Buffer[] = [];
  let length = 0;
  for (;;) {
    if (signal?.aborted) throw new ProblemError(cancelled());
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, Math.max(size - length, 4096), limit - length + 1));
    const { bytesRead } = await handle.read(piece, 0, piece.length, null);
    if (bytesRead === 0) return Buffer.concat(pieces, length);
    pieces.push(piece.subarray(0, bytesRead));
    length += bytesRead;
    if (length > limit) throw tooLarge(limit);
  }
}

function tooLarge(limit: number) {
  return readFailure(6, `The resource is larger than ${limit} bytes`);
}
