import type { Names } from '../names/names.js';
import { valueWritten } from '../names/scopes.js';
import { typeOfExpression } from '../names/types.js';
import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenAs, childrenOf, NONE, type Tree } from '../syntax/tree.js';

/** A function of the file that a call runs. */
export interface Callee {
  readonly node: number;
  /** Whether it belongs to an object, which it sees as `this`. */
  readonly member: boolean;
  /** Whether the object is not given as an argument: it is what the call is made on (Python's `self`). */
  readonly passesSelf: boolean;
}

const MOST_BASES = 8;

const known = new WeakMap<Tree, Callees>();

/** The functions and classes of a tree; found once, whatever number of rules ask. */
export function calleesOf(tree: Tree, names: Names): Callees {
  const callees = known.get(tree) ?? new Callees(tree, names);
  known.set(tree, callees);
  return callees;
}

/** The functions and classes of a file, and which of them a call runs. */
export class Callees {
  /** All functions, those that make objects first. */
  readonly inOrder: readonly number[];
  readonly #byName = new Map<string, number[]>();

  constructor(
    readonly tree: Tree,
    readonly names: Names,
  ) {
    const functions: number[] = [];
    for (let node = 0; node < tree.size; node++) {
      if (tree.kind[node] !== Kind.Function) continue;
      functions.push(node);
      const name = childAs(tree, node, Role.Name);
      if (name === NONE || tree.kind[name] !== Kind.Name) continue;
      const text = tree.value[name]!;
      const same = this.#byName.get(text);
      if (same) same.push(node);
      else this.#byName.set(text, [node]);
    }
    this.inOrder = [
      ...functions.filter(node => this.isConstructor(node)),
      ...functions.filter(node => !this.isConstructor(node)),
    ];
  }

  /** The functions of this name, wherever they are. */
  named(name: string): readonly number[] {
    return this.#byName.get(name) ?? [];
  }

  isConstructor(node: number): boolean {
    if (this.tree.value[node] === 'constructor') return true;
    const name = childAs(this.tree, node, Role.Name);
    return name !== NONE && this.tree.value[name] === '__init__';
  }

  /** The function that a call runs, where it is one of this file. */
  at(call: number, callee: number): Callee | undefined {
    const { tree, names } = this;
    const count = argumentCount(tree, call);
    if (tree.kind[call] === Kind.New) return this.#constructorOf(this.#classNamed(callee), count);
    if (tree.kind[callee] === Kind.Name) {
      const text = tree.value[callee]!;
      if (text === 'super' || text === 'base') {
        const base = this.basesOf(this.classAround(callee))[0];
        return base === undefined ? undefined : this.#constructorOf(base, count);
      }
      const made = this.#classNamed(callee);
      if (made !== NONE) return this.#constructorOf(made, count);
      const symbol = names.symbolOf[callee];
      const all = (symbol?.writes ?? []).flatMap(writer => functionGivenBy(tree, writer));
      const direct = symbol && all.length === symbol.writes.length ? oneFor(tree, all, count) : undefined;
      if (direct !== undefined) return this.describe(direct);
      if (symbol || tree.language === 'python') return undefined;
      const only = this.named(text);
      return only.length === 1 && this.isMember(only[0]!) ? this.describe(only[0]!) : undefined;
    }
    if (tree.kind[callee] !== Kind.Member) return undefined;
    return this.#memberOf(callee, count);
  }

  /** The function that a name or member stands for where it is not called. */
  valueOf(node: number): Callee | undefined {
    const { tree, names } = this;
    if (tree.kind[node] === Kind.Name) {
      const symbol = names.symbolOf[node];
      const given = symbol?.writes.length === 1 ? functionGivenBy(tree, symbol.writes[0]!) : [];
      return given.length === 1 ? this.describe(given[0]!) : undefined;
    }
    if (this.named(tree.value[childAs(tree, node, Role.Property)] ?? '').length === 0) return undefined;
    return this.#memberOf(node, undefined);
  }

  #memberOf(callee: number, count: number | undefined): Callee | undefined {
    const { tree } = this;
    const object = childAs(tree, callee, Role.Object);
    const property = childAs(tree, callee, Role.Property);
    const all = this.named(tree.value[property] ?? '');
    if (all.length === 0) return undefined;
    const owner = this.ownerOf(object, callee);
    if (owner !== NONE) {
      for (const home of [owner, ...this.basesOf(owner)]) {
        const own = all.filter(each => this.classOf(each) === home);
        if (own.length === 0) continue;
        const one = oneFor(tree, own, count);
        return one === undefined ? undefined : this.describe(one, this.#classNamed(object) !== NONE);
      }
      return undefined;
    }
    // An object of another type has members of its own, whatever they are called.
    if (this.#isForeign(object)) return undefined;
    const members = all.filter(each => this.isMember(each));
    return members.length === all.length && members.length === 1 ? this.describe(members[0]!) : undefined;
  }

  /** The class of the object that a member is called on, where it is one of this file. */
  ownerOf(object: number, from: number): number {
    const { tree, names } = this;
    const text = tree.kind[object] === Kind.Name ? tree.value[object]! : '';
    if (/^(?:this|self|cls)$/.test(text)) return this.classAround(from);
    const isSuper =
      /^(?:super|base)$/.test(text) ||
      (tree.kind[object] === Kind.Call && tree.value[childAs(tree, object, Role.Callee)] === 'super');
    if (isSuper) return this.basesOf(this.classAround(from))[0] ?? NONE;
    const named = this.#classNamed(object);
    if (named !== NONE) return named;
    const type = typeOfExpression(tree, names, object);
    if (!type || !('node' in type)) return NONE;
    return this.#classOfType(type.node);
  }

  /** The class that a type names, or points to. */
  #classOfType(type: number): number {
    const { tree } = this;
    let node = type;
    while (node !== NONE && (tree.kind[node] === Kind.PointerType || tree.kind[node] === Kind.TypeApply))
      node = tree.first[node]!;
    return this.#classNamed(node);
  }

  #isForeign(object: number): boolean {
    const type = typeOfExpression(this.tree, this.names, object);
    return type !== undefined;
  }

  classAround(node: number): number {
    let at = node;
    while (at !== NONE && this.tree.kind[at] !== Kind.Class) at = this.tree.parent[at]!;
    return at;
  }

  /** The classes of this file that a class is made from, the nearest first. */
  basesOf(owner: number): number[] {
    const found: number[] = [];
    const add = (node: number): void => {
      if (node === NONE) return;
      for (const base of childrenAs(this.tree, node, Role.Super)) {
        const above = this.#classNamed(base);
        if (above === NONE || above === owner || found.includes(above) || found.length >= MOST_BASES) continue;
        found.push(above);
        add(above);
      }
    };
    add(owner);
    return found;
  }

  /** The class that an expression names. */
  #classNamed(node: number): number {
    const { tree } = this;
    let at = node;
    while (at !== NONE && tree.kind[at] === Kind.TypeApply) at = childAs(tree, at, Role.Base);
    const symbol = at === NONE ? undefined : this.names.symbolOf[at];
    const writer = symbol?.writes[0];
    return writer !== undefined && tree.kind[writer] === Kind.Class ? writer : NONE;
  }

  /** The class whose member a function is: the one it stands in, or the one of its receiver. */
  classOf(node: number): number {
    const { tree } = this;
    const body = tree.parent[node]!;
    if (body !== NONE && tree.kind[body] === Kind.ClassBody) return tree.parent[body]!;
    const receiver = childAs(tree, node, Role.Receiver);
    return receiver === NONE ? NONE : this.#classOfType(childAs(tree, receiver, Role.Type));
  }

  isMember(node: number): boolean {
    return this.classOf(node) !== NONE || childAs(this.tree, node, Role.Receiver) !== NONE;
  }

  describe(node: number, throughClass = false): Callee {
    const { tree } = this;
    const member = this.isMember(node);
    const name = firstParameterName(tree, node);
    const self = tree.language === 'python' && name !== NONE && /^(?:self|cls)$/.test(tree.value[name] ?? '');
    return { node, member, passesSelf: member && self && (!throughClass || tree.value[name] === 'cls') };
  }

  #constructorOf(owner: number, count: number): Callee | undefined {
    if (owner === NONE) return undefined;
    for (const home of [owner, ...this.basesOf(owner)]) {
      const body = childAs(this.tree, home, Role.Body);
      if (body === NONE) continue;
      const all = childrenOf(this.tree, body).filter(
        member => this.tree.kind[member] === Kind.Function && this.isConstructor(member),
      );
      if (all.length === 0) continue;
      const one = oneFor(this.tree, all, count);
      return one === undefined ? undefined : this.describe(one);
    }
    return undefined;
  }
}

export function firstParameterName(tree: Tree, node: number): number {
  const list = childAs(tree, node, Role.Parameters);
  const first = list === NONE ? NONE : tree.first[list]!;
  return first === NONE ? NONE : childAs(tree, first, Role.Name);
}

function argumentCount(tree: Tree, call: number): number {
  const list = childAs(tree, call, Role.Arguments);
  return list === NONE ? 0 : childrenOf(tree, list).length;
}

/** The function that a name is given where it is written. */
function functionGivenBy(tree: Tree, writer: number): number[] {
  if (tree.kind[writer] === Kind.Function) return [writer];
  const value = valueWritten(tree, writer);
  return tree.kind[writer] !== Kind.Parameter && value !== NONE && tree.kind[value] === Kind.Function ? [value] : [];
}

/** The one of several functions of a name that takes so many arguments. */
function oneFor(tree: Tree, all: readonly number[], count: number | undefined): number | undefined {
  if (all.length <= 1 || count === undefined) return all.length === 1 ? all[0] : undefined;
  const fitting = all.filter(each => {
    const list = childAs(tree, each, Role.Parameters);
    return (list === NONE ? 0 : childrenOf(tree, list).length) === count;
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}
