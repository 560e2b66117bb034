import type { Signature } from '../cache/signature.js';
import { IndexDoubt } from './unusable-index.js';

const FIELDS = ['ino', 'size', 'mtimeNs', 'ctimeNs'] as const;
const STEM = 12;
const BYTES_EACH = 8 + FIELDS.length * 8 + STEM;
const PLAIN = /^documents\/[0-9a-f]{12}\.json$/;
const FOLDER = 'documents/';

/** What an index knows of each document of a cache, by its position in the manifest. Threads can share it. */
export class DocumentTable {
  readonly words: Uint32Array;
  readonly tokens: Uint32Array;
  /** Four numbers to a document; all zero when nobody has signed it. */
  readonly signatures: BigInt64Array;

  /** Twelve digits to a document, by which its file is named; zeros when its name is not one that builds give. */
  readonly stems: Uint8Array;

  constructor(readonly count: number) {
    this.words = new Uint32Array(shared(count * 4));
    this.tokens = new Uint32Array(shared(count * 4));
    this.stems = new Uint8Array(shared(count * STEM));
    this.signatures = new BigInt64Array(shared(count * FIELDS.length * 8));
  }

  /** Whether a file still looks as it did when this was known of it. One that nobody has signed never does. */
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

  /** How much memory it takes, and its length in a file. */
  get bytes(): number {
    return this.count * BYTES_EACH;
  }

  /** Its bytes in a file, little end first. */
  *sections(): Generator<Uint8Array> {
    for (const { buffer } of [this.words, this.tokens, this.signatures, this.stems]) yield new Uint8Array(buffer);
  }

  static from(bytes: Uint8Array, count: number): DocumentTable {
    if (bytes.length !== count * BYTES_EACH) throw new IndexDoubt('documents are missing');
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
