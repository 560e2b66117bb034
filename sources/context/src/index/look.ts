import type { BigIntStats } from 'node:fs';
import type { DocumentTable } from './document-table.js';

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
  const names = first < end ? String.fromCharCode(...stems.subarray(first * 12, end * 12)) : '';
  for (let file = first; file < end; file++) {
    const at = file * 4;
    const name = (file - first) * 12;
    try {
      const facts = lstat(before + names.slice(name, name + 12) + after, options);
      // Only plain files are signed, and what has the same number and times is the same file.
      const isSigned =
        facts !== undefined &&
        facts.ctimeNs !== 0n &&
        signatures[at + 3] === facts.ctimeNs &&
        signatures[at] === facts.ino &&
        signatures[at + 1] === facts.size &&
        signatures[at + 2] === facts.mtimeNs;
      if (isSigned) isSame[file] = 1;
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
  const sharedStems = new Uint8Array(new SharedArrayBuffer(stems.byteLength));
  sharedStems.set(stems);
  const sharedSignatures = new BigInt64Array(new SharedArrayBuffer(signatures.byteLength));
  sharedSignatures.set(signatures);
  return {
    before: `${root}/documents/`,
    stems: sharedStems,
    after: '.json',
    signatures: sharedSignatures,
    isSame: new Uint8Array(new SharedArrayBuffer(count)),
    progress: new Int32Array(new SharedArrayBuffer(8)),
  };
}
