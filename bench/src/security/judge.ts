import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Handler } from './handlers.js';

const bin = resolve(import.meta.dirname, '../../../bin/mcp');

/** Weaknesses that are told under several numbers. */
const FAMILIES: readonly (readonly number[])[] = [
  [22, 23, 36, 73],
  [77, 78, 88],
  [79, 80],
  [89, 564],
  [94, 95, 96, 917, 1336],
  [326, 327, 328, 916],
  [330, 338],
  [400, 730, 1333],
  [611, 776],
  [614, 1004, 1275],
  [643, 91],
];
const familyOf = (cwe: number) => FAMILIES.find(family => family.includes(cwe))?.[0] ?? cwe;

export interface Found {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly cwe: readonly number[];
}

/** What the built-in rules find in a folder. */
export function scanned(folder: string): Found[] {
  const { stdout, stderr } = spawnSync(bin, ['scan', '.', '--json', '--no-cache', '--fail-on', 'never'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 512 * 1_048_576,
  });
  try {
    const { findings } = JSON.parse(stdout) as {
      findings: { path: string; start: { line: number }; rule_id: string; cwe: string[] }[];
    };
    return findings.map(({ path, start, rule_id: rule, cwe }) => ({
      path,
      line: start.line,
      rule,
      cwe: cwe.map(each => Number(/\d{1,6}/.exec(each)?.[0])),
    }));
  } catch {
    throw new Error(`the scan failed: ${stderr.slice(0, 500)}`);
  }
}

/** How often the fault was found where it is, and where it is not. */
export interface Score {
  readonly faulty: number;
  readonly found: number;
  readonly harmless: number;
  readonly flagged: number;
}

/** The share of faults that were found less the share of harmless ones that were flagged, in points. */
export function points({ faulty, found, harmless, flagged }: Score): number {
  return Math.round(100 * (found / Math.max(1, faulty) - flagged / Math.max(1, harmless)));
}

export interface Judged {
  readonly handler: Handler;
  /** The rules that found what the handler is about, whether it is there or not. */
  readonly rules: readonly string[];
}

/** Writes handlers below a folder, scans them, and says which were flagged for what they are about. */
export function judge(handlers: readonly Handler[], folder: string): Judged[] {
  for (const { path, text } of handlers) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const byPath = new Map<string, Found[]>();
  for (const each of scanned(folder)) byPath.set(each.path, [...(byPath.get(each.path) ?? []), each]);
  return handlers.map(handler => {
    const found = byPath.get(handler.path) ?? [];
    const about = found.filter(({ cwe }) => cwe.some(each => familyOf(each) === familyOf(handler.cwe)));
    return { handler, rules: [...new Set(about.map(({ rule }) => rule))] };
  });
}

/** Scores by any property of a handler. */
export function scores(judged: readonly Judged[], by: (handler: Handler) => string): Map<string, Score> {
  const rows = new Map<string, Score>();
  for (const { handler, rules } of judged) {
    const isFlagged = rules.length > 0;
    const { faulty, found, harmless, flagged } = rows.get(by(handler)) ?? {
      faulty: 0,
      found: 0,
      harmless: 0,
      flagged: 0,
    };
    rows.set(by(handler), {
      faulty: faulty + (handler.isFaulty ? 1 : 0),
      found: found + (handler.isFaulty && isFlagged ? 1 : 0),
      harmless: harmless + (handler.isFaulty ? 0 : 1),
      flagged: flagged + (!handler.isFaulty && isFlagged ? 1 : 0),
    });
  }
  return rows;
}
