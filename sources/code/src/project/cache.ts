import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../findings/finding.js';
import type { Fault, Rule } from '../rules/rule.js';
import type { ReadResult } from './read-file.js';
import type { LanguageFaults } from './rule-book.js';

const MOST_ENTRIES = 200_000;
const MOST_FILES = 12;
const MOST_BYTES = 256 * 1_048_576;

interface Stored {
  readonly [key: string]: Pick<ReadResult, 'findings' | 'faults' | 'lines' | 'bytes'>;
}

/**
 * What files came to in earlier scans with the same rules and the same engine, by the hash of their bytes. A cache that
 * cannot be read or written costs time and nothing else.
 */
export class ScanCache {
  readonly #folder: string;
  readonly #file: string;
  readonly #withPaths: boolean;
  readonly #known: Map<string, Stored[string]>;
  readonly #used = new Map<string, Stored[string]>();

  constructor(folder: string, rules: readonly Rule[], engine: string, ruleMs: number) {
    const what = JSON.stringify([engine, ruleMs, rules.map(({ id, hash }) => [id, hash])]);
    this.#folder = folder;
    this.#file = join(folder, `${createHash('sha256').update(what).digest('hex').slice(0, 32)}.json`);
    this.#withPaths = rules.some(({ include, exclude }) => include.length + exclude.length > 0);
    this.#known = new Map(Object.entries(readStored(this.#file)));
  }

  get(hash: string, path: string): ReadResult | undefined {
    const key = this.#keyOf(hash, path);
    const found = this.#known.get(key);
    if (!found) return undefined;
    this.#used.set(key, found);
    return {
      ...found,
      findings: found.findings.map(each => withPath(each, path)),
      faults: found.faults.map(each => (each.path === '' ? { ...each, path } : each)),
      hash,
      isScanned: true,
    };
  }

  put(path: string, { findings, faults, lines, bytes, hash, isScanned }: ReadResult): void {
    // What took too long may be faster next time.
    if (!isScanned || hash === undefined || faults.some(({ kind }) => kind !== 'parse')) return;
    this.#used.set(this.#keyOf(hash, path), {
      findings: findings.map(each => withPath(each, '')),
      faults: faults.map(each => (each.path === path ? { ...each, path: '' } : each)),
      lines,
      bytes,
    });
  }

  /** What could not be read of the rules in a language; undefined where that is not known. */
  faultsOf(language: string): readonly Fault[] | undefined {
    return this.#known.get(`#${language}`)?.faults;
  }

  putFaults([language, faults]: LanguageFaults): void {
    this.#used.set(`#${language}`, { findings: [], faults, lines: 0, bytes: 0 });
  }

  /** Stores what was used in this scan, and as much of the rest as there is room for. */
  save(): void {
    const isChanged = [...this.#used.keys()].some(key => !this.#known.has(key));
    try {
      if (!isChanged) {
        utimesSync(this.#file, new Date(), new Date());
        return;
      }
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const entries = [...this.#used];
      for (const entry of this.#known)
        if (entries.length < MOST_ENTRIES && !this.#used.has(entry[0])) entries.push(entry);
      const temporary = `${this.#file}.${process.pid}`;
      writeFileSync(temporary, JSON.stringify(Object.fromEntries(entries)), { mode: 0o600 });
      renameSync(temporary, this.#file);
      removeOldest(this.#folder);
    } catch {
      // The next scan is slower.
    }
  }

  #keyOf(hash: string, path: string): string {
    const ending = path.slice(path.lastIndexOf('.'));
    return this.#withPaths ? `${hash}${path}` : `${hash}${ending}`;
  }
}

function withPath(finding: Finding, path: string): Finding {
  return { ...finding, path, ...(finding.flow && { flow: finding.flow.map(step => ({ ...step, path })) }) };
}

function readStored(file: string): Stored {
  try {
    if (statSync(file).size > MOST_BYTES) return {};
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof read === 'object' && read !== null ? (read as Stored) : {};
  } catch {
    return {};
  }
}

/** Keeps the folder within its bounds: the files of rules that were not used for the longest time go. */
function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .map(name => join(folder, name))
    .map(path => ({ path, facts: statSync(path) }))
    .sort((one, other) => other.facts.mtimeMs - one.facts.mtimeMs);
  let bytes = 0;
  for (const [index, { path, facts }] of files.entries()) {
    bytes += facts.size;
    if (index >= MOST_FILES || bytes > MOST_BYTES) rmSync(path, { force: true });
  }
}
