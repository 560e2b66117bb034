import type { Signature } from '../cache/signature.js';
import { UnusableIndex } from './unusable-index.js';

const FIELDS = ['ino', 'size', 'mtimeNs', 'ctimeNs'] as const;
const STEM = 12;
const BYTES_EACH = 8 + FIELDS.length * 8 + STEM;
const PLAIN = /^documents\/[0-9a-f]{12}\.json$/;
const FOLDER = 'documents/';

/** What an index knows of each document, by its position in the manifest. The memory can be shared between threads. */
export class DocumentTable {
  readonly words: Uint32Array;
  readonly tokens: Uint32Array;
  /** Four numbers for each document: its file's signature; all zero when it has none. */
  readonly signatures: BigInt64Array;

  /** Twelve characters for each document: the stem of its file name; zeros when the name is not one that builds give. */
  readonly stems: Uint8Array;

  constructor(readonly count: number) {
    this.words = new Uint32Array(shared(count * 4));
    this.tokens = new Uint32Array(shared(count * 4));
    this.stems = new Uint8Array(shared(count * STEM));
    this.signatures = new BigInt64Array(shared(count * FIELDS.length * 8));
  }

  /** Whether a file still has its recorded signature; false when none was recorded. */
  isSigned(position: number, { ino, size, mtimeNs, ctimeNs }: Signature): boolean {
    const { signatures } = this;
    const at = position * FIELDS.length;
    return (
      signatures[at + 3] === ctimeNs &&
      signatures[at] === ino &&
      signatures[at + 1] === size &&
      signatures[at + 2] === mtimeNs &&
      ctimeNs !== 0n
    );
  }

  sign(position: number, signature: Signature): void {
    for (const [at, field] of FIELDS.entries())
      this.signatures[position * FIELDS.length + at] = BigInt.asIntN(64, signature[field]);
  }

  name(position: number, file: string): void {
    if (!PLAIN.test(file)) return;
    for (let at = 0; at < STEM; at++) this.stems[position * STEM + at] = file.charCodeAt(FOLDER.length + at);
  }

  /** Its size in memory and in a file, in bytes. */
  get bytes(): number {
    return this.count * BYTES_EACH;
  }

  /** Its parts as they are stored in a file, little-endian. */
  *sections(): Generator<Uint8Array> {
    for (const { buffer } of [this.words, this.tokens, this.signatures, this.stems]) yield new Uint8Array(buffer);
  }

  static from(bytes: Uint8Array, count: number): DocumentTable {
    if (bytes.length !== count * BYTES_EACH) throw new UnusableIndex('documents are missing');
    const table = new DocumentTable(count);
    let at = 0;
    for (const section of table.sections()) {
      section.set(bytes.subarray(at, at + section.length));
      at += section.length;
    }
    return table;
  }
}

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);
