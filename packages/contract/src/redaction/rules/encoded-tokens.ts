import { base64Forms } from '../known/encodings.js';
import { BASE64URL, isOf } from '../scan/characters.js';
import type { Range, RedactionRule } from '../scan/rule.js';
import type { Subject } from '../scan/subject.js';
import { fromBase64 } from '../values/base64.js';
import { utf8 } from '../values/utf8.js';
import { join } from './examples.js';

/** Prefixes that are looked for inside base64, and what must follow them there. */
const PREFIXES: Readonly<Record<string, RegExp>> = {
  ghp_: /^\w{36}/,
  gho_: /^\w{36}/,
  ghs_: /^\w{36}/,
  github_pat_: /^\w{36}/,
  'glpat-': /^[\w.-]{20}/,
  'xoxb-': /^[\w-]{10}/,
  'xoxp-': /^[\w-]{10}/,
  'sk-ant-': /^[\w-]{24}/,
  sk_live_: /^[A-Za-z0-9]{16}/,
  AKIA: /^[A-Z0-9]{16}(?![A-Za-z0-9])/,
  npm_: /^[A-Za-z0-9]{36}/,
  AIza: /^[\w-]{35}/,
  'hvs.': /^[\w-]{24}/,
};

/** How much base64 is decoded to see whether a token stands in it. */
const DECODED = 400;
/** How much of it holds the longest prefix and eight characters more, at any alignment: what goes on as no token does is not read further. */
const BEGINNING = 28;

/** A form of a prefix in base64, the prefix, and how many bytes of the first group stand before it. */
const forms: ReadonlyMap<string, { readonly prefix: string; readonly offset: number }> = /* @__PURE__ */ new Map(
  Object.keys(PREFIXES).flatMap(prefix =>
    base64Forms(utf8(prefix)).map(({ text }, offset) => [text, { prefix, offset }] as const),
  ),
);

const isBase64 = (code: number) => isOf(code, BASE64URL) || code === 43 || code === 47;

/** The characters of base64 that hold a token, decoded to be sure. */
function check(subject: Subject, at: number, trigger: string): Range | undefined {
  const { prefix, offset } = forms.get(trigger)!;
  const start = at - Math.ceil((offset * 8) / 6);
  for (let i = start; i < at; i++) if (!isBase64(subject.at(i))) return undefined;
  // Most of what a trigger stands in by chance is no prefix: its first bytes are enough to see that.
  if (fromBase64(subject.slice(start, start + 8))?.slice(offset, offset + 4) !== prefix.slice(0, 4)) return undefined;
  const begin = fromBase64(subject.slice(start, start + BEGINNING))?.slice(offset, offset + prefix.length + 8) ?? '';
  if (!begin.startsWith(prefix) || !/^[\w.-]{8}$/.test(begin.slice(prefix.length))) return undefined;
  let end = at + trigger.length;
  while (end - start < DECODED && isBase64(subject.at(end))) end++;
  const bytes = fromBase64(subject.text.slice(start, end))!.slice(offset);
  if (!bytes.startsWith(prefix) || !PREFIXES[prefix]!.test(bytes.slice(prefix.length))) return undefined;
  const length = /^[\w.-]*/.exec(bytes)![0].length;
  // A character that holds some bits of the token belongs to it, and so does the padding.
  let to = Math.min(end, start + Math.ceil(((offset + length) * 8) / 6));
  if (to === end) for (let padding = 0; padding < 2 && subject.at(to) === 61; padding++) to++;
  return { from: start + Math.floor((offset * 8) / 6), to };
}

const encoded = join('Z2hwX', '2s5WTMwOWNwUVJIMGI4ZmJIa1JMMjFHNExXbjdjZnRzUko0Sg==');

/** Tokens of providers inside base64, at any alignment. */
export const encodedTokenRules: readonly RedactionRule[] = [
  {
    id: 'encoded-token',
    triggers: [...forms.keys()],
    lead: 3,
    check,
    example: { text: `value ${encoded} in a secret`, secret: encoded },
    counterexample: 'Z2hwX2lzIHRoZSBwcmVmaXggb2YgYSB0b2tlbg== only names the prefix',
  },
];
