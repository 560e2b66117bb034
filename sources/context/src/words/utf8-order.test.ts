import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareUtf8 } from './utf8-order.js';

it('orders texts as their bytes are ordered', () => {
  const text = fc.string({ unit: 'binary', maxLength: 6 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(Math.sign(compareUtf8(one, other))).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)));
    }),
    { numRuns: 2_000 },
  );
  expect(compareUtf8('\uff5e.md', '😀.md')).toBeLessThan(0);
});
