import { openMemoryStore } from '@concord/store';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keep } from './keep.js';
import { isSameJson } from './same-json.js';
import { type Found, search } from './search.js';
import { SpillText } from './spill-text.js';

async function kept(text: string): Promise<SpillText> {
  const store = openMemoryStore();
  await store.replicas.join({ id: 'r', leaseMs: 60_000 });
  const { uri } = await keep(store, { id: 'r', name: 'r' }, 'ada', text, 'text/plain', {
    keepMs: 1_000,
    storeBytes: 1e9,
  });
  return new SpillText(store, (await store.spills.find('ada', uri.slice(-64)))!);
}

/** A text of several chunks, with characters of one to four bytes and lines of any length. */
const texts = fc
  .array(fc.tuple(fc.constantFrom('a', 'ß', '€', '😀', 'x\n', '\n'), fc.integer({ min: 1, max: 90_000 })), {
    maxLength: 14,
  })
  .map(parts => parts.map(([piece, times]) => piece.repeat(times)).join(''));

it('gives the lines that are there, whatever chunks they lie in', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.nat(), fc.nat(), async (text, one, other) => {
      const lines = text.split(/(?<=\n)/);
      const from = (one % (lines.length + 2)) + 1;
      const to = from + (other % 5);
      const given = await (await kept(text)).lines(from, to, Number.POSITIVE_INFINITY);
      expect(given.text === lines.slice(from - 1, to).join('')).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it('never cuts a character in two', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.nat(), fc.nat(), async (text, one, other) => {
      const bytes = Buffer.from(text);
      const from = one % (bytes.length + 1);
      const to = from + (other % 5_000);
      const given = await (await kept(text)).bytes(from, to);
      expect(given.text).not.toContain('\uFFFD');
      expect(Buffer.from(given.text).equals(bytes.subarray(given.from, given.to))).toBe(true);
      expect(given.from - from).toBeLessThan(4);
      expect(Math.min(to, bytes.length) - given.to).toBeLessThan(4);
    }),
    { numRuns: 60 },
  );
});

it('passes over all of it in pieces that are it again', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async text => {
      const pieces: string[] = [];
      for await (const piece of (await kept(text)).pieces()) pieces.push(piece.text);
      expect(pieces.join('') === text).toBe(true);
    }),
    { numRuns: 40 },
  );
});

it('finds what is there, with the number of its line and where it begins', async () => {
  const text = Array.from({ length: 40_000 }, (_, at) => `${at + 1} ${'€'.repeat(at % 30)}needle${at}\n`).join('');
  const found = await search(await kept(text), 'needle(777|39999)$', { context: 0, most: 100 });
  const { matches } = found as Found;
  expect(matches.map(({ line }) => line)).toEqual([778, 40_000]);
  for (const { byte } of matches) expect(Buffer.from(text).toString('utf8', byte, byte + 6)).toBe('needle');
});

it('tells JSON that differs in blanks alone from JSON that says something else', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1, 2, '\t'), (json, space) => {
      const value = JSON.parse(json) as unknown;
      const compact = JSON.stringify(value);
      expect(isSameJson(JSON.stringify(value, null, space), compact)).toBe(true);
    }),
  );
  for (const [text, compact] of [
    ['{"a": 1}', '{"a":2}'],
    ['{"a":"x y"}', '{"a":"xy"}'],
    ['{"a":1} x', '{"a":1}'],
    ['{"a":"\\""}', '{"a":"\\\\"}'],
  ] as const)
    expect(isSameJson(text, compact)).toBe(false);
});
