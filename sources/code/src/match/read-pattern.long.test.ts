import fc from 'fast-check';
import { expect, it } from 'vitest';
import { languages } from '../syntax/languages/index.js';
import { parse } from '../syntax/parse.js';
import { findMatches } from './find-matches.js';
import { PatternFault } from './match.js';
import { readPattern } from './read-pattern.js';

const pieces = ['...', '$X', '$...Y', '<... ', ' ...>', '($X : T)', '(T $Y)', '(', ')', '{', '}', '[', ']', '"', '`'];
const words = [';', '\n', ' ', 'foo', '=', '.', ',', ':', 'if', 'class ', 'def ', '=>', '@', '1', '+'];

it('reads any text as a pattern, or says where it cannot', async () => {
  const text = fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 25 }).map(parts => parts.join(''));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...languages), text, async (language, pattern) => {
      try {
        const read = await readPattern(pattern, language);
        const tree = await parse('foo(1, "a");\n', language);
        findMatches(read, { path: 'file', text: tree.text, language, tree });
      } catch (error) {
        expect(error).toBeInstanceOf(PatternFault);
      }
    }),
    { numRuns: 1_000 },
  );
});
