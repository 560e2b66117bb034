import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { bin, has } from '../cli/mcp.js';
import { temporaryFolder } from '../support/engine.js';
import { buildCache, manyFiles, plant, snapshot, started } from './building.js';

const folder = temporaryFolder();
const sources = join(folder, 'sources');
const files = manyFiles(240);
const names = Object.keys(files);
const at = (index: number) => join(sources, names[index]!);

const summary = (stdout: string) => JSON.parse(stdout) as { documents_written: number; documents_reused: number };

/** Builds on top of what is there, and expects what a build from nothing makes. */
function expectEqualToFull(cache: string): { documents_written: number; documents_reused: number } {
  const { status, stdout } = buildCache(sources, cache, ['--force', '--json']);
  expect(status).toBe(0);
  const full = join(folder, 'full');
  rmSync(full, { recursive: true, force: true });
  expect(buildCache(sources, full, ['--no-index']).status).toBe(0);
  expect(snapshot(cache)).toEqual(snapshot(full));
  return summary(stdout);
}

beforeAll(async () => {
  plant(sources, files);
  // Files that were just made may still change without showing it.
  await delay(2_100);
});

describe('a build on top of another', () => {
  it('equals a build from nothing, whatever happened to the files in between', () => {
    const cache = join(folder, 'cache');
    buildCache(sources, cache);
    expect(expectEqualToFull(cache)).toMatchObject({ documents_written: 0, documents_reused: 240 });
    utimesSync(at(1), new Date(), new Date());
    writeFileSync(at(2), 'edited');
    renameSync(at(3), join(sources, 'renamed.md'));
    renameSync(at(4), join(sources, 'part-4', 'FILE-4.md'));
    writeFileSync(join(sources, 'added.md'), 'added');
    rmSync(at(5));
    // Same size, same time of change.
    const before = statSync(at(6));
    writeFileSync(at(6), readFileSync(at(6), 'utf8').replace('tea', 'TEA'));
    utimesSync(at(6), before.atime, before.mtime);
    expect(expectEqualToFull(cache)).toEqual({
      cache_version: expect.any(String),
      document_count: 240,
      documents_written: 5,
      documents_reused: 235,
    });
  });

  it('takes nothing over that it should not', () => {
    const cache = join(folder, 'doubtful');
    buildCache(sources, cache);
    expect(summary(buildCache(sources, cache, ['--force', '--json', '--no-reuse']).stdout).documents_reused).toBe(0);
    expect(expectEqualToFull(cache).documents_reused).toBe(240);
    const document = join(
      cache,
      'documents',
      JSON.parse(readFileSync(join(cache, 'manifest.json'), 'utf8')).documents[7].file.slice(10),
    );
    writeFileSync(document, readFileSync(document, 'utf8').replace('tea', 'TEA'));
    expect(expectEqualToFull(cache).documents_reused).toBe(239);
    const sidecar = `${cache}.ctxidx`;
    const bytes = readFileSync(sidecar);
    bytes[bytes.length - 9]! ^= 1;
    writeFileSync(sidecar, bytes);
    expect(expectEqualToFull(cache).documents_reused).toBe(0);
  });

  it('of a file that is there twice by now leaves the old cache as it was', () => {
    const cache = join(folder, 'twice');
    buildCache(sources, cache);
    const before = snapshot(cache);
    writeFileSync(join(sources, 'zz-copy.md'), readFileSync(at(20)));
    writeFileSync(join(sources, '00-copy.md'), readFileSync(at(21)));
    expect(buildCache(sources, cache, ['--force']).status).toBe(7);
    expect(snapshot(cache)).toEqual(before);
    rmSync(join(sources, 'zz-copy.md'));
    rmSync(join(sources, '00-copy.md'));
  });

  it('without an index removes the old one', () => {
    const cache = join(folder, 'bare');
    buildCache(sources, cache);
    const options = { throwIfNoEntry: false } as const;
    expect(statSync(`${cache}.ctxidx`, options)).toBeDefined();
    buildCache(sources, cache, ['--force', '--no-index']);
    expect(statSync(`${cache}.ctxidx`, options)).toBeUndefined();
  });
});

describe.runIf(has('strace', 'apt-get install strace'))('a build that is watched', () => {
  /** The calls of a build, in the order they ended. */
  async function trace(cache: string, flags: readonly string[]): Promise<readonly string[]> {
    const log = join(folder, 'trace');
    const calls = 'open,openat,fsync,rename,renameat,renameat2,link,linkat';
    const { ended } = started('strace', [
      ...['-f', '-y', '-o', log, '-e', `trace=${calls}`, process.execPath, bin],
      ...['context', 'build', '--sources', sources, '--cache', cache, ...flags],
    ]);
    expect(await ended).toMatchObject({ status: 0 });
    return readFileSync(log, 'utf8').split('\n');
  }

  it('opens no source that has not changed for long', async () => {
    const cache = join(folder, 'traced');
    await delay(2_100);
    buildCache(sources, cache);
    writeFileSync(at(30), 'changed');
    const opened = (await trace(cache, ['--force'])).filter(line => /open/.test(line) && /\.md"/.test(line));
    expect(opened.map(line => /\/([^/"]+\.md)"/.exec(line)?.[1])).toEqual([names[30]!.split('/')[1]]);
  });

  it('puts every file and every directory on the disk before it renames', async () => {
    const cache = join(folder, 'flushed');
    const lines = await trace(cache, []);
    const swap = lines.findIndex(line => /rename/.test(line) && line.includes('.ctxbuild/new'));
    expect(swap).toBeGreaterThan(0);
    const flushed = lines.slice(0, swap).flatMap(line => /fsync\(\d+<([^>]+)>/.exec(line)?.[1] ?? []);
    const work = `${cache}.ctxbuild`;
    const expected = Object.entries(snapshot(cache))
      .map(([name]) => join(work, 'new', name))
      .concat(join(work, 'new'), work, folder);
    expect(expected.filter(path => !flushed.includes(path))).toEqual([]);
    const last = (path: string) => flushed.lastIndexOf(path);
    const directories = [join(work, 'new/documents'), join(work, 'new'), work, folder].map(last);
    expect(directories).toEqual(directories.toSorted((one, other) => one - other));
    expect(directories[0]).toBeGreaterThan(last(join(work, 'new/manifest.json')));
  });
});
