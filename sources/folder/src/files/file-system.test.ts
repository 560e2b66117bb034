import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { TestFolders } from '../../test/support/folders.js';
import { FileSystem } from './file-system.js';

const folders = new TestFolders();
afterAll(() => folders.removeAll());

it.each([false, true])('answers the same in turns and through the pool (%s)', async isSlow => {
  const names = Array.from({ length: 200 }, (_, n) => `f${n}`);
  const root = folders.make(Object.fromEntries(names.map(name => [name, name])));
  const files = new FileSystem(isSlow);
  const found = await files.readdir(root);
  expect(found.map(({ name }) => name).sort()).toEqual([...names].sort());
  const read = await Promise.all(names.map(name => files.read(join(root, name), 2)));
  expect(read.map(({ bytes }) => String(bytes))).toEqual(names.map(name => name.slice(0, 2)));
  expect(read.at(-1)?.stats.size).toBe(4);
  expect((await files.lstat(root)).isDirectory()).toBe(true);
  await expect(files.read(join(root, 'missing'), 1)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(files.lstat(join(root, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(files.read(root, 1)).rejects.toMatchObject({ code: 'EINVAL' });
});

it.each([false, true])('is not kept waiting by a pipe (%s)', async isSlow => {
  const root = folders.make({});
  execFileSync('mkfifo', [join(root, 'pipe')]);
  await expect(new FileSystem(isSlow).read(join(root, 'pipe'), 10)).rejects.toMatchObject({ code: 'EINVAL' });
});

it('lets others have their turn', async () => {
  const files = new FileSystem();
  let turns = 0;
  let isReading = true;
  const count = (): void => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  count();
  await Promise.all(Array.from({ length: 3200 }, () => files.lstat('/')));
  isReading = false;
  expect(turns).toBeGreaterThan(50);
});
