import { ESCAPE, isOf, LETTER, NEWLINE, RETURN, SPACE } from '../scan/characters.js';
import type { RedactionRule } from '../scan/rule.js';
import type { Subject } from '../scan/subject.js';

/** Shorter forms are not looked for in pieces: their ends would be no trigger. */
const LEAST = 16;
/** Longer ones would hold back too much of a stream. */
const MOST = 120;
/** How much of a form stands unbroken at one of its ends, whichever place a single break is at. */
const END = 8;
const MOST_BREAKS = 4;
const LONGEST_BREAK = 15;
/** A line of at least this many characters may have been broken by a terminal, or by a program that writes base64. */
const FULL_LINE = 60;

type Check = RedactionRule['check'];

/**
 * The triggers of a form that colour codes or the end of a full line have broken, its beginning and its end, each with the check that finds
 * all of it; `mask` is asked for the range of what was found.
 */
export function brokenForms(
  form: string,
  mask: (subject: Subject, from: number, to: number) => { readonly from: number; readonly to: number },
): readonly { readonly trigger: string; readonly check: Check; readonly lead: number }[] {
  if (form.length < LEAST || form.length > MOST) return [];
  const goOn: Check = (subject, at) => {
    const to = matched(subject, form, at + END, END, 1);
    return to === undefined ? undefined : mask(subject, at, to);
  };
  const goBack: Check = (subject, at) => {
    const from = matched(subject, form, at - 1, form.length - END - 1, -1);
    return from === undefined ? undefined : mask(subject, from + 1, at + END);
  };
  return [
    { trigger: form.slice(0, END), check: goOn, lead: 1 },
    { trigger: form.slice(-END), check: goBack, lead: form.length + MOST_BREAKS * LONGEST_BREAK },
  ];
}

/** Where the rest of a form has been passed, read from `at` in steps of one; undefined where something else stands, or nothing broke it. */
function matched(subject: Subject, form: string, at: number, index: number, step: 1 | -1): number | undefined {
  let breaks = 0;
  let place = at;
  for (let i = index; i >= 0 && i < form.length; ) {
    if (subject.at(place) === form.charCodeAt(i)) {
      place += step;
      i += step;
      continue;
    }
    const next = step === 1 ? behindBreak(subject, place) : beforeBreak(subject, place);
    if (next === undefined || ++breaks > MOST_BREAKS) return undefined;
    place = next;
  }
  return breaks === 0 ? undefined : place;
}

/** Where the text goes on behind a colour code or the end of a full line that begins at `at`. */
function behindBreak(subject: Subject, at: number): number | undefined {
  if (subject.at(at) === ESCAPE) {
    if (subject.at(at + 1) !== 91) return undefined;
    let end = at + 2;
    while (end - at < LONGEST_BREAK && isParameter(subject.at(end))) end++;
    return isOf(subject.at(end), LETTER) ? end + 1 : undefined;
  }
  const newline = subject.at(at) === RETURN ? at + 1 : at;
  return subject.at(newline) === NEWLINE && isFull(subject, at) ? newline + 1 : undefined;
}

/** The character before a colour code or the end of a full line that ends at `at`. */
function beforeBreak(subject: Subject, at: number): number | undefined {
  if (subject.at(at) === NEWLINE) {
    const before = subject.at(at - 1) === RETURN ? at - 2 : at - 1;
    return isFull(subject, before + 1) ? before : undefined;
  }
  if (!isOf(subject.at(at), LETTER)) return undefined;
  let begin = at - 1;
  while (at - begin < LONGEST_BREAK && isParameter(subject.at(begin))) begin--;
  return subject.at(begin) === 91 && subject.at(begin - 1) === ESCAPE ? begin - 2 : undefined;
}

/** Digits, `:`, `;` and `?`. */
const isParameter = (code: number) => (code >= 48 && code <= 59) || code === 63;

/** Whether a line that ends at `end` is as long as one that is broken at an edge. */
function isFull(subject: Subject, end: number): boolean {
  let begin = end;
  while (end - begin < FULL_LINE && subject.at(begin - 1) >= SPACE) begin--;
  return end - begin >= FULL_LINE;
}
