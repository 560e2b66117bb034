import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { type BytesSearch, isBase64, redactBytes } from './bytes.js';
import { isEncodedLogin } from './rules/files.js';
import { cookieIn, credentialsStart } from './rules/headers.js';
import { kindOfKey } from './rules/keyed.js';
import { PLACEHOLDER, type Range } from './scan/rule.js';
import type { Tally } from './scan/tally.js';
import { looksSecret } from './values/judge.js';

/** What redaction made of a JSON value. */
export interface RedactedValue {
  /** The value without its secrets; the same reference when there were none. */
  readonly value: Json;
  /** How many secrets there were: one that stands in several places counts once. */
  readonly count: number;
  readonly rules: readonly string[];
  /** How many images, sounds and resources were replaced by a note, because a known value stands in their bytes. */
  readonly withheld?: number;
}

interface Walk extends BytesSearch {
  readonly tally: Tally;
  withheld: number;
  /** Made with the first that applies, because most values hold no secret. */
  rules: Set<string> | undefined;
}

/** Deeper values are no JSON a caller could have sent: most likely they contain themselves. */
const DEEPEST = 1000;

/** Masks the secrets in every string and key. What is unchanged is shared with the original. */
export function redactValue(value: Json, { text, holdsKnown }: BytesSearch, tally: Tally): RedactedValue {
  const walk: Walk = { text, holdsKnown, tally, withheld: 0, rules: undefined };
  const result = redactAny(walk, value, '', 0);
  const rules = walk.rules === undefined ? [] : [...walk.rules].sort();
  const { withheld } = walk;
  const { count } = tally;
  return withheld === 0 ? { value: result, count, rules } : { value: result, count, rules, withheld };
}

function redactAny(walk: Walk, value: Json, key: string, depth: number): Json {
  if (typeof value === 'string') return redactString(walk, value, key);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) throw new TypeError('value is nested too deeply, or contains itself');
  return isJsonObject(value) ? redactObject(walk, value, depth) : redactArray(walk, value, key, depth);
}

function redactArray(walk: Walk, list: readonly Json[], key: string, depth: number): readonly Json[] {
  let copy: Json[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const item = list[i]!;
    const redacted = redactAny(walk, item, key, depth + 1);
    if (redacted === item) continue;
    copy ??= list.slice();
    copy[i] = redacted;
  }
  return copy ?? list;
}

function redactObject(walk: Walk, given: JsonObject, depth: number): Json {
  const binary = binaryKey(given);
  const object = binary === undefined ? given : redactBinary(walk, given, binary);
  const keys = Object.keys(object);
  const names = new Names(keys);
  let entries: [string, Json][] | undefined;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    const value = object[key]!;
    const redacted = key === binary ? value : redactAny(walk, value, contextOf(object, key), depth + 1);
    const name = redactKey(walk, key, names);
    if (redacted !== value || name !== key) entries ??= keys.slice(0, i).map(before => [before, object[before]!]);
    entries?.push([name, redacted]);
  }
  // Object.fromEntries defines properties, so that a key named __proto__ stays a key.
  return entries === undefined ? object : Object.fromEntries(entries);
}

/** Where images, sounds and resources carry bytes, which are judged as such. What is no base64 there is text like any other. */
function binaryKey(object: JsonObject): 'blob' | 'data' | undefined {
  const { type, blob } = object;
  const key =
    type === 'image' || type === 'audio'
      ? 'data'
      : blob !== undefined && typeof object.uri === 'string'
        ? 'blob'
        : undefined;
  const value = key && object[key];
  return typeof value === 'string' && isBase64(value) ? key : undefined;
}

/** The object with its bytes masked, or with a text in their place. */
function redactBinary(walk: Walk, object: JsonObject, key: 'blob' | 'data'): JsonObject {
  const base64 = object[key] as string;
  const found = redactBytes(base64, walk, walk.tally);
  if (found === undefined) return object;
  note(walk, found.rules);
  if (found.base64 !== undefined) return { ...object, [key]: found.base64 };
  walk.withheld += 1;
  const { [key]: _, mimeType, ...rest } = object;
  const what = `${mimeType ?? 'data'} of ${base64.length} characters in base64`;
  const text = `${PLACEHOLDER} ${what}: withheld, because a known secret stands in it`;
  return key === 'data' ? { ...rest, type: 'text', text } : { ...rest, text };
}

/** The name a value goes by: its key, or for `{name, value}` pairs the name beside it. */
function contextOf(object: JsonObject, key: string): string {
  if (key !== 'value' && key !== 'Value') return key;
  const name = object.name ?? object.key ?? object.Name ?? object.Key;
  return typeof name === 'string' ? name : key;
}

/** The names an object's keys have after redaction: masked ones stay apart, so that no entry is lost. */
class Names {
  readonly #keys: readonly string[];
  /** How many names each masked text stands for; made with the first, because most objects have none. */
  #counts: Map<string, number> | undefined;

  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  unique(text: string): string {
    this.#counts ??= new Map(this.#keys.map(key => [key, 1]));
    let count = this.#counts.get(text) ?? 0;
    let name = text;
    for (; this.#counts.has(name); name = `${text} (${count})`) count++;
    this.#counts.set(text, Math.max(1, count)).set(name, 1);
    return name;
  }
}

function redactKey(walk: Walk, key: string, names: Names): string {
  const { text, count, rules } = walk.text(key, walk.tally);
  if (count === 0) return key;
  note(walk, rules);
  return names.unique(text);
}

function redactString(walk: Walk, value: string, key: string): string {
  const found = key === '' ? undefined : byKey(key, value);
  if (found !== undefined) {
    walk.tally.add(value.slice(found.from, found.to));
    note(walk, [found.rule]);
    return redactText(walk, value.slice(0, found.from)) + PLACEHOLDER + redactText(walk, value.slice(found.to));
  }
  return redactText(walk, value);
}

function redactText(walk: Walk, text: string): string {
  const redacted = walk.text(text, walk.tally);
  if (redacted.count > 0) note(walk, redacted.rules);
  return redacted.text;
}

function note(walk: Walk, rules: readonly string[]): void {
  walk.rules ??= new Set();
  for (const rule of rules) walk.rules.add(rule);
}

/** Judges a value by its key, as `"key": "value"` in a text is judged. */
function byKey(key: string, value: string): (Range & { readonly rule: string }) | undefined {
  if (/authorization$/i.test(key)) {
    const from = credentialsStart(value);
    return from === undefined ? undefined : { from, to: value.length, rule: 'authorization' };
  }
  if (/^(?:set-)?cookie$/i.test(key)) return withRule(cookieIn(value, key.length > 6), 'cookie');
  if (/^_?auth$/.test(key) && isEncodedLogin(value)) return { from: 0, to: value.length, rule: 'encoded-login' };
  const kind = kindOfKey(key);
  if (kind === undefined || !looksSecret(value, 'firm', kind)) return undefined;
  return { from: 0, to: value.length, rule: kind === 'password' ? 'keyed-password' : 'keyed-secret' };
}

const withRule = (range: Range | undefined, rule: string) => (range === undefined ? undefined : { ...range, rule });
