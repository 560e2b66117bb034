import { Kind, Role } from '../syntax/kinds.js';
import { childrenOf, NONE, type Tree } from '../syntax/tree.js';
import type { Bound } from './bindings.js';
import { isExpression, isStatement } from './equivalences.js';
import { spanOf } from './lists.js';
import type { Matcher, Next } from './matcher.js';
import { matchDeep } from './metavariables.js';

/** The list that a block stands in, and what follows it there. */
export interface Outside {
  readonly list: readonly number[];
  readonly next: number;
  readonly outside: Outside | undefined;
}

/**
 * Statements side by side. `lessIsOk`: what follows the last one does not matter. `next` gets the last statement that was met.
 * Dots also reach into the blocks of the statements that they pass.
 */
export function matchStatements(
  m: Matcher,
  ps: readonly number[],
  i: number,
  cs: readonly number[],
  j: number,
  lessIsOk: boolean,
  bound: Bound | undefined,
  next: (bound: Bound | undefined, last: number) => void,
  last = NONE,
  outside?: Outside,
): void {
  if (!m.step()) return;
  if (i === ps.length) {
    if (lessIsOk || j >= cs.length) next(bound, last);
    return;
  }
  const p = ps[i]!;
  const kind = m.pattern.kind[p];
  if (kind === Kind.Dots) {
    if (i === ps.length - 1) {
      next(bound, j < cs.length ? cs.at(-1)! : last);
      return;
    }
    placesFrom(m, cs, j, outside, (list, at, around) =>
      matchStatements(m, ps, i + 1, list, at, lessIsOk, bound, next, last, around),
    );
    if (ps.slice(i + 1).every(each => m.pattern.kind[each] === Kind.Dots)) next(bound, last);
    return;
  }
  if (kind === Kind.Metavariables) {
    for (let to = j; to <= cs.length; to++) {
      if (i === ps.length - 1 && !lessIsOk && to < cs.length) continue;
      m.bind(m.pattern.value[p]!, spanOf(m, cs, j, to), bound, more =>
        matchStatements(m, ps, i + 1, cs, to, lessIsOk, more, next, to > j ? cs[to - 1]! : last, outside),
      );
    }
    return;
  }
  if (j >= cs.length) return;
  const c = cs[j]!;
  m.node(p, c, bound, more => matchStatements(m, ps, i + 1, cs, j + 1, lessIsOk, more, next, c, outside));
}

/** Every statement that dots can lead to: those that follow, those in their blocks, and those behind the blocks these stand in. */
export function placesFrom(
  m: Matcher,
  cs: readonly number[],
  j: number,
  outside: Outside | undefined,
  each: (list: readonly number[], at: number, outside: Outside | undefined) => void,
): void {
  for (let at = j; at < cs.length; at++) {
    each(cs, at, outside);
    if (m.options.go_deeper_stmt === false) continue;
    const around = { list: cs, next: at + 1, outside };
    for (const block of blocksIn(m, cs[at]!)) placesInside(m, block, around, each);
  }
  if (outside) placesFrom(m, outside.list, outside.next, outside.outside, each);
}

export function placesInside(
  m: Matcher,
  list: readonly number[],
  around: Outside,
  each: (list: readonly number[], at: number, outside: Outside | undefined) => void,
): void {
  for (let at = 0; at < list.length; at++) {
    each(list, at, around);
    const inner = { list, next: at + 1, outside: around };
    for (const block of blocksIn(m, list[at]!)) placesInside(m, block, inner, each);
  }
}

/** The lists of statements right inside a statement, not those in its expressions. */
export function blocksIn(m: Matcher, statement: number): readonly (readonly number[])[] {
  let blocks = m.blocks.get(statement);
  if (!blocks) {
    blocks = isStatement(m.code.kind[statement]! as Kind) ? listsIn(m.code, statement) : [];
    m.blocks.set(statement, blocks);
  }
  return blocks;
}

function listsIn(code: Tree, node: number): number[][] {
  const lists: number[][] = [];
  for (let child = code.first[node]!; child !== NONE; child = code.next[child]!) {
    switch (code.kind[child]) {
      case Kind.Block:
      case Kind.ClassBody:
        lists.push(childrenOf(code, child));
        break;
      case Kind.Case:
      case Kind.Catch:
        lists.push(...listsIn(code, child));
        break;
      case Kind.If:
      case Kind.For:
      case Kind.While:
        lists.push([child]);
        break;
      default:
        break;
    }
  }
  return lists;
}

export function matchStatement(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  const inner = pattern.first[p]!;
  const kind = code.kind[c]! as Kind;
  if (pattern.kind[inner] === Kind.Deep) {
    if (isStatement(kind)) matchDeep(m, pattern.first[inner]!, c, bound, next);
    return;
  }
  if (pattern.kind[inner] === Kind.Metavariable && pattern.kind[p] === Kind.ExprStmt) {
    if (isStatement(kind)) m.node(inner, c, bound, next);
    return;
  }
  if (kind === Kind.ExprStmt) {
    let met = false;
    m.node(inner, code.first[c]!, bound, more => {
      met = true;
      next(more);
    });
    if (!met && m.options.implicit_deep_exprstmt !== false && pattern.kind[inner] !== Kind.Assign) {
      matchDeep(m, inner, code.first[c]!, bound, next, true);
    }
    return;
  }
  if (kind === Kind.Var) m.node(inner, c, bound, next);
  if (pattern.kind[inner] === Kind.Assign || m.options.implicit_deep_exprstmt === false) return;
  if (kind === Kind.Var || kind === Kind.Return || kind === Kind.Throw) {
    for (let at = code.first[c]!; at !== NONE; at = code.next[at]!) {
      if (isExpression(code.kind[at]! as Kind) && code.role[at] !== Role.Name)
        matchDeep(m, inner, at, bound, next, true);
    }
  } else if (
    kind === Kind.If ||
    kind === Kind.While ||
    kind === Kind.Switch ||
    kind === Kind.ForEach ||
    kind === Kind.With
  ) {
    for (let at = code.first[c]!; at !== NONE; at = code.next[at]!) {
      const role = code.role[at];
      if (role === Role.Condition || role === Role.Subject || role === Role.Iterable)
        matchDeep(m, inner, at, bound, next, true);
    }
  }
}

export function matchImplicitReturn(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern } = m;
  const statements = childrenOf(pattern, p);
  if (statements.every(each => pattern.kind[each] === Kind.Dots)) {
    next(bound);
    return;
  }
  const firm = statements.filter(each => pattern.kind[each] !== Kind.Dots);
  if (firm.length !== 1 || m.options.implicit_return === false) return;
  const only = firm[0]!;
  if (pattern.kind[only] === Kind.Return && pattern.first[only] !== NONE) m.node(pattern.first[only]!, c, bound, next);
  else if (pattern.kind[only] === Kind.ExprStmt) matchDeep(m, pattern.first[only]!, c, bound, next);
}

/** A block with its statements; where the code has an expression instead, what it gives back. */
export function matchBlock(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  const there = code.kind[c]! as Kind;
  if (there === Kind.Block || there === Kind.Program) {
    const wanted = childrenOf(pattern, p);
    const open = wanted.length > 0 && pattern.kind[wanted[0]!] === Kind.Dots;
    matchStatements(m, wanted, 0, childrenOf(code, c), 0, open, bound, more => next(more));
  } else if (pattern.role[p] === Role.Body && isExpression(there)) matchImplicitReturn(m, p, c, bound, next);
}
