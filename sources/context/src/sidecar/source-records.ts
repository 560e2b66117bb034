import { Signatures } from '../cache/signature.js';
import { ByteReader } from '../index/byte-reader.js';
import { ByteWriter } from '../index/byte-writer.js';
import { UnusableIndex } from '../index/unusable-index.js';

/** Source files as they were when their documents were made, in the order of the manifest. */
export interface SourceRecords {
  /** Below the source root, as they were found. */
  readonly paths: readonly string[];
  readonly signatures: Signatures;
}

/** The records of a cache whose sources are unknown. */
export const NO_SOURCES: SourceRecords = { paths: [], signatures: Signatures.of(0) };

/** The stored form: all signatures, then all paths. */
export function* sourceRecordsParts({ paths, signatures: { numbers } }: SourceRecords): Generator<Uint8Array> {
  yield new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const writer = new ByteWriter();
  for (const path of paths) writer.text(path);
  yield writer.view();
}

/** Reads `count` records. Throws UnusableIndex when the bytes are malformed. */
export function readSourceRecords(bytes: Buffer, count: number): SourceRecords {
  const signatures = Signatures.of(count);
  const { numbers } = signatures;
  const reader = new ByteReader(bytes);
  new Uint8Array(numbers.buffer).set(reader.take(numbers.byteLength));
  const paths = Array.from({ length: count }, () => {
    const length = reader.varint();
    const path = bytes.toString('utf8', reader.at, reader.at + length);
    reader.take(length);
    return path;
  });
  if (!reader.isAtEnd) throw new UnusableIndex('there are more sources than documents');
  return { paths, signatures };
}
