import { writtenName } from '../names/written-name.js';
import { Kind, Role } from '../syntax/kinds.js';
import { childAs, NONE, type Tree } from '../syntax/tree.js';
import type { Bound } from './bindings.js';
import type { Binding } from './match.js';
import type { Matcher, Next } from './matcher.js';

export function matchName(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  if (pattern.kind[p] === Kind.Member && pattern.kind[childAs(pattern, p, Role.Property)] === Kind.Dots) {
    // `a. ...`: whatever follows.
    const object = childAs(pattern, p, Role.Object);
    for (let at = c; at !== NONE; at = linkBefore(code, at)) m.node(object, at, bound, next);
    return;
  }
  let met = false;
  const once: Next = more => {
    met = true;
    next(more);
  };
  if (pattern.kind[p] === code.kind[c]) {
    if (pattern.kind[p] === Kind.Name) {
      if (pattern.value[p] === code.value[c]) once(bound);
    } else matchMember(m, p, c, bound, once);
  }
  if (met) return;
  const dotted = writtenName(pattern, p);
  if (dotted !== undefined) {
    if (m.names.dottedNames(c).includes(dotted)) once(bound);
  } else if (pattern.kind[p] === Kind.Member && code.kind[c] === Kind.Name) importedMember(m, p, c, bound, once);
  if (!met) m.throughName(p, c, bound, next);
}

/** `a.$X`, `$X.b` and the like for a name that was imported as `a.b`. */
export function importedMember(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  for (const name of m.names.dottedNames(c)) matchDotted(m, p, name, c, bound, next);
}

/** Compares a chain of names and metavariables with a full dotted name. */
export function matchDotted(
  m: Matcher,
  p: number,
  name: string,
  c: number,
  bound: Bound | undefined,
  next: Next,
): void {
  const { pattern, code } = m;
  if (pattern.kind[p] === Kind.Metavariable) {
    const binding: Binding = { node: NONE, count: 0, start: code.start[c]!, end: code.end[c]!, text: name };
    m.bind(pattern.value[p]!, binding, bound, next);
  } else if (pattern.kind[p] === Kind.Name) {
    if (pattern.value[p] === name) next(bound);
  } else if (pattern.kind[p] === Kind.Member) {
    const dot = name.lastIndexOf('.');
    if (dot < 0) return;
    matchDotted(m, childAs(pattern, p, Role.Property), name.slice(dot + 1), c, bound, more =>
      matchDotted(m, childAs(pattern, p, Role.Object), name.slice(0, dot), c, more, next),
    );
  }
}

export function matchMember(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  const property = childAs(pattern, p, Role.Property);
  const object = childAs(pattern, p, Role.Object);
  if (pattern.kind[object] === Kind.Member && pattern.kind[childAs(pattern, object, Role.Property)] === Kind.Dots) {
    // `a. ... .b`: any number of members, calls and indexes between.
    const inner = childAs(pattern, object, Role.Object);
    m.node(property, childAs(code, c, Role.Property), bound, more => {
      for (let at = childAs(code, c, Role.Object); at !== NONE; at = linkBefore(code, at))
        m.node(inner, at, more, next);
    });
    return;
  }
  const there = childAs(code, c, Role.Object);
  m.node(property, childAs(code, c, Role.Property), bound, more => m.node(object, there, more, next));
}

/** What stands before a member, call or index in a chain. */
function linkBefore(tree: Tree, node: number): number {
  switch (tree.kind[node]) {
    case Kind.Member:
    case Kind.Index:
      return childAs(tree, node, Role.Object);
    case Kind.Call:
      return childAs(tree, node, Role.Callee);
    default:
      return NONE;
  }
}
