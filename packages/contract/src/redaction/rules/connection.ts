import {
  BACKSLASH,
  BASE64,
  EQUALS,
  endsWord,
  HYPHEN,
  isOf,
  isQuote,
  LETTER,
  markCharacters,
  NEWLINE,
  SEMICOLON,
  SPACE,
  WORD,
} from '../scan/characters.js';
import type { Range, RedactionRule } from '../scan/rule.js';
import { LOOKBEHIND, type Subject } from '../scan/subject.js';
import { isStandIn, JUDGED } from '../values/judge.js';
import { LONGEST_VALUE, quoteAt, quotedEnd, skipBlanks, unquotedEnd } from '../values/value-range.js';
import { filler, join } from './examples.js';

const COMPANIONS = new Set(
  (
    'server,data source,datasource,host,hostname,user id,userid,uid,user,username,database,initial catalog,endpoint,driver,' +
    'address,accountname,sharedaccesskeyname,port,integrated security,persist security info,encrypt,provider'
  ).split(','),
);

/** True when one of the pairs that end at `to` belongs to a connection string; the nearest is asked first. */
function hasCompanion(subject: Subject, to: number): boolean {
  const from = Math.max(subject.noPairUntil, to - subject.behind(to, LOOKBEHIND - 32).length);
  let sign = -1;
  for (let at = to - 1; at >= from; at--) {
    const code = subject.at(at);
    if (code === EQUALS) sign = at;
    if (code !== SEMICOLON && at > from) continue;
    if (sign >= 0 && isCompanion(subject, at, sign)) return true;
    sign = -1;
  }
  subject.noPairUntil = to;
  return false;
}

/** True when the letters and blanks before `end` are the name of a companion; other characters before them do not count. */
function isCompanion(subject: Subject, start: number, end: number): boolean {
  let to = end;
  while (to > start && subject.at(to - 1) === SPACE) to--;
  let from = to;
  while (from > start && (isOf(subject.at(from - 1), LETTER) || subject.at(from - 1) === SPACE)) from--;
  while (from < to && subject.at(from) === SPACE) from++;
  const length = to - from;
  if (length < 3 || length > 21) return false;
  return COMPANIONS.has(subject.text.slice(from, to).toLowerCase());
}

/** The password of a connection string: any value at all, for here a plain word is a password too. */
function checkPassword(subject: Subject, at: number, trigger: string): Range | undefined {
  let before = at - 1;
  while (at - before < 4 && subject.at(before) === 32) before--;
  if (subject.at(before) !== SEMICOLON || !hasCompanion(subject, at)) return undefined;
  const from = skipBlanks(subject, at + trigger.length);
  const quote = quoteAt(subject, from);
  const range = quote ? { from: quote.inner, to: quotedEnd(subject, quote) } : { from, to: pairEnd(subject, from) };
  return standsAlone(subject, range) ? range : undefined;
}

/** The end of a pair: its semicolon even after blanks, else where any unquoted value ends. */
function pairEnd(subject: Subject, from: number): number {
  for (let at = from; at < from + 128; at++) {
    const code = subject.at(at);
    if (code === SEMICOLON) return at;
    if (code === -1 || code === NEWLINE || code === 13 || code === 92 || isQuote(code)) break;
  }
  return unquotedEnd(subject, from);
}

function standsAlone(subject: Subject, range: Range): boolean {
  return range.to > range.from && !isStandIn(subject.text.slice(range.from, Math.min(range.to, range.from + JUDGED)));
}

function checkKey(subject: Subject, at: number, trigger: string): Range | undefined {
  const from = at + trigger.length;
  const run = subject.run(from, BASE64 | WORD | HYPHEN, 256);
  return run >= 20 ? { from, to: from + run } : undefined;
}

/** A shared access signature as a setting: all of it. */
function checkSignature(subject: Subject, at: number, trigger: string): Range | undefined {
  const from = at + trigger.length;
  const judged = signatureEnd(subject, from, from + JUDGED);
  if (judged - from < 16 || !standsAlone(subject, { from, to: judged })) return undefined;
  return { from, to: signatureEnd(subject, judged, from + LONGEST_VALUE) };
}

function signatureEnd(subject: Subject, from: number, limit: number): number {
  const to = subject.seek(from, limit, ENDS_SIGNATURE);
  // A stream learns here that it may go on.
  if (to < limit) subject.at(to);
  return to;
}

const ENDS_SIGNATURE = /* @__PURE__ */ markCharacters(
  code => endsWord(code) || code === SEMICOLON || isQuote(code) || code === BACKSLASH,
);

/** `sig=` of a signed URL. */
function checkSig(subject: Subject, at: number): Range | undefined {
  if (isOf(subject.at(at - 1), WORD | HYPHEN)) return undefined;
  const from = at + 4;
  let to = from;
  while (to - from < 512 && (isOf(subject.at(to), BASE64 | WORD | HYPHEN) || subject.at(to) === 37)) to++;
  return to - from >= 16 ? { from, to } : undefined;
}

const storageKey = join(filler(86), '==');

/** Settings of databases and cloud accounts, as `name=value` pairs with semicolons. */
export const connectionRules: readonly RedactionRule[] = [
  {
    id: 'connection-password',
    triggers: ['password=', 'pwd=', 'password =', 'pwd ='],
    anyCase: true,
    check: checkPassword,
    example: { text: join('Server=localhost;User Id=sa;Pass', 'word=winter;'), secret: 'winter' },
    counterexample: 'let a=1; password=winter',
  },
  {
    id: 'azure-account-key',
    triggers: ['accountkey=', 'sharedaccesskey=', 'sharedsecret='],
    anyCase: true,
    check: checkKey,
    example: { text: join('AccountName=store;Account', 'Key=', storageKey), secret: storageKey },
    counterexample: 'AccountKey=none',
  },
  {
    id: 'azure-shared-access-signature',
    triggers: ['sharedaccesssignature='],
    anyCase: true,
    check: checkSignature,
    example: { text: `SharedAccessSignature=sv=2024-01-01&sig=${filler(43)}`, secret: filler(43) },
    counterexample: 'SharedAccessSignature=none',
  },
  {
    id: 'signed-url',
    triggers: ['sig='],
    anyCase: true,
    check: checkSig,
    example: { text: `https://store.example/blob?sv=2024&sig=${filler(43)}%3D&se=2030`, secret: filler(43) },
    counterexample: 'sig=short, config=0123456789abcdef0123',
  },
];
