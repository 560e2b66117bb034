import { Kind, Role } from '../syntax/kinds.js';
import { childAs, NONE, type Tree } from '../syntax/tree.js';

/** A chain of names as it is written, `a.b.c`; undefined for anything else. */
export function writtenName(tree: Tree, node: number): string | undefined {
  if (tree.kind[node] === Kind.Name) return tree.value[node];
  if (tree.kind[node] !== Kind.Member) return undefined;
  const object = childAs(tree, node, Role.Object);
  const property = childAs(tree, node, Role.Property);
  if (object === NONE || property === NONE || tree.kind[property] !== Kind.Name) return undefined;
  const before = writtenName(tree, object);
  return before === undefined ? undefined : `${before}.${tree.value[property]}`;
}
