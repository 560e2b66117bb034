import { base64Forms } from '../known/encodings.js';
import { ALNUM, BASE64URL, DIGIT, DOT, EQUALS, isOf, UPPER, WORD } from '../scan/characters.js';
import type { Range, RedactionRule } from '../scan/rule.js';
import { sextetOf } from '../scan/sextets.js';
import type { Subject } from '../scan/subject.js';
import { utf8 } from '../values/utf8.js';
import { join } from './examples.js';

/** What must follow a prefix: how many characters of which classes, and whether none may follow those. */
interface Shape {
  readonly classes: number;
  readonly least: number;
  readonly exact?: boolean;
}

const TOKEN = BASE64URL | DOT;

/** Prefixes that are looked for inside base64. */
const PREFIXES: Readonly<Record<string, Shape>> = {
  ghp_: { classes: WORD, least: 36 },
  gho_: { classes: WORD, least: 36 },
  ghs_: { classes: WORD, least: 36 },
  github_pat_: { classes: WORD, least: 36 },
  'glpat-': { classes: TOKEN, least: 20 },
  'xoxb-': { classes: BASE64URL, least: 10 },
  'xoxp-': { classes: BASE64URL, least: 10 },
  'sk-ant-': { classes: BASE64URL, least: 24 },
  sk_live_: { classes: ALNUM, least: 16 },
  AKIA: { classes: UPPER | DIGIT, least: 16, exact: true },
  npm_: { classes: ALNUM, least: 36 },
  AIza: { classes: BASE64URL, least: 35 },
  'hvs.': { classes: BASE64URL, least: 24 },
};

/** How many bytes are decoded at the most to see where a token ends. */
const LONGEST_ENCODED_TOKEN = 300;

/** A form of a prefix in base64. */
interface Form extends Shape {
  /** How many characters before it begins the group that the prefix begins in, and how many bytes stand there before the prefix. */
  readonly lead: number;
  readonly offset: number;
  readonly length: number;
  readonly first: number;
  readonly last: number;
}

const forms: ReadonlyMap<string, Form> = /* @__PURE__ */ new Map(
  Object.entries(PREFIXES).flatMap(([prefix, { classes, least, exact = false }]) => {
    const bytes = utf8(prefix);
    const form = { classes, least, exact, length: bytes.length, first: bytes[0]!, last: bytes[bytes.length - 1]! };
    return base64Forms(bytes).map(
      ({ text }, offset) => [text, { ...form, offset, lead: Math.ceil((offset * 8) / 6) }] as const,
    );
  }),
);

/** The characters of base64 that hold a token. */
function check(subject: Subject, at: number, trigger: string): Range | undefined {
  const { lead, offset, length, first, last, classes, least, exact } = forms.get(trigger)!;
  const start = at - lead;
  if (start < 0) return undefined;
  const phase = start % 4;
  const from = ((start - phase) / 4) * 3 + offset;
  const rest = from + length;
  // The prefix's other bytes are certain where the trigger stands.
  if (subject.byteAt(phase, from) !== first || subject.byteAt(phase, rest - 1) !== last) return undefined;
  if (exact && isOf(subject.byteAt(phase, rest + least), ALNUM)) return undefined;
  if (subject.bytesRun(phase, rest, classes, least) < least) return undefined;
  for (let i = start; i < at; i++) if (sextetOf(subject.at(i)) < 0) return undefined;
  const most = LONGEST_ENCODED_TOKEN - offset - length - least;
  const end = rest + least + subject.bytesRun(phase, rest + least, TOKEN, most);
  // A character that holds some bits of the token belongs to it, and so does the padding.
  let to = phase + Math.ceil((end * 4) / 3);
  for (let padding = 0; padding < 2 && subject.at(to) === EQUALS; padding++) to++;
  return { from: phase + Math.floor((from * 4) / 3), to };
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
