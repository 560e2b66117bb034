import type { Names } from '../names/names.js';
import { Kind } from '../syntax/kinds.js';
import { NONE, type Tree } from '../syntax/tree.js';
import type { Binding, Bindings } from './match.js';

/** What is bound so far, the newest first; shared by all matches that begin alike. */
export interface Bound {
  readonly name: string;
  readonly binding: Binding;
  readonly before: Bound | undefined;
}

export function boundAs(bound: Bound | undefined, name: string): Binding | undefined {
  for (let at = bound; at; at = at.before) if (at.name === name) return at.binding;
  return undefined;
}

export function bindingsOf(bound: Bound | undefined): Bindings {
  const found = new Map<string, Binding>();
  for (let at = bound; at; at = at.before) found.set(at.name, at.binding);
  return found;
}

/** Whether two places of a file are the same code: alike but for spaces, with names that stand for the same. */
export function sameCode(tree: Tree, names: Names, one: number, other: number): boolean {
  if (one === other) return true;
  if (one === NONE || other === NONE) return false;
  if (tree.kind[one] !== tree.kind[other]) return sameValue(names, one, other);
  if (tree.value[one] !== tree.value[other]) return sameValue(names, one, other);
  if (tree.kind[one] === Kind.Name) {
    const first = names.symbolOf[one];
    const second = names.symbolOf[other];
    return first === undefined || second === undefined || first === second;
  }
  if (tree.kind[one] === Kind.String && prefixOf(tree, one) !== prefixOf(tree, other)) return false;
  let a = tree.first[one]!;
  let b = tree.first[other]!;
  while (a !== NONE && b !== NONE) {
    if (tree.role[a] !== tree.role[b] || !sameCode(tree, names, a, b)) return false;
    a = tree.next[a]!;
    b = tree.next[b]!;
  }
  return a === b;
}

/** What stands before the quotes of a string: bytes are no text. */
function prefixOf(tree: Tree, node: number): string {
  return /^[A-Za-z]{0,3}/.exec(tree.text.slice(tree.start[node], tree.start[node]! + 3))![0].toLowerCase();
}

function sameValue(names: Names, one: number, other: number): boolean {
  const first = names.constants.of(one);
  if (first?.value === undefined) return false;
  const second = names.constants.of(other);
  return second !== undefined && second.kind === first.kind && second.value === first.value;
}

/** The same for all that two metavariables of one name stand for. */
export function sameBinding(tree: Tree, names: Names, one: Binding, other: Binding): boolean {
  if (one.node === NONE || other.node === NONE) return one.text === other.text;
  if (one.count !== other.count) return false;
  let a = one.node;
  let b = other.node;
  for (let n = 0; n < one.count; n++) {
    if (!sameCode(tree, names, a, b)) return false;
    a = tree.next[a]!;
    b = tree.next[b]!;
  }
  return true;
}
