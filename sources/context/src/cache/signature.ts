import { type BigIntStats, statSync } from 'node:fs';

/** The facts by which an unchanged file is recognised. */
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

/** The signature of a file or directory; undefined when it cannot be looked at. */
export function signatureAt(path: string): Signature | undefined {
  try {
    return signatureOf(statSync(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

/** Whether two signatures are equal, or both are missing. */
export function sameOrMissing(one: Signature | undefined, other: Signature | undefined): boolean {
  return one === undefined || other === undefined ? one === other : sameSignature(one, other);
}

const FIELDS = ['ino', 'size', 'mtimeNs', 'ctimeNs'] as const;

/** Many signatures in one array, which can be sent between threads. */
export class Signatures {
  constructor(readonly numbers: BigInt64Array) {}

  static of(count: number): Signatures {
    return new Signatures(new BigInt64Array(count * FIELDS.length));
  }

  set(at: number, signature: Signature): void {
    for (let field = 0; field < FIELDS.length; field++)
      this.numbers[at * FIELDS.length + field] = BigInt.asIntN(64, signature[FIELDS[field]!]);
  }

  get(at: number): Signature {
    const [ino, size, mtimeNs, ctimeNs] = this.numbers.subarray(at * FIELDS.length);
    return { ino: ino!, size: size!, mtimeNs: mtimeNs!, ctimeNs: ctimeNs! };
  }

  /** Whether a signature equals the one at an index. */
  isAt(at: number, signature: Signature): boolean {
    return FIELDS.every(
      (field, index) => this.numbers[at * FIELDS.length + index] === BigInt.asIntN(64, signature[field]),
    );
  }

  /** Copies one signature from another array. */
  copy(at: number, { numbers }: Signatures, from: number): void {
    for (let field = 0; field < FIELDS.length; field++)
      this.numbers[at * FIELDS.length + field] = numbers[from * FIELDS.length + field]!;
  }

  /** Copies signatures to an index. */
  setAll(from: number, others: BigInt64Array): void {
    this.numbers.set(others, from * FIELDS.length);
  }
}
