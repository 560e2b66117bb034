import fc from 'fast-check';
import { expect, it } from 'vitest';
import { measureEvents, measureWhole } from './measure.js';

it('counts a body as a whole', () => {
  const measure = measureWhole(10);
  expect(['12345', '67890', '1'].map(text => measure(Buffer.from(text)))).toEqual([true, true, false]);
});

it('lets a stream go on for ever, wherever its pieces are cut', () => {
  const ends = fc.constantFrom('\n\n', '\r\n\r\n', '\r\r');
  fc.assert(
    fc.property(ends, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (end, cuts) => {
      const bytes = Buffer.from(`data: 0123456789${end}`.repeat(50));
      const measure = measureEvents(40);
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = cuts[turn % cuts.length]!;
        expect(measure(bytes.subarray(at, at + size))).toBe(true);
        at += size;
      }
    }),
  );
});

it('stops an event that never ends', () => {
  const measure = measureEvents(100);
  const verdicts = Array.from({ length: 20 }, () => measure(Buffer.from('data: more\n')));
  expect(verdicts.at(0)).toBe(true);
  expect(verdicts.at(-1)).toBe(false);
});
