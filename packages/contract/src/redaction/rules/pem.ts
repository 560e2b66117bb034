import { DOUBLE_QUOTE, NEWLINE } from '../scan/characters.js';
import type { Range, RedactionRule } from '../scan/rule.js';
import type { Subject } from '../scan/subject.js';
import { filler, join } from './examples.js';

/** A block that does not end is masked to here. */
export const LONGEST_BLOCK = 16_384;

const LABEL = /^[A-Z0-9 ]{0,48}(?:PRIVATE KEY|CERTIFICATE)[A-Z0-9 ]{0,24} ?-{4,5}/;

function checkPem(subject: Subject, at: number, trigger: string): Range | undefined {
  const label = LABEL.exec(subject.slice(at + trigger.length, at + trigger.length + 96));
  if (label === null) return undefined;
  const body = at + trigger.length + label[0].length;
  const block = subject.text.slice(body, at + LONGEST_BLOCK);
  const dashes = trigger.startsWith('-----') ? '-----' : '----';
  const end = block.indexOf(trigger.replace('BEGIN', 'END'));
  const close = end < 0 ? -1 : block.indexOf(dashes, end + dashes.length + 1);
  if (close >= 0) {
    const to = close + dashes.length;
    if (balanced(block, to)) return { from: at, to: body + to };
  } else subject.at(at + LONGEST_BLOCK - 1);
  // Without an end, a quote still ends the string that the block stands in.
  const quote = block.indexOf('"');
  return { from: at, to: body + (quote < 0 ? block.length : backslashesBefore(block, quote)) };
}

/** True when the block leaves as many strings as it enters, so that JSON around it stays JSON. */
function balanced(block: string, to: number): boolean {
  let quotes = 0;
  for (let i = block.indexOf('"'); i >= 0 && i < to; i = block.indexOf('"', i + 1)) quotes++;
  return quotes % 2 === 0;
}

function backslashesBefore(block: string, at: number): number {
  let start = at;
  while (start > 0 && block.charCodeAt(start - 1) === 92) start--;
  return start;
}

/** A PuTTY key runs to the end of its `Private-MAC` line. */
function checkPutty(subject: Subject, at: number, trigger: string): Range | undefined {
  if (!/^[1-9]: ?[a-z]/.test(subject.slice(at + trigger.length, at + trigger.length + 4))) return undefined;
  const block = subject.text.slice(at, at + LONGEST_BLOCK);
  const mac = block.indexOf('Private-MAC:');
  if (mac < 0) {
    subject.at(at + LONGEST_BLOCK - 1);
    const quote = block.indexOf('"');
    return { from: at, to: at + (quote < 0 ? block.length : backslashesBefore(block, quote)) };
  }
  let to = at + mac;
  for (; to < at + mac + 160; to++) {
    const code = subject.at(to);
    if (code === -1 || code === NEWLINE || code === 13 || code === 92 || code === DOUBLE_QUOTE) break;
  }
  return { from: at, to };
}

const body = filler(64);
const key = join('-----BEGIN RSA PRIV', 'ATE KEY-----\n', body, '\n-----END RSA PRIV', 'ATE KEY-----');
const ssh2 = join(
  '---- BEGIN SSH2 ENCRYPTED PRIV',
  'ATE KEY ----\n',
  body,
  '\n---- END SSH2 ENCRYPTED PRIV',
  'ATE KEY ----',
);
const putty = join('PuTTY-User-Key-', 'File-3: ssh-ed25519\nPrivate-Lines: 1\n', body, '\nPrivate-MAC: ', filler(40));

/** Private keys and certificates in their text forms. */
export const pemRules: readonly RedactionRule[] = [
  {
    id: 'pem',
    triggers: ['-----BEGIN '],
    check: checkPem,
    example: { text: `read ${key} from disk`, secret: body },
    counterexample: '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----',
  },
  {
    id: 'ssh-private-key',
    triggers: ['---- BEGIN '],
    check: checkPem,
    example: { text: ssh2, secret: body },
    counterexample: '---- BEGIN SSH2 PUBLIC KEY ----',
  },
  {
    id: 'putty',
    triggers: ['PuTTY-User-Key-File-'],
    check: checkPutty,
    example: { text: putty, secret: body },
    counterexample: 'PuTTY-User-Key-File-format',
  },
];
