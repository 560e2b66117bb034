import { BACKSLASH, BASE64URL, COLON, EQUALS, endsWord, isOf, isQuote } from '../scan/characters.js';
import type { Range, RedactionRule } from '../scan/rule.js';
import type { Subject } from '../scan/subject.js';
import { fromBase64 } from '../values/base64.js';
import { isStandIn, JUDGED, looksSecret } from '../values/judge.js';
import { quoteAt, quotedEnd, skipBlanks, unquotedEnd } from '../values/value-range.js';
import { textBefore } from './before.js';
import { join } from './examples.js';
import { kindOfKey } from './keyed.js';

const LONGEST_LOGIN = 1024;

/** True for base64 of `user:password`, as the settings of registries keep it. */
export function isEncodedLogin(value: string): boolean {
  if (value.length < 8 || value.length > LONGEST_LOGIN || !/^[\w+/-]{6,1024}={0,2}$/.test(value)) return false;
  return /^[\x21-\x39\x3b-\x7e]{1,256}:[\x20-\x7e]{1,1024}$/.test(fromBase64(value) ?? '');
}

/** `"auth": "…"` of a container registry, `_auth=…` of npm. */
function checkAuth(subject: Subject, at: number, trigger: string): Range | undefined {
  const closing = quoteAt(subject, at + trigger.length);
  const sign = skipBlanks(subject, closing?.inner ?? at + trigger.length);
  if (subject.at(sign) !== COLON && subject.at(sign) !== EQUALS) return undefined;
  const opening = skipBlanks(subject, sign + 1);
  const from = quoteAt(subject, opening)?.inner ?? opening;
  let to = from;
  while (
    to - from < LONGEST_LOGIN &&
    (isOf(subject.at(to), BASE64URL) || '+/='.includes(String.fromCharCode(Math.max(0, subject.at(to)))))
  )
    to++;
  return isEncodedLogin(subject.text.slice(from, to)) ? { from, to } : undefined;
}

const NETRC =
  /(?:^|[\s"'`])(?:machine[ \t\r\n]{1,8}(\S{1,80})|default)[ \t\r\n]{1,8}(?:(?:login|account)[ \t\r\n]{1,8}\S{1,80}[ \t\r\n]{1,8}){0,2}$/;

/** The password of a `.netrc` entry: the word behind `password`, whatever it is. */
function checkNetrc(subject: Subject, at: number): Range | undefined {
  const entry = NETRC.exec(textBefore(subject, at));
  if (entry === null) return undefined;
  let from = at + 8;
  while (from - at < 16 && endsWord(subject.at(from)) && subject.at(from) !== -1) from++;
  let to = from;
  while (to - from < JUDGED && !endsWord(subject.at(to)) && subject.at(to) !== BACKSLASH && !isQuote(subject.at(to)))
    to++;
  const value = subject.text.slice(from, to);
  if (value === '' || isStandIn(value)) return undefined;
  // A sentence may hold these words too: then no host stands behind the first.
  if (entry[1] !== undefined && !/[.:\d]|^localhost$/.test(entry[1]) && !looksSecret(value, 'firm', 'password'))
    return undefined;
  return { from, to };
}

const NAMED =
  /(?:^|[\s{,"'<])(?:name|key)["'\\]{0,3}\s{0,2}[:=]\s{0,4}["'\\]{0,3}([\w.:-]{1,64})["'\\]{0,3},?\s{0,40}["'\\]{0,3}$/i;

const NAMED_BEHIND =
  /^["'\\]{0,3},?\s{1,40}["'\\]{0,3}(?:name|key)["'\\]{0,3}\s{0,2}[:=]\s{0,4}["'\\]{0,3}([\w.:-]{1,64})|^["'\\]{1,3},["'\\]{0,3}(?:name|key)["'\\]{0,3}\s{0,2}:\s{0,4}["'\\]{0,3}([\w.:-]{1,64})/i;
const BEHIND = 128;
const OPENS_PAIR = /(?:^|[{<]\w{0,16}|-)\s{0,4}["'\\]{0,3}$/;

/** The value of a pair whose name stands in a field of its own, right before or behind: `<add key="…" value="…"/>`, `name:` and `value:`. */
function checkNamedValue(subject: Subject, at: number): Range | undefined {
  const before = textBefore(subject, at);
  const name = NAMED.exec(before)?.[1];
  const isFirst = name === undefined && OPENS_PAIR.test(before.slice(-32));
  const kind = name === undefined ? undefined : kindOfKey(name);
  if (kind === undefined && !isFirst) return undefined;
  const closing = quoteAt(subject, at + 5);
  const sign = skipBlanks(subject, closing?.inner ?? at + 5);
  if (subject.at(sign) !== COLON && subject.at(sign) !== EQUALS) return undefined;
  const from = skipBlanks(subject, sign + 1);
  const quote = quoteAt(subject, from);
  if (quote === undefined && (endsWord(subject.at(from)) || isQuote(subject.at(from)))) return undefined;
  const range = quote ? { from: quote.inner, to: quotedEnd(subject, quote) } : { from, to: unquotedEnd(subject, from) };
  // A bare number behind a quoted key is JSON, and must stay JSON.
  if (quote === undefined && closing !== undefined) return undefined;
  const found = kind ?? kindBehind(subject, range.to);
  if (found === undefined) return undefined;
  return looksSecret(subject.text.slice(range.from, Math.min(range.to, range.from + JUDGED)), 'firm', found)
    ? range
    : undefined;
}

/** What the name says that stands right behind a value. */
function kindBehind(subject: Subject, at: number): ReturnType<typeof kindOfKey> {
  const [, spaced, close] = NAMED_BEHIND.exec(subject.slice(at, at + BEHIND)) ?? [];
  const name = spaced ?? close;
  return name === undefined ? undefined : kindOfKey(name);
}

const login = join('YWRtaW46', 'aHVudGVyMjI=');

/** Secrets in the files of well-known programs, which no key right beside them gives away. */
export const fileRules: readonly RedactionRule[] = [
  {
    id: 'encoded-login',
    triggers: ['"auth', '_auth', "'auth"],
    followedBy: '"\'\\=: ',
    check: checkAuth,
    example: { text: `{"auths": {"registry.example": {"auth": "${login}"}}}`, secret: login },
    counterexample: '{"auth": "required"}, "auth": "oauth2token", _auth=none',
  },
  {
    id: 'netrc',
    triggers: ['password'],
    followedBy: ' \t\r\n',
    check: checkNetrc,
    example: { text: join('machine api.example login ann pass', 'word winter\n'), secret: 'winter' },
    counterexample: 'the machine shows a login page and password reset; machine learning login page password reset',
  },
  {
    id: 'named-value',
    triggers: ['value{=:"\'\\ }'],
    anyCase: true,
    check: checkNamedValue,
    example: {
      text: join('<add key="ClearTextPass', 'word" value="hunt', 'er22x" />'),
      secret: join('hunt', 'er22x'),
    },
    counterexample:
      '- name: LOG_LEVEL\n  value: hunter22x\n- name: DB_PASSWORD\n  valueFrom: secretKeyRef <add key="Token" value="none" />',
  },
];
