import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from './make-folder.js';

it('makes a folder and those above it, for this user alone, once and again', () => {
  const root = mkdtempSync(join(tmpdir(), 'concord-test-'));
  try {
    const folder = join(root, 'one', 'two', 'three');
    makeFolder(folder);
    makeFolder(folder);
    expect([statSync(folder).mode & 0o777, statSync(join(root, 'one')).mode & 0o777]).toEqual([0o700, 0o700]);
    writeFileSync(join(root, 'file'), '');
    expect(() => makeFolder(join(root, 'file'))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
    expect(() => makeFolder(join(root, 'file', 'x'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
  } finally {
    rmSync(root, { recursive: true });
  }
});

it.skipIf(process.platform !== 'linux')('gives up where nothing can be made', () => {
  expect(() => makeFolder('/proc/nobody/.local/state')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});
