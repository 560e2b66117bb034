import {
  ALNUM,
  BASE64,
  BASE64URL,
  DIGIT,
  DOT,
  HEX_LOWER,
  isOf,
  markCharacters,
  SLASH,
  TILDE,
  WORD,
} from '../scan/characters.js';
import { PLACEHOLDER, type Range, type RedactionRule } from '../scan/rule.js';
import type { Subject } from '../scan/subject.js';
import { filler, HEX, join } from './examples.js';

const LONGEST_PART = 8192;

/** Three parts of base64url with full stops between them; header and payload are JSON objects. */
function checkJwt(subject: Subject, at: number): Range | undefined {
  if (!subject.opensAt(at, BASE64URL)) return undefined;
  const header = subject.run(at, BASE64URL, LONGEST_PART);
  const payload = at + header + 1;
  if (header < 10 || !subject.has('.eyJ', payload - 1)) return undefined;
  const length = subject.run(payload, BASE64URL, LONGEST_PART);
  if (length < 4 || subject.at(payload + length) !== 46) return undefined;
  const signature = payload + length + 1;
  return { from: at, to: signature + subject.run(signature, BASE64URL, LONGEST_PART) };
}

function checkSendGrid(subject: Subject, at: number): Range | undefined {
  if (!subject.opensAt(at)) return undefined;
  const id = subject.run(at + 3, BASE64URL, 64);
  if (id < 16 || id > 32 || subject.at(at + 3 + id) !== 46) return undefined;
  const secret = subject.run(at + 4 + id, BASE64URL, 128);
  return secret >= 32 ? { from: at, to: at + 4 + id + secret } : undefined;
}

/** `123456789:AA…`: the number names the bot, the rest is secret. */
function checkTelegram(subject: Subject, at: number): Range | undefined {
  let start = at;
  while (at - start < 12 && isOf(subject.at(start - 1), DIGIT)) start--;
  const digits = at + 1 - start;
  const run = subject.run(at + 2, BASE64URL, 64);
  return digits >= 8 && digits <= 10 && run >= 33 && run <= 36 ? { from: at + 2, to: at + 2 + run } : undefined;
}

/** The first part is a number in base64; then come a time and a signature. */
function checkDiscord(subject: Subject, at: number): Range | undefined {
  if (!subject.opensAt(at, BASE64URL)) return undefined;
  const id = subject.run(at, ALNUM, 40);
  if (id < 22 || id > 28 || subject.at(at + id) !== 46) return undefined;
  const time = subject.run(at + id + 1, BASE64URL, 16);
  if (time < 5 || time > 7 || subject.at(at + id + 1 + time) !== 46) return undefined;
  const signature = at + id + time + 2;
  const length = subject.run(signature, BASE64URL, 64);
  return length >= 27 && length <= 45 ? { from: at, to: signature + length } : undefined;
}

/** Client secrets of Entra ID: three characters, a digit, `Q~`, and 31 to 34 more. */
function checkEntra(subject: Subject, at: number): Range | undefined {
  const classes = BASE64URL | DOT | TILDE;
  for (let i = 1; i <= 3; i++) if (!isOf(subject.at(at - i), classes)) return undefined;
  const run = subject.run(at + 3, classes, 64);
  return run >= 31 && run <= 36 ? { from: at - 3, to: at + 3 + run } : undefined;
}

/** The path of a webhook is its password. */
function checkWebhook(subject: Subject, at: number, trigger: string): Range | undefined {
  const from = at + trigger.length;
  let to = from;
  while (to - from < 256 && (isOf(subject.at(to), BASE64URL) || subject.at(to) === SLASH)) to++;
  return to - from >= 30 ? { from, to } : undefined;
}

/** The 40 characters beside the label of an AWS secret key, whatever stands between. */
function checkAwsSecret(subject: Subject, at: number, trigger: string): Range | undefined {
  const label = at + trigger.length;
  for (let i = label; i < label + 24; i++) {
    const code = subject.at(i);
    if (code === 10 || code === -1 || code === 91) return undefined;
    if (!isOf(code, ALNUM) && code !== SLASH && code !== 43) continue;
    const run = subject.run(i, BASE64, 64);
    if (run >= 40 && run <= 42) return { from: i, to: i + run };
    i += run;
  }
  return undefined;
}

/** A licence key is hexadecimal and ends in its mark. */
function checkNewRelicLicense(subject: Subject, at: number): Range | undefined {
  let from = at;
  while (at - from < 37 && isOf(subject.at(from - 1), HEX_LOWER)) from--;
  return at - from === 36 && !isOf(subject.at(at + 4), ALNUM) ? { from, to: at + 4 } : undefined;
}

/** A provider's name, and soon after it on the same line a sign and a value of the length its keys have. */
function checkLabelled(subject: Subject, at: number, trigger: string, lengths: readonly number[]): Range | undefined {
  const label = at + trigger.length;
  let from = subject.seek(label, label + 32, ENDS_LABEL);
  let signed = false;
  for (; from - label < 40 && LABEL_END.includes(subject.at(from)); from++) signed ||= isSign(subject.at(from));
  if (!signed) return undefined;
  const run = subject.run(from, BASE64URL, 48);
  return lengths.includes(run) && subject.hasDigit(from, from + run) && IN_ASCII.test(subject.text.slice(label, from))
    ? { from, to: from + run }
    : undefined;
}

const IN_ASCII = /^[\0-\x7f]*$/;
const ENDS_LABEL = /* @__PURE__ */ markCharacters(code => !isOf(code, BASE64URL) && code !== 32);

/** What stands between a label and its value: `=`, `:`, quotes and blanks. */
const LABEL_END = [61, 58, 34, 39, 92, 32];
const isSign = (code: number) => code === 61 || code === 58;

/** `Bearer` and an opaque token, outside a header. */
function checkBearer(subject: Subject, at: number): Range | undefined {
  const from = at + 7;
  if (!subject.opensAt(at) || subject.has(PLACEHOLDER, from)) return undefined;
  const run = subject.run(from, WORD | BASE64 | BASE64URL | DOT | TILDE, 4096);
  return run >= 20 && /\d/.test(subject.text.slice(from, from + Math.min(run, 64)))
    ? { from, to: from + run }
    : undefined;
}

const jwt = join('ey', 'JhbGciOiJIUzI1NiJ9', '.ey', 'JzdWIiOiIxMjM0In0', '.', filler(43));
const sendGrid = join('S', 'G.', filler(22), '.', filler(43));
const telegram = join('A', 'A', filler(33));
const discord = join('MT', 'Iz', filler(22), '.', filler(6), '.', filler(38));
const entra = join('aB3', '8', 'Q~', filler(34));
const slackPath = join('T', filler(10), '/B', filler(10), '/', filler(24));
const discordPath = join('1234567890', '12345678/', filler(68));
const awsSecret = filler(40);
const license = join(filler(36, HEX), 'NR', 'AL');
const herokuKey = '7e1c94b0-6fa2-4d85-93b1-0c8e5f7a2d46';

/** Tokens that are recognised by how they are put together. */
export const structuredRules: readonly RedactionRule[] = [
  {
    id: 'jwt',
    triggers: ['eyJ{alnum}'],
    check: checkJwt,
    example: { text: `session ${jwt} ok`, secret: jwt },
    counterexample: 'eyJhbGciOiJIUzI1NiJ9 alone, eyJhbGciOiJIUzI1NiJ9.notjson',
  },
  {
    id: 'sendgrid',
    triggers: ['SG.{alnum}'],
    check: checkSendGrid,
    example: { text: sendGrid, secret: sendGrid },
    counterexample: 'MSG.Text and SG.Core.Library',
  },
  {
    id: 'telegram',
    triggers: ['{digit}:AA'],
    check: checkTelegram,
    example: { text: `bot 123456789:${telegram}`, secret: telegram },
    counterexample: 'at 12:AAron, 00:AA:BB:CC:DD:EE',
  },
  {
    id: 'discord',
    triggers: ['M{Tjz}{AEIMQUYcgk}{wxyz012345}', 'N{DTjz}{AEIMQUYcgk}{wxyz012345}', 'O{DT}{AEIMQUYcgk}{wxyz012345}'],
    check: checkDiscord,
    example: { text: discord, secret: discord },
    counterexample: 'MTIzNDU2Nzg5MDEyMzQ1Njc4 is a number',
  },
  {
    id: 'discord-webhook',
    triggers: ['/api/webhooks/'],
    check: checkWebhook,
    example: { text: `https://discord.com/api/webhooks/${discordPath}`, secret: discordPath },
    counterexample: 'POST /api/webhooks/incoming',
  },
  {
    id: 'slack-webhook',
    triggers: ['hooks.slack.com/services/', 'hooks.slack.com/workflows/', 'hooks.slack.com/triggers/'],
    check: checkWebhook,
    example: { text: `https://hooks.slack.com/services/${slackPath}`, secret: slackPath },
    counterexample: 'https://hooks.slack.com/services/ is the address',
  },
  {
    id: 'azure-client-secret',
    triggers: ['{78}Q~{alnum}', '{78}Q~{-_.~}'],
    lead: 3,
    check: checkEntra,
    example: { text: `secret value ${entra}`, secret: entra },
    counterexample: 'abc8Q~short',
  },
  {
    id: 'aws-secret-key',
    triggers: ['_', '-', '.', ' ', ''].map(mark => ['secret', 'access', 'key'].join(mark)),
    anyCase: true,
    check: checkAwsSecret,
    example: { text: `Secret access key   ${awsSecret}`, secret: awsSecret },
    counterexample: 'the secret access key is shown once',
  },
  {
    id: 'new-relic-license',
    triggers: ['NRAL'],
    lead: 37,
    check: checkNewRelicLicense,
    example: { text: `license ${license}`, secret: license },
    counterexample: 'abcNRAL and NRALEX',
  },
  {
    id: 'pagerduty-key',
    triggers: ['pagerduty'],
    anyCase: true,
    check: (subject, at, trigger) => checkLabelled(subject, at, trigger, [20, 32]),
    example: { text: `PAGERDUTY_ROUTING=${filler(20)}`, secret: filler(20) },
    counterexample: 'pagerduty: notified the engineer on call',
  },
  {
    id: 'heroku-key',
    triggers: ['heroku'],
    anyCase: true,
    check: (subject, at, trigger) => checkLabelled(subject, at, trigger, [36]),
    example: { text: `heroku auth: ${herokuKey}`, secret: herokuKey },
    counterexample: 'heroku run 7e1c94b0-6fa2-4d85-93b1-0c8e5f7a2d46',
  },
  {
    id: 'bearer',
    triggers: ['bearer '],
    anyCase: true,
    check: checkBearer,
    example: { text: `curl with Bearer ${filler(32)}`, secret: filler(32) },
    counterexample: 'a bearer token is expected, Bearer authentication',
  },
];
