import { NONE } from './tree.js';

/** What a grammar read, as flat arrays: nodes with names and tokens alike, numbered as they are written. */
export interface GrammarTree {
  readonly text: string;
  readonly size: number;
  /** Index into `types`. */
  readonly type: Uint16Array;
  /** Index into `fields`; 0 for none. */
  readonly field: Uint16Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly parent: Int32Array;
  readonly first: Int32Array;
  readonly next: Int32Array;
  /** 1 where the node has a name in the grammar, 0 for tokens such as `(`. */
  readonly named: Uint8Array;
  /** The grammar's names of nodes and of fields. */
  readonly types: readonly string[];
  readonly fields: readonly string[];
}

/** The grammar's name of a node. */
export function typeOf(tree: GrammarTree, node: number): string {
  return node === NONE ? '' : tree.types[tree.type[node]!]!;
}

/** The text of a node. */
export function textOf(tree: GrammarTree, node: number): string {
  return tree.text.slice(tree.start[node], tree.end[node]);
}

/** The first child in a field of the grammar, or NONE. */
export function fieldOf(tree: GrammarTree, node: number, field: string): number {
  const wanted = tree.fields.indexOf(field);
  if (wanted <= 0) return NONE;
  let child = tree.first[node]!;
  while (child !== NONE && tree.field[child] !== wanted) child = tree.next[child]!;
  return child;
}
