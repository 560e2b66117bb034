import type { BigIntStats } from 'node:fs';
import type { DocumentTable } from '../index/document-table.js';

/** Files to be checked by several threads at once, in shared memory. */
export interface FileCheck {
  /** What the path of every file begins with. */
  readonly before: string;
  /** The next part of each path, twelve characters to a file. */
  readonly stems: Uint8Array;
  /** What the path of every file ends with. */
  readonly after: string;
  /** Four numbers for each file: its recorded signature. */
  readonly signatures: BigInt64Array;
  /** Set to 1 for each file that still has it. */
  readonly isSame: Uint8Array;
  /** The first file that no thread has taken yet, and the number of checked files. */
  readonly progress: Int32Array;
}

type Lstat = (
  path: string,
  options: { readonly bigint: true; readonly throwIfNoEntry: false },
) => BigIntStats | undefined;

/**
 * Checks the next files that no thread has taken yet; false when there are none. A thread runs the text of this function, so it may
 * use nothing but its arguments.
 */
export function checkNextFiles(check: FileCheck, lstat: Lstat): boolean {
  const { before, stems, after, signatures, isSame, progress } = check;
  const first = Atomics.add(progress, 0, 256);
  const end = Math.min(first + 256, isSame.length);
  const options = { bigint: true, throwIfNoEntry: false } as const;
  // Compared in halves of 32 bits: reading a 64-bit number would allocate a BigInt each time.
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
      // Only regular files have signatures, and a file with the same inode and times is the same file.
      if (same === 8) isSame[file] = 1;
    } catch {
      // A file that cannot be looked at counts as changed; reading it will report why.
    }
  }
  if (first >= end) return false;
  Atomics.add(progress, 1, end - first);
  return true;
}

/** The check of the files of a table. */
export function fileCheckOf(root: string, { stems, signatures, count }: DocumentTable): FileCheck {
  return {
    before: `${root}/documents/`,
    stems,
    after: '.json',
    signatures,
    isSame: new Uint8Array(new SharedArrayBuffer(count)),
    progress: new Int32Array(new SharedArrayBuffer(8)),
  };
}
