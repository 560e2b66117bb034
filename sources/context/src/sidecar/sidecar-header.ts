import { createHash } from 'node:crypto';
import { endianness } from 'node:os';

/** The sections of a sidecar, in their order. */
export const sectionNames = ['docs', 'entries', 'postings', 'terms', 'sources'] as const;
export type SectionName = (typeof sectionNames)[number];

/** The place of a section. The hashes of its blocks follow it, and `sha256` is the hash of these hashes. */
export interface Section {
  readonly offset: number;
  readonly length: number;
  readonly sha256: string;
}

/** Sections are checked in blocks of this size, so that a small read checks little. */
export const BLOCK_BYTES = 65_536;
export const DIGEST_BYTES = 32;

/** The length of the hashes after a section, in bytes. */
export function digestsLength(sectionLength: number): number {
  return Math.ceil(sectionLength / BLOCK_BYTES) * DIGEST_BYTES;
}

/** The header of a sidecar. */
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
/** The space reserved for the header, which is written last and padded with blanks. */
export const HEADER_END = 4_096;
const PREFIX = MAGIC.length + 4;

/** The version of Unicode by which words are converted to lower case. */
export const UNICODE = process.versions.unicode ?? '';

/** Sidecars are little-endian; big-endian machines do not use them. */
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

/** Reads the header of a sidecar; undefined when it is damaged or of another version. */
export function readHeader(bytes: Buffer): SidecarHeader | undefined {
  if (bytes.length !== HEADER_END || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  if (bytes.readUInt32LE(MAGIC.length) !== HEADER_END - PREFIX) return undefined;
  try {
    const { header, sha256: expected } = JSON.parse(bytes.toString('utf8', PREFIX)) as {
      readonly header: SidecarHeader;
      readonly sha256: string;
    };
    // Only a header that was written by this code has the right hash, so its fields are valid.
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
