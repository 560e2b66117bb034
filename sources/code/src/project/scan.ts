import { readFileSync, statSync } from 'node:fs';
import { type Finding, inOrder } from '../findings/finding.js';
import type { Fault, Rule } from '../rules/rule.js';
import { languageForPath } from '../syntax/languages/index.js';
import { decode, isBinary } from './decode.js';
import { RuleBook } from './rule-book.js';
import { type FileResult, type ScanLimits, scanFile } from './scan-file.js';
import { globs, ioFault, type WalkedFile, type WalkOptions, walk } from './walk.js';

/** What is scanned, with which rules, within which limits. */
export interface ScanRequest extends WalkOptions, ScanLimits {
  readonly rules: readonly Rule[];
  readonly maxBytes: number;
  readonly jobs: number;
}

export interface ScanResult {
  readonly findings: readonly Finding[];
  readonly faults: readonly Fault[];
  readonly stats: { readonly files: number; readonly bytes: number; readonly lines: number; readonly rules: number };
}

/** Scans files and folders. Whatever is wrong with one file or rule is told; the others are scanned. */
export async function scan(request: ScanRequest): Promise<ScanResult> {
  const { files, faults } = walk(request);
  const book = new RuleBook(request.rules);
  const findings: Finding[] = [];
  const found: Fault[] = [...faults];
  let bytes = 0;
  let lines = 0;
  let count = 0;
  for (const file of files) {
    const result = await scanOne(file, book, request);
    if (!result) continue;
    count++;
    bytes += result.bytes;
    lines += result.lines;
    findings.push(...result.findings);
    found.push(...result.faults);
  }
  return {
    findings: findings.sort(inOrder),
    faults: [...book.faults, ...found],
    stats: { files: count, bytes, lines, rules: request.rules.length },
  };
}

async function scanOne(
  file: WalkedFile,
  book: RuleBook,
  request: ScanRequest,
): Promise<(FileResult & { readonly bytes: number }) | undefined> {
  const { path, absolute, isNamed } = file;
  const nothing = (fault?: Fault) => ({ findings: [], faults: fault ? [fault] : [], lines: 0, bytes: 0 });
  try {
    const { size } = statSync(absolute);
    if (size > request.maxBytes)
      return nothing({ kind: 'too_large', message: `it has ${size} bytes; --max-bytes is ${request.maxBytes}`, path });
    const bytes = readFileSync(absolute);
    if (isBinary(bytes)) return isNamed ? nothing({ kind: 'parse', message: 'this is no text', path }) : undefined;
    const applies = (rule: Rule) => appliesTo(rule, path);
    const result = await scanFile({ path, ...decode(bytes), language: languageForPath(path), applies }, book, request);
    return { ...result, bytes: bytes.length };
  } catch (error) {
    return nothing(ioFault(error, path));
  }
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
