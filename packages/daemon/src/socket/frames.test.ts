import fc from 'fast-check';
import { expect, it } from 'vitest';
import { growth } from '../../../../test/support/growth.js';
import { BadFrame, encodeFrames, FrameReader, type FrameType, frameTypes, LARGEST_FRAME } from './frames.js';

function read(chunks: readonly Buffer[]): [FrameType, Buffer][] {
  const bodies: [FrameType, Buffer][] = [];
  const reader = new FrameReader((type, body) => bodies.push([type, body]));
  for (const chunk of chunks) reader.push(chunk);
  return bodies;
}

it('gives every body back whole, however the bytes were split', () => {
  const bodies = fc.array(fc.tuple(fc.constantFrom(...frameTypes), fc.uint8Array({ maxLength: 300 })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(bodies, fc.integer({ min: 1, max: 64 }), (sent, size) => {
      const wire = Buffer.concat(sent.flatMap(([type, body]) => encodeFrames(type, body)));
      const chunks = [];
      for (let at = 0; at < wire.length; at += size) chunks.push(wire.subarray(at, at + size));
      expect(read(chunks).map(([type, body]) => [type, [...body]])).toEqual(
        sent.map(([type, body]) => [type, [...body]]),
      );
    }),
  );
});

it('splits a body that is too large for one frame, and puts it together again', () => {
  const body = Buffer.alloc(2 * LARGEST_FRAME + 7, 'x');
  const frames = encodeFrames('run', body);
  expect(frames).toHaveLength(6);
  const [[type, whole] = []] = read([Buffer.concat([...frames, ...encodeFrames('stdin-end')])]);
  expect(type).toBe('run');
  expect(whole?.equals(body)).toBe(true);
});

it.each([
  ['a length of 4 GB', Buffer.from([0xff, 0xff, 0xff, 0xff, 0])],
  ['a type nobody knows', Buffer.from([0, 0, 0, 0, 0x7f])],
  [
    'a body without end',
    Buffer.concat(
      Array.from({ length: 34 }, () => encodeFrames('run', Buffer.alloc(2 * LARGEST_FRAME)).slice(0, 2)).flat(),
    ),
  ],
])('refuses %s', (_what, bytes) => {
  expect(() => read([bytes])).toThrow(BadFrame);
});

it('takes a body of many small pieces in linear time', () => {
  const wire = Buffer.concat(encodeFrames('out', Buffer.alloc(LARGEST_FRAME)));
  const readPieces = (count: number) => {
    const size = Math.ceil(wire.length / count);
    read(Array.from({ length: count }, (_, at) => wire.subarray(at * size, (at + 1) * size)));
  };
  expect(growth(readPieces, 500, 16)).toBeLessThan(16 * 8);
});
