import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { it as itServes } from '../server/wire.js';
import { temporaryFolder } from '../support/engine.js';
import { buildCache, context, manyFiles, plant, startContext } from './building.js';

/** All of it takes half an hour; every run does a part. `CONCORD_FULL=1` does all. */
const share = process.env.CONCORD_FULL === '1' ? 1 : 0.1;
const folder = temporaryFolder();
const states = ['first', 'second'].map(name => plant(join(folder, name), manyFiles(600, name)));
const build = (sources: string, cache: string) =>
  startContext(['build', '--sources', sources, '--cache', cache, '--force']);
const query = (cache: string) => ['resolve', '--cache', cache, '--query', 'tea 12', '--budget', '40'];
const resolve = (cache: string) => context(query(cache));
/** What each of the two states answers. */
const expected = states.map((sources, at) => {
  const cache = join(folder, `expected-${at}`);
  buildCache(sources, cache);
  return resolve(cache).stdout;
});

/** Builds that run side by side, each on a cache of its own: the time goes into starting processes. */
const LANES = 2;
const lanes = (work: (cache: string) => Promise<unknown>) =>
  Promise.all(Array.from({ length: LANES }, (_, lane) => work(join(folder, `lane-${lane}`))));

/** How long builds take here, undisturbed but by each other. */
async function lengthOf(sources: string): Promise<number> {
  const begin = performance.now();
  await lanes(cache => build(sources, `${cache}-timed`).ended);
  return performance.now() - begin;
}

/** Starts a build and kills it at a moment that nobody knows. */
async function killed(sources: string, cache: string, whole: number): Promise<void> {
  const { child, ended } = build(sources, cache);
  await delay(Math.random() * whole);
  child.kill('SIGKILL');
  await ended;
}

const verified = async (cache: string) => (await startContext(['verify', '--cache', cache]).ended).status;

describe('builds that are killed at any moment', () => {
  it(`leave the old or the new cache, ${1_000 * share} times`, async () => {
    const whole = await lengthOf(states[1]!);
    await lanes(async cache => {
      await build(states[0]!, cache).ended;
      for (let run = 0; run < (1_000 * share) / LANES; run++) {
        await killed(states[run % 2]!, cache, whole);
        const { status, stdout } = await startContext(query(cache)).ended;
        expect([status, expected.includes(stdout)]).toEqual([0, true]);
        if (run % 10 === 0) expect(await verified(cache)).toBe(0);
      }
      expect(await verified(cache)).toBe(0);
      expect((await build(states[0]!, cache).ended).status).toBe(0);
      expect(existsSync(`${cache}.ctxbuild`)).toBe(false);
    });
  }, 1_800_000);

  it(`leave nothing or a whole cache where there was none, ${100 * share} times`, async () => {
    const whole = await lengthOf(states[0]!);
    await lanes(async lane => {
      const cache = `${lane}-none`;
      for (let run = 0; run < (100 * share) / LANES; run++) {
        await killed(states[0]!, cache, whole);
        if (existsSync(cache)) expect(await verified(cache)).toBe(0);
        rmSync(cache, { recursive: true, force: true });
      }
    });
  }, 600_000);
});

it('fifty builds at once end with a cache that verifies', async () => {
  const cache = join(folder, 'contended');
  const runs = Array.from({ length: 50 }, (_, at) => build(states[at % 2]!, cache));
  const ends = (await Promise.all(runs.map(({ ended }) => ended))).map(({ status }) => status);
  expect(ends).toContain(0);
  expect(ends.filter(status => status !== 0 && status !== 6)).toEqual([]);
  expect(context(['verify', '--cache', cache]).status).toBe(0);
  expect(readdirSync(folder).filter(name => name.startsWith('contended'))).toEqual(['contended', 'contended.ctxidx']);
}, 300_000);

describe('readers during a loop of builds', () => {
  /** Builds the two states in turn until what is done meanwhile has ended. */
  async function during(cache: string, work: () => Promise<void>): Promise<void> {
    await build(states[0]!, cache).ended;
    let isOver = false;
    const loop = async () => {
      for (let run = 1; !isOver; run++) expect((await build(states[run % 2]!, cache).ended).status).toBe(0);
    };
    await Promise.all([loop(), work().finally(() => (isOver = true))]);
  }

  it(`on the command line see one of the two, ${1_000 * share} times`, async () => {
    const cache = join(folder, 'looped');
    await during(cache, async () => {
      for (let run = 0; run < 1_000 * share; run++) {
        const { status, stdout, stderr } = await startContext(query(cache)).ended;
        expect([status, stderr, expected.includes(stdout)]).toEqual([0, '', true]);
      }
    });
  }, 1_800_000);

  itServes(
    'of a server see one of the two, and a list that always has it',
    async ({ session }) => {
      const root = plant(join(folder, 'root'), {});
      const server = await session({ source: 'context', env: { CONTEXT_CACHE_ROOT: root } });
      const call = async (name: string, args: object) =>
        (await server.request('tools/call', { name, arguments: args })).result?.content?.[0]?.text;
      await during(join(root, 'cache'), async () => {
        for (let run = 0; run < 1_000 * share; run++) {
          expect(expected).toContain(await call('context_resolve', { cache: 'cache', query: 'tea 12', budget: 40 }));
          expect(await call('context_list_caches', {})).toBe('{"caches":[{"path":"cache","has_manifest":true}]}');
        }
      });
    },
    1_800_000,
  );
});

it('takes documents of 100 MiB, and of one word of a mebibyte', () => {
  const sources = plant(join(folder, 'large'), { 'word.md': 'w'.repeat(1_048_576) });
  writeFileSync(join(sources, 'large.md'), 'many words and "quotes"\n'.repeat(4_369_067));
  const cache = join(folder, 'large-cache');
  expect(buildCache(sources, cache)).toMatchObject({ status: 0 });
  expect(context(['verify', '--cache', cache]).status).toBe(0);
  const { status, stdout } = context([
    'resolve',
    '--cache',
    cache,
    '--query',
    'w'.repeat(100_000),
    '--budget',
    '300000',
  ]);
  expect([status, JSON.parse(stdout).documents.length]).toEqual([0, 1]);
}, 300_000);
