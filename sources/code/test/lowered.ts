import { expect } from 'vitest';
import { Kind, Role } from '../src/syntax/kinds.js';
import type { Language } from '../src/syntax/language.js';
import { parse } from '../src/syntax/parse.js';
import { describeTree, NONE, type Tree } from '../src/syntax/tree.js';

/** Code in the uniform words, without the Program around it. */
export async function lowered(code: string, language: Language, path = ''): Promise<string> {
  const tree = await parse(code, language, path);
  return `${tree.broken.length > 0 ? 'broken: ' : ''}${describeTree(tree, 0, Role).replace(/^Program\(([\s\S]*)\)$/, '$1')}`;
}

/** The texts of all nodes of a kind. */
export async function textsOf(kind: Kind, code: string, language: Language, path = ''): Promise<string[]> {
  const tree = await parse(code, language, path);
  const nodes = Array.from({ length: tree.size }, (_, node) => node);
  return nodes.filter(node => tree.kind[node] === kind).map(node => code.slice(tree.start[node], tree.end[node]));
}

/** How many of a hundred nodes have no word of their own. */
export function shareOfOther(tree: Tree): number {
  return (100 * tree.kind.filter(kind => kind === Kind.Other).length) / tree.size;
}

/**
 * Checks that children are inside their parents, in order, and numbered as they are written. A type or a modifier that is
 * written once for several names stands in each of them, and is outside all but the first; a name that is key and value
 * in one stands twice in one place; Java writes the types given to a call in the midst of its callee.
 */
export function expectSound(tree: Tree): void {
  const faults: string[] = [];
  const fault = (node: number, what: string) =>
    faults.push(`${what}: ${tree.text.slice(tree.start[node]!, tree.end[node]!).slice(0, 200)}`);
  for (let node = 0; node < tree.size && faults.length < 10; node++) {
    let before = tree.start[node]!;
    let number = node + 1;
    for (let child = tree.first[node]!; child !== NONE; child = tree.next[child]!) {
      if (tree.parent[child] !== node || child !== number) fault(child, 'not numbered in order');
      if (!isShared(tree, node, child)) {
        if (tree.start[child]! < before || tree.end[child]! > tree.end[node]!) fault(child, 'not in order, or outside');
        before = tree.end[child]!;
      }
      number = tree.last[child]!;
    }
    if (tree.last[node] !== number) fault(node, 'ends before its children');
  }
  expect(faults).toEqual([]);
}

function isShared(tree: Tree, node: number, child: number): boolean {
  const role = tree.role[child]!;
  // Each import of a list begins with the word `import`.
  if (role === Role.TypeParameters || tree.kind[child] === Kind.Import) return true;
  if (role === Role.Type || role === Role.Modifier) {
    return tree.end[child]! <= tree.start[node]! || tree.start[child]! >= tree.end[node]!;
  }
  return tree.value[node] === 'shorthand' && tree.start[child] === tree.start[node];
}
