import { mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './diff.js';
import { replaceAll } from './replace.js';
import { writeFiles } from './write-files.js';

describe('replacements', () => {
  it('are made by bytes; of two that overlap the first counts', () => {
    const { bytes, left } = replaceAll(Buffer.from('é = 1; b'), [
      { start: 5, end: 6, text: '22' },
      { start: 0, end: 2, text: 'a' },
      { start: 4, end: 7, text: 'x' },
    ]);
    expect(bytes.toString()).toBe('a =x b');
    expect(left).toEqual([{ start: 5, end: 6, text: '22' }]);
  });
});

describe('a diff', () => {
  it('shows what changes with three lines around it', () => {
    const before = Array.from({ length: 12 }, (_, index) => `${index}\n`).join('');
    expect(unifiedDiff('a.txt', before, before.replace('5\n', 'five\n'))).toBe(
      '--- a/a.txt\n+++ b/a.txt\n@@ -3,7 +3,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
    );
    expect(unifiedDiff('a', 'x', 'x')).toBe('');
    expect(unifiedDiff('a', 'x', 'y')).toContain('\\ No newline at end of file');
  });

  it('leads from one text to the other', () => {
    const lines = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n'), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = unifiedDiff('f', before.join(''), after.join(''));
        expect(patched(before, diff)).toEqual(after);
      }),
    );
  });
});

/** The lines after a diff was applied. */
function patched(lines: readonly string[], diff: string): string[] {
  const out: string[] = [];
  let at = 0;
  for (const line of diff.split(/(?<=\n)/).slice(2)) {
    const head = /^@@ -(\d+),(\d+)/.exec(line);
    if (head) {
      const start = Number(head[1]) - (head[2] === '0' ? 0 : 1);
      while (at < start) out.push(lines[at++]!);
    } else if (line.startsWith('+')) out.push(line.slice(1));
    else {
      if (line.startsWith(' ')) out.push(line.slice(1));
      at++;
    }
  }
  return [...out, ...lines.slice(at)];
}

describe('writing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'edit-'));

  it('changes all files or none, keeps modes and links, and leaves nothing beside them', () => {
    const file = join(folder, 'a');
    writeFileSync(file, 'one', { mode: 0o750 });
    symlinkSync('a', join(folder, 'link'));
    writeFiles([{ path: join(folder, 'link'), bytes: Buffer.from('two') }]);
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['two', 0o750]);
    expect(() =>
      writeFiles([
        { path: file, bytes: Buffer.from('three') },
        { path: join(folder, 'none'), bytes: Buffer.from('') },
      ]),
    ).toThrow();
    expect(readFileSync(file, 'utf8')).toBe('two');
    expect(readdirSync(folder).sort()).toEqual(['a', 'link']);
  });
});
