import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CapturedStream } from './captured-stream.js';

// Bytes that begin, continue or break characters, more often than chance would have it.
const byte = fc.oneof(fc.nat(255), fc.constantFrom(0x41, 0x80, 0xbf, 0xc3, 0xe0, 0xe2, 0xed, 0xf0, 0xf4, 0xff));
const pieces = fc.array(fc.array(byte, { maxLength: 12 }).map(bytes => Buffer.from(bytes)));
const thorough = { numRuns: 2_000 };
const characters = fc.array(fc.string({ unit: 'binary', maxLength: 6 }));

it('decodes in pieces what it decodes as a whole, whatever the bytes', () => {
  fc.assert(
    fc.property(pieces, list => {
      let told = '';
      const whole = Buffer.concat(list);
      const stream = new CapturedStream(whole.length, 'keepEnds', text => {
        told += text;
      });
      for (const piece of list) stream.add(piece);
      stream.finish();
      expect(told).toBe(whole.toString());
      expect(stream.captured).toEqual({ text: told, bytes: whole.length, omitted: 0, omittedAt: null });
    }),
    thorough,
  );
});

it('keeps the first and the last half, cut between characters, however the bytes are split', () => {
  fc.assert(
    fc.property(characters, fc.nat(40), fc.integer({ min: 1, max: 7 }), (list, limit, size) => {
      const text = Buffer.from(list.join('')).toString();
      const whole = Buffer.from(text);
      const stream = new CapturedStream(limit, 'keepEnds', undefined);
      for (let at = 0; at < whole.length; at += size) stream.add(whole.subarray(at, at + size));
      const { text: kept, omitted, omittedAt, bytes } = stream.captured;
      expect(bytes).toBe(whole.length);
      if (whole.length <= limit) {
        expect(kept).toBe(text);
        return;
      }
      const [head, tail] = [kept.slice(0, omittedAt ?? 0), kept.slice(omittedAt ?? 0)];
      expect(text.startsWith(head)).toBe(true);
      expect(text.endsWith(tail)).toBe(true);
      expect(Buffer.byteLength(kept) + omitted).toBe(whole.length);
      expect(Buffer.byteLength(kept)).toBeGreaterThan(limit - 7);
      expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(limit);
    }),
    thorough,
  );
});

it('keeps what comes in pieces of any size as one piece would be kept', () => {
  fc.assert(
    fc.property(pieces, fc.nat(30), fc.constantFrom('stop' as const, 'keepEnds' as const), (list, limit, overflow) => {
      const [split, whole] = [
        new CapturedStream(limit, overflow, undefined),
        new CapturedStream(limit, overflow, undefined),
      ];
      for (const piece of list) split.add(piece);
      whole.add(Buffer.concat(list));
      expect(split.captured).toEqual(whole.captured);
    }),
    thorough,
  );
});
