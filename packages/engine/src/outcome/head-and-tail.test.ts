import fc from 'fast-check';
import { expect, it } from 'vitest';
import { headAndTail } from './head-and-tail.js';

it('leaves a text within the limit alone', () => {
  expect(headAndTail('héllo', 6)).toEqual({ text: 'héllo', omitted: 0 });
});

it('keeps both ends and says how much is missing', () => {
  expect(headAndTail('abcdefghij', 4)).toEqual({ text: 'ab\n[6 bytes omitted]\nij', omitted: 6 });
});

it('never cuts a character and counts every byte', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(80), (text, limit) => {
      const { text: cut, omitted } = headAndTail(text, limit);
      if (omitted === 0) {
        expect(cut).toBe(text);
        return;
      }
      const [head, tail] = cut.split(`\n[${omitted} bytes omitted]\n`);
      expect(text.startsWith(head!) && text.endsWith(tail!)).toBe(true);
      expect(Buffer.byteLength(head! + tail!) + omitted).toBe(Buffer.byteLength(text));
      expect(Buffer.byteLength(head! + tail!)).toBeLessThanOrEqual(limit);
    }),
  );
});
