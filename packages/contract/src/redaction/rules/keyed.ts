import {
  BACKSLASH,
  COLON,
  DOT,
  EQUALS,
  ESCAPE,
  endsWord,
  GREATER,
  HYPHEN,
  isBlank,
  isOf,
  isQuote,
  LESS,
  NEWLINE,
  RETURN,
  WORD,
} from '../scan/characters.js';
import type { Range, RedactionRule } from '../scan/rule.js';
import type { Subject } from '../scan/subject.js';
import { isPlainWord, JUDGED, type Kind, looksSecret, type Place, SHORTEST } from '../values/judge.js';
import { quoteAt, quotedEnd, skipBlanks, unquotedEnd } from '../values/value-range.js';
import { join } from './examples.js';

const KEY_CHARACTER = WORD | HYPHEN | DOT;
const LONGEST_KEY = 64;
const NUMBER = /^-?[0-9]{1,64}(?:\.[0-9]{1,64})?$/;

const endings = {
  password: ['password', 'passwd', 'passphrase', '_pass'],
  token: [
    'secret',
    'token',
    'credential',
    'credentials',
    ...['api', 'access', 'private', 'secret'].flatMap(word =>
      ['', '_', '-', '.', ' '].map(between => `${word}${between}key`),
    ),
  ],
} as const satisfies Record<Kind, readonly string[]>;

/** A key that ends like a secret's but holds a public value. */
const PUBLIC = 'publickeytoken';
const KEY_END =
  /(?:(password|passwd|passphrase|_pass|pwd)|secret|token|credentials?|(?:api|access|private|secret)[_.\- ]?key)$/i;

/** What a key asks for when its name says that its value is secret: `GITHUB_TOKEN`, `clientSecret`, `x-api-key`. */
export function kindOfKey(key: string): Kind | undefined {
  const match = KEY_END.exec(key.length > LONGEST_KEY ? key.slice(-LONGEST_KEY) : key);
  if (match === null || key.toLowerCase().endsWith(PUBLIC)) return undefined;
  return match[1] === undefined ? 'token' : 'password';
}

/** What may stand behind a key. Most words that end like one are none: `tokenizer`, `CancellationToken.None`. */
const AFTER_KEY = '\t \x1b"\'`\\?!=:>';

function check(kind: Kind, subject: Subject, at: number, keyEnd: number): Range | undefined {
  const next = subject.at(keyEnd);
  // Most words that trigger this are no key: `tokenizer`, `CancellationToken.None`.
  if (isOf(next, KEY_CHARACTER) || next === -1) return undefined;
  const separator = separatorAfter(subject, at, keyEnd);
  if (separator < 0 || isPublic(subject, at, keyEnd)) return undefined;
  const from = Math.floor(separator / 4);
  const firm = (separator & FIRM) !== 0;
  const first = subject.at(from);
  const quote = first === BACKSLASH || isQuote(first) ? quoteAt(subject, from) : undefined;
  if (quote !== undefined) {
    // A quote with a blank behind it closes a string: `"token=" + value`.
    if (endsWord(subject.at(quote.inner))) return undefined;
    const to = quotedEnd(subject, quote);
    return isSecret(subject, quote.inner, to, 'firm', kind) ? { from: quote.inner, to } : undefined;
  }
  if (endsWord(first) || first === 123 || first === 91 || first === 124 || from < subject.judgedUntil) return undefined;
  if (first === 40 && !firm) return undefined;
  const to = unquotedEnd(subject, from);
  // A bare number behind a quoted key is JSON, and must stay JSON.
  if ((separator & QUOTED_KEY) !== 0 && NUMBER.test(subject.text.slice(from, Math.min(to, from + JUDGED))))
    return undefined;
  if (isSecret(subject, from, to, firm ? 'firm' : 'loose', kind)) return { from, to };
  if (!firm && to - from >= 12 && isLine(subject, at, to) && isSecret(subject, from, to, 'firm', kind))
    return { from, to };
  if (!subject.starved) subject.judgedUntil = to;
  return undefined;
}

/** Asks only where the letter before the trigger makes it possible. */
function isPublic(subject: Subject, at: number, keyEnd: number): boolean {
  if ((subject.at(at - 1) | 32) !== 121) return false;
  const start = keyEnd - PUBLIC.length;
  for (let i = 0; i < PUBLIC.length; i++) if ((subject.at(start + i) | 32) !== PUBLIC.charCodeAt(i)) return false;
  return true;
}

/** Tells the commonest values from secrets without making a string of them: short ones, and single words. */
function isSecret(subject: Subject, from: number, to: number, place: Place, kind: Kind): boolean {
  if (to - from < SHORTEST || isPlainWord(subject, from, to, place)) return false;
  return looksSecret(subject.text.slice(from, Math.min(to, from + JUDGED)), place, kind);
}

/** What a separator says beside where its value begins. */
const FIRM = 1;
const QUOTED_KEY = 2;

/**
 * Reads what stands between a key and its value: `=`, `:`, `":`, `'] =`, `=>`, `>` of an element, or a blank after a flag. Returns
 * where the value begins, times four, plus FIRM and QUOTED_KEY where they apply; -1 when there is no separator.
 */
function separatorAfter(subject: Subject, at: number, keyEnd: number): number {
  let i = keyEnd;
  const next = subject.at(i);
  if (isBlank(next) && isFlag(subject, at)) {
    const valueAt = skipBlanks(subject, i);
    if (subject.at(valueAt) !== EQUALS && subject.at(valueAt) !== COLON) return valueAt * 4 + FIRM;
  }
  if (next === GREATER) return opensElement(subject, at) ? (i + 1) * 4 + FIRM : -1;
  const quote = next === BACKSLASH || isQuote(next) ? quoteAt(subject, i) : undefined;
  if (quote !== undefined) i = quote.inner;
  if (quote !== undefined && subject.at(i) === 93) i++;
  const mark = subject.at(i);
  if (mark === 63 || mark === 33) i++;
  const sign = skipBlanks(subject, i);
  const length = signLength(subject, sign);
  if (length === 0) return -1;
  const valueAt = skipBlanks(subject, sign + length);
  const tight = sign === keyEnd && valueAt === sign + 1 && subject.at(sign) === EQUALS;
  return valueAt * 4 + (tight ? FIRM : 0) + (quote === undefined ? 0 : QUOTED_KEY);
}

function signLength(subject: Subject, at: number): number {
  const first = subject.at(at);
  if (first !== COLON && first !== EQUALS) return 0;
  const second = subject.at(at + 1);
  if (first === COLON) return second === EQUALS ? 2 : second === COLON ? 0 : 1;
  if (second === GREATER) return 2;
  return second !== EQUALS ? 1 : subject.at(at + 2) === EQUALS ? 3 : 2;
}

/** The beginning of the key that the trigger ends. */
function keyStart(subject: Subject, at: number): number {
  let start = at;
  while (at - start < LONGEST_KEY && isOf(subject.at(start - 1), KEY_CHARACTER)) start--;
  return start;
}

function isFlag(subject: Subject, at: number): boolean {
  const start = keyStart(subject, at);
  return (
    subject.at(start) === 45 && (subject.at(start + 1) === 45 || start + 1 === at) && endsFlag(subject.at(start - 1))
  );
}

const endsFlag = (before: number) => endsWord(before) || isQuote(before) || before === 91 || before === 40;

function opensElement(subject: Subject, at: number): boolean {
  return subject.at(keyStart(subject, at) - 1) === LESS;
}

/** True when key and value are alone on their line, as in a settings file. */
function isLine(subject: Subject, at: number, valueEnd: number): boolean {
  let after = skipBlanks(subject, valueEnd);
  if (subject.at(after) === RETURN) after++;
  const next = subject.at(after);
  if (next !== NEWLINE && next !== -1 && next !== ESCAPE) return false;
  let before = keyStart(subject, at) - 1;
  const first = before;
  while (first - before < 40 && isBlank(subject.at(before))) before--;
  return subject.at(before) === NEWLINE || subject.at(before) === -1;
}

/** `key = value` and its relatives, for keys whose name says that the value is secret. */
export const keyedRules: readonly RedactionRule[] = [
  {
    id: 'keyed-password',
    triggers: endings.password,
    anyCase: true,
    followedBy: AFTER_KEY,
    check: (subject, at, trigger) => check('password', subject, at, at + trigger.length),
    example: { text: join('DB_PASS', 'WORD=hunt', 'er22x'), secret: join('hunt', 'er22x') },
    counterexample: 'password: string',
  },
  {
    id: 'keyed-pwd',
    // Three letters are too few to look for: the character behind them belongs to the trigger.
    triggers: ['pwd{=:"\' \\?!\t>`}'],
    anyCase: true,
    check: (subject, at) => check('password', subject, at, at + 3),
    example: { text: join('MYSQL_P', 'WD: "hunt', 'er22x"'), secret: join('hunt', 'er22x') },
    counterexample: 'PWD=/home/user/project OLDPWD=/tmp',
  },
  {
    id: 'keyed-secret',
    triggers: endings.token,
    anyCase: true,
    followedBy: AFTER_KEY,
    check: (subject, at, trigger) => check('token', subject, at, at + trigger.length),
    example: { text: join('"api', 'Key": "q7Rt', '-Zx81mK"'), secret: join('q7Rt', '-Zx81mK') },
    counterexample: 'Token: System.Threading, PublicKeyToken=b77a5c561934e089, tokens: 1532',
  },
];
