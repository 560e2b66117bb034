import { Kind, Role } from '../syntax/kinds.js';
import { childrenOf, NONE, type Tree } from '../syntax/tree.js';
import type { Bound } from './bindings.js';
import { matchArguments } from './calls.js';
import { leftOut, unordered } from './equivalences.js';
import { matchAnyOrder, matchSequence } from './lists.js';
import type { Matcher, Next } from './matcher.js';
import { matchType } from './typed.js';

export function matchAlike(
  m: Matcher,
  p: number,
  c: number,
  bound: Bound | undefined,
  next: Next,
  without?: Role,
): void {
  const { pattern, code } = m;
  if (!sameValue(m, p, c)) return;
  const all = groupsOf(pattern, p);
  const groups = without === undefined ? all : all.filter(group => group.role !== without);
  const roles = new Set(groups.map(group => group.role));
  const kind = pattern.kind[p]! as Kind;
  for (let child = code.first[c]!; child !== NONE; child = code.next[child]!) {
    const role = code.role[child]! as Role;
    if (roles.has(role) || role === without || leftOut(kind, role)) continue;
    if (
      without === Role.Module &&
      code.kind[child] === Kind.ImportName &&
      (m.file.language.importCall || code.value[code.first[child]!] === '*')
    )
      continue;
    return;
  }
  matchGroups(m, groups, 0, p, c, bound, next);
}

export function sameValue(m: Matcher, p: number, c: number): boolean {
  const { pattern, code } = m;
  const kind = pattern.kind[p];
  const wanted = pattern.value[p];
  const found = code.value[c];
  if (wanted === found) return true;
  switch (kind) {
    case Kind.Import:
    case Kind.Export:
    case Kind.Case:
    case Kind.Pair:
    case Kind.Package:
      return true;
    case Kind.Function:
      return sameSort(wanted, found);
    case Kind.Var:
      return true;
    case Kind.Regex:
      return wanted === '...' || /^\$/.test(wanted ?? '');
    case Kind.Parameter:
      return !wanted;
    case Kind.Text:
      return wanted?.trim() === '...' || wanted?.trim() === found?.trim();
    default:
      return false;
  }
}

export function matchGroups(
  m: Matcher,
  groups: readonly Group[],
  at: number,
  p: number,
  c: number,
  bound: Bound | undefined,
  next: Next,
): void {
  const group = groups[at];
  if (!group) {
    next(bound);
    return;
  }
  const { pattern, code } = m;
  const go: Next = more => matchGroups(m, groups, at + 1, p, c, more, next);
  const ps = group.nodes;
  const cs: number[] = [];
  for (let child = code.first[c]!; child !== NONE; child = code.next[child]!) {
    if (code.role[child] === group.role) cs.push(child);
  }
  const kind = pattern.kind[p]! as Kind;
  const how = unordered(kind, group.role);
  const oneOfSeveral = kind === Kind.Catch && pattern.kind[ps[0]!] === Kind.Collection && cs.length === 1;
  if (oneOfSeveral && code.kind[cs[0]!] !== Kind.Collection) {
    matchSequence(m, childrenOf(pattern, ps[0]!), 0, cs, 0, bound, go);
    return;
  }
  if (how) matchAnyOrder(m, ps, cs, how === 'some' || impliedDots(m, kind), bound, go);
  else if (
    cs.length === 0 &&
    ps.length === 1 &&
    pattern.kind[ps[0]!] === Kind.Parameters &&
    pattern.first[ps[0]!] === NONE
  )
    go(bound);
  else if (group.role === Role.Arguments) matchArguments(m, ps[0]!, cs[0] ?? NONE, bound, go);
  else if (group.role === Role.Type || group.role === Role.Super) matchTypes(m, ps, cs, group.role, bound, go);
  else if (ps.length === 1 && cs.length === 1 && pattern.kind[ps[0]!] !== Kind.Metavariables)
    m.node(ps[0]!, cs[0]!, bound, go);
  else if (
    ps.length === 1 &&
    pattern.kind[ps[0]!] === Kind.Block &&
    childrenOf(pattern, ps[0]!).every(each => pattern.kind[each] === Kind.Dots)
  ) {
    go(bound);
  } else matchSequence(m, ps, 0, cs, 0, bound, go);
}

export function matchTypes(
  m: Matcher,
  ps: readonly number[],
  cs: readonly number[],
  role: Role,
  bound: Bound | undefined,
  next: Next,
): void {
  const { pattern } = m;
  if (role === Role.Super) {
    matchAnyOrder(m, ps, cs, true, bound, next);
    return;
  }
  if (ps.length === 1 && cs.length === 1) matchType(m, ps[0]!, cs[0]!, bound, next);
  else if (ps.every(p => pattern.kind[p] === Kind.Dots)) next(bound);
  else matchSequence(m, ps, 0, cs, 0, bound, next);
}

/** Objects and classes may have more members than a pattern says. */
export function impliedDots(m: Matcher, kind: Kind): boolean {
  if (m.options.implicit_ellipsis === false) return false;
  return kind === Kind.ClassBody || (kind === Kind.Dict && m.file.language.openObjects === true);
}

interface Group {
  readonly role: Role;
  readonly nodes: readonly number[];
}

const groupsOfTrees = new WeakMap<Tree, Map<number, readonly Group[]>>();

/** The children of a node of a pattern by their role. */
function groupsOf(tree: Tree, node: number): readonly Group[] {
  let known = groupsOfTrees.get(tree);
  if (!known) {
    known = new Map();
    groupsOfTrees.set(tree, known);
  }
  let groups = known.get(node);
  if (!groups) {
    const found: { role: Role; nodes: number[] }[] = [];
    for (const child of childrenOf(tree, node)) {
      const role = tree.role[child]! as Role;
      const group = found.find(each => each.role === role);
      if (group) group.nodes.push(child);
      else found.push({ role, nodes: [child] });
    }
    groups = found;
    known.set(node, groups);
  }
  return groups;
}

function sameSort(wanted: string | undefined, found: string | undefined): boolean {
  if (wanted === 'getter' || wanted === 'setter') return wanted === found;
  return true;
}

/** `{...}` in a pattern: whatever stands in braces, or in the brackets of a set. */
export function isOpenBraces(m: Matcher, p: number, c: number): boolean {
  const { pattern, code } = m;
  if (pattern.kind[p] !== Kind.Dict && (pattern.kind[p] !== Kind.Collection || pattern.value[p] !== 'set'))
    return false;
  const first = pattern.first[p]!;
  if (first === NONE || pattern.kind[first] !== Kind.Dots || pattern.next[first] !== NONE) return false;
  return code.kind[c] === Kind.Dict || code.kind[c] === Kind.Block;
}
