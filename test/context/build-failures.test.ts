import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stop } from '@concord/engine';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { build } from '../../sources/context/src/build/build.js';
import { makeInPlace } from '../../sources/context/src/build/build-lock.js';
import { verify } from '../../sources/context/src/verify/verify.js';
import { it as itServes } from '../server/wire.js';
import { temporaryFolder } from '../support/engine.js';
import {
  buildCache,
  buildHere,
  contextHere,
  giveAway,
  isRoot,
  manyFiles,
  openFolder,
  plant,
  snapshot,
  started,
} from './building.js';

const folder = temporaryFolder();
const root = join(folder, 'root');
const cache = join(root, 'cache');
const work = `${cache}.ctxbuild`;
const before = plant(join(folder, 'before'), { 'tea.md': 'tea before', 'cup.md': 'a cup' });
const after = plant(join(folder, 'after'), { 'tea.md': 'tea after', 'pot.md': 'a pot' });
const many = plant(join(folder, 'many'), manyFiles(3_000));
// Enough for threads, and for a flush of the whole file system.
const some = plant(join(folder, 'some'), manyFiles(1_100));
const program = fileURLToPath(new URL('build-child.mjs', import.meta.url));

mkdirSync(root);
await buildHere(before, cache);
const old = snapshot(cache);
afterEach(async () => {
  rmSync(work, { recursive: true, force: true });
  await buildHere(before, cache, ['--force']);
});

const plain = {
  force: true,
  skipUnreadable: false,
  createdAt: () => new Date(0).toISOString(),
  signal: new Stop(),
  onWarning: () => {},
};

/** A build that stops at a step: for good, or until it is let go. */
const stopAt = (step: string, what: 'die' | 'wait', to = cache) =>
  started(process.execPath, [program, after, to, step, what], { stdin: true });

const answers = async () => ({
  resolve: (await contextHere(['resolve', '--cache', cache, '--query', 'tea', '--budget', '100'])).stdout,
  inspect: (await contextHere(['inspect', '--cache', cache])).stdout,
  verify: (await contextHere(['verify', '--cache', cache])).stdout,
});

describe('a build that is killed', () => {
  itServes(
    'between the two renames leaves everybody with the old cache, and the next build tidies up',
    async ({ session }) => {
      const expected = await answers();
      const server = await session({ source: 'context', env: { CONTEXT_CACHE_ROOT: root } });
      const call = async (name: string, args: object) =>
        (await server.request('tools/call', { name, arguments: args })).result?.content?.[0]?.text;
      const tools = async () => ({
        list: await call('context_list_caches', {}),
        inspect: await call('context_inspect_cache', { cache: 'cache' }),
        resolve: await call('context_resolve', { cache: 'cache', query: 'tea', budget: 100 }),
      });
      const told = await tools();
      expect((await stopAt('old-aside', 'die').ended).signal).toBe('SIGKILL');
      expect([existsSync(cache), existsSync(join(work, 'old'))]).toEqual([false, true]);
      expect(await answers()).toEqual(expected);
      expect(await tools()).toEqual(told);
      // Without --force the cache that came back is left alone.
      expect((await buildHere(after, cache)).status).toBe(6);
      expect(snapshot(cache)).toEqual(old);
      expect(existsSync(work)).toBe(false);
    },
  );

  it.each(['flushed', 'old-aside', 'new-in-place', 'swapped', 'old-dropped'])(
    'at the step %s leaves a whole cache, and nothing is left after the next build',
    async step => {
      expect((await stopAt(step, 'die').ended).signal).toBe('SIGKILL');
      expect((await contextHere(['verify', '--cache', cache])).status).toBe(0);
      expect((await buildHere(before, cache, ['--force'])).status).toBe(0);
      expect(snapshot(cache)).toEqual(old);
      expect(readdirSync(root).sort()).toEqual(['cache', 'cache.ctxidx']);
    },
  );
});

describe('a build that is interrupted', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s ends with %i, and the old cache stays', async (signal, exit) => {
    const { child, ended } = started(process.execPath, [
      ...[join(import.meta.dirname, '../../bin/mcp'), 'context', 'build'],
      ...['--sources', many, '--cache', cache, '--force'],
    ]);
    // It is at work as soon as there is something in its work directory.
    while (!existsSync(join(work, 'new'))) await new Promise(resolve => setImmediate(resolve));
    child.kill(signal);
    expect((await ended).status).toBe(exit);
    expect(snapshot(cache)).toEqual(old);
    expect(existsSync(work)).toBe(false);
  });
});

it('a build that is interrupted when the new cache is in its place carries on to its end', async () => {
  const { ended } = started(process.execPath, [
    ...['--require', fileURLToPath(new URL('interrupt-after-swap.cjs', import.meta.url))],
    ...[join(import.meta.dirname, '../../bin/mcp'), 'context', 'build'],
    ...['--sources', some, '--cache', cache, '--force'],
  ]);
  const { status, stderr } = await ended;
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^Built cache: 1100 documents, [^\n]+\n$/)]);
  expect((await contextHere(['verify', '--cache', cache])).status).toBe(0);
  expect(readdirSync(root).sort()).toEqual(['cache', 'cache.ctxidx']);
});

describe('a second build', () => {
  it('ends at once with 6, says who is at work, and does not disturb the first', async () => {
    const { child, ended } = stopAt('flushed', 'wait');
    await once(child.stdout!, 'data');
    const second = await buildHere(before, cache, ['--force']);
    expect([second.status, second.stderr]).toEqual([
      6,
      `error: I/O error: a build is at work: process ${child.pid} on ${hostname()}\n`,
    ]);
    child.stdin!.end();
    expect((await ended).status).toBe(0);
    expect((await contextHere(['resolve', '--cache', cache, '--query', 'tea', '--budget', '100'])).stdout).toContain(
      'tea after',
    );
    expect(existsSync(work)).toBe(false);
  });

  it('of ten takes over what a dead one left, and exactly one at a time', async () => {
    mkdirSync(work);
    // Dead: no process has that id. Behind it one that died in its turn, and one that was cut off while it wrote.
    const dead = (nonce: string) => JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), start: '1', nonce });
    const [first, second] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
    writeFileSync(join(work, 'lock'), dead(first));
    writeFileSync(join(work, `lock-${first}`), dead(second));
    writeFileSync(join(work, `lock-${second}`), '');
    writeFileSync(join(work, `taking-${second}`), dead(second));
    const runs = Array.from({ length: 10 }, () => stopAt('flushed', 'wait'));
    const holder = await Promise.race(runs.map(run => once(run.child.stdout!, 'data').then(() => run)));
    const others = await Promise.all(runs.filter(run => run !== holder).map(run => run.ended));
    expect(others.map(({ status }) => status)).toEqual(Array(9).fill(1));
    for (const { stderr } of others) expect(stderr).toContain('a build is at work');
    holder.child.stdin!.end();
    expect((await holder.ended).status).toBe(0);
    expect(existsSync(work)).toBe(false);
    expect((await contextHere(['verify', '--cache', cache])).status).toBe(0);
  });

  it('does not wait for a build on another host either', async () => {
    mkdirSync(work);
    const nonce = randomBytes(16).toString('hex');
    writeFileSync(join(work, 'lock'), JSON.stringify({ pid: 7, host: 'elsewhere', start: '1', nonce }));
    const { status, stderr } = await buildHere(after, cache, ['--force']);
    expect([status, stderr]).toEqual([6, 'error: I/O error: a build is at work: process 7 on elsewhere\n']);
    expect(snapshot(cache)).toEqual(old);
  });
});

describe('a build that cannot write', () => {
  it('beside the cache leaves it untouched', async () => {
    const open = openFolder();
    const parent = plant(join(open, 'parent'), {});
    const own = join(parent, 'cache');
    await buildHere(before, own);
    giveAway(open);
    chmodSync(parent, 0o555);
    const { status } = buildCache(after, own, ['--force'], { asNobody: true });
    expect(status).toBe(6);
    expect(snapshot(own)).toEqual(old);
    expect(readdirSync(parent).sort()).toEqual(['cache', 'cache.ctxidx']);
    chmodSync(parent, 0o755);
  });

  it('because a source went away keeps the old cache', async () => {
    const vanishing = plant(join(folder, 'vanishing'), { 'a.md': 'a', 'b.md': 'b' });
    const failing = build({
      ...plain,
      sources: vanishing,
      cache,
      onGathered: () => rmSync(join(vanishing, 'b.md')),
    });
    await expect(failing).rejects.toMatchObject({ kind: 'io', detail: 'b.md cannot be read (ENOENT)' });
    expect(snapshot(cache)).toEqual(old);
    expect(existsSync(work)).toBe(false);
  });
});

const small = join(folder, 'small');
mkdirSync(small);
const isMounted =
  isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', small], { stdio: 'ignore' }).status === 0;
if (!isMounted) console.warn('SKIPPED: a disk that fills up; a small file system cannot be mounted here');

afterAll(() => isMounted && spawnSync('umount', [small]));

describe.runIf(isMounted)('a disk that fills up', () => {
  it('at any moment leaves a complete cache', async () => {
    const own = join(small, 'cache');
    const restore = () => build({ ...plain, sources: before, cache: own });
    await restore();
    const words = (document: number) => Array.from({ length: 600 }, (_, word) => `${document}-${word}`).join(' ');
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${at}.md`, words(at)]));
    const sources = plant(join(folder, 'large'), files);
    const seen = new Set<string>();
    // Less and less room: for everything, for all but the sidecar, for some of the documents, for none.
    for (let filler = 0; filler < 4_096; filler += 384) {
      spawnSync('dd', ['if=/dev/zero', `of=${join(small, 'filler')}`, 'bs=1024', `count=${filler}`], {
        stdio: 'ignore',
      });
      const warnings: string[] = [];
      const onWarning = (text: string) => warnings.push(text);
      const end = await build({ ...plain, sources, cache: own, onWarning }).then(
        () => (warnings.length > 0 ? 'warned' : 'built'),
        ({ kind }) => kind,
      );
      seen.add(end);
      expect((await verify(own, plain)).problems).toEqual([]);
      if (end === 'io') expect(snapshot(own)).toEqual(old);
      expect(existsSync(`${own}.ctxbuild`)).toBe(false);
      rmSync(join(small, 'filler'));
      await restore();
    }
    expect([...seen].sort()).toEqual(['built', 'io', 'warned']);
  });
});

describe('hosts without hard links', () => {
  it('have a lock too, also while it is read during its creation', () => {
    const place = plant(join(folder, 'links'), {});
    const [lock, behind] = [join(place, 'lock'), join(place, 'lock-0')];
    expect(makeInPlace('one', lock, behind)).toBe('made');
    expect(makeInPlace('two', lock, behind)).toBe('there');
    rmSync(lock);
    writeFileSync(behind, 'a taker');
    linkSync(behind, `${behind}-kept`);
    expect(makeInPlace('three', lock, behind)).toBe('lost');
    expect(snapshot(place).lock).toBe(snapshot(plant(join(folder, 'empty'), { lock: '' })).lock);
  });
});
