import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { type Finding, inOrder } from '../findings/finding.js';
import type { Fault, Rule } from '../rules/rule.js';
import { languageForPath } from '../syntax/languages/index.js';
import { isParserLost } from '../syntax/parse.js';
import { ScanCache } from './cache.js';
import { scanInThreads } from './pool.js';
import { hashOf, type ReadLimits, type ReadResult, readAndScan, readBytes } from './read-file.js';
import { RuleBook } from './rule-book.js';
import { type WalkedFile, type WalkOptions, walk } from './walk.js';

/** What is scanned, with which rules, within which limits. */
export interface ScanRequest extends WalkOptions, ReadLimits {
  readonly rules: readonly Rule[];
  readonly jobs: number;
  readonly maxMemoryMb: number;
  /** Where results of earlier scans are; without it every file is scanned. */
  readonly cacheFolder?: string;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: { readonly aborted: boolean };
}

export interface ScanResult {
  readonly findings: readonly Finding[];
  readonly faults: readonly Fault[];
  readonly stats: { readonly files: number; readonly bytes: number; readonly lines: number; readonly rules: number };
  /** How long each rule and each file took, in milliseconds, where that was asked for. */
  readonly times?: { readonly rules: ReadonlyMap<string, number>; readonly files: ReadonlyMap<string, number> };
}

/** So little is scanned faster than a thread starts. */
const FEW_FILES = 4;
const FEW_BYTES = 262_144;

/** Scans files and folders. Whatever is wrong with one file or rule is told; the others are scanned. */
export async function scan(request: ScanRequest): Promise<ScanResult> {
  const { files, faults } = walk(request);
  const results: (ReadResult | undefined)[] = new Array(files.length);
  let done = 0;
  const take = (number: number, result: ReadResult) => {
    results[number] = result;
    request.onProgress?.(++done, files.length);
  };
  const isSmall = files.length <= FEW_FILES && totalBytes(files) <= FEW_BYTES;
  const inFile = isSmall ? await scanHere(files, request, take) : await scanThere(files, request, take);
  return summed(files, results, [...ordered(inFile), ...faults], request);
}

/** In this process: the watch over each rule is the same as in a thread. */
async function scanHere(files: readonly WalkedFile[], request: ScanRequest, take: Take): Promise<readonly Fault[]> {
  const book = new RuleBook(request.rules);
  const left = [...files.entries()];
  while (left.length > 0 && request.signal?.aborted !== true && !isParserLost()) {
    const [number, file] = left.shift()!;
    take(number, await readAndScan(file, book, request));
  }
  const elsewhere =
    left.length > 0 && isParserLost()
      ? await scanInThreads({ ...request, limits: request, files: left, onResult: take })
      : [];
  return [...book.faults, ...elsewhere].flatMap(([, faults]) => faults);
}

type Take = (number: number, result: ReadResult) => void;

async function scanThere(files: readonly WalkedFile[], request: ScanRequest, take: Take): Promise<readonly Fault[]> {
  const { rules, jobs, maxMemoryMb, signal, cacheFolder, maxBytes, ruleMs, times } = request;
  const cache =
    cacheFolder === undefined || times ? undefined : new ScanCache(cacheFolder, rules, engineHash(), ruleMs);
  const left: [number, WalkedFile][] = [];
  for (const [number, file] of files.entries()) {
    if (!cache) {
      left.push([number, file]);
      continue;
    }
    const bytes = readBytes(file, maxBytes);
    if (!Buffer.isBuffer(bytes)) take(number, bytes);
    else {
      const known = cache.get(hashOf(bytes), file.path);
      if (known) take(number, known);
      else left.push([number, file]);
    }
    if (signal?.aborted === true) return [];
  }
  // Faults of rules are told for each language that a file has, also where all its files are known.
  const present = new Set<string>([
    'regex',
    'generic',
    ...files.map(({ path }) => languageForPath(path)?.id ?? 'regex'),
  ]);
  const known = [...present].flatMap(language => cache?.faultsOf(language) ?? []);
  if (left.length === 0) {
    cache?.save();
    return known;
  }
  const faults = await scanInThreads({
    rules,
    limits: { maxBytes, ruleMs, times },
    jobs,
    maxMemoryMb,
    files: left,
    onResult: (number, result) => {
      cache?.put(files[number]!.path, result);
      take(number, result);
    },
    ...(signal && { signal }),
  });
  for (const each of faults) cache?.putFaults(each);
  if (signal?.aborted !== true) cache?.save();
  return [...known, ...faults.flatMap(([, each]) => each)];
}

function summed(
  files: readonly WalkedFile[],
  results: readonly (ReadResult | undefined)[],
  faults: Fault[],
  { rules, times: isTimed }: ScanRequest,
): ScanResult {
  const findings: Finding[] = [];
  const stats = { files: 0, bytes: 0, lines: 0, rules: rules.length };
  const times = { rules: new Map<string, number>(), files: new Map<string, number>() };
  for (const [number, result] of results.entries()) {
    if (!result) continue;
    findings.push(...result.findings);
    faults.push(...result.faults);
    if (!result.isScanned) continue;
    stats.files++;
    stats.bytes += result.bytes;
    stats.lines += result.lines;
    for (const [rule, spent] of Object.entries(result.times ?? {})) {
      times.rules.set(rule, (times.rules.get(rule) ?? 0) + spent);
      const { path } = files[number]!;
      times.files.set(path, (times.files.get(path) ?? 0) + spent);
    }
  }
  return { findings: findings.sort(inOrder), faults, stats, ...(isTimed && { times }) };
}

/** Each fault of a rule once, in the order of places, whichever thread found it. */
function ordered(faults: readonly Fault[]): Fault[] {
  const byText = new Map(faults.map(fault => [JSON.stringify(fault), fault]));
  const key = ({ path = '', line = 0, column = 0, message }: Fault) =>
    `${path}\n${String(line).padStart(9, '0')}\n${String(column).padStart(9, '0')}\n${message}`;
  return [...byText.values()].sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

function totalBytes(files: readonly WalkedFile[]): number {
  return files.reduce((sum, { absolute }) => sum + (statSync(absolute, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** Changes with the engine, whose results are stored. */
function engineHash(): string {
  const name = import.meta.url.endsWith('.ts') ? '../../dist/project/scan-worker.js' : './scan-worker.js';
  return createHash('sha256')
    .update(readFileSync(new URL(name, import.meta.url)))
    .digest('base64url');
}
