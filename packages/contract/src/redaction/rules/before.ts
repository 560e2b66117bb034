import { LOOKBEHIND, type Subject } from '../scan/subject.js';

const COLOUR = /\x1b\[[\d;:?]{0,20}[A-Za-z]/g;
const ESCAPED = /\\[nrt]/g;

/** What stands before `at`, without colour codes, and with the line breaks and tabs of a string around it as they are meant. */
export function textBefore(subject: Subject, at: number): string {
  const text = subject.behind(at, LOOKBEHIND - 16);
  const plain = text.includes('\x1b') ? text.replace(COLOUR, '') : text;
  return plain.includes('\\') ? plain.replace(ESCAPED, '\n') : plain;
}
