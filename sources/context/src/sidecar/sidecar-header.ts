import { createHash } from 'node:crypto';
import { endianness } from 'node:os';

/** The parts of a sidecar, in the order they stand in it. */
export const sectionNames = ['docs', 'entries', 'postings', 'terms', 'sources'] as const;
export type SectionName = (typeof sectionNames)[number];

/** Where a section is. Behind it stand the hashes of its blocks, and `sha256` is the hash of those. */
export interface Section {
  readonly offset: number;
  readonly length: number;
  readonly sha256: string;
}

/** Sections are checked in blocks of so many bytes: whoever needs little reads little. */
export const BLOCK_BYTES = 65_536;
export const DIGEST_BYTES = 32;

/** How many bytes the hashes behind a section take. */
export function digestsLength(sectionLength: number): number {
  return Math.ceil(sectionLength / BLOCK_BYTES) * DIGEST_BYTES;
}

/** What a sidecar says of itself. */
export interface SidecarHeader {
  readonly unicode: string;
  readonly cache_version: string;
  readonly manifest_sha256: string;
  /** When the build began that made the cache, in milliseconds. */
  readonly started_at: number;
  readonly documents: number;
  /** Whether the manifest has the documents in the order of their ids. */
  readonly in_order: boolean;
  readonly sections: Readonly<Record<SectionName, Section>>;
}

const MAGIC = 'ctxidx02';
/** Room for the header, which is written when all else is known; what is left of it is blanks. */
export const HEADER_END = 4_096;
const PREFIX = MAGIC.length + 4;

/** Words are lowered as this version of Unicode says. */
export const UNICODE = process.versions.unicode ?? '';

/** Numbers stand in sidecars as these machines have them; others go without. */
export const canUseSidecars = endianness() === 'LE';

/** The first bytes of a sidecar. */
export function printHeader(header: SidecarHeader): Buffer {
  const bytes = Buffer.alloc(HEADER_END, ' ');
  const text = JSON.stringify(header);
  bytes.write(MAGIC, 'latin1');
  bytes.writeUInt32LE(HEADER_END - PREFIX, MAGIC.length);
  const signed = JSON.stringify({ header, sha256: sha256(text) });
  if (Buffer.byteLength(signed) > HEADER_END - PREFIX) throw new RangeError('the header of a sidecar is too long');
  bytes.write(signed, PREFIX);
  return bytes;
}

/** Reads the first bytes of a sidecar; undefined when they are not whole, or of another time. */
export function readHeader(bytes: Buffer): SidecarHeader | undefined {
  if (bytes.length !== HEADER_END || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  if (bytes.readUInt32LE(MAGIC.length) !== HEADER_END - PREFIX) return undefined;
  try {
    const { header, sha256: expected } = JSON.parse(bytes.toString('utf8', PREFIX)) as {
      readonly header: SidecarHeader;
      readonly sha256: string;
    };
    // Only what was written here has the right hash, so the fields are what they should be.
    if (sha256(JSON.stringify(header)) !== expected || header.unicode !== UNICODE) return undefined;
    return sectionNames.every(name => isSection(header.sections?.[name])) ? header : undefined;
  } catch {
    return undefined;
  }
}

function isSection(section: Section | undefined): boolean {
  return section !== undefined && section.offset >= HEADER_END && section.length >= 0;
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
