import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { LineWriter } from './line-writer.js';

it('sends a message with line breaks as one line, and counts it', async () => {
  const stream = new PassThrough();
  const reasons: string[] = [];
  const writer = new LineWriter(stream, { corrupted: reason => reasons.push(reason), broken() {}, congested() {} });
  writer.write('{"a":1}');
  writer.write('{\n"b":\r\n2}');
  await writer.flushed();
  const lines = String(stream.read()).trimEnd().split('\n');
  expect(lines.map(line => JSON.parse(line) as unknown)).toEqual([{ a: 1 }, { b: 2 }]);
  expect(reasons).toEqual(['a message had a line break in it']);
});

it('sends half a character as a whole one', async () => {
  const stream = new PassThrough();
  const writer = new LineWriter(stream, { corrupted() {}, broken() {}, congested() {} });
  writer.write('"\ud800"');
  await writer.flushed();
  expect(new TextDecoder('utf-8', { fatal: true }).decode(stream.read() as Buffer)).toBe('"\uFFFD"\n');
});
