import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenOf, NONE, type Tree } from '../syntax/tree.js';
import { type Bound, bindingsOf } from './bindings.js';
import { isExpression, isStatement } from './equivalences.js';
import type { CodeFile, Match, MatchOptions, Pattern } from './match.js';
import { Matcher } from './matcher.js';
import { matchStatements } from './statements.js';

/** How many matches of one pattern in one file are kept. */
const MOST_MATCHES = 20_000;

/** Everywhere in a file that a pattern matches, in order. */
export function findMatches(pattern: Pattern, file: CodeFile, options: MatchOptions = {}): Match[] {
  if (pattern.words.some(word => !file.text.includes(word))) return [];
  const found = new Map<string, Match>();
  const add = (start: number, end: number, bound: Bound | undefined): void => {
    if (found.size >= MOST_MATCHES) return;
    const bindings = bindingsOf(bound);
    const key = `${start} ${end} ${[...bindings]
      .map(([name, { start, end, text }]) => `${name}=${start},${end},${text.length}`)
      .sort()
      .join(' ')}`;
    if (!found.has(key)) found.set(key, { start, end, bindings });
  };
  const matcher = new Matcher(pattern, file, options);
  const roots = childrenOf(pattern.tree, 0);
  if (roots.length === 1) matchOne(matcher, pattern.tree, roots[0]!, file.tree, add);
  else matchList(matcher, pattern.tree, roots, file.tree, add);
  return [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Where a pattern of one piece matches this very node, whatever the node is to those around it. */
export function findMatchesAt(pattern: Pattern, file: CodeFile, node: number, options: MatchOptions = {}): Match[] {
  const roots = childrenOf(pattern.tree, 0);
  if (roots.length !== 1) return [];
  const { tree } = file;
  const found: Match[] = [];
  const matcher = new Matcher(pattern, file, options);
  matcher.begin();
  matcher.node(roots[0]!, node, undefined, bound => {
    found.push({ start: tree.start[node]!, end: tree.end[node]!, bindings: bindingsOf(bound) });
  });
  return found;
}

type Add = (start: number, end: number, bound: Bound | undefined) => void;

function matchOne(matcher: Matcher, pattern: Tree, root: number, code: Tree, add: Add): void {
  const wanted = candidatesFor(pattern, root);
  for (let node = 0; node < code.size; node++) {
    if (!wanted(code, node)) continue;
    matcher.begin();
    matcher.node(root, node, undefined, bound => add(code.start[node]!, code.end[node]!, bound));
  }
}

/** Kinds of patterns that a name alone can match: by its import, or by its constant value. */
const namedKinds: ReadonlySet<Kind> = new Set([
  Kind.Name,
  Kind.Member,
  Kind.String,
  Kind.Template,
  Kind.Number,
  Kind.Bool,
  Kind.Null,
]);

/** Which nodes a pattern of one node is tried at. */
function candidatesFor(pattern: Tree, root: number): (code: Tree, node: number) => boolean {
  const kind = pattern.kind[root]! as Kind;
  if (kind === Kind.Deep) {
    return (code, node) =>
      code.kind[node] === Kind.Var || (isExpression(code.kind[node]! as Kind) && standsAlone(code, node));
  }
  if (kind === Kind.TypedMetavariable) {
    return (code, node) =>
      isExpression(code.kind[node]! as Kind) && (standsAlone(code, node) || isGivenName(code, node));
  }
  if (kind === Kind.Metavariable || kind === Kind.Dots) {
    return (code, node) => isExpression(code.kind[node]! as Kind) && standsAlone(code, node);
  }
  if (kind === Kind.ExprStmt) {
    return (code, node) => isStatement(code.kind[node]! as Kind);
  }
  if (kind === Kind.Block && pattern.role[root] !== Role.None) {
    return (code, node) => code.kind[node] === Kind.Block && code.role[node] === pattern.role[root];
  }
  if (kind === Kind.Import) {
    return (code, node) => code.kind[node] === kind || code.kind[node] === Kind.Export || code.kind[node] === Kind.Var;
  }
  if (kind === Kind.Assign) return (code, node) => code.kind[node] === Kind.Assign || code.kind[node] === Kind.Var;
  if (isExpression(kind) && !isStatement(kind)) {
    const decorators = kind === Kind.Call;
    const names = namedKinds.has(kind);
    return (code, node) => {
      const there = code.kind[node]! as Kind;
      if (there === Kind.Decorator) return decorators;
      // What a name was given is found where it is written.
      return isExpression(there) && (names || there !== Kind.Name) && standsAlone(code, node);
    };
  }
  if (kind === Kind.Function) return (code, node) => code.kind[node] === kind || code.kind[node] === Kind.Var;
  return (code, node) => code.kind[node] === kind;
}

/** The name of a variable that is given a value where it is declared: as good as the target of an assignment. */
function isGivenName(code: Tree, node: number): boolean {
  const above = code.parent[node]!;
  return code.role[node] === Role.Name && code.kind[above] === Kind.Var && childAs(code, above, Role.Value) !== NONE;
}

/** Whether an expression is one by itself, and not the name of a member, argument or definition. */
function standsAlone(code: Tree, node: number): boolean {
  const kind = code.kind[node];
  if (kind === Kind.Function || kind === Kind.Class) {
    const above = code.kind[code.parent[node]!];
    if (above === Kind.Block || above === Kind.Program || above === Kind.ClassBody) return false;
  }
  if (insideType(code, node)) return false;
  switch (code.role[node]) {
    case Role.Property:
    case Role.Alias:
    case Role.Module:
      return false;
    case Role.Key:
      return code.value[code.parent[node]!] !== 'shorthand';
    case Role.Name: {
      return code.kind[code.parent[node]!] === Kind.Element;
    }
    default: {
      const above = code.kind[code.parent[node]!];
      return above !== Kind.ImportName && above !== Kind.Jump;
    }
  }
}

/** Whether a node is part of a type that is written. */
function insideType(code: Tree, node: number): boolean {
  let at = node;
  for (;;) {
    if (code.role[at] === Role.Type) return true;
    const above = code.kind[code.parent[at]!];
    const inType =
      above === Kind.TypeApply || above === Kind.ArrayType || above === Kind.PointerType || above === Kind.UnionType;
    if (!inType) return false;
    at = code.parent[at]!;
  }
}

/** Statements side by side: tried from each statement of each list. */
function matchList(matcher: Matcher, pattern: Tree, roots: readonly number[], code: Tree, add: Add): void {
  const fromStart = pattern.kind[roots[0]!] === Kind.Dots;
  for (let node = 0; node < code.size; node++) {
    const kind = code.kind[node];
    if (kind !== Kind.Program && kind !== Kind.Block && kind !== Kind.Case && kind !== Kind.ClassBody) continue;
    const list = childrenOf(code, node).filter(child => code.role[child] === Role.None);
    for (let from = 0; from < (fromStart ? Math.min(1, list.length) : list.length); from++) {
      matcher.begin();
      const first = list[from]!;
      matchStatements(matcher, roots, 0, list, from, true, undefined, (bound, last) => {
        add(code.start[first]!, last === NONE ? code.end[first]! : code.end[last]!, bound);
      });
    }
  }
}
