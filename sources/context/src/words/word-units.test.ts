import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WordUnits } from './word-units.js';
import { words } from './words.js';

function found(text: string, room?: number): { readonly words: string[]; readonly hashes: Map<string, Set<number>> } {
  const told: string[] = [];
  const hashes = new Map<string, Set<number>>();
  new WordUnits(7, room).each(text.toLowerCase(), (units, start, end, hash) => {
    const word = String.fromCharCode(...units.subarray(start, end));
    told.push(word);
    hashes.set(word, (hashes.get(word) ?? new Set()).add(hash));
  });
  return { words: told, hashes };
}

const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 9 }),
      fc.constantFrom(' ', '\u0085', '\u3000', '\ufeff', 'tea', 'Tea '),
    ),
  )
  .map(parts => parts.join(''));

it('finds the words of every text, however little room there is, and hashes equal ones equally', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 12 }), (given, room) => {
      const little = found(given, room);
      expect(little.words).toEqual(words(given));
      expect(found(given)).toEqual(little);
      for (const hashes of little.hashes.values()) expect(hashes.size).toBe(1);
    }),
    { numRuns: 2_000 },
  );
});
