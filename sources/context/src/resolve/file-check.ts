import type { BigIntStats } from 'node:fs';
import type { DocumentTable } from '../index/document-table.js';

/** Files to be looked at by several threads at once, all in memory that they share. */
export interface Look {
  /** What the path of every file begins with. */
  readonly before: string;
  /** The next part of each path, twelve characters to a file. */
  readonly stems: Uint8Array;
  /** What the path of every file ends with. */
  readonly after: string;
  /** Four numbers to a file: what it looked like. */
  readonly signatures: BigInt64Array;
  /** Set to 1 for each file that still looks so. */
  readonly isSame: Uint8Array;
  /** The first file that nobody has taken yet, and how many are done. */
  readonly progress: Int32Array;
}

type LookAt = (
  path: string,
  options: { readonly bigint: true; readonly throwIfNoEntry: false },
) => BigIntStats | undefined;

/**
 * Looks at the next files that nobody has taken yet; false when there are none. A thread is given the text of this function, so
 * it may use nothing but its arguments.
 */
export function lookAtNext(look: Look, lstat: LookAt): boolean {
  const { before, stems, after, signatures, isSame, progress } = look;
  const first = Atomics.add(progress, 0, 256);
  const end = Math.min(first + 256, isSame.length);
  const options = { bigint: true, throwIfNoEntry: false } as const;
  // Halves of numbers are compared: reading a whole one would make an object of it each time.
  const expected = new Int32Array(signatures.buffer, signatures.byteOffset, signatures.length * 2);
  const found = new BigInt64Array(4);
  const halves = new Int32Array(found.buffer);
  const names = first < end ? String.fromCharCode(...stems.subarray(first * 12, end * 12)) : '';
  for (let file = first; file < end; file++) {
    const name = (file - first) * 12;
    try {
      const facts = lstat(before + names.slice(name, name + 12) + after, options);
      if (facts === undefined || facts.ctimeNs === 0n) continue;
      found[0] = facts.ino;
      found[1] = facts.size;
      found[2] = facts.mtimeNs;
      found[3] = facts.ctimeNs;
      let same = 0;
      while (same < 8 && halves[same] === expected[file * 8 + same]) same += 1;
      // Only plain files are signed, and what has the same number and times is the same file.
      if (same === 8) isSame[file] = 1;
    } catch {
      // What cannot be looked at is not the same; reading it will tell why.
    }
  }
  if (first >= end) return false;
  Atomics.add(progress, 1, end - first);
  return true;
}

/** The files of a table, ready to be looked at by threads. */
export function lookAt(root: string, { stems, signatures, count }: DocumentTable): Look {
  return {
    before: `${root}/documents/`,
    stems,
    after: '.json',
    signatures,
    isSame: new Uint8Array(new SharedArrayBuffer(count)),
    progress: new Int32Array(new SharedArrayBuffer(8)),
  };
}
