import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from '@concord/engine';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../sources/context/src/build/build.js';
import { temporaryFolder } from '../support/engine.js';
import {
  buildCache,
  buildHere,
  contextHere,
  giveAway,
  manyFiles,
  openFolder,
  plant,
  sha256,
  snapshot,
  trees,
} from './building.js';

const folder = temporaryFolder();
let number = 0;
const place = () => join(folder, `place-${number++}`);
/** A tree of sources, and where its cache goes. */
const set = (files: Readonly<Record<string, string | Uint8Array>>) => {
  const sources = plant(place(), files);
  return { sources, cache: `${sources}-cache` };
};
const idsOf = (cache: string): string[] =>
  JSON.parse(readFileSync(join(cache, 'manifest.json'), 'utf8')).documents.map(({ id }: { id: string }) => id);

describe('mcp context build', () => {
  it('tells how many files it skipped, and which', async () => {
    const { sources, cache } = set({ 'a.md': 'one', 'b.txt': 'two', 'sub/C.MD': 'three' });
    const { status, stderr } = await buildHere(sources, cache);
    expect(status).toBe(0);
    expect(stderr.split('\n')[0]).toBe(
      'note: 2 files skipped, because only files named *.md are taken: b.txt, sub/C.MD',
    );
    const many = set(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.txt`, 'x'])));
    expect((await buildHere(many.sources, many.cache)).stderr).toMatch(
      /^note: 9 files skipped, .*4\.txt, and 4 more\n/,
    );
  });

  it('names both of two files with the same content', async () => {
    const { sources, cache } = set({ 'one.md': 'same', 'two.md': 'same' });
    const { status, stdout, stderr } = await buildHere(sources, cache);
    expect([status, stdout]).toEqual([7, '']);
    expect(stderr).toMatch(/one\.md.*two\.md/);
    expect(stderr).not.toMatch(/^Internal error$/m);
  });

  it.each([
    ['pantry', 'a50555e5e2f47f07', 955, '1fd1972e521d33eb', 'dfdb00d9f53bba8f', 670],
    ['odd', 'e6ee4dcdb3c9847a', 2_320, 'b5d2449b592f067d', 'c2b175f32173c7de', undefined],
    ['gen', '80ea6e5f14e7090f', 52_352, '7f93ffaded529479', '07789e18ccee08e0', 67_688],
  ] as const)('makes of %s the bytes it always makes', async (name, version, size, manifestHash, indexHash, total) => {
    const { sources, cache } = set(trees[name]);
    const { status, stdout, stderr } = await buildHere(sources, cache);
    const count = idsOf(cache).length;
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(
      new RegExp(`^(?:note: [^\\n]*\\n)?Built cache: ${count} documents, version sha256:${version}[0-9a-f]{48}\\n$`),
    );
    const manifest = readFileSync(join(cache, 'manifest.json'));
    expect([manifest.length, sha256(manifest).slice(0, 16)]).toEqual([size, manifestHash]);
    expect(sha256(readFileSync(join(cache, 'index.json'))).slice(0, 16)).toBe(indexHash);
    expect(readdirSync(cache).sort()).toEqual(['documents', 'index.json', 'manifest.json']);
    const documents = readdirSync(join(cache, 'documents')).map(file => readFileSync(join(cache, 'documents', file)));
    expect(documents).toHaveLength(count);
    for (const bytes of [...documents, manifest]) expect(bytes.at(-1)).not.toBe(0x0a);
    if (total) expect(documents.reduce((sum, { length }) => sum + length, 0)).toBe(total);
  });

  it('makes the same cache anywhere, whatever the zone, the language and the number of cores', () => {
    const one = set(trees.gen);
    const other = set(trees.gen);
    buildCache(one.sources, one.cache, [], { env: { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8' } });
    const args = ['context', 'build', '--sources', other.sources, '--cache', other.cache];
    const command = join(import.meta.dirname, '../../bin/mcp');
    const env = { PATH: process.env.PATH, HOME: folder, TZ: 'UTC', LANG: 'C' };
    expect(spawnSync('taskset', ['-c', '0', process.execPath, command, ...args], { env }).status).toBe(0);
    const [ones, others] = [snapshot(one.cache), snapshot(other.cache)];
    const differing = Object.keys(ones).filter(name => others[name] !== ones[name]);
    expect(differing).toEqual(['manifest.json']);
    expect(Object.keys(others)).toEqual(Object.keys(ones));
    const withoutTime = ({ cache }: { cache: string }) =>
      readFileSync(join(cache, 'manifest.json'), 'utf8').replace(/"created_at": "[^"]{24}"/, '');
    expect(withoutTime(other)).toBe(withoutTime(one));
  });

  it('takes in what ends in .md and is a file, by whatever name, and nothing else', async () => {
    const { sources, cache } = set({
      'X.MD': 'no',
      '.md': 'no',
      '..md': 'two dots',
      '.hidden.md': 'hidden',
      'dir.md/a.md': 'in a folder',
      '.git/b.md': 'in git',
      'notes.txt': 'no',
    });
    expect(spawnSync('mkfifo', [join(sources, 'p.md')]).status).toBe(0);
    symlinkSync(join(sources, 'nowhere'), join(sources, 'q.md'));
    const elsewhere = plant(place(), { 'real.txt': 'linked' });
    symlinkSync(join(elsewhere, 'real.txt'), join(sources, 'link.md'));
    symlinkSync(sources, join(sources, 'loop'));
    symlinkSync(sources, join(sources, 'loop.md'));
    expect(await buildHere(sources, cache)).toMatchObject({ status: 0 });
    expect(idsOf(cache)).toEqual(['..md', '.git/b.md', '.hidden.md', 'dir.md/a.md', 'link.md']);
  });

  it('of nothing makes the empty cache', async () => {
    const { sources, cache } = set({ 'no.txt': '' });
    expect((await buildHere(sources, cache)).status).toBe(0);
    expect(readFileSync(join(cache, 'index.json'), 'utf8')).toBe('{}');
    const manifest = readFileSync(join(cache, 'manifest.json'), 'utf8');
    expect([manifest.length, manifest.includes('"documents": []')]).toEqual([258, true]);
  });

  it.each([
    ['equal contents', { 'one.md': 'same', 'two.md': 'same' }, 7],
    ['equal ids', { 'A.md': 'one', 'a.md': 'two' }, 5],
    ['both at once', { 'A.md': 'same', 'a.md': 'same' }, 5],
    ['a backslash and a slash', { 'a\\b.md': 'one', 'a/b.md': 'two' }, 5],
    ['a stray byte', { 'a.md': Buffer.from([0x61, 0xff]) }, 7],
    ['an overlong form', { 'a.md': Buffer.from([0xc0, 0xaf]) }, 7],
    ['half a character', { 'a.md': Buffer.from([0xed, 0xa0, 0x80]) }, 7],
  ] as const)('refuses %s and leaves nothing behind', async (_, files, exit) => {
    const { sources, cache } = set(files);
    const { status, stdout, stderr } = await buildHere(sources, cache);
    expect([status, stdout, stderr.trim().split('\n').length]).toEqual([exit, '', 1]);
    expect(stderr).toMatch(/^error: /);
    expect(readdirSync(folder).filter(name => name.startsWith(cache.slice(folder.length + 1)))).toEqual([]);
  });

  it('refuses a name that is not UTF-8, where it would be taken in', async () => {
    const { sources, cache } = set({ 'a.md': 'a' });
    writeFileSync(Buffer.concat([Buffer.from(`${sources}/`), Buffer.from([0xff]), Buffer.from('.txt')]), '');
    expect((await buildHere(sources, cache)).status).toBe(0);
    writeFileSync(Buffer.concat([Buffer.from(`${sources}/`), Buffer.from([0xff]), Buffer.from('.md')]), '');
    expect((await buildHere(sources, cache, ['--force'])).status).toBe(7);
  });

  it('keeps every character as it is', async () => {
    const texts = ['\ufeffmark', 'a\r\nb', 'nul \0 end', 'line \u2028 end', '\uffff', 'plane \u{10ffff} \u{e0fff} end'];
    const { sources, cache } = set(Object.fromEntries(texts.map((text, at) => [`${at}.md`, text])));
    expect((await buildHere(sources, cache)).status).toBe(0);
    const { stdout } = await contextHere(['resolve', '--cache', cache, '--query', 'end', '--budget', '1000']);
    const contents = JSON.parse(stdout).documents.map(({ content }: { content: string }) => content);
    expect(contents.sort()).toEqual(texts.toSorted());
  });

  it('prints a summary and failures as JSON on request, and without a word when told to be quiet', async () => {
    const { sources, cache } = set({ 'a.md': 'a' });
    const { stdout, stderr } = await buildHere(sources, cache, ['--json', '--quiet']);
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^\{"cache_version":"sha256:[0-9a-f]{64}","document_count":1,"documents_written":1,"documents_reused":0\}\n$/,
    );
    const failed = await buildHere(sources, cache, ['--json']);
    expect([failed.status, failed.stdout]).toEqual([
      6,
      '{"error":{"code":"io_error","message":"I/O error occurred"}}\n',
    ]);
  });

  it.each([
    [['--cache', 'x.ctxbuild'], {}],
    [['--cache', 'x.ctxidx'], {}],
    [['--cache', 'x'], { SOURCE_DATE_EPOCH: '253402300800' }],
    [['--cache', 'x'], { SOURCE_DATE_EPOCH: '1.5' }],
    [[], {}],
  ] as const)('calls %j with %j a usage error', async (args, env) => {
    const { status, stdout, stderr } = await contextHere(['build', '--sources', folder, ...args], env);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
  });
});

describe('an output', () => {
  const { sources, cache } = set(trees.pantry);
  let before: ReturnType<typeof snapshot>;
  beforeAll(async () => {
    await buildHere(sources, cache);
    before = snapshot(cache);
  });

  it('that exists is not changed without --force', async () => {
    expect((await buildHere(sources, cache)).status).toBe(6);
    expect(snapshot(cache)).toEqual(before);
    expect(existsSync(`${cache}.ctxbuild`)).toBe(false);
  });

  it('is replaced with --force, and nothing of the old one is left', async () => {
    const { cache: own } = set(trees.gen);
    await buildHere(own.slice(0, -'-cache'.length), own);
    expect((await buildHere(sources, own, ['--force'])).status).toBe(0);
    expect(snapshot(own)).toEqual(before);
    expect(existsSync(`${own}.ctxbuild`)).toBe(false);
  });

  it('that is not a cache is never taken away', async () => {
    const foreign = plant(place(), { 'manifest.json': '{}', 'keep.txt': 'mine' });
    const disguised = plant(place(), { 'manifest.json': '{}', 'documents/a.json/b.txt': 'mine' });
    const renamed = plant(place(), { 'manifest.json/a.txt': 'mine' });
    const file = join(plant(place(), { file: 'mine' }), 'file');
    const parent = plant(place(), { 'sources/a.md': 'mine' });
    for (const [output, from] of [
      [foreign, sources],
      [disguised, sources],
      [renamed, sources],
      [file, sources],
      [parent, join(parent, 'sources')],
      [sources, sources],
    ] as const) {
      const all = snapshot(folder);
      expect((await buildHere(from, output, ['--force'])).status).toBe(6);
      expect(snapshot(folder)).toEqual(all);
    }
  });

  it('that is empty, that is a link and that leads nowhere yet is filled where it is', async () => {
    const empty = place();
    mkdirSync(empty);
    expect((await buildHere(sources, empty, ['--force'])).status).toBe(0);
    expect(snapshot(empty)).toEqual(before);
    const target = set(trees.gen);
    await buildHere(target.sources, target.cache);
    for (const [link, to] of [
      [place(), target.cache],
      [place(), place()],
    ] as const) {
      symlinkSync(to, link);
      expect((await buildHere(sources, link, ['--force'])).status).toBe(0);
      expect(snapshot(to)).toEqual(before);
      expect(snapshot(folder)[link.slice(folder.length + 1)]).toBe(`-> ${to}`);
    }
  });

  it('gets the directories above it', async () => {
    const deep = join(place(), 'a/b/cache');
    expect((await buildHere(sources, deep)).status).toBe(0);
    expect(snapshot(deep)).toEqual(before);
  });
});

describe('sources', () => {
  it('that are missing or a file fail the build', async () => {
    const { sources } = set({ 'a.md': 'a' });
    for (const wrong of [join(sources, 'nowhere'), join(sources, 'a.md')])
      expect(await buildHere(wrong, place())).toMatchObject({ status: 6, stdout: '' });
  });

  it('that cannot be read fail the build, or are left out with a warning', () => {
    const open = openFolder();
    const sources = plant(join(open, 'sources'), { 'a.md': 'a', 'closed.md': 'b', 'shut/c.md': 'c' });
    giveAway(open);
    chmodSync(join(sources, 'closed.md'), 0);
    chmodSync(join(sources, 'shut'), 0);
    const cache = join(open, 'cache');
    const failed = buildCache(sources, cache, [], { asNobody: true });
    expect([failed.status, existsSync(cache)]).toEqual([6, false]);
    expect(failed.stderr).toContain('closed.md');
    const { status, stderr } = buildCache(sources, cache, ['--skip-unreadable'], { asNobody: true });
    expect([status, idsOf(cache)]).toEqual([0, ['a.md']]);
    expect(stderr.split('\n').filter(line => line.startsWith('warning: '))).toHaveLength(2);
    chmodSync(join(sources, 'shut'), 0o755);
  });

  it('with many faults are refused for the first in the walk, every time', async () => {
    const bad = Buffer.from([0xff]);
    // Ids and the walk go different ways: `B` comes before `a` there, and after it here.
    const { sources, cache } = set({ ...manyFiles(30), 'B/x.md': bad, 'a/x.md': bad, 'part-3/file-3.md': bad });
    for (let run = 0; run < 20; run++)
      await expect(
        build({
          sources,
          cache,
          force: false,
          skipUnreadable: false,
          threads: 2,
          createdAt: () => new Date(0).toISOString(),
          signal: new Stop(),
          onWarning: () => {},
        }),
      ).rejects.toMatchObject({ kind: 'internal', detail: 'B/x.md is not UTF-8' });
  });
});
