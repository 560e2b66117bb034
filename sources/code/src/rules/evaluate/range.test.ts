import { describe, expect, it } from 'vitest';
import type { Binding } from '../../match/match.js';
import { intersect, type Range, subtract } from './range.js';

const bound = (text: string): Binding => ({ start: 0, end: text.length, text, node: -1, count: 0 });
const range = (
  start: number,
  end: number,
  bindings: Record<string, string> = {},
  kind: Range['kind'] = 'plain',
): Range => ({
  start,
  end,
  kind,
  bindings: new Map(Object.entries(bindings).map(([name, text]) => [name, bound(text)])),
});
const same = (one: Binding, other: Binding) => one.text === other.text;
const spans = (ranges: readonly Range[]) => ranges.map(({ start, end }) => [start, end]);

describe('ranges', () => {
  it('keep the inner of two that share a place, with the bindings of both', () => {
    const [both] = intersect([range(0, 9, { $A: 'a' })], [range(2, 4, { $B: 'b' })], same);
    expect([both!.start, both!.end, [...both!.bindings.keys()].sort()]).toEqual([2, 4, ['$A', '$B']]);
    expect(intersect([range(0, 4)], [range(2, 9)], same)).toEqual([]);
  });

  it('need the same for each metavariable', () => {
    expect(intersect([range(0, 9, { $A: 'a' })], [range(2, 4, { $A: 'b' })], same)).toEqual([]);
  });

  it('of inside never take the place of others', () => {
    const inside = range(2, 4, {}, 'inside');
    expect(intersect([range(0, 9)], [inside], same)).toEqual([]);
    expect(spans(intersect([range(3, 4)], [inside], same))).toEqual([[3, 4]]);
    expect(spans(intersect([range(0, 9, {}, 'inside')], [inside], same))).toEqual([[2, 4]]);
  });

  it.each([
    ['plain', [2, 4], []],
    ['plain', [0, 9], [[2, 4]]],
    ['inside', [0, 9], []],
    ['inside', [3, 4], [[2, 4]]],
    ['regex', [3, 4], []],
    ['regex', [3, 9], [[2, 4]]],
    ['anywhere', [20, 30], []],
  ] as const)('of a negative %s at %j leave %j', (kind, [start, end], expected) => {
    expect(spans(subtract([range(2, 4)], [range(start, end, {}, kind)], same))).toEqual(expected);
  });

  it('stay where a negative one has another value', () => {
    expect(subtract([range(2, 4, { $A: 'a' })], [range(2, 4, { $A: 'b' })], same)).toHaveLength(1);
  });
});
