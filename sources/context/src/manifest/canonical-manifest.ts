import { isText } from '../document/strict-json.js';
import { aroundEntry, CanonicalEntry, entriesAt, textAt } from './canonical-entry.js';
import type { Manifest, ManifestEntry } from './manifest.js';
import { isTimestamp } from './timestamp.js';

/** What stands between the values of a manifest as it is printed here. */
const head = {
  version: '{\n  "cache_version": "',
  format: '",\n  "build_config": {\n    "version": "',
  algorithm: '",\n    "hash_algorithm": "',
  created: '"\n  },\n  "created_at": "',
  count: '",\n  "document_count": ',
  documents: ',\n  "documents": [',
} as const;
const NONE = Buffer.from(']\n}');
const END = Buffer.from('\n  ]\n}');

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;

class OtherForm extends Error {}

/**
 * Reads a manifest that is printed exactly as it is here, many times faster than a reader that is ready for everything. `bytes`
 * are UTF-8. Undefined: it may still be a manifest, in another form.
 */
export function readCanonicalManifest(bytes: Buffer): Manifest | undefined {
  return unlessOtherForm(() => {
    const reader = new CanonicalReader(bytes);
    const head = reader.head();
    const documents = reader.documents();
    return { ...head, documents, isCanonical: true };
  });
}

/** Reads a manifest that is known to be printed so, and where its entries begin: those are not looked at. Undefined: it is not so. */
export function readKnownManifest(bytes: Buffer, starts: Uint32Array): Manifest | undefined {
  const documents = entriesAt(bytes, starts);
  return documents && unlessOtherForm(() => ({ ...new CanonicalReader(bytes).head(), documents, isCanonical: true }));
}

function unlessOtherForm(read: () => Manifest): Manifest | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof OtherForm) return undefined;
    throw error;
  }
}

class CanonicalReader {
  #at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** All that comes before the entries. */
  head(): Omit<Manifest, 'documents' | 'isCanonical'> {
    const cacheVersion = this.#after(head.version);
    const formatVersion = this.#after(head.format);
    const hashAlgorithm = this.#after(head.algorithm);
    const createdAt = this.#after(head.created);
    if (!isTimestamp(createdAt)) throw new OtherForm();
    this.#expect(Buffer.from(head.count));
    const documentCount = this.#count();
    this.#expect(Buffer.from(head.documents));
    return { cacheVersion, formatVersion, hashAlgorithm, createdAt, documentCount };
  }

  /** The entries, which are followed by nothing else. */
  documents(): readonly ManifestEntry[] {
    const documents: ManifestEntry[] = [];
    if (this.#bytes[this.#at] === NONE[0]) this.#expect(NONE);
    else {
      do {
        this.#expect(aroundEntry.id);
        documents.push(new CanonicalEntry(this.#bytes, this.#at));
        this.#skipText();
        this.#expect(aroundEntry.version);
        this.#skipText();
        this.#expect(aroundEntry.file);
        this.#skipText();
        this.#expect(aroundEntry.end);
      } while (this.#bytes[this.#at] === COMMA && ++this.#at);
      this.#expect(END);
    }
    if (this.#at !== this.#bytes.length) throw new OtherForm();
    return documents;
  }

  #after(text: string): string {
    this.#expect(Buffer.from(text));
    return this.#text();
  }

  #expect(expected: Buffer): void {
    const bytes = this.#bytes;
    const start = this.#at;
    for (let at = 0; at < expected.length; at++) if (bytes[start + at] !== expected[at]) throw new OtherForm();
    this.#at = start + expected.length;
  }

  #text(): string {
    const start = this.#at;
    this.#skipText();
    return textAt(this.#bytes, start);
  }

  /** Goes to the quote at the end of a text, and makes sure that the text can be read later. */
  #skipText(): void {
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    let hasEscape = false;
    for (let byte = bytes[at]; byte !== QUOTE; byte = bytes[++at]) {
      if (byte === undefined || byte < 0x20) throw new OtherForm();
      if (byte !== BACKSLASH) continue;
      at += 1;
      hasEscape = true;
    }
    this.#at = at;
    if (hasEscape) requireCanonical(bytes.toString('utf8', start - 1, at + 1));
  }

  #count(): number {
    const start = this.#at;
    while (this.#bytes[this.#at]! >= ZERO && this.#bytes[this.#at]! <= NINE) this.#at += 1;
    const text = this.#bytes.toString('latin1', start, this.#at);
    const count = Number(text);
    if (String(count) !== text || !Number.isSafeInteger(count)) throw new OtherForm();
    return count;
  }
}

function requireCanonical(written: string): void {
  let text: unknown;
  try {
    text = JSON.parse(written);
  } catch {
    throw new OtherForm();
  }
  if (typeof text !== 'string' || !isText(text) || JSON.stringify(text) !== written) throw new OtherForm();
}
