import fc from 'fast-check';
import { expect, it } from 'vitest';
import { faultAt, lineAt, placeOf } from './json-places.js';

it('finds no fault in what is JSON, and one in anything that is cut short', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, at) => {
      expect(faultAt(text)).toBeUndefined();
      const cut = text.slice(0, at % text.length);
      let isJson = true;
      try {
        JSON.parse(cut);
      } catch {
        isJson = false;
      }
      expect(faultAt(cut) === undefined).toBe(isJson);
    }),
    { numRuns: 500 },
  );
});

it.each([
  ['{"a": 1,}', 8],
  ['{"a" 1}', 5],
  ['{\n  "a": [1, 2\n}', 15],
  ['{"a": nope}', 6],
  ['{"a": "x\ny"}', 8],
  ['{"a": 1} x', 9],
  ["{'a': 1}", 1],
  ['{"a": 01}', 7],
  ['', 0],
])('points at the fault of %j', (text, at) => {
  expect(faultAt(text)).toBe(at);
});

it('finds the line of a key, in the depth that was asked for', () => {
  const text = '{\n "b": {"name": 1},\n "list": [\n  {"x": 1},\n  {"name":\n   2}\n ],\n "name": 3\n}';
  const line = (...path: (string | number)[]) => lineAt(text, placeOf(text, path)!);
  expect([line('name'), line('b', 'name'), line('list', 1), line('list', 1, 'name')]).toEqual([8, 2, 5, 5]);
  expect(placeOf(text, ['list', 2])).toBeUndefined();
  expect(placeOf('not JSON', ['a'])).toBeUndefined();
});

it('takes any depth', () => {
  expect(faultAt('['.repeat(500_000))).toBe(500_000);
  expect(faultAt('['.repeat(500_000) + ']'.repeat(500_000))).toBeUndefined();
});
