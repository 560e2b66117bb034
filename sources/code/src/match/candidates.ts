import type { Names } from '../names/names.js';
import { Kind, Role } from '../syntax/kinds.js';
import { childAs, NONE, type Tree } from '../syntax/tree.js';
import { isExpression, isStatement } from './equivalences.js';
import type { CodeFile, MatchOptions } from './match.js';

const known = new WeakMap<Tree, Candidates>();
const nobody: readonly number[] = [];
type IsName = (name: string) => boolean;

/** The nodes of a file by what patterns may be tried at them; found once, whatever number of patterns ask. */
export function candidatesOf({ tree }: CodeFile, names: Names): Candidates {
  const candidates = known.get(tree) ?? new Candidates(tree, names);
  known.set(tree, candidates);
  return candidates;
}

export class Candidates {
  readonly #byKind = new Map<number, number[]>();
  /** Expressions that stand alone, by their kind. */
  readonly #standing = new Map<number, number[]>();
  readonly #named = new Map<Kind, ReadonlyMap<string, readonly number[]>>();
  #expressions: readonly number[] | undefined;
  #statements: readonly number[] | undefined;
  #givenNames: readonly number[] | undefined;

  constructor(
    readonly tree: Tree,
    readonly names: Names,
  ) {
    for (let node = 0; node < tree.size; node++) {
      const kind = tree.kind[node]! as Kind;
      add(this.#byKind, kind, node);
      if (isExpression(kind) && standsAlone(tree, node)) add(this.#standing, kind, node);
    }
  }

  /**
   * The nodes that a pattern of one node may match, in their order; none that could match is left out. `isName` says which
   * names count where a metavariable stands for the last one.
   */
  for(pattern: Tree, root: number, options: MatchOptions, isName?: IsName): readonly number[] {
    const kind = pattern.kind[root]! as Kind;
    switch (kind) {
      case Kind.Deep:
        return inOrder(this.#alone(), this.all(Kind.Var));
      case Kind.TypedMetavariable:
        return inOrder(this.#alone(), this.#given());
      case Kind.Metavariable:
      case Kind.Dots:
        return this.#alone();
      case Kind.ExprStmt:
        return this.#allStatements();
      case Kind.Import:
        return inOrder(this.all(Kind.Import), this.all(Kind.Export), this.all(Kind.Var));
      case Kind.Assign:
        return inOrder(this.all(Kind.Assign), this.all(Kind.Var));
      case Kind.Function:
        return inOrder(this.all(Kind.Function), this.all(Kind.Var));
      default:
    }
    if (kind === Kind.Block && pattern.role[root] !== Role.None)
      return this.all(Kind.Block).filter(node => this.tree.role[node] === pattern.role[root]);
    if (!isExpression(kind) || isStatement(kind)) return this.all(kind);
    return this.#expression(pattern, root, kind, options, isName);
  }

  /** All nodes of a kind. */
  all(kind: Kind): readonly number[] {
    return this.#byKind.get(kind) ?? nobody;
  }

  #expression(pattern: Tree, root: number, kind: Kind, options: MatchOptions, isName?: IsName): readonly number[] {
    // A name may stand for whatever it was given, but that is found where it is written.
    if (options.symbolic_propagation === true) {
      const all = kind === Kind.Name || kind === Kind.Member || literals.has(kind) ? this.#alone() : this.#notNames();
      return kind === Kind.Call ? inOrder(all, this.all(Kind.Decorator)) : all;
    }
    switch (kind) {
      case Kind.Name:
      case Kind.Member: {
        const last = lastName(pattern, root) ?? (isName && isFreeMember(pattern, root) ? isName : undefined);
        if (last === undefined) return this.#alone();
        const found = [Kind.Name, Kind.Member].flatMap(each => this.#ofName(each, last));
        return inOrder(...found, this.#alone(Kind.TypeApply));
      }
      case Kind.Call:
        return inOrder(this.#calls(pattern, root, Kind.Call, isName), this.all(Kind.Decorator));
      case Kind.New:
        return this.#calls(pattern, root, Kind.New, isName);
      case Kind.Dict:
      case Kind.Collection:
        return inOrder(this.#alone(kind), this.#alone(kind === Kind.Dict ? Kind.Collection : Kind.Dict));
      default:
        return literals.has(kind) ? this.#alone() : this.#alone(kind);
    }
  }

  #calls(pattern: Tree, root: number, kind: Kind, isName?: IsName): readonly number[] {
    const callee = childAs(pattern, root, Role.Callee);
    if (callee === NONE) return this.#alone(kind);
    const last = lastName(pattern, callee) ?? (isName && isFreeMember(pattern, callee) ? isName : undefined);
    if (last === undefined) return this.#alone(kind);
    return inOrder(...this.#ofName(kind, last), this.#byName(kind).get(UNNAMED) ?? nobody);
  }

  #ofName(kind: Kind, last: string | IsName): readonly (readonly number[])[] {
    const named = this.#byName(kind);
    if (typeof last === 'string') return [named.get(last) ?? nobody];
    return [...named].filter(([name]) => last(name)).map(([, nodes]) => nodes);
  }

  /** Nodes of a kind by the last of the names they, or what they call, may go by. */
  #byName(kind: Kind): ReadonlyMap<string, readonly number[]> {
    let found = this.#named.get(kind);
    if (found) return found;
    const named = new Map<string, number[]>();
    const isCall = kind === Kind.Call || kind === Kind.New;
    for (const node of this.#alone(kind)) {
      const at = isCall ? childAs(this.tree, node, Role.Callee) : node;
      for (const name of this.#lastNames(at)) add(named, name, node);
    }
    found = named;
    this.#named.set(kind, found);
    return found;
  }

  #lastNames(at: number): ReadonlySet<string> {
    const { tree } = this;
    let inner = at;
    while (inner !== NONE && tree.kind[inner] === Kind.TypeApply) inner = childAs(tree, inner, Role.Base);
    const own = inner === NONE ? undefined : lastName(tree, inner);
    if (own === undefined) return unnamed;
    return new Set([own, ...this.names.dottedNames(inner).map(name => name.slice(name.lastIndexOf('.') + 1))]);
  }

  #alone(kind?: Kind): readonly number[] {
    if (kind !== undefined) return this.#standing.get(kind) ?? nobody;
    this.#expressions ??= inOrder(...this.#standing.values());
    return this.#expressions;
  }

  #notNames(): readonly number[] {
    return this.#alone().filter(node => this.tree.kind[node] !== Kind.Name);
  }

  #allStatements(): readonly number[] {
    this.#statements ??= inOrder(
      ...[...this.#byKind].filter(([kind]) => isStatement(kind as Kind)).map(([, nodes]) => nodes),
    );
    return this.#statements;
  }

  /** Names of variables that are given a value where they are declared: as good as the target of an assignment. */
  #given(): readonly number[] {
    const { tree } = this;
    this.#givenNames ??= this.all(Kind.Var).flatMap(node => {
      const name = childAs(tree, node, Role.Name);
      return name !== NONE && childAs(tree, node, Role.Value) !== NONE && isExpression(tree.kind[name]! as Kind)
        ? [name]
        : [];
    });
    return this.#givenNames;
  }
}

/** Kinds of patterns that any expression may match by its constant value. */
const literals: ReadonlySet<Kind> = new Set([
  Kind.String,
  Kind.Char,
  Kind.Template,
  Kind.Number,
  Kind.Bool,
  Kind.Null,
  Kind.Regex,
]);

/** Where what is called has no name. */
const UNNAMED = '';
const unnamed: ReadonlySet<string> = new Set([UNNAMED]);

/** Whether the last member of a chain is a metavariable. */
function isFreeMember(pattern: Tree, node: number): boolean {
  return (
    pattern.kind[node] === Kind.Member && pattern.kind[childAs(pattern, node, Role.Property)] === Kind.Metavariable
  );
}

/** The name of a name, or of the last member of a chain. */
function lastName(tree: Tree, node: number): string | undefined {
  if (tree.kind[node] === Kind.Name) return tree.value[node];
  if (tree.kind[node] !== Kind.Member) return undefined;
  const property = childAs(tree, node, Role.Property);
  return property !== NONE && tree.kind[property] === Kind.Name ? tree.value[property] : undefined;
}

function add<Key>(lists: Map<Key, number[]>, key: Key, node: number): void {
  const list = lists.get(key);
  if (list) list.push(node);
  else lists.set(key, [node]);
}

/** Several lists as one, in the order of the file, each node once. */
function inOrder(...lists: readonly (readonly number[])[]): readonly number[] {
  return lists.reduce((all, list) => (list.length === 0 ? all : all.length === 0 ? list : merged(all, list)), nobody);
}

function merged(one: readonly number[], other: readonly number[]): readonly number[] {
  const all: number[] = [];
  let at = 0;
  for (const node of other) {
    while (at < one.length && one[at]! < node) all.push(one[at++]!);
    if (one[at] === node) at++;
    all.push(node);
  }
  while (at < one.length) all.push(one[at++]!);
  return all;
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
