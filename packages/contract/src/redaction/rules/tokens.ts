import {
  ALNUM,
  BASE64,
  BASE64URL,
  DIGIT,
  DOT,
  ESCAPE,
  HEX_LOWER,
  HYPHEN,
  isBlank,
  isOf,
  LOWER,
  NEWLINE,
  RETURN,
  SPACE,
  UPPER,
  WORD,
} from '../scan/characters.js';
import type { Range, RedactionRule } from '../scan/rule.js';
import type { Subject } from '../scan/subject.js';
import { skipBlanks } from '../values/value-range.js';
import { filler, HEX, join, UPPER_DIGITS } from './examples.js';

interface TokenShape {
  readonly id: string;
  readonly prefixes: readonly string[];
  /** The characters after the prefix, and how many there are at least and, where the format is exact, at most. */
  readonly classes: number;
  readonly least: number;
  readonly most?: number;
  /** The alphabet the example is made from. */
  readonly alphabet?: string;
  /** For prefixes that clean text may show: at least one digit must follow. */
  readonly needsDigit?: boolean;
  readonly counterexample: string;
}

const LONGEST_TOKEN = 4096;
const EDGE = '{edge}';
const LETTERS_OR_DOT = BASE64URL | DOT;

const shapes: readonly TokenShape[] = [
  {
    id: 'aws-access-key',
    prefixes: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    classes: UPPER | DIGIT,
    least: 16,
    most: 16,
    alphabet: UPPER_DIGITS,
    counterexample: 'AKIA is the prefix of a key; MAKIAVELLI0123456789 is not',
  },
  {
    id: 'github',
    prefixes: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    classes: WORD,
    least: 36,
    counterexample: 'ghp_tooshort and ghs_',
  },
  {
    id: 'github-fine-grained',
    prefixes: ['github_pat_'],
    classes: WORD,
    least: 36,
    counterexample: 'github_pat_ is the prefix',
  },
  {
    id: 'gitlab',
    prefixes: [
      'glpat-',
      'gldt-',
      'glrt-',
      'glrtr-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glsoat-',
      'glffct-',
      'glwt-',
      'GR1348941',
    ],
    classes: LETTERS_OR_DOT,
    least: 20,
    counterexample: 'glpat-short, glft-1',
  },
  {
    id: 'concord',
    prefixes: ['ccd_'],
    classes: ALNUM,
    least: 49,
    counterexample: 'ccd_ is the prefix of a token; ccd_tooshort is none',
  },
  {
    id: 'npm',
    prefixes: ['npm_'],
    classes: ALNUM,
    least: 36,
    needsDigit: true,
    counterexample: 'npm_config_registry npm_lifecycle_event',
  },
  {
    id: 'pypi',
    prefixes: ['pypi-'],
    classes: BASE64URL,
    least: 50,
    needsDigit: true,
    counterexample: 'pypi-server-2.0, pypi-publish',
  },
  {
    id: 'slack',
    prefixes: [
      'xoxa-',
      'xoxb-',
      'xoxc-',
      'xoxd-',
      'xoxe-',
      'xoxo-',
      'xoxp-',
      'xoxr-',
      'xoxs-',
      'xoxe.xoxb-',
      'xoxe.xoxp-',
      'xapp-',
    ],
    classes: BASE64URL,
    least: 10,
    needsDigit: true,
    counterexample: 'xoxb-tokens begin so, xapp-level',
  },
  {
    id: 'stripe',
    prefixes: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'],
    classes: ALNUM,
    least: 16,
    counterexample: 'sk_test_mode rk_live_',
  },
  { id: 'stripe-webhook', prefixes: ['whsec_'], classes: BASE64, least: 24, counterexample: 'whsec_secret' },
  {
    id: 'twilio',
    prefixes: ['{edge}SK{hex}'],
    classes: HEX_LOWER,
    least: 31,
    most: 31,
    alphabet: HEX,
    counterexample: 'RISK00 and TASK0123456789abcdef0123456789abcdef',
  },
  {
    id: 'mailgun',
    prefixes: ['key-{hex}'],
    classes: HEX_LOWER,
    least: 31,
    most: 31,
    alphabet: HEX,
    counterexample: 'key-down, key-0123',
  },
  { id: 'google-api-key', prefixes: ['AIza'], classes: BASE64URL, least: 35, most: 35, counterexample: 'AIzaShort' },
  { id: 'google-oauth', prefixes: ['ya29.'], classes: LETTERS_OR_DOT, least: 20, counterexample: 'ya29. is a prefix' },
  { id: 'google-client-secret', prefixes: ['GOCSPX-'], classes: BASE64URL, least: 20, counterexample: 'GOCSPX-…' },
  {
    id: 'google-refresh',
    prefixes: ['1//0'],
    classes: BASE64URL,
    least: 40,
    needsDigit: true,
    counterexample: '1//0 is a comment',
  },
  {
    id: 'digitalocean',
    prefixes: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    classes: HEX_LOWER,
    least: 64,
    alphabet: HEX,
    counterexample: 'dop_v1_short',
  },
  { id: 'heroku', prefixes: ['HRKU-'], classes: BASE64URL, least: 36, counterexample: 'HRKU-1' },
  {
    id: 'shopify',
    prefixes: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    classes: HEX_LOWER | ALNUM,
    least: 32,
    alphabet: HEX,
    counterexample: 'shpat_token',
  },
  {
    id: 'square',
    prefixes: ['sq0atp-', 'sq0csp-', 'sq0idp-'],
    classes: BASE64URL,
    least: 22,
    counterexample: 'sq0atp-short',
  },
  {
    id: 'square-access',
    prefixes: ['EAAA'],
    classes: BASE64URL,
    least: 60,
    most: 60,
    needsDigit: true,
    counterexample: 'AAEAAAD EAAA',
  },
  {
    id: 'openai',
    prefixes: ['sk-{alnum}'],
    classes: BASE64URL,
    least: 31,
    needsDigit: true,
    counterexample: 'sk-learn, task-0123456789-0123456789-0123456789-0123456789',
  },
  { id: 'anthropic', prefixes: ['sk-ant-'], classes: BASE64URL, least: 24, counterexample: 'sk-ant-api' },
  { id: 'huggingface', prefixes: ['hf_{alnum}'], classes: ALNUM, least: 29, counterexample: 'hf_hub_download' },
  {
    id: 'databricks',
    prefixes: ['dapi'],
    classes: HEX_LOWER | HYPHEN,
    least: 32,
    most: 36,
    alphabet: HEX,
    counterexample: 'dapi_client',
  },
  { id: 'docker', prefixes: ['dckr_pat_', 'dckr_oat_'], classes: BASE64URL, least: 24, counterexample: 'dckr_pat_x' },
  {
    id: 'grafana',
    prefixes: ['glc_', 'glsa_'],
    classes: WORD | BASE64,
    least: 32,
    needsDigit: true,
    counterexample: 'glc_count, glsa_',
  },
  {
    id: 'grafana-legacy',
    prefixes: ['eyJrIjoi'],
    classes: BASE64,
    least: 50,
    counterexample: 'eyJrIjoi begins {"k":"',
  },
  {
    id: 'new-relic',
    prefixes: ['NRAK-', 'NRII-', 'NRIQ-', 'NRRA-', 'NRSP-'],
    classes: ALNUM | HYPHEN,
    least: 24,
    alphabet: UPPER_DIGITS,
    counterexample: 'NRAK-1',
  },
  { id: 'pagerduty', prefixes: ['pdus+_', 'pdeu+_'], classes: BASE64URL, least: 20, counterexample: 'pdus+_' },
  { id: 'linear', prefixes: ['lin_api_', 'lin_oauth_'], classes: ALNUM, least: 32, counterexample: 'lin_api_client' },
  {
    id: 'notion',
    prefixes: ['secret_', 'ntn_'],
    classes: ALNUM,
    least: 40,
    needsDigit: true,
    counterexample: 'secret_access_key_of_the_account ntn_',
  },
  { id: 'postman', prefixes: ['PMAK-', 'PMAT-'], classes: ALNUM | HYPHEN, least: 26, counterexample: 'PMAK-1' },
  {
    id: 'sentry',
    prefixes: ['sntrys_', 'sntryu_', 'sntrya_'],
    classes: WORD | BASE64,
    least: 32,
    counterexample: 'sntrys_',
  },
  { id: 'vault', prefixes: ['hvs.', 'hvb.', 'hvr.'], classes: BASE64URL, least: 24, counterexample: 'hvs.read()' },
  {
    id: 'age',
    prefixes: ['AGE-SECRET-KEY-1'],
    classes: UPPER | DIGIT,
    least: 50,
    alphabet: UPPER_DIGITS,
    counterexample: 'AGE-SECRET-KEY-1 begins an identity',
  },
  {
    id: 'nuget',
    prefixes: ['oy2{abcdefghijklmnopqrstuvwxyz0123456789}'],
    classes: LOWER | DIGIT,
    least: 42,
    most: 42,
    alphabet: 'k7z2w9xb4rt6yc1',
    counterexample: 'boy2010 and oy2short',
  },
];

function rule(shape: TokenShape): RedactionRule {
  const example = join(
    shape.prefixes[0]!.replace(EDGE, '')
      .replace('{hex}', '7')
      .replace('{alnum}', 'q')
      .replace(/\{.*\}/, 'k'),
    filler(Math.min(shape.least, 64), shape.alphabet),
  );
  // A prefix with a class in it is longer as it is written than as it stands in a text; such a shape has no other.
  const classed = shape.prefixes[0]!.includes('{') ? shape.prefixes[0]!.replace(/\{[^}]*\}/g, '?').length : undefined;
  return {
    id: shape.id,
    triggers: shape.prefixes,
    check: (subject, at, trigger) => checkToken(shape, subject, at, trigger, classed ?? trigger.length),
    example: { text: `found ${example} in the log`, secret: example },
    counterexample: shape.counterexample,
  };
}

function checkToken(
  shape: TokenShape,
  subject: Subject,
  at: number,
  trigger: string,
  length: number,
): Range | undefined {
  const start = trigger.charCodeAt(0) === 123 ? at + 1 : at;
  if (!subject.opensAt(start)) return undefined;
  const from = at + length;
  const run = subject.run(from, shape.classes, LONGEST_TOKEN);
  if (run < shape.least && mayGoOn(subject.at(from + run))) return brokenToken(shape, subject, start, from, run);
  if (run < shape.least || run > (shape.most ?? LONGEST_TOKEN)) return undefined;
  if (shape.most !== undefined && isOf(subject.at(from + run), ALNUM)) return undefined;
  if (shape.needsDigit && !subject.hasDigit(from, from + Math.min(run, 40))) return undefined;
  let to = from + run;
  // A full stop after a token ends the sentence.
  while (to > from && subject.at(to - 1) === 46) to--;
  return { from: start, to };
}

/** A colour code, or the end of a line. */
const mayGoOn = (code: number) => code === ESCAPE || code === NEWLINE || code === RETURN;

/** How often a token may be broken. */
const MOST_BREAKS = 8;

/** A token that colour codes or the edge of a terminal have broken: what follows each break goes on with it. */
function brokenToken(
  shape: TokenShape,
  subject: Subject,
  start: number,
  from: number,
  first: number,
): Range | undefined {
  let length = first;
  let to = from + first;
  for (let breaks = 0; breaks < MOST_BREAKS; breaks++) {
    const next = afterBreak(subject, to, length);
    const run = next === undefined ? 0 : subject.run(next, shape.classes, LONGEST_TOKEN);
    if (next === undefined || run === 0) break;
    length += run;
    to = next + run;
  }
  if (length < shape.least || length > (shape.most ?? LONGEST_TOKEN) || to === from + first) return undefined;
  if (shape.most !== undefined && isOf(subject.at(to), ALNUM)) return undefined;
  return /\d/.test(subject.text.slice(from, Math.min(to, from + 80))) ? { from: start, to } : undefined;
}

/** Where a token goes on behind a colour code, or behind the end of a line that is full: at the edge of a terminal no blank stands. */
function afterBreak(subject: Subject, at: number, length: number): number | undefined {
  if (subject.at(at) === ESCAPE) {
    const next = skipBlanks(subject, at);
    return isBlank(subject.at(next - 1)) ? undefined : next;
  }
  let line = at;
  while (at - line < FULL_LINE && subject.at(line - 1) >= SPACE) line--;
  if (length < 4 || at - line < FULL_LINE) return undefined;
  const next = subject.at(at) === RETURN ? at + 1 : at;
  return subject.at(next) === NEWLINE ? next + 1 : undefined;
}

/** A line of at least this many characters may have been broken by a terminal. */
const FULL_LINE = 60;

/** Tokens that providers mark with a prefix. */
export const tokenRules: readonly RedactionRule[] = /* @__PURE__ */ shapes.map(rule);
