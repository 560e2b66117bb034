import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenOf, NONE, type Tree } from '../syntax/tree.js';
import { matchAlike } from './alike.js';
import type { Bound } from './bindings.js';
import type { Matcher, Next } from './matcher.js';

/** Functions with or without a name: `function ...` is any, and one that is a value has no name that counts. */
export function matchFunction(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  const name = childAs(pattern, p, Role.Name);
  if (code.kind[c] !== Kind.Function) {
    const value = name === NONE || !m.file.language.typesAnnotate ? NONE : functionGiven(code, c);
    if (value === NONE) m.throughName(p, c, bound, next);
    else {
      m.node(name, childAs(code, c, Role.Name), bound, more => matchAlike(m, p, value, more, next, Role.Name));
    }
    return;
  }
  const there = childAs(code, c, Role.Name);
  const anyName = name === NONE || pattern.kind[name] === Kind.Dots || pattern.kind[name] === Kind.Metavariable;
  if (anyName && (name === NONE || there === NONE || pattern.kind[name] === Kind.Dots)) {
    if (name === NONE && isDefinition(code, c) && !isWrittenOut(pattern, p)) return;
    if (name !== NONE && pattern.kind[name] === Kind.Metavariable && code.kind[code.parent[c]!] === Kind.Var) return;
    matchAlike(m, p, c, bound, next, Role.Name);
  } else matchAlike(m, p, c, bound, next);
}

/** `const $X = ...` with modifiers and types that may be left out. */
export function matchDeclaration(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  if (code.kind[c] !== Kind.Var) return;
  const how = pattern.value[p];
  const there = code.value[c];
  if (
    how &&
    how !== there &&
    how !== 'field' &&
    !(how === 'var' && !there) &&
    !(how === 'var' && m.options.let_is_var && there === 'let')
  )
    return;
  const value = childAs(pattern, p, Role.Value);
  if (value === NONE && childAs(code, c, Role.Value) !== NONE && !m.file.language.bareDeclarationsMatch) return;
  matchAlike(m, p, c, bound, next);
}

/** Imports of a module, or of one below it. */
export function matchImport(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  if (code.kind[c] === Kind.Var) matchRequired(m, p, c, bound, next);
  if (code.kind[c] !== Kind.Import && code.kind[c] !== Kind.Export) return;
  let met = false;
  matchAlike(m, p, c, bound, more => {
    met = true;
    next(more);
  });
  if (met) return;
  const wanted = childAs(pattern, p, Role.Module);
  const module = pattern.value[p];
  const there = code.value[c];
  if (wanted === NONE || !module || !there) return;
  const written = pattern.kind[wanted] === Kind.String;
  if (!written && !/^[\w.]+$/.test(module)) return;
  const below = there.startsWith(written ? `${module}/` : `${module}.`);
  if (below || module === there) matchAlike(m, p, c, bound, next, Role.Module);
}

/** `const x = require('m')` is an import of the whole module. */
export function matchRequired(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  const value = childAs(code, c, Role.Value);
  const wanted = childAs(pattern, p, Role.Module);
  if (value === NONE || wanted === NONE || code.kind[value] !== Kind.Call) return;
  if (code.value[childAs(code, value, Role.Callee)] !== m.file.language.importCall) return;
  const module = code.first[childAs(code, value, Role.Arguments)]!;
  if (module === NONE) return;
  const names = childrenOf(pattern, p).filter(child => pattern.kind[child] === Kind.ImportName);
  const first = names[0] ?? NONE;
  const whole = names.length === 1 && pattern.value[childAs(pattern, first, Role.Name)] === 'default';
  if (names.length > 0 && !whole) return;
  const alias = childAs(pattern, whole ? first : p, Role.Alias);
  m.node(wanted, module, bound, more => {
    if (alias === NONE) next(more);
    else m.node(alias, childAs(code, c, Role.Name), more, next);
  });
}

/** `function (…) {…}` and not an arrow or a lambda: also stands for functions with a name. */
function isWrittenOut(pattern: Tree, p: number): boolean {
  return /^(?:async\s{1,9})?func/.test(pattern.text.slice(pattern.start[p], pattern.start[p]! + 30));
}

/** The function that a variable is given where it is declared. */
function functionGiven(code: Tree, c: number): number {
  if (code.kind[c] !== Kind.Var) return NONE;
  const value = childAs(code, c, Role.Value);
  return value !== NONE && code.kind[value] === Kind.Function ? value : NONE;
}

/** Whether a function or class is declared here, and not a value. */
function isDefinition(code: Tree, c: number): boolean {
  const above = code.kind[code.parent[c]!];
  return above === Kind.Block || above === Kind.Program || above === Kind.ClassBody || above === Kind.Case;
}
