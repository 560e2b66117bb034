import fc from 'fast-check';
import type { Made } from '../../sources/context/test/support/make-cache.js';

/** Words that change letters, length or nothing in lower case, and some that look alike. */
const known = [
  'tea',
  'TEA',
  'Tea:',
  'ΛΟΓΟΣ',
  'λογος',
  'λογοσ',
  'İnci',
  'i̇nci',
  'ß',
  'ẞ',
  'K',
  'k',
  'ǅ',
  'Ω',
  '\ufeffmint',
  'm\u200bint',
];
const spaces = [' ', '\n', '\t', '\r\n', '\u00a0', '\u0085', '\u3000', '\u2028', '  '];

const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...known) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }) },
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(...spaces)), { maxLength: 30 })
  .map(parts => parts.flat().join(''));

/** Documents whose ids and contents are all different, in the order of a build or in any other. */
export const documents: fc.Arbitrary<readonly Made[]> = fc
  .uniqueArray(fc.record({ id: fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }), content: text }), {
    maxLength: 24,
    selector: ({ content }) => content,
  })
  .chain(made => fc.tuple(fc.constant(made), fc.boolean()))
  .map(([made, isOrdered]) =>
    isOrdered ? made.toSorted((one, other) => Buffer.compare(Buffer.from(one.id), Buffer.from(other.id))) : made,
  );

/** Questions, most of them about words that are there. */
export const question = fc.record({
  query: fc.array(fc.tuple(word, fc.constantFrom(...spaces)), { maxLength: 5 }).map(parts => parts.flat().join('')),
  budget: fc.oneof(fc.bigInt(0n, 60n), fc.constantFrom(0n, 1_000_000n, 2n ** 64n - 1n)),
});
