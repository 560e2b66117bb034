import { Kind, type Role } from './kinds.js';
import type { LanguageId } from './language.js';

/** No node. */
export const NONE = -1;

/**
 * A file as flat arrays. Nodes are numbered in the order they are written, parents before their children: the nodes
 * inside `node` are `node + 1` up to, not including, `last[node]`. Places are UTF-16 units of `text`.
 */
export interface Tree {
  readonly language: LanguageId;
  readonly text: string;
  readonly size: number;
  readonly kind: Uint8Array;
  readonly role: Uint8Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly parent: Int32Array;
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly last: Int32Array;
  readonly value: readonly (string | undefined)[];
  /** What the grammar did not understand; the rest is here all the same. */
  readonly broken: readonly Span[];
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The children of a node, in order. */
export function childrenOf(tree: Tree, node: number): number[] {
  const found: number[] = [];
  for (let child = tree.first[node]!; child !== NONE; child = tree.next[child]!) found.push(child);
  return found;
}

/** The first child with this role, or NONE. */
export function childAs(tree: Tree, node: number, role: Role): number {
  let child = tree.first[node]!;
  while (child !== NONE && tree.role[child] !== role) child = tree.next[child]!;
  return child;
}

/** All children with this role. */
export function childrenAs(tree: Tree, node: number, role: Role): number[] {
  return childrenOf(tree, node).filter(child => tree.role[child] === role);
}

/** Makes a tree, node by node, in the order they are written. */
export class TreeBuilder {
  readonly #kind: number[] = [];
  readonly #role: number[] = [];
  readonly #start: number[] = [];
  readonly #end: number[] = [];
  readonly #parent: number[] = [];
  readonly #first: number[] = [];
  readonly #next: number[] = [];
  readonly #last: number[] = [];
  readonly #value: (string | undefined)[] = [];
  /** The open nodes, and the last child of each so far. */
  readonly #open: { node: number; child: number }[] = [];

  /** Begins a node inside the one that is open. */
  open(kind: Kind, role: Role, start: number, end: number, value?: string): number {
    const node = this.#kind.length;
    const above = this.#open.at(-1);
    this.#kind.push(kind);
    this.#role.push(role);
    this.#start.push(start);
    this.#end.push(end);
    this.#parent.push(above ? above.node : NONE);
    this.#first.push(NONE);
    this.#next.push(NONE);
    this.#last.push(node + 1);
    this.#value.push(value);
    if (above) {
      if (above.child === NONE) this.#first[above.node] = node;
      else this.#next[above.child] = node;
      above.child = node;
    }
    this.#open.push({ node, child: NONE });
    return node;
  }

  /** Ends the node that was opened last. */
  close(): void {
    const { node } = this.#open.pop()!;
    this.#last[node] = this.#kind.length;
  }

  /** A node without children. */
  leaf(kind: Kind, role: Role, start: number, end: number, value?: string): number {
    const node = this.open(kind, role, start, end, value);
    this.close();
    return node;
  }

  finish(language: LanguageId, text: string, broken: readonly Span[]): Tree {
    return {
      language,
      text,
      size: this.#kind.length,
      kind: Uint8Array.from(this.#kind),
      role: Uint8Array.from(this.#role),
      start: Int32Array.from(this.#start),
      end: Int32Array.from(this.#end),
      parent: Int32Array.from(this.#parent),
      first: Int32Array.from(this.#first),
      next: Int32Array.from(this.#next),
      last: Int32Array.from(this.#last),
      value: this.#value,
      broken,
    };
  }
}

/** What a node is, for tests and for reading: `Call(Callee:Name foo, Arguments:Arguments(Number 1))`. */
export function describeTree(tree: Tree, node = 0, roles: typeof Role | undefined = undefined): string {
  const role = roles && tree.role[node] ? `${roles[tree.role[node]!]}:` : '';
  const value = tree.value[node] === undefined ? '' : ` ${tree.value[node]}`;
  const inside = childrenOf(tree, node).map(child => describeTree(tree, child, roles));
  return `${role}${Kind[tree.kind[node]!]}${value}${inside.length === 0 ? '' : `(${inside.join(', ')})`}`;
}
