import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenOf, NONE } from '../syntax/tree.js';
import type { Bound } from './bindings.js';
import { textTest, unescaped } from './literals.js';
import type { Matcher, Next } from './matcher.js';

export function matchLiteral(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  const kind = pattern.kind[p]! as Kind;
  const there = code.kind[c]! as Kind;
  if (kind === Kind.Template) {
    if (there === Kind.Template) matchTemplate(m, p, c, bound, next);
    else m.throughName(p, c, bound, next);
    return;
  }
  if (kind === Kind.String) {
    matchString(m, p, c, bound, next);
    return;
  }
  if (kind === there) {
    if (sameNumber(pattern.value[p]!, code.value[c]!)) next(bound);
    return;
  }
  if (m.options.constant_propagation === false) return;
  const constant = m.names.constants.of(c);
  if (constant?.value === undefined) {
    m.throughName(p, c, bound, next);
    return;
  }
  const wanted = pattern.value[p]!;
  if (kind === Kind.Number && constant.kind === 'number' && sameNumber(wanted, String(constant.value))) next(bound);
  else if (kind === Kind.Bool && constant.kind === 'bool' && String(constant.value) === wanted.toLowerCase())
    next(bound);
}

export function matchString(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  const test = textTest(pattern.value[p]!);
  if (code.kind[c] === Kind.String) {
    matchText(m, test, code.value[c]!, c, bound, next);
    return;
  }
  if (code.kind[c] === Kind.Char) {
    if (test.kind !== 'any' && pattern.value[p] === code.value[c]) next(bound);
    return;
  }
  const constant = m.options.constant_propagation === false ? undefined : m.names.constants.of(c);
  if (constant?.kind === 'string') {
    if (constant.value === undefined) {
      if (test.kind === 'any') next(bound);
    } else matchText(m, test, String(constant.value), literalOf(m, c), bound, next);
  } else m.throughName(p, c, bound, next);
}

/** Where the text of a constant is written. */
export function literalOf(m: Matcher, c: number): number {
  const definition = m.code.kind[c] === Kind.Name ? m.names.constants.definitionOf(c) : undefined;
  return definition !== undefined && m.code.kind[definition] === Kind.String ? definition : c;
}

/** `/.../` is any regular expression, `/$X/` binds its text; also where a name stands for one. */
export function matchRegex(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  const definition = code.kind[c] === Kind.Name ? m.names.constants.definitionOf(c) : c;
  if (definition === undefined || code.kind[definition] !== Kind.Regex) return;
  const text = code.value[definition]!;
  const flags = childAs(pattern, p, Role.Flags);
  const found = childAs(code, definition, Role.Flags);
  if (flags !== NONE && (found === NONE || pattern.value[flags] !== code.value[found])) return;
  const test = textTest(pattern.value[p]!);
  if (test.kind !== 'metavariable') matchText(m, test, text, definition, bound, next);
  else {
    const start = code.start[definition]! + 1;
    m.bind(test.name, { node: NONE, count: 0, start, end: start + text.length, text }, bound, next);
  }
}

export function matchText(
  m: Matcher,
  test: ReturnType<typeof textTest>,
  text: string,
  c: number,
  bound: Bound | undefined,
  next: Next,
): void {
  switch (test.kind) {
    case 'any':
      next(bound);
      return;
    case 'exact':
      if (test.text === text || unescaped(test.text) === unescaped(text)) next(bound);
      return;
    case 'regex':
      if (test.regex.test(text)) next(bound);
      return;
    case 'metavariable': {
      const { code } = m;
      const literal = code.kind[c] === Kind.String;
      const at = literal ? code.text.indexOf(text, code.start[c]!) : code.start[c]!;
      const start = at < 0 ? code.start[c]! : at;
      const end = literal ? start + text.length : code.end[c]!;
      m.bind(test.name, { node: NONE, count: 0, start, end, text }, bound, next);
    }
  }
}

/** Interpolated strings: `...` in the text of the pattern stands for any parts. */
export function matchTemplate(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  if (pattern.value[p] !== code.value[c] && pattern.value[p] === 'f') return;
  const wanted = childrenOf(pattern, p);
  const only = wanted.length === 1 && pattern.kind[wanted[0]!] === Kind.String && pattern.value[wanted[0]!] === '...';
  if (only) {
    next(bound);
    return;
  }
  matchParts(m, wanted, 0, childrenOf(code, c), 0, bound, next);
}

export function matchParts(
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
  const { pattern } = m;
  if (pattern.kind[p] === Kind.Dots || (pattern.kind[p] === Kind.String && pattern.value[p] === '...')) {
    for (let at = j; at <= cs.length; at++) matchParts(m, ps, i + 1, cs, at, bound, next);
  } else if (j < cs.length) m.node(p, cs[j]!, bound, more => matchParts(m, ps, i + 1, cs, j + 1, more, next));
}

function sameNumber(one: string, other: string): boolean {
  if (one === other) return true;
  const number = Number(one);
  return !Number.isNaN(number) && number === Number(other);
}
