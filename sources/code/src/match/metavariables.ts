import { Kind, Role } from '../syntax/kinds.js';
import { childAs, NONE } from '../syntax/tree.js';
import type { Bound } from './bindings.js';
import { isExpression } from './equivalences.js';
import type { Binding } from './match.js';
import type { Matcher, Next } from './matcher.js';

export function matchMetavariable(m: Matcher, name: string, c: number, bound: Bound | undefined, next: Next): void {
  const { code } = m;
  const kind = code.kind[c]! as Kind;
  if (kind === Kind.Arguments || kind === Kind.Parameters || kind === Kind.Keyword || kind === Kind.Modifier) return;
  // A parameter stands for its name.
  if (kind === Kind.Parameter || kind === Kind.ImportName || kind === Kind.WithItem) {
    const inner = childAs(code, c, kind === Kind.WithItem ? Role.Value : Role.Name);
    if (inner !== NONE) m.bind(name, m.bindingOf(inner), bound, next);
    return;
  }
  if (kind === Kind.Var && code.role[c] === Role.Target) {
    m.bind(name, m.bindingOf(childAs(code, c, Role.Name)), bound, next);
    return;
  }
  if (kind === Kind.Cast && m.file.language.typesAnnotate) {
    matchMetavariable(m, name, childAs(code, c, Role.Value), bound, next);
    return;
  }
  if (kind === Kind.ExprStmt && code.first[c] !== NONE) m.bind(name, statementBinding(m, c), bound, next);
  else m.bind(name, m.bindingOf(c), bound, next);
}

/** A statement that is one expression stands for the expression, but takes up the whole statement. */
export function statementBinding(m: Matcher, c: number): Binding {
  const inner = m.code.first[c]!;
  return { ...m.bindingOf(inner), start: m.code.start[c]!, end: m.code.end[inner]! };
}

export function matchDeep(
  m: Matcher,
  p: number,
  c: number,
  bound: Bound | undefined,
  next: Next,
  implied = false,
): void {
  const { code } = m;
  for (let at = c; at < code.last[c]!; at++) {
    const kind = code.kind[at]! as Kind;
    if (implied && (kind === Kind.Function || kind === Kind.Class)) {
      at = code.last[at]! - 1;
      continue;
    }
    if (isExpression(kind) && !isOnlyName(m, at)) {
      m.node(p, at, bound, next);
      if (kind === Kind.Name && m.options.symbolic_propagation === true) deepThroughName(m, p, at, bound, next);
    } else if (kind === Kind.Var && m.pattern.kind[p] === Kind.Assign) m.node(p, at, bound, next);
  }
}

/** What a name was given is searched too; what was given comes before the name, so this ends. */
export function deepThroughName(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const definition = m.names.constants.definitionOf(c);
  if (definition !== undefined && definition < c) matchDeep(m, p, definition, bound, next);
}

export function isOnlyName(m: Matcher, c: number): boolean {
  const { code } = m;
  if (code.kind[c] !== Kind.Name) return false;
  const role = code.role[c];
  return role === Role.Property || role === Role.Name || role === Role.Alias || role === Role.Module;
}
