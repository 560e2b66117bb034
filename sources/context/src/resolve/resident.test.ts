import {
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Stop } from '@concord/engine';
import { afterAll, describe, expect, it } from 'vitest';
import { type Made, makeCache, makeSidecar } from '../../test/support/make-cache.js';
import { openCache } from '../cache/open-cache.js';
import { printResult } from '../select/print-result.js';
import type { Question } from '../select/scan.js';
import { readSidecar } from '../sidecar/sidecar-read.js';
import { ResidentCaches, type ResidentOptions } from './resident.js';

const folder = mkdtempSync(join(tmpdir(), 'concord-resident-'));
const servers: ResidentCaches[] = [];
afterAll(async () => {
  await Promise.all(servers.map(server => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

let number = 0;
const asked: Question = { query: 'tea', budget: 1n };

function cacheOf(count: number, more: readonly Made[] = []): string {
  const made = Array.from({ length: count }, (_, at) => ({ id: `d${at + 1_000}.md`, content: `water ${at}` }));
  return makeCache(join(folder, `cache-${number++}`), [{ id: 'a.md', content: 'tea' }, ...made, ...more]);
}

function serve(options: Partial<ResidentOptions> = {}) {
  const server = new ResidentCaches({ root: folder, sidecar: 'off', maxIndexBytes: 2 ** 30, ...options });
  servers.push(server);
  return async (cache: string, signal = new Stop()) =>
    [...printResult(await server.resolve(cache, asked, signal), 'json')].join('');
}

/** Changes a document that is not in the answer, without changing its length. */
function damage(cache: string): void {
  const { file } = openCache(cache).manifest.documents.at(-1)!;
  const path = join(cache, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace('water', 'wader'));
}

describe('a server', () => {
  it('tells of damage to a document that is not returned', async () => {
    const ask = serve();
    const cache = cacheOf(20);
    expect(await ask(cache)).toContain('"documents_selected":1');
    damage(cache);
    await expect(eventually(() => ask(cache))).rejects.toMatchObject({ kind: 'corrupt' });
  });

  it('tells of damage that nobody could hear of, too', async () => {
    const ask = serve();
    const cache = cacheOf(20);
    const { file } = openCache(cache).manifest.documents.at(-1)!;
    // What is written under another name of a file is not told to those who listen at this one.
    const other = join(folder, `link-${number}`);
    linkSync(join(cache, file), other);
    await ask(cache);
    await delay(50);
    writeFileSync(other, readFileSync(other, 'utf8').replace('water', 'wader'));
    await expect(eventually(() => ask(cache))).rejects.toMatchObject({ kind: 'corrupt' });
  });

  it('goes on when a document was only touched, and when it is mended', async () => {
    const ask = serve();
    const cache = cacheOf(20);
    const before = await ask(cache);
    for (const { file } of openCache(cache).manifest.documents) utimesSync(join(cache, file), 1, 1);
    expect(await ask(cache)).toBe(before);
    const { file } = openCache(cache).manifest.documents.at(-1)!;
    renameSync(join(cache, file), join(cache, 'aside'));
    await expect(ask(cache)).rejects.toMatchObject({ kind: 'corrupt' });
    renameSync(join(cache, 'aside'), join(cache, file));
    expect(await ask(cache)).toBe(before);
  });

  it('answers the very next call from a cache that took the place of another', async () => {
    const ask = serve();
    const [one, other] = [cacheOf(5), cacheOf(6)];
    expect(await ask(one)).toContain('"documents_considered":6');
    rmSync(one, { recursive: true });
    renameSync(other, one);
    expect(await ask(one)).toContain('"documents_considered":7');
  });

  it('stops reading when nobody waits any more, and not before', async () => {
    const ask = serve();
    const cache = cacheOf(2_000);
    const [first, second] = [new Stop(), new Stop()];
    const [withdrawn, waiting] = [ask(cache, first), ask(cache, second)];
    first.stop(new Error('withdrawn'));
    await expect(withdrawn).rejects.toThrow('withdrawn');
    expect(await waiting).toContain('"documents_considered":2001');
    const other = cacheOf(2_000);
    const alone = new Stop();
    const call = ask(other, alone);
    alone.stop(new Error('withdrawn'));
    await expect(call).rejects.toThrow('withdrawn');
    expect(await ask(other)).toContain('"documents_considered":2001');
  });

  it('leaves a sidecar behind only when it may, and never outside its root', async () => {
    for (const [sidecar, isLeft] of [
      ['write', true],
      ['read', false],
      ['off', false],
    ] as const) {
      const cache = cacheOf(3);
      const server = new ResidentCaches({ root: folder, sidecar, maxIndexBytes: 2 ** 30 });
      await server.resolve(cache, asked, new Stop());
      await server.close();
      expect(readSidecar(`${cache}.ctxidx`, openCache(cache)) !== undefined).toBe(isLeft);
      if (isLeft) expect(statSync(`${cache}.ctxidx`).mode & 0o600).toBe(0o600);
    }
    const cache = cacheOf(3);
    const server = new ResidentCaches({ root: cache, sidecar: 'write', maxIndexBytes: 2 ** 30 });
    await server.resolve(cache, asked, new Stop());
    await server.close();
    expect(readdirSync(folder)).not.toContain(`${basename(cache)}.ctxidx`);
    expect(readdirSync(cache).sort()).toEqual(['documents', 'index.json', 'manifest.json']);
  });

  it('answers when there is room for one index only, or for none', async () => {
    const [one, other] = [cacheOf(3), cacheOf(4)];
    for (const maxIndexBytes of [0, 3_000]) {
      const ask = serve({ maxIndexBytes });
      for (let round = 0; round < 3; round++) {
        expect(await ask(one)).toContain('"documents_considered":4');
        expect(await ask(other)).toContain('"documents_considered":5');
      }
    }
  });

  it('finds out about a sidecar that hides nothing but tells a wrong number', async () => {
    const cache = cacheOf(10);
    const sidecar = await makeSidecar(cache);
    const expected = await serve()(cache);
    const { writeIndex } = await import('../sidecar/sidecar-write.js');
    const { manifest, manifestBytes } = openCache(cache);
    const index = readSidecar(sidecar, openCache(cache))!;
    index.documents.words.fill(9);
    const subject = { directory: cache, manifest, manifestBytes, startedAt: 0 };
    await writeIndex(sidecar, `${sidecar}-forged`, subject, index);
    const ask = serve({ sidecar: 'write' });
    for (let round = 0; round < 3; round++) expect(await ask(cache)).toBe(expected);
    await servers.at(-1)!.close();
    expect([...readSidecar(sidecar, openCache(cache))!.documents.words]).toContain(1);
  });
});

/** Asks until it fails; the limit of the test is the only one. */
async function eventually(ask: () => Promise<string>): Promise<never> {
  for (;;) {
    await ask();
    await delay(20);
  }
}
