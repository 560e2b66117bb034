import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printScore } from './print-score.js';
import { scoreOf } from './score.js';

describe('a score is printed', () => {
  const table: readonly (readonly [matches: number, words: number, printed: string])[] = [
    [0, 5, '0.0'],
    [1, 1, '1.0'],
    [1, 10, '0.1'],
    [1, 3, '0.33333334'],
    [2, 3, '0.6666667'],
    [3, 7, '0.42857143'],
    [5, 6, '0.8333333'],
    [10, 11, '0.90909094'],
    [7, 3, '2.3333333'],
    [100, 3, '33.333332'],
    [1, 64, '0.015625'],
    [3, 1024, '0.0029296875'],
    [67, 512, '0.13085938'],
    [69, 512, '0.13476562'],
    [1, 8192, '0.00012207031'],
    [4, 100_001, '0.0000399996'],
    [1, 250_000, '0.000004'],
    [1, 999_999, '0.000001000001'],
    [1, 1_000_003, '9.99997e-7'],
    [3, 4_000_000, '7.5e-7'],
    [1, 16_777_217, '5.9604645e-8'],
  ];

  it.each(table)('%i of %i as %s', (matches, words, printed) => {
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
