import { Kind, Role } from '../syntax/kinds.js';
import { childAs, NONE, type Tree } from '../syntax/tree.js';
import type { Bound } from './bindings.js';
import { matchEach } from './lists.js';
import type { Matcher, Next } from './matcher.js';

export function matchBinary(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code, options } = m;
  if (code.kind[c] !== Kind.Binary) {
    m.throughName(p, c, bound, next);
    return;
  }
  const op = pattern.value[p]!;
  if (op !== code.value[c]) return;
  const left = childAs(pattern, p, Role.Left);
  const right = childAs(pattern, p, Role.Right);
  const a = childAs(code, c, Role.Left);
  const b = childAs(code, c, Role.Right);
  if (/^(?:&&|\|\||[&|^])$/.test(op) && options.ac_matching !== false) {
    const commutes = op.length === 1 || options.commutative_boolop === true;
    const wanted = operands(pattern, p, op);
    const found = operands(code, c, op);
    if (wanted.length > 2 || found.length > 2 || commutes) {
      if (commutes) matchUnordered(m, wanted, found, bound, next);
      else matchOperands(m, wanted, 0, found, 0, bound, next);
      return;
    }
  }
  if (op === '+' && [left, right].some(each => pattern.kind[each] === Kind.Dots) && code.kind[a] === Kind.Binary) {
    matchOperands(m, operands(pattern, p, op), 0, operands(code, c, op), 0, bound, next);
    return;
  }
  m.node(left, a, bound, more => m.node(right, b, more, next));
  if (options.symmetric_eq === true && /^[!=]==?$/.test(op)) {
    m.node(left, b, bound, more => m.node(right, a, more, next));
  }
}

/** `a && ... && $X`: dots stand for any operands, a metavariable for one or several. */
export function matchOperands(
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
  if (m.pattern.kind[p] === Kind.Dots) {
    for (let at = j; at <= cs.length; at++) matchOperands(m, ps, i + 1, cs, at, bound, next);
    return;
  }
  if (j >= cs.length) return;
  m.node(p, cs[j]!, bound, more => matchOperands(m, ps, i + 1, cs, j + 1, more, next));
  if (m.pattern.kind[p] !== Kind.Metavariable) return;
  for (let to = j + 1; to < cs.length - (ps.length - i - 1); to++) {
    const binding = m.bindingOf(cs[j]!, to - j + 1, cs[to]!);
    m.bind(m.pattern.value[p]!, binding, bound, more => matchOperands(m, ps, i + 1, cs, to + 1, more, next));
  }
}

export function matchUnordered(
  m: Matcher,
  ps: readonly number[],
  cs: readonly number[],
  bound: Bound | undefined,
  next: Next,
): void {
  const { pattern } = m;
  const firm = ps.filter(p => pattern.kind[p] !== Kind.Dots && pattern.kind[p] !== Kind.Metavariable);
  const dots = ps.some(p => pattern.kind[p] === Kind.Dots);
  const free = ps.filter(p => pattern.kind[p] === Kind.Metavariable);
  matchEach(m, firm, cs, bound, (more, rest) => {
    if (free.length === 0) {
      next(more);
    } else if (free.length === 1 && !dots) {
      if (rest.length === 0) return;
      m.bind(pattern.value[free[0]!]!, m.bindingOf(rest[0]!, rest.length, rest.at(-1)!), more, next);
    } else if (rest.length >= free.length && (dots || rest.length >= free.length)) {
      matchEach(m, free, rest, more, (last, left) => {
        if (dots || left.length === 0) next(last);
      });
    }
  });
}

export function matchAssign(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code, options } = m;
  const op = pattern.value[p]!;
  const left = childAs(pattern, p, Role.Left);
  const right = childAs(pattern, p, Role.Right);
  if (code.kind[c] === Kind.Assign) {
    const there = code.value[c]!;
    if (op !== there && !(op === '=' && there === ':=')) return;
    m.node(left, childAs(code, c, Role.Left), bound, more => m.node(right, childAs(code, c, Role.Right), more, next));
  } else if (code.kind[c] === Kind.Var && (op === '=' || op === ':=') && options.vardef_assign !== false) {
    const name = childAs(code, c, Role.Name);
    const value = childAs(code, c, Role.Value);
    if (name !== NONE && value !== NONE) m.node(left, name, bound, more => m.node(right, value, more, next));
  }
}

function operands(tree: Tree, node: number, op: string): number[] {
  if (tree.kind[node] !== Kind.Binary || tree.value[node] !== op) return [node];
  return [
    ...operands(tree, childAs(tree, node, Role.Left), op),
    ...operands(tree, childAs(tree, node, Role.Right), op),
  ];
}
