import { Kind } from '../syntax/kinds.js';
import { NONE } from '../syntax/tree.js';
import type { Bound } from './bindings.js';
import type { Binding } from './match.js';
import type { Matcher, Next } from './matcher.js';

/** Nodes side by side, in order; dots stand for any number of them. */
export function matchSequence(
  m: Matcher,
  ps: readonly number[],
  i: number,
  cs: readonly number[],
  j: number,
  bound: Bound | undefined,
  next: Next,
): void {
  if (i === ps.length) {
    if (j === cs.length) next(bound);
    return;
  }
  const p = ps[i]!;
  const kind = m.pattern.kind[p];
  if (kind === Kind.Dots) {
    if (i === ps.length - 1) next(bound);
    else for (let at = j; at <= cs.length; at++) matchSequence(m, ps, i + 1, cs, at, bound, next);
  } else if (kind === Kind.Metavariables) {
    for (let to = j; to <= cs.length; to++) {
      if (i === ps.length - 1 && to < cs.length) continue;
      m.bind(m.pattern.value[p]!, spanOf(m, cs, j, to), bound, more => matchSequence(m, ps, i + 1, cs, to, more, next));
    }
  } else if (j < cs.length) {
    m.node(p, cs[j]!, bound, more => matchSequence(m, ps, i + 1, cs, j + 1, more, next));
  }
}

export function spanOf(m: Matcher, cs: readonly number[], from: number, to: number): Binding {
  if (from < to) return m.bindingOf(cs[from]!, to - from, cs[to - 1]!);
  const at = from < cs.length ? m.code.start[cs[from]!]! : from > 0 ? m.code.end[cs[from - 1]!]! : 0;
  return { node: NONE, count: 0, start: at, end: at, text: '' };
}

/** Finds a different node for each of the pattern's, in any order. */
export function matchEach(
  m: Matcher,
  ps: readonly number[],
  cs: readonly number[],
  bound: Bound | undefined,
  next: (bound: Bound | undefined, rest: readonly number[]) => void,
): void {
  const [p, ...others] = ps;
  if (p === undefined) {
    next(bound, cs);
    return;
  }
  cs.forEach((c, at) => {
    m.node(p, c, bound, more => matchEach(m, others, [...cs.slice(0, at), ...cs.slice(at + 1)], more, next));
  });
}

export function matchAnyOrder(
  m: Matcher,
  ps: readonly number[],
  cs: readonly number[],
  more: boolean,
  bound: Bound | undefined,
  next: Next,
): void {
  const { pattern } = m;
  const firm = ps.filter(p => pattern.kind[p] !== Kind.Dots && pattern.kind[p] !== Kind.Metavariables);
  const rest = ps.find(p => pattern.kind[p] === Kind.Metavariables);
  const open = more || firm.length < ps.length;
  matchEach(m, firm, cs, bound, (last, left) => {
    if (!open && left.length > 0) return;
    if (rest === undefined) next(last);
    else m.bind(pattern.value[rest]!, spanOf(m, left, 0, left.length), last, next);
  });
}
