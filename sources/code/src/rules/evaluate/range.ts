import type { Binding, Bindings } from '../../match/match.js';
import type { Span } from '../../syntax/tree.js';

/**
 * Which kind of term a range comes from. A range of `inside` says where others may be and never takes their place;
 * `anywhere` only says that there is such a place at all; one of `regex` excludes whatever it overlaps.
 */
export type RangeKind = 'plain' | 'inside' | 'anywhere' | 'regex';

/** A place where a part of a formula holds. */
export interface Range extends Span {
  readonly kind: RangeKind;
  readonly bindings: Bindings;
}

/** Whether two metavariables stand for the same. */
export type Same = (one: Binding, other: Binding) => boolean;

const isWithin = (one: Span, other: Span) => one.start >= other.start && one.end <= other.end;

/** Whether no metavariable stands for different things. */
export function agree(one: Bindings, other: Bindings, same: Same): boolean {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  for (const [name, binding] of few) {
    const there = many.get(name);
    if (there && there !== binding && !same(binding, there)) return false;
  }
  return true;
}

/** The bindings of both; the first counts where both have one. */
export function joined(one: Bindings, other: Bindings): Bindings {
  if (other.size === 0 || one === other) return one;
  if (one.size === 0) return other;
  const all = new Map(other);
  for (const [name, binding] of one) all.set(name, binding);
  return all;
}

const isAround = ({ kind }: Range) => kind === 'inside' || kind === 'anywhere';

/** Where both hold: of two ranges of which one lies in the other, the inner one, with the bindings of both. */
export function intersect(ones: readonly Range[], others: readonly Range[], same: Same): Range[] {
  const found: Range[] = [];
  const seen = new Set<string>();
  const keep = (inner: Range, outer: Range) => {
    if (isAround(inner) && !isAround(outer)) return;
    if (!agree(inner.bindings, outer.bindings, same)) return;
    const range = outer.bindings.size === 0 ? inner : { ...inner, bindings: joined(inner.bindings, outer.bindings) };
    const key = keyOf(range);
    if (seen.has(key)) return;
    seen.add(key);
    found.push(range);
  };
  included(ones, others, keep);
  included(others, ones, keep);
  return found;
}

/** Calls for each pair where the first lies in the second. */
function included(inner: readonly Range[], outer: readonly Range[], keep: (inner: Range, outer: Range) => void): void {
  if (inner.length === 0 || outer.length === 0) return;
  if (outer.some(({ kind }) => kind === 'anywhere')) {
    for (const one of inner)
      for (const other of outer) if (other.kind === 'anywhere' || isWithin(one, other)) keep(one, other);
    return;
  }
  const sorted = [...outer].sort((one, other) => one.start - other.start);
  for (const one of inner)
    for (const other of sorted) {
      if (other.start > one.start) break;
      if (one.end <= other.end) keep(one, other);
    }
}

/** What is left of ranges where none of the negative ones holds. */
export function subtract(ranges: readonly Range[], negative: readonly Range[], same: Same): Range[] {
  if (negative.length === 0) return [...ranges];
  return ranges.filter(range => !negative.some(other => excludes(range, other, same)));
}

function excludes(range: Range, negative: Range, same: Same): boolean {
  const isPlace =
    negative.kind === 'anywhere' ||
    (negative.kind === 'inside'
      ? isWithin(range, negative)
      : negative.kind === 'regex'
        ? isWithin(range, negative) || isWithin(negative, range)
        : range.start === negative.start && range.end === negative.end);
  return isPlace && agree(range.bindings, negative.bindings, same);
}

/** Equal for ranges that say the same. */
export function keyOf({ start, end, bindings }: Range): string {
  let key = `${start}-${end}`;
  for (const name of [...bindings.keys()].sort()) {
    const binding = bindings.get(name)!;
    key += `|${name}=${binding.start}-${binding.end}`;
    if (binding.start === binding.end) key += binding.text;
  }
  return key;
}

/** The same ranges, each once. */
export function unique(ranges: readonly Range[]): Range[] {
  const seen = new Set<string>();
  return ranges.filter(range => {
    const key = keyOf(range);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
