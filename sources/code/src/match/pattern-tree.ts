import { Kind, Role } from '../syntax/kinds.js';
import type { Language } from '../syntax/language.js';
import { childAs, childrenOf, NONE, type Tree, TreeBuilder } from '../syntax/tree.js';
import { DOTS, MARK, TYPED } from './mark-pattern.js';
import type { Pattern } from './match.js';

/** The tree of a pattern from what the grammar read: metavariables and dots in place of their names. */
export function patternOf(
  text: string,
  trimmed: string,
  language: Language,
  from: Tree,
  roots: readonly number[],
  partial: boolean,
): Pattern {
  const to = new TreeBuilder();
  to.open(Kind.Program, Role.None, 0, from.text.length);
  for (const root of roots) {
    const only = roots.length === 1 && from.kind[root] === Kind.ExprStmt && !trimmed.endsWith(';');
    const role = from.role[root] === Role.Finally ? Role.Finally : Role.None;
    if (partial) rewriteOpen(from, root, to);
    else rewrite(from, only ? from.first[root]! : root, to, role);
  }
  to.close();
  const tree = to.finish(language.id, from.text, []);
  const metavariables = new Set<string>();
  for (let node = 0; node < tree.size; node++) {
    const kind = tree.kind[node];
    if (kind === Kind.Metavariable || kind === Kind.Metavariables || kind === Kind.TypedMetavariable) {
      metavariables.add(tree.value[node]!);
    } else if (kind === Kind.String || kind === Kind.Regex) {
      for (const [name] of tree.value[node]!.matchAll(/\$(?:\.\.\.)?[A-Z_][A-Z_0-9]*/g)) metavariables.add(name);
    }
  }
  return { text, language, tree, metavariables, words: wordsOf(tree, language) };
}

/** Kinds that are nothing but dots when all they hold is the name of the dots. */
const holders: ReadonlySet<Kind> = new Set([
  Kind.ExprStmt,
  Kind.Var,
  Kind.Parameter,
  Kind.Pair,
  Kind.Spread,
  Kind.Attribute,
  Kind.Keyword,
  Kind.Case,
  Kind.ImportName,
  Kind.TypeParameters,
  Kind.Other,
  Kind.Catch,
  Kind.WithItem,
  Kind.Import,
  Kind.Labeled,
  Kind.Assign,
]);

/** A definition whose body was added by its frame. */
function rewriteOpen(from: Tree, node: number, to: TreeBuilder): void {
  to.open(from.kind[node]! as Kind, Role.None, from.start[node]!, from.end[node]!, unmark(from.value[node]));
  for (const child of childrenOf(from, node)) {
    if (from.role[child] !== Role.Body) rewrite(from, child, to, from.role[child]! as Role);
  }
  to.close();
}

function rewrite(from: Tree, node: number, to: TreeBuilder, role: Role): void {
  const kind = from.kind[node]! as Kind;
  const start = from.start[node]!;
  const end = from.end[node]!;
  if (kind === Kind.Parameter && from.value[childAs(from, node, Role.Name)]?.startsWith(DOTS)) {
    // Where names share a type, dots are read as one of the names.
    leafOf(to, from.value[childAs(from, node, Role.Name)]!, role, start, end);
    return;
  }
  const dots = holders.has(kind) ? onlyDots(from, node) : undefined;
  if (dots !== undefined) {
    leafOf(to, dots, role, start, end);
    return;
  }
  if (kind === Kind.Text) {
    const text = unmark(from.value[node])!.trim();
    if (text === '...') to.leaf(Kind.Dots, role, start, end);
    else if (/^\$[A-Z_][A-Z_0-9]*$/.test(text)) to.leaf(Kind.Metavariable, role, start, end, text);
    else to.leaf(Kind.Text, role, start, end, text);
    return;
  }
  if (kind === Kind.Call && isStatementMark(from, node)) {
    const name = from.value[childAs(from, node, Role.Callee)]!;
    leafOf(to, name.slice(0, -1), role, start, end);
    return;
  }
  if (kind === Kind.Name && from.value[node]!.includes(MARK)) {
    leafOf(to, from.value[node]!, role, start, end);
    return;
  }
  if (kind === Kind.Call && isChainEnd(from, node)) {
    rewrite(from, childAs(from, node, Role.Callee), to, role);
    return;
  }
  if (kind === Kind.Call && isDeep(from, node)) {
    to.open(Kind.Deep, role, start, end);
    const inner = from.first[childAs(from, node, Role.Arguments)]!;
    rewriteDeep(from, inner, to);
    to.close();
    return;
  }
  if (kind === Kind.Var && isTypedMark(from, childAs(from, node, Role.Name))) {
    rewriteTypedVar(from, node, to, role);
    return;
  }
  const typed = typedName(from, node);
  if (typed) {
    to.open(Kind.TypedMetavariable, role, start, end, `$${typed.name}`);
    rewrite(from, typed.type, to, Role.Type);
    to.close();
    return;
  }
  to.open(kind, role, start, end, unmark(from.value[node]));
  const doubled = kind === Kind.Parameter && isDoubled(from, node);
  for (const child of childrenOf(from, node)) {
    if (!doubled || from.role[child] !== Role.Type) rewrite(from, child, to, from.role[child]! as Role);
  }
  to.close();
}

/** A parameter that was written with its name as its type, for the grammar. */
function isDoubled(from: Tree, node: number): boolean {
  const name = childAs(from, node, Role.Name);
  const type = childAs(from, node, Role.Type);
  return (
    name !== NONE &&
    type !== NONE &&
    from.value[name] === from.value[type] &&
    from.value[name]?.startsWith(MARK) === true
  );
}

function isTypedMark(from: Tree, name: number): boolean {
  return (
    name !== NONE &&
    from.kind[name] === Kind.Name &&
    from.value[name]!.startsWith(TYPED) &&
    !from.value[name]!.startsWith(DOTS)
  );
}

/** `(T $X) = value`, which was written as a declaration. */
function rewriteTypedVar(from: Tree, node: number, to: TreeBuilder, role: Role): void {
  const name = childAs(from, node, Role.Name);
  to.open(Kind.ExprStmt, role, from.start[node]!, from.end[node]!);
  to.open(Kind.Assign, Role.None, from.start[node]!, from.end[node]!, '=');
  to.open(Kind.TypedMetavariable, Role.Left, from.start[name]!, from.end[name]!, `$${from.value[name]!.slice(2)}`);
  rewrite(from, childAs(from, node, Role.Type), to, Role.Type);
  to.close();
  rewrite(from, childAs(from, node, Role.Value), to, Role.Right);
  to.close();
  to.close();
}

/** `<... $X = 1 ...>` was read as a keyword argument where assignments are no expressions. */
function rewriteDeep(from: Tree, inner: number, to: TreeBuilder): void {
  if (from.kind[inner] !== Kind.Keyword) {
    rewrite(from, inner, to, Role.None);
    return;
  }
  to.open(Kind.Assign, Role.None, from.start[inner]!, from.end[inner]!, '=');
  rewrite(from, childAs(from, inner, Role.Name), to, Role.Left);
  rewrite(from, childAs(from, inner, Role.Value), to, Role.Right);
  to.close();
}

function leafOf(to: TreeBuilder, name: string, role: Role, start: number, end: number): void {
  if (name === DOTS) to.leaf(Kind.Dots, role, start, end);
  else if (name.startsWith(DOTS + MARK)) to.leaf(Kind.Metavariables, role, start, end, `$...${name.slice(4)}`);
  else if (name.startsWith(TYPED)) to.leaf(Kind.Metavariable, role, start, end, `$${name.slice(2)}`);
  else if (/^\uA66E[A-Z_][A-Z_0-9]*$/.test(name)) to.leaf(Kind.Metavariable, role, start, end, `$${name.slice(1)}`);
  else to.leaf(Kind.Name, role, start, end, unmark(name));
}

function unmark(value: string | undefined): string | undefined {
  return value?.includes(MARK)
    ? value
        .replaceAll(DOTS + MARK, '$...')
        .replaceAll(DOTS, '...')
        .replaceAll(MARK, '$')
    : value;
}

/** The name of the dots, where a node holds nothing else. */
function onlyDots(tree: Tree, node: number): string | undefined {
  let name: string | undefined;
  for (let at = node + 1; at < tree.last[node]!; at++) {
    const kind = tree.kind[at];
    if (kind === Kind.Name) {
      if (!tree.value[at]!.startsWith(DOTS) || (name !== undefined && name !== tree.value[at])) return undefined;
      name = tree.value[at];
    } else if (kind !== Kind.Block && kind !== Kind.Parameters && kind !== Kind.Arguments && !holders.has(kind as Kind))
      return undefined;
    else if (kind === Kind.Block && tree.first[at] !== NONE) return undefined;
  }
  const text = tree.text.slice(tree.start[node], tree.end[node]);
  return name !== undefined &&
    /[({]/.test(text) &&
    tree.kind[node] !== Kind.ExprStmt &&
    tree.kind[node] !== Kind.Attribute
    ? undefined
    : name;
}

/** A metavariable for a statement, which was written as a call. */
function isStatementMark(tree: Tree, node: number): boolean {
  const callee = childAs(tree, node, Role.Callee);
  return (
    callee !== NONE && tree.kind[callee] === Kind.Name && /^\uA66E[A-Z_][A-Z_0-9]*\uA66E$/.test(tree.value[callee]!)
  );
}

/** `a. ...` at the end of a chain, which was written as a call. */
function isChainEnd(tree: Tree, node: number): boolean {
  const callee = childAs(tree, node, Role.Callee);
  const given = childAs(tree, node, Role.Arguments);
  if (callee === NONE || tree.kind[callee] !== Kind.Member || (given !== NONE && tree.first[given] !== NONE))
    return false;
  return tree.value[childAs(tree, callee, Role.Property)] === DOTS;
}

function isDeep(tree: Tree, node: number): boolean {
  const callee = childAs(tree, node, Role.Callee);
  const given = childAs(tree, node, Role.Arguments);
  return (
    callee !== NONE &&
    tree.kind[callee] === Kind.Name &&
    tree.value[callee] === DOTS &&
    given !== NONE &&
    tree.first[given] !== NONE &&
    tree.text[tree.start[given]!] === '(' &&
    tree.start[given] === tree.end[callee]
  );
}

/** The written forms of a typed metavariable: a conversion, an index, a union with its name. */
function typedName(tree: Tree, node: number): { name: string; type: number } | undefined {
  const kind = tree.kind[node];
  const [name, type] =
    kind === Kind.Cast
      ? [childAs(tree, node, Role.Value), childAs(tree, node, Role.Type)]
      : kind === Kind.Index
        ? [childAs(tree, node, Role.Object), childAs(tree, node, Role.Index)]
        : [NONE, NONE];
  if (name === NONE || type === NONE || tree.kind[name] !== Kind.Name) return undefined;
  const value = tree.value[name]!;
  return value.startsWith(TYPED) && !value.startsWith(DOTS) ? { name: value.slice(2), type } : undefined;
}

/** Words that stand in every file where the pattern matches: names that nothing else can stand for. */
function wordsOf(tree: Tree, language: Language): string[] {
  const words = new Set<string>();
  for (let node = 0; node < tree.size; node++) {
    const value = tree.value[node];
    if (tree.kind[node] !== Kind.Name || value === undefined || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(value)) continue;
    if (insideType(tree, node) || language.patterns.implied.has(value)) continue;
    words.add(value);
  }
  return [...words];
}

function insideType(tree: Tree, node: number): boolean {
  for (let at = node; at !== NONE; at = tree.parent[at]!) {
    if (tree.kind[at] === Kind.TypedMetavariable || tree.role[at] === Role.Type) return true;
  }
  return false;
}
