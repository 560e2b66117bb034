import type { ManifestEntry } from './manifest.js';

/** The text around the values of a canonical entry. Values cannot contain its newlines. */
export const entrySyntax = {
  id: Buffer.from('\n    {\n      "id": "'),
  version: Buffer.from('",\n      "version": "'),
  file: Buffer.from('",\n      "file": "'),
  end: Buffer.from('"\n    }'),
} as const;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** An entry whose fields are read from the bytes of the manifest on use: of many thousands, few are used. */
export class CanonicalEntry implements ManifestEntry {
  /** `start`: where its id begins, behind the quote. */
  constructor(
    private readonly bytes: Buffer,
    private readonly start: number,
  ) {}

  get id(): string {
    return textAt(this.bytes, this.start);
  }

  get version(): string {
    return textAt(this.bytes, this.#versionStart);
  }

  get file(): string {
    return textAt(this.bytes, textEnd(this.bytes, this.#versionStart) + entrySyntax.file.length);
  }

  get #versionStart(): number {
    return textEnd(this.bytes, this.start) + entrySyntax.version.length;
  }
}

/** The offsets of the entries of a canonical manifest. */
export function entryStarts(bytes: Buffer, count: number): Uint32Array {
  const starts = new Uint32Array(count);
  let at = 0;
  for (let entry = 0; entry < count; entry++) {
    at = bytes.indexOf(entrySyntax.id, at) + entrySyntax.id.length;
    starts[entry] = at;
  }
  return starts;
}

/** The entries at given offsets of a manifest; undefined when one offset has no entry. */
export function entriesAt(bytes: Buffer, starts: Uint32Array): readonly ManifestEntry[] | undefined {
  const { id } = entrySyntax;
  const entries: ManifestEntry[] = [];
  for (const start of starts) {
    for (let at = 1; at <= id.length; at++) if (bytes[start - at] !== id[id.length - at]) return undefined;
    entries.push(new CanonicalEntry(bytes, start));
  }
  return entries;
}

/** The text that begins behind a quote. */
export function textAt(bytes: Buffer, start: number): string {
  const end = textEnd(bytes, start);
  for (let at = start; at < end; at++)
    if (bytes[at]! >= 0x80 || bytes[at] === BACKSLASH)
      return JSON.parse(bytes.toString('utf8', start - 1, end + 1)) as string;
  return bytes.toString('latin1', start, end);
}

/** The quote at the end of a text. */
function textEnd(bytes: Buffer, start: number): number {
  let at = start;
  for (; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at += 1;
  return at;
}
