import { Kind, Role } from '../syntax/kinds.js';
import type { Language } from '../syntax/language.js';
import { childAs, childrenOf, NONE, type Tree } from '../syntax/tree.js';

/** What a name stands for. */
export interface Entity {
  readonly id: number;
  readonly name: string;
  /** The node that declares it first. */
  readonly declaration: number;
  readonly scope: Scope;
  /** The nodes that give it a value: a Var, Assign, Parameter, ForEach and so on. */
  readonly writes: number[];
  /** The full dotted name, where it was imported. */
  imported?: string;
}

export interface Scope {
  /** The node whose names these are. */
  readonly node: number;
  readonly above: Scope | undefined;
  readonly names: Map<string, Entity>;
  /** Python's `global` names. */
  readonly outside: Set<string>;
}

/** Which symbol each Name of a file stands for. */
export interface Scopes {
  readonly symbols: readonly Entity[];
  /** By node; undefined where a name is declared nowhere in the file. */
  readonly symbolOf: readonly (Entity | undefined)[];
  /** Modules all of whose names are here without saying which: `from m import *`, `import a.b.*`, `using a.b`. */
  readonly wildcards: readonly string[];
}

/** Finds what each name stands for, in two walks: what is declared where, then what is used where. */
export function resolveScopes(tree: Tree, language: Language): Scopes {
  const symbols: Entity[] = [];
  const symbolOf: (Entity | undefined)[] = new Array(tree.size);
  const wildcards: string[] = [];
  const scopes = new Map<number, Scope>();
  const root: Scope = { node: 0, above: undefined, names: new Map(), outside: new Set() };
  scopes.set(0, root);

  const declare = (scope: Scope, name: number, writer: number, imported?: string, text = tree.value[name]): void => {
    if (text === undefined || text === '_' || text === '*') return;
    let home = scope;
    if (scope.outside.has(text)) home = root;
    let symbol = home.names.get(text);
    if (!symbol) {
      symbol = { id: symbols.length, name: text, declaration: name, scope: home, writes: [] };
      symbols.push(symbol);
      home.names.set(text, symbol);
    }
    if (imported !== undefined && symbol.imported === undefined && symbol.writes.length === 0)
      symbol.imported = imported;
    symbol.writes.push(writer);
    symbolOf[name] = symbol;
  };

  const open: Scope[] = [root];
  for (let node = 1; node < tree.size; node++) {
    while (open.length > 1 && node >= tree.last[open.at(-1)!.node]!) open.pop();
    const scope = open.at(-1)!;
    const kind = tree.kind[node]! as Kind;
    switch (kind) {
      case Kind.Var: {
        const home = tree.value[node] === 'var' && language.functionVar ? functionScope(tree, scope) : scope;
        const module = moduleGiven(tree, childAs(tree, node, Role.Value), language);
        if (module === undefined)
          for (const name of namesIn(tree, childAs(tree, node, Role.Name))) declare(home, name, node);
        else
          for (const [name, path] of partsOf(tree, childAs(tree, node, Role.Name), module))
            declare(home, name, node, path);
        break;
      }
      case Kind.Parameter:
        for (const name of namesIn(tree, childAs(tree, node, Role.Name))) declare(scope, name, node);
        break;
      case Kind.Function: {
        const name = childAs(tree, node, Role.Name);
        if (name !== NONE && tree.kind[name] === Kind.Name) {
          const member = scope.node !== 0 && tree.kind[scope.node] === Kind.Class;
          if (!member || language.membersInScope) declare(scope, name, node);
        }
        break;
      }
      case Kind.Class: {
        const name = childAs(tree, node, Role.Name);
        if (name !== NONE && tree.kind[name] === Kind.Name) declare(scope, name, node);
        break;
      }
      case Kind.Assign: {
        const op = tree.value[node];
        const left = childAs(tree, node, Role.Left);
        if (left === NONE) break;
        for (const name of namesIn(tree, left)) {
          const text = tree.value[name]!;
          const known = lookup(scope, text);
          const own = known && (known.imported !== undefined || known.scope === functionScope(tree, scope));
          if (op === ':=' || (language.assignDeclares && !own)) {
            declare(op === ':=' && language.blockScope ? scope : functionScope(tree, scope), name, node);
          } else if (known) known.writes.push(node);
          else if (!language.assignDeclares) declare(root, name, node);
          else known === undefined && declare(functionScope(tree, scope), name, node);
        }
        break;
      }
      case Kind.ForEach:
      case Kind.CompFor: {
        const target = childAs(tree, node, Role.Target);
        if (target === NONE || tree.kind[target] === Kind.Var) break;
        const home = kind === Kind.ForEach ? (language.blockScope ? scope : functionScope(tree, scope)) : scope;
        for (const name of namesIn(tree, target)) declare(home, name, node);
        break;
      }
      case Kind.Catch:
      case Kind.WithItem: {
        const name = childAs(tree, node, Role.Name);
        for (const each of namesIn(tree, name))
          declare(language.blockScope ? scope : functionScope(tree, scope), each, node);
        break;
      }
      case Kind.Global:
        for (const name of childrenOf(tree, node)) {
          if (tree.value[node] === 'global') functionScope(tree, scope).outside.add(tree.value[name] ?? '');
        }
        break;
      case Kind.Import:
        declareImport(
          tree,
          node,
          language,
          (name, path, text) => declare(scope, name, node, path, text),
          scope === root ? wildcards : [],
        );
        break;
      default:
        break;
    }
    if (opensScope(kind, language)) {
      const inner: Scope = { node, above: scope, names: new Map(), outside: new Set() };
      scopes.set(node, inner);
      open.push(inner);
    }
  }
  use(tree, language, scopes, root, symbolOf);
  noteWrites(tree, symbolOf);
  return { symbols, symbolOf, wildcards };
}

/** The module that a value is: `require('m')`, or a member of it. */
function moduleGiven(tree: Tree, value: number, language: Language): string | undefined {
  if (value === NONE || language.importCall === undefined) return undefined;
  if (tree.kind[value] === Kind.Member) {
    const module = moduleGiven(tree, childAs(tree, value, Role.Object), language);
    return module === undefined ? undefined : `${module}.${tree.value[childAs(tree, value, Role.Property)]}`;
  }
  if (tree.kind[value] !== Kind.Call || tree.value[childAs(tree, value, Role.Callee)] !== language.importCall)
    return undefined;
  const list = childAs(tree, value, Role.Arguments);
  const name = list === NONE ? NONE : tree.first[list]!;
  return name !== NONE && tree.kind[name] === Kind.String ? language.moduleName(tree.value[name]!) : undefined;
}

/** The names that a target binds to a module or to its members. */
function partsOf(tree: Tree, target: number, module: string): [name: number, path: string][] {
  if (target === NONE) return [];
  if (tree.kind[target] === Kind.Name) return [[target, module]];
  if (tree.kind[target] !== Kind.Dict) return [];
  return childrenOf(tree, target).flatMap(pair => {
    if (tree.kind[pair] !== Kind.Pair) return [];
    const key = childAs(tree, pair, Role.Key);
    const value = childAs(tree, pair, Role.Value);
    return partsOf(tree, value === NONE ? key : value, `${module}.${tree.value[key]}`);
  });
}

/** The second walk: names that are used, by then all that is declared is known. */
function use(
  tree: Tree,
  language: Language,
  scopes: ReadonlyMap<number, Scope>,
  root: Scope,
  symbolOf: (Entity | undefined)[],
): void {
  const open: Scope[] = [root];
  for (let node = 1; node < tree.size; node++) {
    while (open.length > 1 && node >= tree.last[open.at(-1)!.node]!) open.pop();
    if (tree.kind[node] === Kind.Name && symbolOf[node] === undefined && isUse(tree, node)) {
      symbolOf[node] = lookup(open.at(-1)!, tree.value[node]!, language, tree);
    }
    const scope = scopes.get(node);
    if (scope && node !== 0) open.push(scope);
  }
}

/** Assignments written before their symbol was known (a name used in a function above its declaration). */
function noteWrites(tree: Tree, symbolOf: readonly (Entity | undefined)[]): void {
  for (let node = 1; node < tree.size; node++) {
    const kind = tree.kind[node];
    if (kind !== Kind.Assign && kind !== Kind.Unary) continue;
    if (kind === Kind.Unary && !/\+\+|--/.test(tree.value[node] ?? '')) continue;
    const target = kind === Kind.Unary ? tree.first[node]! : childAs(tree, node, Role.Left);
    for (const name of namesIn(tree, target)) {
      const symbol = symbolOf[name];
      if (symbol && !symbol.writes.includes(node)) symbol.writes.push(node);
    }
  }
}

/** Whether a Name reads or writes a variable, and is not the name of a member, key or label. */
function isUse(tree: Tree, node: number): boolean {
  const role = tree.role[node];
  if (role === Role.Property || role === Role.Module || role === Role.Alias) return false;
  const above = tree.kind[tree.parent[node]!];
  if (role === Role.Key) return tree.value[tree.parent[node]!] === 'shorthand';
  if (role === Role.Name) return above === Kind.Element;
  return above !== Kind.ImportName && above !== Kind.Jump;
}

function lookup(from: Scope, name: string, language?: Language, tree?: Tree): Entity | undefined {
  let first = true;
  for (let scope: Scope | undefined = from; scope; scope = scope.above) {
    // What is declared in a class is not seen from its methods without `self` where members are no names.
    const hidden = !first && language && !language.membersInScope && tree?.kind[scope.node] === Kind.Class;
    if (!hidden) {
      const found = scope.names.get(name);
      if (found) return found;
    }
    if (!tree || tree.kind[scope.node] !== Kind.Block) first = false;
  }
  return undefined;
}

function functionScope(tree: Tree, from: Scope): Scope {
  let scope = from;
  while (scope.above && tree.kind[scope.node] !== Kind.Function && tree.kind[scope.node] !== Kind.Class)
    scope = scope.above;
  return scope;
}

function opensScope(kind: Kind, language: Language): boolean {
  switch (kind) {
    case Kind.Function:
    case Kind.Class:
    case Kind.Comprehension:
      return true;
    case Kind.Block:
    case Kind.For:
    case Kind.ForEach:
    case Kind.Catch:
    case Kind.With:
    case Kind.If:
    case Kind.Case:
    case Kind.Switch:
    case Kind.Try:
      return language.blockScope;
    default:
      return false;
  }
}

/** The names that a target binds: `a`, `(a, b)`, `{a, b: c}`, `[a, ...b]`, `a = default`. */
export function namesIn(tree: Tree, target: number): number[] {
  if (target === NONE) return [];
  switch (tree.kind[target]) {
    case Kind.Name:
      return [target];
    case Kind.Collection:
    case Kind.Dict:
    case Kind.Sequence:
      return childrenOf(tree, target).flatMap(each => namesIn(tree, each));
    case Kind.Spread:
      return namesIn(tree, tree.first[target]!);
    case Kind.Pair: {
      const value = childAs(tree, target, Role.Value);
      return namesIn(tree, value === NONE ? childAs(tree, target, Role.Key) : value);
    }
    case Kind.Assign:
      return tree.value[target] === '=' ? namesIn(tree, childAs(tree, target, Role.Left)) : [];
    case Kind.Var:
      return namesIn(tree, childAs(tree, target, Role.Name));
    default:
      return [];
  }
}

function declareImport(
  tree: Tree,
  node: number,
  language: Language,
  declare: (name: number, path: string, text?: string) => void,
  wildcards: string[],
): void {
  const module = language.moduleName(tree.value[node] ?? '');
  const alias = childAs(tree, node, Role.Alias);
  const names = childrenOf(tree, node).filter(child => tree.kind[child] === Kind.ImportName);
  if (alias !== NONE && names.length === 0) {
    declare(alias, module);
  } else if (names.length === 0) {
    const written = childAs(tree, node, Role.Module);
    if (language.importsAll) wildcards.push(module);
    if (written !== NONE && language.importBinds) {
      const bound = language.importBinds(tree.value[node] ?? '');
      if (bound) declare(written, bound.path, bound.name);
    }
  }
  for (const each of names) {
    const name = childAs(tree, each, Role.Name);
    const other = childAs(tree, each, Role.Alias);
    const text = name === NONE ? '' : (tree.value[name] ?? '');
    if (text === '*' && other === NONE) wildcards.push(module);
    else if (text === '*' || text === 'default') declare(other === NONE ? name : other, module);
    else
      declare(
        other === NONE ? name : other,
        module === '' ? text : `${module}${module.endsWith('.') ? '' : '.'}${text}`,
      );
  }
}

/** The values a node gives to names, for those that look for them. */
export function valueWritten(tree: Tree, writer: number): number {
  switch (tree.kind[writer]) {
    case Kind.Var:
    case Kind.Parameter:
      return childAs(tree, writer, Role.Value);
    case Kind.Assign:
      return tree.value[writer] === '=' || tree.value[writer] === ':=' ? childAs(tree, writer, Role.Right) : NONE;
    default:
      return NONE;
  }
}
