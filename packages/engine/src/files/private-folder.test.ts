import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openPrivateFolder, removePrivateFolder } from './private-folder.js';

it('is closed to others, and takes away what killed processes left, but nothing that is in use', () => {
  const root = mkdtempSync(join(tmpdir(), 'concord-test-'));
  try {
    const mine = openPrivateFolder(root);
    expect(statSync(mine).mode & 0o777).toBe(0o700);
    // A process that has ended: its number with another start, and a number nobody has.
    const { pid } = spawnSync('true');
    const left = mine.replace(`-${process.pid}-`, `-${pid}-`);
    mkdirSync(left);
    mkdirSync(join(root, 'concord-other'));
    const another = openPrivateFolder(root);
    expect([existsSync(mine), existsSync(left), existsSync(join(root, 'concord-other'))]).toEqual([true, false, true]);
    removePrivateFolder(mine);
    removePrivateFolder(another);
    expect(readdirSync(root)).toEqual(['concord-other']);
  } finally {
    rmSync(root, { recursive: true });
  }
});
