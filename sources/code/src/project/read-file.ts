import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import type { Fault, Rule } from '../rules/rule.js';
import { languageForPath } from '../syntax/languages/index.js';
import { decode, isBinary } from './decode.js';
import type { RuleBook } from './rule-book.js';
import { type FileResult, type ScanLimits, scanFile } from './scan-file.js';
import { globs, ioFault, type WalkedFile } from './walk.js';

export interface ReadLimits extends ScanLimits {
  readonly maxBytes: number;
}

/** What a file of a walk came to; no bytes where it was not scanned. */
export interface ReadResult extends FileResult {
  readonly bytes: number;
  /** Of the bytes that were scanned. */
  readonly hash?: string;
  readonly isScanned: boolean;
}

const nothing = (...faults: Fault[]): ReadResult => ({ findings: [], faults, lines: 0, bytes: 0, isScanned: false });

/** The bytes of a file that can be scanned, or what it came to instead. */
export function readBytes({ path, absolute, isNamed }: WalkedFile, maxBytes: number): Buffer | ReadResult {
  try {
    const handle = openSync(absolute, 'r');
    try {
      const { size } = fstatSync(handle);
      if (size > maxBytes) {
        // A library or an image that lies about is nobody's code.
        const head = Buffer.alloc(8_192);
        readSync(handle, head, 0, head.length, 0);
        if (!isNamed && isBinary(head)) return nothing();
        return nothing({ kind: 'too_large', message: `it has ${size} bytes; --max-bytes is ${maxBytes}`, path });
      }
      const bytes = readFileSync(handle);
      if (!isBinary(bytes)) return bytes;
      return isNamed ? nothing({ kind: 'parse', message: 'this is no text', path }) : nothing();
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    return nothing(ioFault(error, path));
  }
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');

/** Reads a file and scans it. Never throws for what the file is. */
export async function readAndScan(file: WalkedFile, book: RuleBook, limits: ReadLimits): Promise<ReadResult> {
  const bytes = readBytes(file, limits.maxBytes);
  if (!Buffer.isBuffer(bytes)) return bytes;
  const { path } = file;
  const applies = (rule: Rule) => appliesTo(rule, path);
  const result = await scanFile({ path, ...decode(bytes), language: languageForPath(path), applies }, book, limits);
  return { ...result, bytes: bytes.length, hash: hashOf(bytes), isScanned: true };
}

const pathTests = new WeakMap<Rule, (path: string) => boolean>();

/** Whether a rule's own paths let it look at a file. */
function appliesTo(rule: Rule, path: string): boolean {
  if (rule.include.length === 0 && rule.exclude.length === 0) return true;
  let test = pathTests.get(rule);
  if (!test) {
    const isIncluded = globs(rule.include);
    const isExcluded = globs(rule.exclude);
    test = each => (rule.include.length === 0 || isIncluded(each, false)) && !isExcluded(each, false);
    pathTests.set(rule, test);
  }
  return test(path);
}
