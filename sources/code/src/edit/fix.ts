import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Finding } from '../findings/finding.js';
import { unifiedDiff } from './diff.js';
import { replaceAll } from './replace.js';
import { type FileChange, writeFiles } from './write-files.js';

/** What the fixes of findings change. */
export interface Fixes {
  readonly diff: string;
  readonly files: number;
  readonly applied: number;
  /** Fixes that overlap others; another scan finds them again. */
  readonly left: number;
  write(): void;
}

/** Works out what the fixes of all findings change; nothing is written before `write`. */
export function fixesOf(cwd: string, findings: readonly Finding[]): Fixes {
  const byPath = new Map<string, Finding[]>();
  for (const finding of findings)
    if (finding.fix !== undefined) byPath.set(finding.path, [...(byPath.get(finding.path) ?? []), finding]);
  const changes: FileChange[] = [];
  let diff = '';
  let applied = 0;
  let left = 0;
  for (const [path, list] of byPath) {
    const absolute = resolve(cwd, path);
    const before = readFileSync(absolute);
    const result = replaceAll(
      before,
      list.map(({ start, end, fix }) => ({ start: start.offset, end: end.offset, text: fix! })),
    );
    left += result.left.length;
    applied += list.length - result.left.length;
    if (result.bytes.equals(before)) continue;
    diff += unifiedDiff(path, before.toString('utf8'), result.bytes.toString('utf8'));
    changes.push({ path: absolute, bytes: result.bytes });
  }
  return { diff, files: changes.length, applied, left, write: () => writeFiles(changes) };
}
