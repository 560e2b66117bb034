import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { LARGEST_DOCUMENT } from '../cache/cache-files.js';
import { type Signature, signatureOf } from '../cache/signature.js';

/** A file that cannot become a document because of its size. */
export class TooLarge extends Error {}

/** The bytes of a source file. Valid until the next one is read. */
export interface SourceBytes {
  readonly bytes: Buffer;
  readonly signature: Signature;
  /** Present when it was computed while reading. */
  readonly sha256?: string;
}

/** Up to this size a file is read at once into a reused buffer; a larger one is hashed while it is read. */
const PIECE = 1_048_576;
const scratch = Buffer.allocUnsafeSlow(PIECE + 1);

/** Reads a regular file; gives the code of the failure where that cannot be done. */
export function readSource(path: string): SourceBytes | { readonly code: string } {
  let descriptor: number | undefined;
  try {
    // The file may have become a pipe since the folder was listed; opening it must not block.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = fstatSync(descriptor, { bigint: true });
    if (!facts.isFile()) return { code: 'not a regular file' };
    if (facts.size > BigInt(LARGEST_DOCUMENT)) throw new TooLarge();
    const signature = signatureOf(facts);
    const length = readSync(descriptor, scratch, 0, scratch.length, null);
    // The buffer has one byte more than PIECE, so a shorter read is the whole file.
    if (length <= PIECE) return { bytes: scratch.subarray(0, length), signature };
    return { ...readLarge(descriptor, Number(facts.size)), signature };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string' || error instanceof RangeError) throw error;
    return { code };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The rest of a file whose first part is in the scratch. It may grow or shrink while it is read. */
function readLarge(descriptor: number, expected: number): { readonly bytes: Buffer; readonly sha256: string } {
  const hash = createHash('sha256').update(scratch);
  let bytes = Buffer.allocUnsafeSlow(Math.max(expected, scratch.length) + 1);
  let length = scratch.copy(bytes);
  for (;;) {
    const count = readSync(descriptor, bytes, length, Math.min(PIECE, bytes.length - length), null);
    if (count === 0) return { bytes: bytes.subarray(0, length), sha256: hash.digest('hex') };
    hash.update(bytes.subarray(length, length + count));
    length += count;
    if (length > LARGEST_DOCUMENT) throw new TooLarge();
    if (length === bytes.length) bytes = Buffer.concat([bytes], length * 2);
  }
}
