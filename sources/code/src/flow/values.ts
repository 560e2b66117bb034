import type { Bindings } from '../match/match.js';
import type { Span } from '../syntax/tree.js';

/** One step of the way that taint takes, the newest first. */
export interface Step {
  readonly span: Span;
  readonly note: string;
  readonly before: Step | undefined;
}

/** What a source left on a value. */
export interface Taint {
  /** The source's place and label: taints with the same key are the same. */
  readonly key: string;
  readonly label: string;
  readonly bindings: Bindings;
  readonly way: Step | undefined;
}

/** Taints by their key. */
export type Taints = ReadonlyMap<string, Taint>;

export const clean: Taints = new Map();

/** What is known of a value: its own taints, and those of the parts that were written one by one. */
export interface Value {
  readonly own: Taints;
  readonly parts?: ReadonlyMap<string, Value> | undefined;
}

export const cleanValue: Value = { own: clean };

export function union(one: Taints, other: Taints): Taints {
  if (one.size === 0 || one === other) return other;
  if (other.size === 0) return one;
  let found: Map<string, Taint> | undefined;
  for (const [key, taint] of other) {
    if (one.has(key)) continue;
    found ??= new Map(one);
    found.set(key, taint);
  }
  return found ?? one;
}

/** All taints of a value, its parts' too. */
export function allTaints(value: Value): Taints {
  let taints = value.own;
  for (const part of value.parts?.values() ?? []) taints = union(taints, allTaints(part));
  return taints;
}

export function tainted(taints: Taints): Value {
  return taints.size === 0 ? cleanValue : { own: taints };
}

/** Either of two values. */
export function joinValues(one: Value, other: Value, depth = 0): Value {
  if (one === other) return one;
  const own = union(one.own, other.own);
  if (!one.parts && !other.parts) return own === one.own ? one : own === other.own ? other : { own };
  if (depth > 4) return tainted(union(allTaints(one), allTaints(other)));
  const parts = new Map<string, Value>();
  for (const name of new Set([...(one.parts?.keys() ?? []), ...(other.parts?.keys() ?? [])])) {
    parts.set(name, joinValues(partOf(one, name), partOf(other, name), depth + 1));
  }
  return { own, parts };
}

/** A member or element; what was not written by itself is as tainted as the whole. */
export function partOf(value: Value, name: string): Value {
  return value.parts?.get(name) ?? tainted(value.own);
}

const MOST_PARTS = 200;

/** The same value with one part written anew. */
export function withPart(value: Value, path: readonly string[], part: Value): Value {
  const [name, ...rest] = path;
  if (name === undefined) return part;
  if ((value.parts?.size ?? 0) >= MOST_PARTS) return { own: union(value.own, allTaints(part)), parts: value.parts };
  const parts = new Map(value.parts);
  parts.set(name, withPart(partOf(value, name), rest, part));
  return { own: value.own, parts };
}

/** Whether two values have the same taints. */
export function sameValues(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (!sameTaints(one.own, other.own)) return false;
  if ((one.parts?.size ?? 0) !== (other.parts?.size ?? 0)) return false;
  for (const [name, part] of one.parts ?? []) {
    const there = other.parts?.get(name);
    if (!there || !sameValues(part, there)) return false;
  }
  return true;
}

function sameTaints(one: Taints, other: Taints): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const key of one.keys()) if (!other.has(key)) return false;
  return true;
}
