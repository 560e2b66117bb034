import {
  BACKSLASH,
  COLON,
  DIGIT,
  DOUBLE_QUOTE,
  EQUALS,
  endsWord,
  isBlank,
  isOf,
  isQuote,
  LETTER,
  markCharacters,
  NEWLINE,
  RETURN,
  SEMICOLON,
  SINGLE_QUOTE,
  SPACE,
} from '../scan/characters.js';
import type { Range, RedactionRule } from '../scan/rule.js';
import type { Subject } from '../scan/subject.js';
import { isStandIn, JUDGED, looksSecret } from '../values/judge.js';
import { LONGEST_VALUE, quoteAt, quotedEnd, skipBlanks, unquotedEnd } from '../values/value-range.js';
import { areWords } from '../values/words.js';
import { filler, join } from './examples.js';

const SCHEMES =
  /^(?:basic|bearer|digest|negotiate|ntlm|token|apikey|api-key|key|hawk|oauth|dpop|mac|aws4-hmac-sha256|sharedkey|sharedkeylite|sharedaccesssignature|googlelogin|bot|scram-sha-256|vapid|private-token)$/i;

/** No more of a header than this is looked at to judge it. */
const JUDGED_HEADER = 300;

/**
 * Where the secret part of an `Authorization` value begins: behind the name of the scheme. Undefined when there is none. The first
 * characters of the value are enough to tell.
 */
export function credentialsStart(value: string): number | undefined {
  const [all, scheme = '', blanks = '', word = '', more = ''] = AUTHORIZATION.exec(value)!;
  const from = scheme.length + blanks.length;
  if (word === '' || isStandIn(all.slice(from)) || isStandIn(word)) return undefined;
  if (scheme === '') return looksSecret(word, 'firm', 'password') ? from : undefined;
  if (!SCHEMES.test(scheme)) return looksSecret(word, 'loose', 'password') ? from : undefined;
  return word.length < 4 || (areWords(word, /[-_.,]/) && (more !== '' || word.length < 8)) ? undefined : from;
}

const AUTHORIZATION = /^(?:([A-Za-z][A-Za-z0-9-]{0,24})( {1,8}))?([^\s"'\\]{0,256})( [A-Za-z])?/;

const COOKIE = /^([\w!#$%&*.^|~+-]{1,128}=)([^;\s"']*)/;

/** The part of a cookie header that is secret: every pair of `Cookie`, the value alone of `Set-Cookie`. */
export function cookieIn(value: string, set: boolean): Range | undefined {
  if (!isCookie(value)) return undefined;
  const pair = COOKIE.exec(value.slice(0, LONGEST_VALUE))!;
  return set ? { from: pair[1]!.length, to: pair[0].length } : { from: 0, to: value.length };
}

/** Whether a cookie's value is worth masking. The first characters are enough to tell. */
function isCookie(value: string): boolean {
  const pair = COOKIE.exec(value.slice(0, JUDGED_HEADER));
  return pair !== null && pair[2]!.length >= 4 && !isStandIn(pair[2]!);
}

interface Header {
  readonly from: number;
  /** Finds the end of the value, which is only needed once it is judged. */
  end(): number;
}

/** The value of the header whose name begins at `at`: quoted as a JSON or dictionary value, or to the end of its line. */
function headerValue(subject: Subject, at: number, name: string): Header | undefined {
  let i = at + name.length;
  const closing = quoteAt(subject, i);
  if (closing !== undefined) i = closing.inner;
  if (closing !== undefined && subject.at(i) === 93) i++;
  i = skipBlanks(subject, i);
  const sign = subject.at(i);
  if (sign !== COLON && sign !== EQUALS) return undefined;
  const from = skipBlanks(subject, subject.at(i + 1) === 62 ? i + 2 : i + 1);
  const opening = quoteAt(subject, from);
  if (opening !== undefined) return { from: opening.inner, end: () => quotedEnd(subject, opening) };
  return { from, end: () => lineEnd(subject, from, subject.at(at - 1)) };
}

const PARAMETER =
  /[\s,](?:username\*?|realm|nonce|uri|response|algorithm|cnonce|opaque|qop|nc|id|ts|mac|ext|hash|headers|keyid|signature|created|expires|profile|version|credential|signedheaders|token|auth|oauth_\w{1,24})=$/i;

/** True when a quote at `at` opens the value of a parameter; after `=` it may as well follow the padding of base64. */
function opensParameter(subject: Subject, at: number): boolean {
  return subject.at(at - 1) === EQUALS && PARAMETER.test(subject.behind(at, 40));
}

/**
 * The end of an unquoted header: of its line, of the line's escape, of the quotes the whole header stands in. The quotes
 * of parameters belong to the header.
 */
function lineEnd(subject: Subject, from: number, before: number): number {
  const around = isQuote(before) ? before : DOUBLE_QUOTE;
  let open = false;
  let at = from;
  for (; at < from + LONGEST_VALUE; at++) {
    const here = subject.at(at);
    if (here === -1 || here === NEWLINE || here === RETURN || (here < 32 && !isBlank(here))) break;
    if (here === BACKSLASH) {
      const next = subject.at(at + 1);
      if (next === 110 || next === 114 || (next === 117 && subject.at(at + 2) === 48)) break;
      if (isQuote(next) && !open && !opensParameter(subject, at)) break;
      if (isQuote(next)) open = !open;
      at++;
    } else if (here === SINGLE_QUOTE && here !== around) {
      // An apostrophe may belong to the value; one that is followed by a mark closes a string of some program.
      if (' ,;)]}\n'.includes(String.fromCharCode(Math.max(0, subject.at(at + 1))))) break;
    } else if (here === around || here === DOUBLE_QUOTE) {
      if (here === before || (!open && !opensParameter(subject, at))) break;
      open = !open;
    }
  }
  let end = Math.min(at, subject.end);
  while (end > from && isBlank(subject.at(end - 1))) end--;
  return end;
}

function checkAuthorization(subject: Subject, at: number, name: string): Range | undefined {
  const header = headerValue(subject, at, name);
  if (header === undefined) return undefined;
  const start = credentialsStart(subject.line(header.from, JUDGED_HEADER));
  return start === undefined ? undefined : { from: header.from + start, to: header.end() };
}

function checkCookie(subject: Subject, at: number, name: string): Range | undefined {
  const before = subject.at(at - 1);
  const set = before === 45 && /set-$/i.test(subject.behind(at, 4));
  if (!set && isOf(before, LETTER | DIGIT)) return undefined;
  const header = headerValue(subject, at, name);
  if (header === undefined || !isCookie(firstPair(subject, header.from))) return undefined;
  const { from } = header;
  // The end of the line is of no interest to `Set-Cookie`, and one line may hold many.
  const part = cookieIn(subject.text.slice(from, set ? cookieEnd(subject, from) : header.end()), set);
  return part && { from: from + part.from, to: from + part.to };
}

/** What is needed to judge the first pair of a cookie header; empty where there is none, which most text shows at its first characters. */
function firstPair(subject: Subject, from: number): string {
  const sign = subject.seek(from, from + LONGEST_NAME, ENDS_NAME);
  if (subject.at(sign) !== EQUALS) return '';
  const to = subject.seek(sign + 1, from + JUDGED_HEADER, ENDS_PAIR);
  // A stream learns here that it may go on.
  if (to < from + JUDGED_HEADER) subject.at(to);
  return subject.text.slice(from, to);
}

const LONGEST_NAME = 129;
const ENDS_NAME = /* @__PURE__ */ markCharacters(code => !/[\w!#$%&*.^|~+-]/.test(String.fromCharCode(code)));
const ENDS_PAIR = /* @__PURE__ */ markCharacters(code => code <= SPACE || ';"\''.includes(String.fromCharCode(code)));

/** The end of the first pair of a cookie header: its semicolon, a blank, a quote, or an escape of a string around it. */
function cookieEnd(subject: Subject, from: number): number {
  let at = from;
  for (; at < from + LONGEST_VALUE; at++) {
    const here = subject.at(at);
    if (endsWord(here) || here === SEMICOLON || isQuote(here)) break;
    if (here !== BACKSLASH) continue;
    const next = subject.at(at + 1);
    if (isQuote(next) || next === 110 || next === 114 || (next === 117 && subject.at(at + 2) === 48)) break;
  }
  return Math.min(at, subject.end);
}

function checkApiKey(subject: Subject, at: number, name: string): Range | undefined {
  const header = headerValue(subject, at, name);
  if (header === undefined || header.from < subject.judgedUntil) return undefined;
  const { from } = header;
  const to = unquotedEnd(subject, from);
  const value = subject.text.slice(from, Math.min(to, from + JUDGED));
  if (looksSecret(value, 'firm', 'password')) return { from, to };
  if (!subject.starved) subject.judgedUntil = to;
  return undefined;
}

const basic = join('dXNlcjpw', 'YXNzd29yZA');

/** HTTP headers that carry credentials, as header lines, in JSON and on command lines. */
export const headerRules: readonly RedactionRule[] = [
  {
    id: 'authorization',
    triggers: ['authorization'],
    anyCase: true,
    check: checkAuthorization,
    example: { text: `Proxy-Authorization: Basic ${basic}==`, secret: basic },
    counterexample: 'Authorization: required; authorization: the user may read',
  },
  {
    id: 'cookie',
    triggers: ['cookie:', 'cookie":', 'cookie\\":', "cookie':", 'cookie"]', "cookie']", 'cookie" ', "cookie' "],
    anyCase: true,
    check: (subject, at) => checkCookie(subject, at, 'cookie'),
    example: { text: `Set-Cookie: sid=${filler(24)}; Path=/; HttpOnly`, secret: filler(24) },
    counterexample: 'Cookie: a small text; Set-Cookie: none',
  },
  {
    id: 'api-key-header',
    triggers: ['x-api-key'],
    anyCase: true,
    check: checkApiKey,
    example: { text: `X-Api-Key: ${filler(20)}`, secret: filler(20) },
    counterexample: 'X-Api-Key: required',
  },
];
