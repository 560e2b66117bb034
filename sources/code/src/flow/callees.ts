import type { Names } from '../names/names.js';
import { typeOfExpression } from '../names/types.js';
import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenAs, childrenOf, NONE, type Tree } from '../syntax/tree.js';

/** A function of the file that a call runs. */
export interface Callee {
  readonly node: number;
  /** Whether it belongs to an object, which it sees as `this`. */
  readonly member: boolean;
  /** Whether its first parameter is the object (Python's `self`). */
  readonly passesSelf: boolean;
}

export interface Callees {
  /** All functions, those that make objects first. */
  readonly inOrder: readonly number[];
  /** The function that a call runs, where it is one of this file. */
  readonly at: (call: number, callee: number) => Callee | undefined;
}

export function calleesOf(tree: Tree, names: Names): Callees {
  const functions: number[] = [];
  const byName = new Map<string, number[]>();
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== Kind.Function) continue;
    functions.push(node);
    const name = childAs(tree, node, Role.Name);
    if (name === NONE || tree.kind[name] !== Kind.Name) continue;
    const text = tree.value[name]!;
    byName.set(text, [...(byName.get(text) ?? []), node]);
  }
  const inOrder = [...functions].sort(
    (a, b) => Number(tree.value[b] === 'constructor') - Number(tree.value[a] === 'constructor'),
  );
  const at = (call: number, callee: number): Callee | undefined => {
    if (tree.kind[call] === Kind.New) return constructorOf(tree, names, callee);
    if (tree.kind[callee] === Kind.Name) {
      const symbol = names.symbolOf[callee];
      const direct = symbol && functionOf(tree, symbol.writes);
      if (direct !== undefined) return describe(tree, direct);
      if (symbol && tree.kind[symbol.writes[0]!] === Kind.Class) return constructorOf(tree, names, callee);
      const one = symbol ? undefined : byName.get(tree.value[callee]!);
      return one?.length === 1 && isMember(tree, one[0]!) && tree.language !== 'python'
        ? describe(tree, one[0]!)
        : undefined;
    }
    if (tree.kind[callee] !== Kind.Member) return undefined;
    return memberOf(tree, names, callee, byName);
  };
  return { inOrder, at };
}

/** The only function among what a name was given. */
function functionOf(tree: Tree, writes: readonly number[]): number | undefined {
  if (writes.length !== 1) return undefined;
  const writer = writes[0]!;
  if (tree.kind[writer] === Kind.Function) return writer;
  const value =
    tree.kind[writer] === Kind.Var
      ? childAs(tree, writer, Role.Value)
      : tree.kind[writer] === Kind.Assign
        ? childAs(tree, writer, Role.Right)
        : NONE;
  return value !== NONE && tree.kind[value] === Kind.Function ? value : undefined;
}

function memberOf(
  tree: Tree,
  names: Names,
  callee: number,
  byName: ReadonlyMap<string, readonly number[]>,
): Callee | undefined {
  const object = childAs(tree, callee, Role.Object);
  const property = childAs(tree, callee, Role.Property);
  const all = byName.get(tree.value[property] ?? '');
  if (!all) return undefined;
  const owner = ownerOf(tree, names, object, callee);
  if (owner !== NONE) {
    const own = all.find(each => classOf(tree, each) === owner);
    if (own !== undefined) return describe(tree, own, isClassName(tree, names, object));
  }
  const members = all.filter(each => isMember(tree, each));
  return members.length === 1 && all.length === 1 && owner === NONE ? describe(tree, members[0]!) : undefined;
}

/** The class of the object that a member is called on, where it is one of this file. */
function ownerOf(tree: Tree, names: Names, object: number, from: number): number {
  const text = tree.kind[object] === Kind.Name ? tree.value[object]! : '';
  if (/^(?:this|self|cls|super)$/.test(text)) {
    let at = from;
    while (at !== NONE && tree.kind[at] !== Kind.Class) at = tree.parent[at]!;
    return at;
  }
  if (isClassName(tree, names, object)) return names.symbolOf[object]!.writes[0]!;
  const type = typeOfExpression(tree, names, object);
  if (!type || !('node' in type)) return NONE;
  let node = type.node;
  while (tree.kind[node] === Kind.PointerType || tree.kind[node] === Kind.TypeApply) node = tree.first[node]!;
  const symbol = names.symbolOf[node];
  return symbol && tree.kind[symbol.writes[0]!] === Kind.Class ? symbol.writes[0]! : NONE;
}

function isClassName(tree: Tree, names: Names, object: number): boolean {
  const symbol = names.symbolOf[object];
  return symbol !== undefined && tree.kind[symbol.writes[0]!] === Kind.Class;
}

function classOf(tree: Tree, node: number): number {
  const receiver = childAs(tree, node, Role.Receiver);
  if (receiver !== NONE) return NONE;
  const body = tree.parent[node]!;
  return body !== NONE && tree.kind[body] === Kind.ClassBody ? tree.parent[body]! : NONE;
}

function isMember(tree: Tree, node: number): boolean {
  return classOf(tree, node) !== NONE || childAs(tree, node, Role.Receiver) !== NONE;
}

function describe(tree: Tree, node: number, throughClass = false): Callee {
  const member = isMember(tree, node);
  const list = childAs(tree, node, Role.Parameters);
  const first = list === NONE ? NONE : tree.first[list]!;
  const name = first === NONE ? NONE : childAs(tree, first, Role.Name);
  const self = tree.language === 'python' && name !== NONE && /^(?:self|cls)$/.test(tree.value[name] ?? '');
  return { node, member, passesSelf: member && self && (!throughClass || tree.value[name] === 'cls') };
}

function constructorOf(tree: Tree, names: Names, callee: number): Callee | undefined {
  let node = callee;
  while (tree.kind[node] === Kind.TypeApply) node = childAs(tree, node, Role.Base);
  const symbol = names.symbolOf[node];
  if (!symbol || tree.kind[symbol.writes[0]!] !== Kind.Class) return undefined;
  const body = childAs(tree, symbol.writes[0]!, Role.Body);
  if (body === NONE) return undefined;
  const made = childrenOf(tree, body).find(
    member =>
      tree.kind[member] === Kind.Function &&
      (tree.value[member] === 'constructor' ||
        childrenAs(tree, member, Role.Name).some(name => tree.value[name] === '__init__')),
  );
  return made === undefined ? undefined : describe(tree, made);
}
