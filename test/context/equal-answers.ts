import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stop } from '@concord/engine';
import fc from 'fast-check';
import { expect } from 'vitest';
import { openCache } from '../../sources/context/src/cache/open-cache.js';
import { ResidentCaches } from '../../sources/context/src/resolve/resident.js';
import { resolveOnce } from '../../sources/context/src/resolve/resolve-once.js';
import { printResult } from '../../sources/context/src/select/print-result.js';
import { type Question, scan } from '../../sources/context/src/select/scan.js';
import type { Selection } from '../../sources/context/src/select/selection.js';
import { sidecarOf } from '../../sources/context/src/sidecar/sidecar-path.js';
import { readSidecar } from '../../sources/context/src/sidecar/sidecar-read.js';
import { makeCache, makeSidecar } from '../../sources/context/test/support/make-cache.js';
import { documents, question } from './random-caches.js';

const printed = (selection: Selection) => [...printResult(selection, 'json')].join('');
const scanned = async (cache: string, asked: Question) => printed(await scan(openCache(cache), asked));

/** Asks many caches many things, each in every way there is, and expects what a scan gives. */
export async function expectEqualAnswers(caches: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'concord-index-'));
  let number = 0;
  const signal = new Stop();
  await fc.assert(
    fc.asyncProperty(documents, fc.array(question, { minLength: 4, maxLength: 4 }), async (made, questions) => {
      const cache = makeCache(join(folder, `cache-${number++}`), made);
      const server = new ResidentCaches({ root: folder, sidecar: 'off', maxIndexBytes: 2 ** 30 });
      const reader = new ResidentCaches({ root: folder, sidecar: 'read', maxIndexBytes: 0 });
      const expected = await Promise.all(questions.map(asked => scanned(cache, asked)));
      const answers = async (resolve: (asked: Question) => Promise<Selection>) => {
        for (const [at, asked] of questions.entries()) expect(printed(await resolve(asked))).toBe(expected[at]);
      };
      await answers(asked => resolveOnce(cache, asked, signal));
      await answers(asked => server.resolve(cache, asked, signal));
      await makeSidecar(cache);
      expect(readSidecar(sidecarOf(cache), openCache(cache))).toBeDefined();
      await answers(asked => resolveOnce(cache, asked, signal));
      await answers(asked => reader.resolve(cache, asked, signal));
      await Promise.all([server.close(), reader.close()]);
      rmSync(cache, { recursive: true });
    }),
    { numRuns: caches },
  );
  rmSync(folder, { recursive: true });
}
