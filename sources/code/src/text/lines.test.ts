import { describe, expect, it } from 'vitest';
import { Lines } from './lines.js';

describe('places', () => {
  it.each([
    ['plain', 'ab\ncd', 3, { line: 2, column: 1, offset: 3 }],
    ['after CRLF', 'ab\r\ncd', 5, { line: 2, column: 2, offset: 5 }],
    ['behind an astral character, in UTF-16 units and bytes', '\u{1f600}x', 2, { line: 1, column: 3, offset: 4 }],
    ['behind letters of two and three bytes', 'é€x', 2, { line: 1, column: 3, offset: 5 }],
    ['behind a tab', '\tx', 1, { line: 1, column: 2, offset: 1 }],
    ['at the end of a text without a newline', 'a\n\u{1f600}', 4, { line: 2, column: 3, offset: 6 }],
  ])('%s', (_, text, at, place) => {
    expect(new Lines(text).placeOf(at)).toEqual(place);
    expect(Buffer.byteLength(text.slice(0, at))).toBe(place.offset);
  });

  it('count a byte order mark, and bytes where a text is no UTF-8', () => {
    expect(new Lines('ab', 3).placeOf(1)).toEqual({ line: 1, column: 2, offset: 4 });
    expect(new Lines('\xe9\nb', 0, true).placeOf(2)).toEqual({ line: 2, column: 1, offset: 2 });
  });

  it('give a line without its end', () => {
    const lines = new Lines('one\r\ntwo\nthree');
    expect([1, 2, 3].map(line => lines.textOf(line))).toEqual(['one', 'two', 'three']);
    expect(lines.count).toBe(3);
  });
});
