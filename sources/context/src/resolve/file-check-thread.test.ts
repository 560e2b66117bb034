import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCache, makeSidecar } from '../../test/support/make-cache.js';
import { openCache } from '../cache/open-cache.js';
import { Pace } from '../event-loop/pace.js';
import { readSidecar } from '../sidecar/sidecar-read.js';
import { checkDocuments } from './check-documents.js';
import { fileCheckOf } from './file-check.js';
import { FileCheckThread } from './file-check-thread.js';

const folder = mkdtempSync(join(tmpdir(), 'concord-look-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const cache = join(folder, 'cache');
const path = `${cache}.ctxidx`;

beforeAll(async () => {
  makeCache(
    cache,
    Array.from({ length: 1_500 }, (_, at) => ({ id: `${at + 10_000}.md`, content: `text ${at}` })),
  );
  await makeSidecar(cache);
});

/** Which documents are found to be the same by a thread and this one together. */
async function check(prepare: (thread: FileCheckThread) => void | Promise<void> = () => {}): Promise<Uint8Array> {
  const thread = new FileCheckThread(fileCheckOf(cache, readSidecar(path, openCache(cache))!.documents));
  try {
    await prepare(thread);
    return await thread.finish(new Pace());
  } finally {
    thread.close();
  }
}

it('finds every file of a sound cache to be the same, however much of the work the thread does', async () => {
  const all = new Uint8Array(1_500).fill(1);
  expect(await check()).toEqual(all);
  const alone = async ({ check: { progress } }: FileCheckThread) => {
    while (Atomics.load(progress, 1) < 1_500) await new Pace().turn();
  };
  expect(await check(alone)).toEqual(all);
});

it('leaves to this thread what one that was stopped did not begin', async () => {
  const found = await check(thread => thread.close());
  // What it had begun counts as changed, and is read.
  expect(found.filter(same => same === 0).length).toBeLessThanOrEqual(256);
});

it('finds a file that was changed and one that is gone, so that they are read', async () => {
  const { documents } = openCache(cache).manifest;
  const fileOf = (position: number) => join(cache, documents[position]!.file);
  const before = [7, 1_200].map(position => [fileOf(position), readFileSync(fileOf(position))] as const);
  writeFileSync(fileOf(7), '{}');
  rmSync(fileOf(1_200));
  const found = await check();
  expect([...found.keys()].filter(position => found[position] === 0)).toEqual([7, 1_200]);
  const opened = openCache(cache);
  const table = readSidecar(path, opened)!.documents;
  const thread = new FileCheckThread(fileCheckOf(cache, table));
  await expect(checkDocuments(opened, table, new Pace(), thread)).rejects.toMatchObject({ kind: 'corrupt' });
  thread.close();
  for (const [file, bytes] of before) writeFileSync(file, bytes);
  await makeSidecar(cache);
});
