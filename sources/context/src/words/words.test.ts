import { expect, it } from 'vitest';
import { countWords, termsOf } from './count.js';
import { isWhiteSpace } from './white-space.js';
import { words } from './words.js';

it('splits at what Unicode calls white space, and at nothing else', () => {
  const all = Array.from({ length: 0x1_0000 }, (_, code) => code).filter(isWhiteSpace);
  const named = [0x9, 0xa, 0xb, 0xc, 0xd, 0x20, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000];
  expect(all).toEqual([...named, ...Array.from({ length: 11 }, (_, index) => 0x2000 + index)].sort((a, b) => a - b));
  expect(words('mint\u00a0leaf\u0085mint\u3000tea')).toEqual(['mint', 'leaf', 'mint', 'tea']);
  expect(words('\ufeffmint\u200bleaf\u180emint')).toEqual(['\ufeffmint\u200bleaf\u180emint']);
  expect(words('\u3000 \u0085')).toEqual([]);
});

it('lowers the whole text, so that a letter may look at its neighbours', () => {
  expect(words('ΛΟΓΟΣ λογος λογοσ ΛΟΓΟΣ!')).toEqual(['λογος', 'λογος', 'λογοσ', 'λογος!']);
  expect(words('\u0130nci')).toEqual(['i\u0307nci']);
});

it('keeps punctuation', () => {
  expect(words('Tea: hot, tea')).toEqual(['tea:', 'hot,', 'tea']);
});

it('counts a term as often as it was given', () => {
  const terms = (query: string) => termsOf(words(query));
  expect(countWords('Tea tea TEA kettle\n', terms('Tea WATER tea'))).toEqual({ totalWords: 4, termMatches: 6 });
  expect(countWords('', terms('tea'))).toEqual({ totalWords: 0, termMatches: 0 });
  expect(countWords('constructor __proto__', terms('constructor'))).toEqual({ totalWords: 2, termMatches: 1 });
});
