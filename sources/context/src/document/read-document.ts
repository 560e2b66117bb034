import { isUtf8 } from 'node:buffer';
import { type Document, IntegerLiteral, printDocument } from './document.js';
import { fieldsOf, isText, NumberLiteral, readStrictJson, StrictObject } from './strict-json.js';

const LEAST = -(2n ** 63n);
const MOST = 2n ** 63n - 1n;

/** Reads a document file; undefined when it is none. */
export function readDocument(bytes: Buffer): Document | undefined {
  if (!isUtf8(bytes)) return undefined;
  return asPrinted(bytes) ?? strictly(bytes);
}

/** The fast way: text that equals our own printing of the parsed value has no duplicate or unknown fields. */
function asPrinted(bytes: Buffer): Document | undefined {
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, version, source, content, metadata } = value as Record<string, unknown>;
  const isPlain = typeof metadata === 'object' && metadata !== null && Object.keys(metadata).length === 0;
  if (!isPlain || ![id, version, source, content].every(each => isText(each as string))) return undefined;
  const document = { id, version, source, content, metadata: [] } as unknown as Document;
  return printDocument(document) === text ? document : undefined;
}

function strictly(bytes: Buffer): Document | undefined {
  const fields = fieldsOf(readStrictJson(bytes), ['id', 'version', 'source', 'content', 'metadata']);
  if (fields === undefined) return undefined;
  const { id, version, source, content } = fields;
  const metadata = readMetadata(fields.metadata);
  if (!isText(id) || !isText(version) || !isText(source) || !isText(content) || !metadata) return undefined;
  return { id, version, source, content, metadata };
}

function readMetadata(value: unknown): Document['metadata'] | undefined {
  if (!(value instanceof StrictObject)) return undefined;
  const read = value.entries.map(([key, member]) => {
    if (isText(member)) return [key, member] as const;
    return member instanceof NumberLiteral && isInteger64(member.text)
      ? ([key, new IntegerLiteral(member.text)] as const)
      : undefined;
  });
  return read.every(entry => entry !== undefined) ? read : undefined;
}

function isInteger64(text: string): boolean {
  if (!/^-?[0-9]{1,20}$/.test(text)) return false;
  const number = BigInt(text);
  return number >= LEAST && number <= MOST;
}
