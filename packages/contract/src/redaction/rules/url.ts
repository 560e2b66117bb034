import {
  AT_SIGN,
  BACKSLASH,
  COLON,
  DIGIT,
  endsWord,
  GREATER,
  isOf,
  isQuote,
  LESS,
  markCharacters,
  SLASH,
} from '../scan/characters.js';
import type { Range, RedactionRule } from '../scan/rule.js';
import type { Subject } from '../scan/subject.js';
import { isStandIn, JUDGED } from '../values/judge.js';
import { join } from './examples.js';

const LONGEST_USERINFO = 1024;

/** The password of `scheme://user:password@host`. */
function checkUrl(subject: Subject, at: number): Range | undefined {
  const start = at + 4;
  const sign = lastAtSign(subject, start);
  if (sign < 0) return undefined;
  let colon = start;
  while (colon < sign && subject.at(colon) !== COLON) colon++;
  const range = { from: colon + 1, to: sign };
  if (range.from >= sign || isStandIn(subject.text.slice(range.from, Math.min(sign, range.from + JUDGED))))
    return undefined;
  return range;
}

/**
 * The `@` before the host, or -1. A password may hold `/`, `?` or `#` though it should not; but what follows the port of a host is a
 * path, and an `@` in it means nothing.
 */
function lastAtSign(subject: Subject, start: number): number {
  const limit = start + LONGEST_USERINFO;
  let sign = -1;
  let colon = -1;
  for (let at = start; at < limit; at++) {
    at = subject.seek(at, limit, MARKS);
    const code = subject.at(at);
    if (code === AT_SIGN) sign = at;
    else if (code === COLON) colon = colon < 0 ? at : colon;
    else if (code !== SLASH && code !== 63 && code !== 35) break;
    else if (sign >= 0 || colon < 0 || isPort(subject, colon + 1, at)) break;
    else return atSignInPath(subject, at, limit);
  }
  return sign;
}

/** The first `@` of the same word. Where an earlier URL has found none, it need not be looked for again. */
function atSignInPath(subject: Subject, from: number, limit: number): number {
  for (let at = Math.max(from, subject.noAtUntil); at < limit; at++) {
    const code = subject.at(at);
    if (code === AT_SIGN) return at;
    if (endsUrl(code)) break;
    subject.noAtUntil = at;
  }
  return -1;
}

const endsUrl = (code: number) =>
  endsWord(code) || isQuote(code) || code === LESS || code === GREATER || code === BACKSLASH;

/** The characters that mean something in the authority of a URL. */
const MARKS = /* @__PURE__ */ markCharacters(code => endsUrl(code) || '@:/?#'.includes(String.fromCharCode(code)));

/** True for the digits of a port, and for nothing at all. */
function isPort(subject: Subject, from: number, to: number): boolean {
  if (to - from > 5) return false;
  for (let at = from; at < to; at++) if (!isOf(subject.at(at), DIGIT)) return false;
  return true;
}

/** Passwords in the authority of URLs of any scheme. */
export const urlRules: readonly RedactionRule[] = [
  {
    id: 'url-password',
    triggers: ['{scheme}://'],
    check: checkUrl,
    example: { text: join('postgres://app:hunt', 'er22@db.example:5432/main'), secret: join('hunt', 'er22') },
    counterexample: 'http://localhost:8080/@scope/package and https://user@host/a:b@c',
  },
];
