import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scores } from '../../test/support/scores.js';
import { scoreOf } from '../words/score.js';
import { printScore } from './print-score.js';

describe('a score is printed', () => {
  it.each(scores)('%i of %i as %s', (matches, words, printed) => {
    expect(printScore(scoreOf(matches, words))).toBe(printed);
  });

  it('so that it reads back as the same number, and with no more digits than that takes', () => {
    const counts = fc.tuple(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 1, max: 2 ** 40 }));
    fc.assert(
      fc.property(counts, ([matches, words]) => {
        const score = scoreOf(matches, words);
        const printed = printScore(score);
        expect(Math.fround(Number(printed))).toBe(score);
        expect(JSON.parse(printed)).toBe(Number(printed));
        const digits = printed.replace(/e.*$/, '').replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
        const shorter = digits.length - 1;
        if (shorter > 0) expect(Math.fround(Number(score.toPrecision(shorter)))).not.toBe(score);
      }),
      { numRuns: 2_000 },
    );
  });
});
