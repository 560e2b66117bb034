import type { Signature } from '../store/signature.js';
import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';

/** A source file as it was when its document was made. */
export interface SourceRecord {
  /** Below the source root, as it was found. */
  readonly path: string;
  readonly signature: Signature;
}

/** Records in the order of the manifest; none at all when whoever wrote them saw no sources. */
export function writeSourceRecords(records: readonly SourceRecord[]): Buffer {
  const writer = new ByteWriter();
  for (const { path, signature } of records) {
    writer.text(path);
    for (const number of [signature.ino, signature.size, signature.mtimeNs, signature.ctimeNs])
      writer.i64(BigInt.asIntN(64, number));
  }
  return writer.view();
}

/** Reads them back. Bytes that make no sense are an IndexDoubt. */
export function readSourceRecords(bytes: Buffer): readonly SourceRecord[] {
  const records: SourceRecord[] = [];
  for (const reader = new ByteReader(bytes); !reader.isAtEnd; ) {
    const path = Buffer.from(reader.take(reader.varint())).toString('utf8');
    const { buffer, byteOffset, byteLength } = reader.take(32);
    const numbers = new DataView(buffer, byteOffset, byteLength);
    const [ino, size, mtimeNs, ctimeNs] = [0, 8, 16, 24].map(at => numbers.getBigInt64(at, true));
    records.push({ path, signature: { ino: ino!, size: size!, mtimeNs: mtimeNs!, ctimeNs: ctimeNs! } });
  }
  return records;
}
