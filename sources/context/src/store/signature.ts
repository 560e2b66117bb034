import type { BigIntStats } from 'node:fs';

/** What tells whether a file is still the one that was looked at. */
export interface Signature {
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

export function signatureOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): Signature {
  return { ino, size, mtimeNs, ctimeNs };
}

export function sameSignature(one: Signature, other: Signature): boolean {
  return (
    one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs && one.ctimeNs === other.ctimeNs
  );
}
