import { BACKSLASH, BASE64URL, COLON, EQUALS, isBlank, isOf, isQuote, WORD } from '../scan/characters.js';
import { compilePlan, type Plan } from '../scan/plan.js';
import { PLACEHOLDER, type Range, type RedactionRule } from '../scan/rule.js';
import type { Subject } from '../scan/subject.js';
import { utf8 } from '../values/utf8.js';
import { brokenForms } from './broken.js';
import { base64Forms, base64Url, hex, jsonForms, percentForms } from './encodings.js';

/** The id that findings of known values carry. */
export const KNOWN = 'known-value';

/** Values of this many bytes are masked wherever they stand. */
const LONG_ENOUGH = 8;
/** Shorter ones only as the value of a key, and below this length not at all: they would mask half of every text. */
const SHORTEST = 3;

/** Compiles secrets that are known by value; undefined when there are none to look for. */
export function compileKnown(known: Iterable<string>): Plan | undefined {
  const values = new Set<string>();
  for (const value of known) {
    if (typeof value !== 'string') throw new TypeError('known must hold strings only');
    // What was read from a file often ends in a line break that nobody prints.
    for (const form of [value, value.trim()]) if (!PLACEHOLDER.includes(form)) values.add(form);
  }
  const rules: RedactionRule[] = [];
  const seen = new Set<string>();
  for (const value of values) {
    const bytes = utf8(value);
    if (bytes.length >= LONG_ENOUGH) addForms(rules, seen, value, bytes);
    else if (value.length >= SHORTEST) rules.push(shortRule(value));
  }
  if (rules.length === 0) return undefined;
  // Where several begin alike the longest must win.
  return compilePlan(rules.sort((a, b) => b.triggers[0]!.length - a.triggers[0]!.length));
}

function addForms(rules: RedactionRule[], seen: Set<string>, value: string, bytes: readonly number[]): void {
  const add = (text: string, check: RedactionRule['check'] = whole, lead = 0, key = text) => {
    if (text.length < 4 || seen.has(key)) return;
    seen.add(key);
    rules.push({
      id: KNOWN,
      secret: value,
      triggers: [text],
      lead,
      check,
      example: { text, secret: text },
      counterexample: '',
    });
  };
  const addBroken = (form: string, mask: Parameters<typeof brokenForms>[1]) => {
    for (const { trigger, check, lead } of brokenForms(form, mask)) add(trigger, check, lead, `${form}\n${trigger}`);
  };
  add(value);
  addBroken(value, (_, from, to) => ({ from, to }));
  for (const form of [...jsonForms(value), ...percentForms(value), hex(bytes), hex(bytes).toUpperCase()]) {
    add(form);
    // Bytes are searched as one character each, and some programs print UTF-8 that way.
    if (/[^\0-\x7f]/.test(form)) add(String.fromCharCode(...utf8(form)));
  }
  for (const form of base64Forms(bytes)) {
    const mask = (subject: Subject, from: number, to: number) => inBase64(subject, from, to, form.before, form.after);
    const check: RedactionRule['check'] = (subject, at, trigger) => mask(subject, at, at + trigger.length);
    for (const text of new Set([form.text, base64Url(form.text)])) {
      add(text, check, 1);
      addBroken(text, mask);
    }
  }
}

function whole(_subject: Subject, at: number, trigger: string): Range {
  return { from: at, to: at + trigger.length };
}

/** Masks the neighbours that hold bits of the secret, and the padding. */
function inBase64(subject: Subject, at: number, end: number, before: boolean, after: boolean): Range {
  const from = before && isBase64(subject.at(at - 1)) ? at - 1 : at;
  let to = end;
  if (after && isBase64(subject.at(to))) to++;
  for (let padding = 0; after && padding < 2 && subject.at(to) === EQUALS; padding++) to++;
  return { from, to };
}

const isBase64 = (code: number) => isOf(code, BASE64URL) || code === 43 || code === 47;

/** A short value counts only behind `key=` or `key:`, alone. What may stand right before it makes the trigger long enough. */
function shortRule(value: string): RedactionRule {
  return {
    id: KNOWN,
    secret: value,
    triggers: ['=', ':', ' ', '"', "'"].map(mark => mark + value),
    check: (subject, at, trigger) => {
      const to = at + trigger.length;
      if (isOf(subject.at(to), WORD) || !isValueAt(subject, at + 1)) return undefined;
      return { from: at + 1, to };
    },
    example: { text: `key=${value}`, secret: value },
    counterexample: value,
  };
}

function isValueAt(subject: Subject, at: number): boolean {
  let before = at - 1;
  while (at - before < 16 && (isQuote(subject.at(before)) || subject.at(before) === BACKSLASH)) before--;
  while (at - before < 32 && isBlank(subject.at(before))) before--;
  if (subject.at(before) !== EQUALS && subject.at(before) !== COLON) return false;
  before--;
  while (
    at - before < 64 &&
    (isBlank(subject.at(before)) || isQuote(subject.at(before)) || subject.at(before) === BACKSLASH)
  )
    before--;
  return isOf(subject.at(before), WORD);
}
