import { ALNUM, isOf, LOWER } from '../scan/characters.js';
import { PLACEHOLDER } from '../scan/rule.js';
import type { Subject } from '../scan/subject.js';
import {
  ARROWS,
  BLANKS,
  COLONS,
  compositionOf,
  DIGITS,
  DOLLARS,
  DOTS,
  FOREIGN_TO_WORDS,
  LETTERS,
  MARKS,
  OPENERS,
  SLASHES,
} from './composition.js';
import { entropy } from './entropy.js';
import { areWords, isSentence, isSpeakable, isWord } from './words.js';

/** How a value stands to its key. In a `firm` place (`key=value`, quoted, a flag, a line of its own) long words count too. */
export type Place = 'firm' | 'loose';

/** What the key asks for: digits alone are a password, but as a token they are a count. */
export type Kind = 'password' | 'token';

/** No more of a value than this is looked at. */
export const JUDGED = 256;

/** Shorter values are not masked. */
export const SHORTEST = 6;
const LONG = 12;
const ENOUGH_ENTROPY = 3;

const ENDING_MARKS = /[.,:;!?)\]}>]{1,4}$/;
const WORD_AND_MARKS = /^[A-Za-z]+[.,:;!?)\]}>]{0,4}$/;
const MASK = /^(?:\*+|x+|X+|\.+|•+|#+|_+|-+)$/;
const VARIABLE = /^(?:\$\{|\$\(|\{\{|#\{|<|\$[A-Z_][A-Z0-9_]*$|%[A-Z_][A-Z0-9_]*%$|\$env:|#[0-9A-Fa-f]{3,8}$)/;
const VERSION = /^[\^~<>=v]{0,3}\d{1,9}(?:\.\d{1,9}){1,3}(?:[-+.][0-9A-Za-z.+-]*)?$/;
const NUMBER = /^(?:[-+]?[\d.,:_]+(?:[a-zA-Z%]{1,3})?|0x[0-9A-Fa-f]{1,8})$/;
const URL_START = /^[a-zA-Z][a-zA-Z0-9+.-]{1,20}:\/\//;
const PATH_START = /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)[\w.@-]*/;
const CODE =
  /^[&*!]{0,2}(?:[A-Za-z_][A-Za-z_.:?]*(?:<[\w&<]|\(|\[)|[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)+[([<]|\d+\/\*)/;
const NAMED_WITH_DIGITS = /^(?:u?int|float|utf-?|base|sha-?|md|hs|rs|es|ps|aes-?|ed|latin)\d{1,4}$/i;
/** No name with digits is longer. */
const LONGEST_NAME = 10;
const KEY_WORDS = /pass|pwd|secret|token|key|credential/i;

/**
 * True for a value that is one lower-case word with or without marks behind it, as in `token: expected;`. `looksSecret` says of the same
 * values that they are none; this is said without making a string.
 */
export function isPlainWord(subject: Subject, from: number, to: number, place: Place): boolean {
  if (to - from > 28 || (place === 'firm' && to - from >= LONG)) return false;
  let end = from;
  while (end < to && isOf(subject.at(end), LOWER)) end++;
  if (end === from || end - from > 24 || to - end > 4) return false;
  for (let at = end; at < to; at++) if (!isMark(subject.at(at))) return false;
  return end - from < 6 || isSpeakable(subject, from, end);
}

/** `.,:;!?)]}>` */
const isMark = (code: number) =>
  code === 46 ||
  code === 44 ||
  code === 58 ||
  code === 59 ||
  code === 33 ||
  code === 63 ||
  code === 41 ||
  code === 93 ||
  code === 125 ||
  code === 62;

/** True for what stands where a secret would: stars, a variable, an earlier placeholder. */
export function isStandIn(value: string): boolean {
  return value.includes(PLACEHOLDER) || (mayStandIn(value.charCodeAt(0)) && (MASK.test(value) || VARIABLE.test(value)));
}

/** Whether a mask or a variable may begin so: with `x` or `X`, or with what is neither a letter nor a digit. */
const mayStandIn = (first: number) => !isOf(first, ALNUM) || (first | 32) === 120;

/** Decides whether the value of a key that names a secret is one. A pattern is asked only where the value holds what it needs. */
export function looksSecret(whole: string, place: Place, kind: Kind): boolean {
  const value = whole.length > JUDGED ? whole.slice(0, JUDGED) : whole;
  if (value.length < SHORTEST) return false;
  const held = compositionOf(value);
  // By far the most values are one word: `token: expected`.
  if ((held & ~(LETTERS | MARKS)) === 0 && isSingleWord(value, place)) return false;
  if (isStandIn(value) || isNoValue(value, held)) return false;
  if (mayBeginNumber(value.charCodeAt(0)) && NUMBER.test(value))
    return kind === 'password' ? /^\d{6}/.test(value) : /^\d{16}/.test(value);
  if ((held & BLANKS) !== 0 && isSentence(value)) return false;
  const bare = withoutMarks(value, held);
  if (isName(bare, held)) return false;
  if ((held & FOREIGN_TO_WORDS) !== 0 || ((held & DIGITS) !== 0 && /\d/.test(bare))) return true;
  if (!areWords(bare, /[-_/'’+|@]/)) return true;
  // Words with slashes are a path; words like `auth-token` name a secret and are none.
  if (place === 'loose' || value.length < LONG || bare.includes('/') || KEY_WORDS.test(bare)) return false;
  return entropy(value) >= ENOUGH_ENTROPY;
}

function isSingleWord(value: string, place: Place): boolean {
  return (
    (place === 'loose' || value.length < LONG) && WORD_AND_MARKS.test(value) && isWord(value.replace(ENDING_MARKS, ''))
  );
}

/** True for versions, addresses, paths and code. */
function isNoValue(value: string, held: number): boolean {
  if ((held & (DOTS | SLASHES | OPENERS)) === 0) return false;
  return VERSION.test(value) || URL_START.test(value) || isPath(value) || CODE.test(value);
}

/** `0` to `9` and `-+.,:_`. */
const mayBeginNumber = (code: number) => (code >= 43 && code <= 58 && code !== 47) || code === 95;

function withoutMarks(value: string, held: number): string {
  const ended = (held & MARKS) === 0 ? value : value.replace(ENDING_MARKS, '');
  const framed = (held & DOLLARS) !== 0 || !isOf(value.charCodeAt(0), ALNUM);
  return framed ? ended.replace(/^[-?@#_]{1,2}|\$\d{1,2}$/g, '') : ended;
}

/** True for the names of types and encodings. */
function isName(bare: string, held: number): boolean {
  if ((held & DIGITS) !== 0 && bare.length <= LONGEST_NAME && NAMED_WITH_DIGITS.test(bare)) return true;
  return (held & (DOTS | COLONS | ARROWS)) !== 0 && isTypeName(bare);
}

/** A path whose first folder is a word; base64 may begin with a slash as well. */
function isPath(value: string): boolean {
  const start = PATH_START.exec(value)?.[0];
  if (start === undefined) return false;
  const folder = start.replace(/^[./~]*\/|^[A-Za-z]:\\/, '');
  return folder.length < 5 || areWords(folder, /[-_.@\d]+/);
}

/** `System.Threading`, `std::string`, `Foo.Bar2`, `?int`: at least two names in a row. */
function isTypeName(value: string): boolean {
  const names = value.replace(/^[?&*]/, '').split(/\.|::|->|\?\./);
  return names.length > 1 && names.every(name => areWords(name.replace(/\d{1,2}$/, ''), /_/));
}
