import type { Bindings } from '../../match/match.js';
import type { Entity } from '../../names/scopes.js';
import type { Span } from '../../syntax/tree.js';

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
  /** All that the source matched. */
  readonly source: Span;
  readonly way: Step | undefined;
}

/** Taints by their key. */
export type Taints = ReadonlyMap<string, Taint>;

export const clean: Taints = new Map();

/** A text, number or truth that is known; `null` is the language's word for nothing. */
export type Literal = string | number | boolean | null;

/** A function as a value, with what the variables of the functions around it were worth when it was made. */
export interface Closure {
  readonly node: number;
  readonly captured?: ReadonlyMap<Entity, Value>;
}

/** What is known of a value: its own taints, and those of the parts that were written one by one. */
export interface Value {
  readonly own: Taints;
  readonly parts?: ReadonlyMap<string, Value> | undefined;
  /** What is read under a name that was never written: it may come from anything a literal was made of. */
  readonly rest?: Taints | undefined;
  /** Which functions it may be. */
  readonly functions?: readonly Closure[] | undefined;
  readonly literal?: Literal | undefined;
  /** How many elements it has. */
  readonly length?: number | undefined;
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
  if (!value.parts) return value.own;
  let taints = value.own;
  for (const part of value.parts.values()) taints = union(taints, allTaints(part));
  return taints;
}

export function tainted(taints: Taints): Value {
  return taints.size === 0 ? cleanValue : { own: taints };
}

/** All functions that a value or its parts may be. */
export function functionsIn(value: Value, depth = 0): readonly Closure[] {
  if (!value.parts || depth > 4) return value.functions ?? [];
  return [...(value.functions ?? []), ...[...value.parts.values()].flatMap(part => functionsIn(part, depth + 1))];
}

const MOST_FUNCTIONS = 16;

function joinFunctions(one: Value['functions'], other: Value['functions']): Value['functions'] {
  if (!one || one === other) return other;
  if (!other) return one;
  const more = other.filter(each => !one.some(there => there.node === each.node));
  return more.length === 0 ? one : [...one, ...more].slice(0, MOST_FUNCTIONS);
}

/** Either of two values. */
export function joinValues(one: Value, other: Value, depth = 0): Value {
  if (one === other) return one;
  const own = union(one.own, other.own);
  const functions = joinFunctions(one.functions, other.functions);
  const literal = one.literal === other.literal ? one.literal : undefined;
  const length = one.length === other.length ? one.length : undefined;
  if (!one.parts && !other.parts) {
    for (const same of [one, other]) {
      const { own: o, functions: f, literal: l, length: n } = same;
      if (o === own && f === functions && l === literal && n === length) return same;
    }
    return { own, functions, literal, length };
  }
  if (depth > 4) return { own: union(allTaints(one), allTaints(other)), functions };
  const parts = new Map<string, Value>();
  for (const name of new Set([...(one.parts?.keys() ?? []), ...(other.parts?.keys() ?? [])])) {
    parts.set(name, joinValues(writtenPart(one, name), writtenPart(other, name), depth + 1));
  }
  const rest = union(one.rest ?? clean, other.rest ?? clean);
  return { own, parts, functions, literal, length, ...(rest.size > 0 && { rest }) };
}

/** A member or element; what was not written by itself is as tainted as the whole. */
export function partOf(value: Value, name: string): Value {
  return value.parts?.get(name) ?? tainted(value.rest ? union(value.own, value.rest) : value.own);
}

/** Any element of a value. */
export function elementOf(value: Value): Value {
  if (!value.parts || value.parts.size === 0) return tainted(value.own);
  const all = [...value.parts.values()].reduce((one, other) => joinValues(one, other));
  return value.own.size === 0 ? all : joinValues(tainted(value.own), all);
}

function writtenPart(value: Value, name: string): Value {
  return value.parts?.get(name) ?? tainted(value.own);
}

const MOST_PARTS = 200;

/** The same value with one part written anew. */
export function withPart(value: Value, path: readonly string[], part: Value): Value {
  const name = path[0];
  if (name === undefined) return part;
  const { own, functions, rest } = value;
  if ((value.parts?.size ?? 0) >= MOST_PARTS && !value.parts!.has(name))
    return { own: union(own, allTaints(part)), parts: value.parts, functions };
  const parts = new Map(value.parts);
  parts.set(name, withPart(writtenPart(value, name), path.slice(1), part));
  return { own, parts, functions, rest };
}

/** The same value with more taints of its own. */
export function withTaints(value: Value, taints: Taints): Value {
  const own = union(value.own, taints);
  return own === value.own ? value : { ...value, own };
}

/** What a function is told of a value where its callers' literals are not looked at. */
export function withoutLiterals(value: Value): Value {
  if (value.literal === undefined && value.length === undefined && !value.parts) return value;
  if (!value.parts)
    return value.own.size === 0 && !value.functions ? cleanValue : { own: value.own, functions: value.functions };
  const parts = new Map([...value.parts].map(([name, part]) => [name, withoutLiterals(part)]));
  return { own: value.own, parts, functions: value.functions, rest: value.rest };
}

/** Whether the same is known of two values. */
export function sameValues(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (one.literal !== other.literal || one.length !== other.length) return false;
  if (!sameFunctions(one.functions, other.functions)) return false;
  return sameIn(one, other, sameValues);
}

/** Whether two values have the same taints. */
export function sameTaintedness(one: Value, other: Value): boolean {
  return one === other || sameIn(one, other, sameTaintedness);
}

function sameIn(one: Value, other: Value, same: (one: Value, other: Value) => boolean): boolean {
  if (!sameTaints(one.own, other.own)) return false;
  if ((one.parts?.size ?? 0) !== (other.parts?.size ?? 0)) return false;
  for (const [name, part] of one.parts ?? []) {
    const there = other.parts?.get(name);
    if (!there || !same(part, there)) return false;
  }
  return true;
}

function sameFunctions(one: Value['functions'], other: Value['functions']): boolean {
  if (one === other) return true;
  if (!one || !other || one.length !== other.length) return false;
  return one.every(each => other.some(there => there.node === each.node));
}

function sameTaints(one: Taints, other: Taints): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const key of one.keys()) if (!other.has(key)) return false;
  return true;
}
