import {
  AMPERSAND,
  BACKSLASH,
  COLON,
  COMMA,
  EQUALS,
  ESCAPE,
  endsWord,
  GREATER,
  isBlank,
  isOf,
  isQuote,
  LESS,
  LETTER,
  markCharacters,
  NEWLINE,
  RETURN,
  SEMICOLON,
  SLASH,
  WORD,
} from '../scan/characters.js';
import type { Subject } from '../scan/subject.js';

/** No value is longer; what is beyond is text again. */
export const LONGEST_VALUE = 16_384;
const LONGEST_ESCAPE = 15;

/** An opening quote, with as many backslashes before it as its text is levels deep in other strings. */
export interface Quote {
  readonly code: number;
  readonly backslashes: number;
  /** Where the quoted text begins. */
  readonly inner: number;
}

/** Reads an opening quote, escaped or not. */
export function quoteAt(subject: Subject, from: number): Quote | undefined {
  let at = from;
  while (at - from < LONGEST_ESCAPE && subject.at(at) === BACKSLASH) at++;
  const code = subject.at(at);
  return isQuote(code) ? { code, backslashes: at - from, inner: at + 1 } : undefined;
}

/** Where the quoted text ends: at its own closing quote, at that of a string around it, or with the line. */
export function quotedEnd(subject: Subject, quote: Quote): number {
  const { code, backslashes, inner } = quote;
  let run = 0;
  for (let at = inner; at < inner + LONGEST_VALUE; at++) {
    const here = subject.at(at);
    if (here === BACKSLASH) {
      run++;
      continue;
    }
    if (here === code) {
      const beyond = run - backslashes;
      if (beyond <= 0) return at - run;
      // What is left over are backslashes of the text itself, two for each; an odd one escapes the quote.
      if (Math.floor(beyond / (backslashes + 1)) % 2 === 0) return at - backslashes;
    }
    if (here === -1 || here === NEWLINE || here === RETURN) return at;
    run = 0;
  }
  return inner + LONGEST_VALUE;
}

/** The characters at which an unquoted value may end. */
const MAY_END = /* @__PURE__ */ markCharacters(
  code => endsWord(code) || isQuote(code) || ';\\,&<>'.includes(String.fromCharCode(code)),
);

/** Where an unquoted value ends. Marks end it only where they separate: a password may hold them too. */
export function unquotedEnd(subject: Subject, from: number): number {
  const limit = from + LONGEST_VALUE;
  let at = subject.seek(from, limit, MAY_END);
  for (; at < limit; at = subject.seek(at + 1, limit, MAY_END)) {
    const here = subject.at(at);
    if (endsWord(here) || isQuote(here) || here === SEMICOLON) break;
    if (here === BACKSLASH && endsAtEscape(subject, at)) break;
    if ((here === COMMA || here === AMPERSAND) && separates(subject, at)) break;
    if (here === LESS && (isOf(subject.at(at + 1), LETTER) || subject.at(at + 1) === SLASH)) break;
    if (here === GREATER && (endsWord(subject.at(at + 1)) || subject.at(at + 1) === LESS)) break;
    // A backslash that stays takes the next character along, so that no escape is torn apart.
    if (here === BACKSLASH && !endsWord(subject.at(at + 1))) at++;
  }
  return withoutClosers(subject, from, Math.min(at, subject.end));
}

/** `\n`, `\r`, `\t`, `\"`, `\u00…`: the text is the inside of a string, and there the value ends. */
function endsAtEscape(subject: Subject, at: number): boolean {
  const next = subject.at(at + 1);
  if (next === BACKSLASH) return quoteAt(subject, at) !== undefined;
  if (next === 117) return subject.at(at + 2) === 48 && subject.at(at + 3) === 48;
  return isQuote(next) || next === 110 || next === 114 || next === 116;
}

/** A comma or an ampersand before the next pair, an entity, a blank or a quote. */
function separates(subject: Subject, at: number): boolean {
  const next = subject.at(at + 1);
  if (endsWord(next) || isQuote(next) || next === BACKSLASH || next === AMPERSAND || next === 123 || next === 91)
    return true;
  const name = subject.run(at + 1, WORD, 32);
  const after = subject.at(at + 1 + name);
  return name > 0 && (after === EQUALS || after === COLON || after === SEMICOLON || after === 91);
}

/** Gives back closing brackets that were opened before the value, and the full stop of a sentence. */
function withoutClosers(subject: Subject, from: number, to: number): number {
  let end = to;
  while (end > from && to - end < 4) {
    const last = subject.at(end - 1);
    const opener = last === 41 ? '(' : last === 93 ? '[' : last === 125 ? '{' : '';
    const closes = opener !== '' && !subject.text.slice(Math.max(from, end - 64), end).includes(opener);
    const stops = (last === 46 || last === COMMA) && endsWord(subject.at(end));
    if (!closes && !stops) break;
    end--;
  }
  return end;
}

/** Skips blanks and the colour codes of terminals, up to a bound. */
export function skipBlanks(subject: Subject, from: number): number {
  let at = from;
  while (at - from < 40) {
    const here = subject.at(at);
    if (isBlank(here)) at++;
    else if (here === ESCAPE && subject.at(at + 1) === 91) at = colourEnd(subject, at + 2);
    else break;
  }
  return at;
}

/** Behind the letter that ends a colour code whose digits begin at `from`. */
function colourEnd(subject: Subject, from: number): number {
  let at = from;
  while (at - from < 20 && subject.at(at) >= 48 && subject.at(at) <= 59) at++;
  return isOf(subject.at(at), LETTER) ? at + 1 : at;
}
