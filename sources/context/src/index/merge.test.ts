import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { Pace } from '../event-loop/pace.js';
import { words } from '../words/words.js';
import { type DocumentIndex, postingsOf } from './document-index.js';
import { type Mapped, mergeRuns } from './merge.js';
import { eachPosting } from './postings.js';
import { runInFile } from './run.js';
import { RunWriter } from './run-writer.js';
import { MemorySink } from './sink.js';
import { TermTable } from './term-table.js';

const folder = mkdtempSync(join(tmpdir(), 'concord-runs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function merged(runs: readonly Mapped[], count: number): Promise<DocumentIndex> {
  const [terms, postings] = [new MemorySink(), new MemorySink()];
  const documents = await mergeRuns(runs, count, { terms, postings }, new Pace());
  return { documents, terms: new TermTable(terms.whole()), postings: postings.whole() };
}

function countsOf(index: DocumentIndex, term: string): readonly (readonly [position: number, count: number])[] {
  const found: [number, number][] = [];
  eachPosting(postingsOf(index, term), index.documents.count, (position, count) => found.push([position, count]));
  return found;
}

const word = fc.oneof(
  fc.constantFrom('a', 'ab', 'abc', 'b', '😀', '\uffee', 'é'),
  fc.string({ minLength: 1, maxLength: 3 }),
);
const texts = fc.array(
  fc.array(word, { maxLength: 12 }).map(parts => parts.join(' ')),
  { minLength: 1, maxLength: 60 },
);
let number = 0;

it('makes of the runs of several writers, with documents left out, the index of those that stay', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 4 }), fc.func(fc.boolean()), async (all, writers, leavesOut) => {
      const name = `case-${number++}`;
      const each = Array.from({ length: writers }, (_, at) => new RunWriter(folder, `${name}-${at}`, 400));
      for (const [at, text] of all.entries()) each[at % writers]!.add(at, text);
      const kept = all.flatMap((text, at) => (leavesOut(at) ? [] : [{ text, at }]));
      const positions = Int32Array.from(all, (_, at) => kept.findIndex(document => document.at === at));
      const files = each.flatMap(writer => writer.finish());
      const index = await merged(
        files.map(file => ({ source: runInFile(file), positions })),
        kept.length,
      );
      const counted = kept.map(({ text }) => words(text));
      expect([...index.documents.words]).toEqual(counted.map(found => found.length));
      expect([...index.documents.tokens]).toEqual(kept.map(({ text }) => Math.ceil(Buffer.byteLength(text) / 4)));
      for (const term of new Set([...counted.flat(), 'no such word', ''])) {
        const expected = counted.map((found, at) => [at, found.filter(other => other === term).length] as const);
        expect(countsOf(index, term)).toEqual(expected.filter(([, count]) => count > 0));
      }
    }),
    { numRuns: 100 },
  );
});

it('takes a word of a million letters, and numbers of every size', async () => {
  const long = 'x'.repeat(1_048_576);
  const writer = new RunWriter(folder, 'long', 1_048_576);
  writer.add(0, long);
  writer.add(1, `${long}y ${'tea '.repeat(100_000)}`);
  const index = await merged(
    writer.finish().map(file => ({ source: runInFile(file) })),
    2,
  );
  expect(countsOf(index, long)).toEqual([[0, 1]]);
  expect(countsOf(index, `${long}y`)).toEqual([[1, 1]]);
  expect(countsOf(index, 'tea')).toEqual([[1, 100_000]]);
});

it('refuses runs in which a document is missing or there twice', async () => {
  const writer = new RunWriter(folder, 'some', 1_048_576);
  writer.add(0, 'one');
  const runs = writer.finish().map(file => ({ source: runInFile(file) }));
  await expect(merged(runs, 2)).rejects.toThrow('missing');
  await expect(merged([...runs, ...runs], 1)).rejects.toThrow('twice');
});
