import { chmodSync, chownSync, lstatSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { TestFolders } from '../../test/support/folders.js';
import { checkBeforeRun, isInside, permissionFault, unsafe } from './safety.js';

const folders = new TestFolders();
afterAll(() => folders.removeAll());
const isRoot = process.geteuid?.() === 0;

function tool() {
  const root = folders.make({ 'tools/x/tool.sh!': '', 'tools-2/tool.sh!': '', 'outside.sh!': '' });
  return { root, within: join(root, 'tools'), file: join(root, 'tools/x/tool.sh') };
}

it('allows what only its owner can write', () => {
  const { root, within, file } = tool();
  expect(unsafe(file, within, root)).toBeUndefined();
});

it('names who else could write a file, or one of its folders up to the root', () => {
  for (const path of ['tools/x/tool.sh', 'tools/x', 'tools', '']) {
    const { root, within, file } = tool();
    chmodSync(join(root, path), 0o757);
    const where = ['the project folder', 'tools', 'tools/x', undefined][path === '' ? 0 : path.split('/').length];
    expect(unsafe(file, within, root)).toBe(
      where === undefined ? 'is writable by everybody' : `lies in ${where}, which is writable by everybody`,
    );
  }
});

it('allows the group of the user, but no other, and none at all where it is strict', () => {
  const { root, within, file } = tool();
  chmodSync(file, 0o775);
  expect(unsafe(file, within, root)).toBeUndefined();
  expect(unsafe(file, within, root, { strict: true })).toMatch('writable by the group');
});

it.runIf(isRoot)(
  'refuses another group and another owner, but for the owner of the project when root serves it',
  () => {
    const { root, within, file } = tool();
    chmodSync(file, 0o775);
    chownSync(file, 0, 12_345);
    expect(unsafe(file, within, root)).toBe('is writable by the group 12345');
    chownSync(file, 12_345, 0);
    chmodSync(file, 0o755);
    expect(unsafe(file, within, root)).toBe('belongs to another user (12345)');
    chownSync(root, 12_345, 0);
    expect(unsafe(file, within, root)).toBeUndefined();
  },
);

it('trusts root, and the owner of the project only when told to', () => {
  const stats = { mode: 0o644, uid: 7, gid: 7 } as never;
  expect(permissionFault(stats, { user: 1, group: 1 }, false)).toBe('belongs to another user (7)');
  expect(permissionFault(stats, { user: 0, group: 0, project: 7 }, false)).toBeUndefined();
  expect(permissionFault({ mode: 0o644, uid: 0, gid: 0 } as never, { user: 1, group: 1 }, false)).toBeUndefined();
});

it('refuses what leads out, by a link or by a name that only begins the same', () => {
  const { root, within } = tool();
  symlinkSync(join(root, 'outside.sh'), join(within, 'link.sh'));
  expect(unsafe(join(within, 'link.sh'), within, root)).toBe('leads out of tools');
  expect(unsafe(join(root, 'tools-2/tool.sh'), within, root)).toBe('leads out of tools');
  expect(unsafe(join(within, 'missing'), within, root)).toBe('cannot be looked at (ENOENT)');
  symlinkSync('loop', join(within, 'loop'));
  expect(unsafe(join(within, 'loop'), within, root)).toBe('cannot be looked at (ELOOP)');
});

it('compares paths by their parts, whatever characters they have', () => {
  expect(isInside('/a[1]/x', '/a[1]')).toBe(true);
  expect(isInside('/a1/x', '/a[1]')).toBe(false);
  expect(isInside('/ab/x', '/a')).toBe(false);
  expect(isInside('/a', '/a')).toBe(false);
  expect(isInside('/a', '/')).toBe(true);
});

it('gives what it saw of a file right before a run, or why that must not be', () => {
  const { root, within, file } = tool();
  expect(checkBeforeRun(file, within, root)).toMatchObject({ ino: lstatSync(file).ino });
  chmodSync(join(root, 'tools'), 0o757);
  expect(checkBeforeRun(file, within, root)).toBe('lies in tools, which is writable by everybody');
  chmodSync(join(root, 'tools'), 0o755);
  renameSync(join(root, 'tools/x'), join(root, 'tools/y'));
  expect(checkBeforeRun(file, within, root)).toBe('cannot be looked at (ENOENT)');
  symlinkSync(join(root, 'tools/y'), join(root, 'tools/x'));
  expect(checkBeforeRun(file, within, root)).toBe('lies in tools/x, which has become a link');
});
