import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Made, makeCache, makeSidecar } from '../../sources/context/test/support/make-cache.js';
import { scores as expectedScores } from '../../sources/context/test/support/scores.js';
import { bin, homeIn, run } from '../cli/mcp.js';
import { temporaryFolder } from '../support/engine.js';

const folder = temporaryFolder();

it('prints 600 MB through a slow reader, whole and without holding them', async () => {
  const documents: Made[] = Array.from({ length: 300 }, (_, at) => ({
    id: `d${at + 100}.md`,
    content: `${at} ${'tea water '.repeat(200_000)}`,
  }));
  makeCache(join(folder, 'large'), documents);
  for (const hasSidecar of [false, true]) {
    if (hasSidecar) await makeSidecar(join(folder, 'large'));
    const line = ['context', 'resolve', '--cache', 'large', '--query', 'tea', '--budget', '999999999'];
    const child = spawn(process.execPath, [bin, ...line], { cwd: folder, env: homeIn(folder) });
    const hash = createHash('sha256');
    let bytes = 0;
    let most = 0;
    for await (const piece of child.stdout as AsyncIterable<Buffer>) {
      hash.update(piece);
      bytes += piece.length;
      if (Math.floor(bytes / 20_000_000) === Math.floor((bytes - piece.length) / 20_000_000)) continue;
      await delay(20);
      most = Math.max(most, residentKilobytes(child.pid!));
    }
    expect(bytes).toBeGreaterThan(600_000_000);
    expect(hash.digest('hex')).toBe(expectedHash(documents));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(500_000);
  }
});

/** What a process holds in memory; 0 when it has ended, which it may have before all of its output is read. */
function residentKilobytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+([0-9]+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** What the result must be, made without any code of the source: all documents have nearly the same score, the shorter ids first. */
function expectedHash(documents: readonly Made[]): string {
  const hash = createHash('sha256').update('{"documents":[');
  let used = 0;
  for (const [at, { id, content }] of documents.entries()) {
    const version = createHash('sha256').update(content).digest('hex');
    const tokens = Math.ceil(content.length / 4);
    used += tokens;
    hash.update(
      `${at === 0 ? '' : ','}{"id":"${id}","version":"sha256:${version}","content":${JSON.stringify(content)},"score":0.49999875,` +
        `"tokens":${tokens},"why":{"query_terms":["tea"],"term_matches":200000,"total_words":400001}}`,
    );
  }
  const counts = `"documents_considered":300,"documents_selected":300,"documents_excluded_by_budget":0}}\n`;
  return hash.update(`],"selection":{"query":"tea","budget":999999999,"tokens_used":${used},${counts}`).digest('hex');
}

it('prints every score of documents that were made to have it', async () => {
  const id = (matches: number, words: number) => `${matches}-of-${words}.md`;
  // A quotient above one needs a term that is asked for more than once: its document stands in a cache of its own.
  const often = expectedScores.filter(([matches, words]) => matches > words);
  const plain = expectedScores.filter(([matches, words]) => matches <= words);
  makeCache(
    join(folder, 'scores'),
    plain.map(([matches, words]) => ({
      id: id(matches, words),
      content: 'tea '.repeat(matches) + `w${matches} `.repeat(words - matches),
    })),
  );
  const scores = async (cache: string, query: string) => {
    const { stdout } = await run(
      ['context', 'resolve', '--cache', cache, '--query', query, '--budget', '999999999'],
      folder,
    );
    return new Map(
      stdout
        .split('{"id":"')
        .slice(1)
        .map(part => [part.slice(0, part.indexOf('"')), part.slice(part.lastIndexOf('"score":') + 8).split(',')[0]]),
    );
  };
  const printed = await scores('scores', 'tea');
  for (const [matches, words, score] of plain)
    expect([matches, words, printed.get(id(matches, words))]).toEqual([matches, words, score]);
  for (const [matches, words, score] of often) {
    makeCache(join(folder, `often-${words}-${matches}`), [{ id: 'a.md', content: 'a b c' }]);
    const given = [...'abc'].flatMap((word, at) => Array(Math.floor((matches + 2 - at) / 3)).fill(word)).join(' ');
    expect((await scores(`often-${words}-${matches}`, given)).get('a.md')).toBe(score);
  }
});

it('answers for many documents with the help of a thread, and still tells of damage to any', async () => {
  const documents = Array.from({ length: 12_000 }, (_, at) => ({ id: `d${at + 100_000}.md`, content: `tea ${at}` }));
  const cache = makeCache(join(folder, 'many'), documents);
  const resolve = () => run(['context', 'resolve', '--cache', 'many', '--query', 'tea 7000', '--budget', '12'], folder);
  const scanned = await resolve();
  expect(scanned).toMatchObject({ code: 0 });
  await makeSidecar(cache);
  expect(await resolve()).toEqual(scanned);
  for (const name of readdirSync(join(cache, 'documents')).filter((_, at) => at % 4_999 === 0)) {
    const file = join(cache, 'documents', name);
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('tea', 'Tea'));
    expect(await resolve()).toMatchObject({ code: 5, stdout: '' });
    writeFileSync(file, before);
  }
  expect(await resolve()).toEqual(scanned);
});
