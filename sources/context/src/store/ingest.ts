import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printDocument } from '../document/document.js';
import { stemOf } from '../document/version.js';
import { LARGEST_DOCUMENT } from './contained.js';
import { type Signature, signatureOf } from './signature.js';

/** A source file on its way into a cache. */
export interface Ingredient {
  /** The bytes of its path. */
  readonly path: Uint8Array;
  readonly relative: string;
  readonly id: string;
}

/** What became of it. */
export type Ingested =
  | {
      readonly version: string;
      readonly contentBytes: number;
      readonly signature: Signature;
      /** Given when somebody wants the words of it. */
      readonly content?: string;
    }
  | { readonly fault: 'io' | 'internal'; readonly detail: string; readonly isUnreadable?: boolean };

/** Reads a source file, and writes its document file into `documents`. Never throws: what is wrong is told. */
export function ingest({ path, relative, id }: Ingredient, documents: string, wantsContent: boolean): Ingested {
  try {
    const source = readSource(path, relative);
    if ('fault' in source) return source;
    const { bytes, signature } = source;
    if (!isUtf8(bytes)) return { fault: 'internal', detail: `${relative} is not UTF-8` };
    const version = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    const content = bytes.toString('utf8');
    const printed = Buffer.from(printDocument({ id, version, source: relative, content, metadata: [] }));
    if (printed.length > LARGEST_DOCUMENT)
      return { fault: 'internal', detail: `${relative} is too large: its document would have ${printed.length} bytes` };
    writeFileSync(join(documents, `${stemOf(version)}.json`), printed);
    return { version, contentBytes: bytes.length, signature, ...(wantsContent && { content }) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_STRING_TOO_LONG' || error instanceof RangeError)
      return { fault: 'internal', detail: `${relative} is too large` };
    return { fault: 'io', detail: `${relative} cannot be taken in (${code ?? String(error)})` };
  }
}

type Unreadable = Extract<Ingested, { readonly fault: unknown }>;

/** A source that cannot be read is told apart from a document that cannot be written. */
function readSource(
  path: Uint8Array,
  relative: string,
): Unreadable | { readonly bytes: Buffer; readonly signature: Signature } {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path as Buffer, 'r');
    const facts = fstatSync(descriptor, { bigint: true });
    if (facts.size > BigInt(LARGEST_DOCUMENT)) throw new RangeError('too large');
    return { bytes: readAll(descriptor, Number(facts.size)), signature: signatureOf(facts) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string' || error instanceof RangeError) throw error;
    return { fault: 'io', detail: `${relative} cannot be read (${code})`, isUnreadable: true };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** All there is: a file may grow or shrink while it is read. */
function readAll(descriptor: number, expected: number): Buffer {
  const parts: Buffer[] = [];
  let part = Buffer.allocUnsafe(expected + 1);
  let total = 0;
  for (;;) {
    const count = readSync(descriptor, part, 0, part.length, null);
    if (count === 0) break;
    parts.push(part.subarray(0, count));
    total += count;
    if (total > LARGEST_DOCUMENT) throw new RangeError('too large');
    if (count === part.length || total < expected) part = Buffer.allocUnsafe(Math.max(65_536, expected - total + 1));
    else part = Buffer.allocUnsafe(1);
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts, total);
}
