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
  #size = 0;
  #kind: Uint8Array;
  #role: Uint8Array;
  #start: Int32Array;
  #end: Int32Array;
  #parent: Int32Array;
  #first: Int32Array;
  #next: Int32Array;
  #last: Int32Array;
  readonly #value: (string | undefined)[] = [];
  /** The open nodes, and beside each its last child so far. */
  readonly #open: number[] = [];
  readonly #child: number[] = [];

  /** `room` is about how many nodes there will be. */
  constructor(room = 64) {
    this.#kind = new Uint8Array(room);
    this.#role = new Uint8Array(room);
    this.#start = new Int32Array(room);
    this.#end = new Int32Array(room);
    this.#parent = new Int32Array(room);
    this.#first = new Int32Array(room);
    this.#next = new Int32Array(room);
    this.#last = new Int32Array(room);
  }

  /** Begins a node inside the one that is open. */
  open(kind: Kind, role: Role, start: number, end: number, value?: string): number {
    const node = this.leaf(kind, role, start, end, value);
    this.#open.push(node);
    this.#child.push(NONE);
    return node;
  }

  /** Ends the node that was opened last. */
  close(): void {
    this.#child.pop();
    this.#last[this.#open.pop()!] = this.#size;
  }

  /** A node without children. */
  leaf(kind: Kind, role: Role, start: number, end: number, value?: string): number {
    const node = this.#size++;
    if (node >= this.#kind.length) this.#grow();
    this.#kind[node] = kind;
    this.#role[node] = role;
    this.#start[node] = start;
    this.#end[node] = end;
    this.#first[node] = NONE;
    this.#next[node] = NONE;
    this.#last[node] = node + 1;
    this.#value.push(value);
    const depth = this.#open.length - 1;
    if (depth < 0) {
      this.#parent[node] = NONE;
      return node;
    }
    const above = this.#open[depth]!;
    const before = this.#child[depth]!;
    this.#parent[node] = above;
    if (before === NONE) this.#first[above] = node;
    else this.#next[before] = node;
    this.#child[depth] = node;
    return node;
  }

  finish(language: LanguageId, text: string, broken: readonly Span[]): Tree {
    const size = this.#size;
    return {
      language,
      text,
      size,
      kind: this.#kind.subarray(0, size),
      role: this.#role.subarray(0, size),
      start: this.#start.subarray(0, size),
      end: this.#end.subarray(0, size),
      parent: this.#parent.subarray(0, size),
      first: this.#first.subarray(0, size),
      next: this.#next.subarray(0, size),
      last: this.#last.subarray(0, size),
      value: this.#value,
      broken,
    };
  }

  #grow(): void {
    const room = this.#size * 2;
    const larger = (old: Int32Array): Int32Array => {
      const grown = new Int32Array(room);
      grown.set(old);
      return grown;
    };
    const kind = new Uint8Array(room);
    kind.set(this.#kind);
    this.#kind = kind;
    const role = new Uint8Array(room);
    role.set(this.#role);
    this.#role = role;
    this.#start = larger(this.#start);
    this.#end = larger(this.#end);
    this.#parent = larger(this.#parent);
    this.#first = larger(this.#first);
    this.#next = larger(this.#next);
    this.#last = larger(this.#last);
  }
}

/** What a node is, for tests and for reading: `Call(Callee:Name foo, Arguments:Arguments(Number 1))`. */
export function describeTree(tree: Tree, node = 0, roles: typeof Role | undefined = undefined): string {
  const role = roles && tree.role[node] ? `${roles[tree.role[node]!]}:` : '';
  const value = tree.value[node] === undefined ? '' : ` ${tree.value[node]}`;
  const inside = childrenOf(tree, node).map(child => describeTree(tree, child, roles));
  return `${role}${Kind[tree.kind[node]!]}${value}${inside.length === 0 ? '' : `(${inside.join(', ')})`}`;
}
