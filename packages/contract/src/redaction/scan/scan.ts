import { CHUNK, chunkView, encodeChunk, hasEncoder } from './chunk.js';
import { WINDOW } from './patterns.js';
import type { Plan, Trigger } from './plan.js';
import { PLACEHOLDER, type Range } from './rule.js';
import type { Subject } from './subject.js';
import type { Tally } from './tally.js';

/** The bits of the first and second places in a window, and those of the third, in both halves of the triggers. */
const FIRST_TWO = 0b011011;
const THIRD = 0b100100;
const FIRST = 0b001001;

/** Collects what a scan finds: the text so far, and totals. */
export interface Findings {
  /** The text so far, with its secrets masked. Joined by `+`: the pieces of a long text are copied once, when it is read. */
  masked: string;
  /** Until where `masked` covers the text. */
  cursor: number;
  count: number;
  readonly rules: Set<string>;
  /** Counts each secret once, where that is wanted. */
  tally: Tally | undefined;
}

/** Fewer characters between a trigger and its range hold no other secret. */
const SHORTEST_BETWEEN = 8;

/** Below this length a scan reads the string itself: handing it to the encoder would cost more. */
const SHORT = 384;

/**
 * Judges every window that begins at `from` or later and lies in the subject, and masks what the rules find. Returns the
 * first window that is not judged: a check wants more text, or the text ends.
 *
 * Two characters in three are never looked at: a window of four holds three pairs of neighbours, so looking at every third pair
 * meets each window once, whatever the phase, and windows are judged from left to right.
 */
export function scan(plan: Plan, subject: Subject, from: number, findings: Findings): number {
  let window = from;
  while (window <= subject.end - WINDOW) {
    const base = window;
    const size = Math.min(CHUNK, subject.end - base);
    const encoded = size > SHORT && hasEncoder ? encodeChunk(subject.text, base, size) : undefined;
    subject.readBytes(encoded, base, size);
    const bytes = encoded === undefined ? undefined : chunkView;
    const last = base + size - WINDOW;
    while (window <= last) {
      if (window === subject.floor) {
        window = judgeEdge(plan, subject, window, findings);
        if (subject.starved) return window;
        if (window > last) break;
      }
      const sample =
        bytes === undefined
          ? nextInString(plan.pairs, subject.text, window + 2, last + 2)
          : base + nextInBytes(plan.pairs, bytes, window + 2 - base, last + 2 - base);
      window = judgeSample(plan, subject, sample, last, findings, bytes, base);
      if (subject.starved) return window;
    }
  }
  return window;
}

/**
 * Judges the windows that begin at `sample` - 2, - 1 and `sample`; from `bytes`, which begin at `base`, where there are some.
 * Returns the first window that is not judged.
 */
function judgeSample(
  plan: Plan,
  subject: Subject,
  sample: number,
  last: number,
  findings: Findings,
  bytes: DataView | undefined,
  base: number,
): number {
  const end = Math.min(sample, last);
  for (let window = sample - 2; window <= end; window++) {
    const key = bytes === undefined ? windowAt(subject.text, window) : bytes.getInt32(window - base, true);
    const triggers = agrees(plan.pairs, key) ? plan.windows.get(key) : undefined;
    if (triggers === undefined) continue;
    for (let i = 0; i < triggers.length; i++) {
      if (!mayFit(subject, triggers[i]!, window)) continue;
      const range = examine(subject, triggers[i]!, window, bytes !== undefined);
      if (subject.starved) return window;
      if (range === undefined) continue;
      return maskFrom(plan, subject, window, range, triggers[i]!, findings);
    }
  }
  return end + 1;
}

/**
 * Masks a range, and before it what other rules find between its trigger and itself: `https://token:password@host` holds two
 * secrets. Returns where to go on: at the same window where a check wants more text.
 */
function maskFrom(
  plan: Plan,
  subject: Subject,
  window: number,
  range: Range,
  found: Trigger,
  findings: Findings,
): number {
  if (range.from - (window - found.offset + found.length) < SHORTEST_BETWEEN) {
    mask(subject, findings, range, found);
    return range.to;
  }
  let between: (Range & { readonly by: Trigger })[] | undefined;
  let { from } = range;
  let { to } = range;
  let masked = subject.floor;
  for (let at = window; at + WINDOW <= from; at++) {
    const key = windowAt(subject.text, at);
    const triggers = agrees(plan.pairs, key) ? plan.windows.get(key) : undefined;
    if (triggers === undefined) continue;
    for (let i = 0; i < triggers.length; i++) {
      const other =
        triggers[i] !== found && mayFit(subject, triggers[i]!, at)
          ? examine(subject, triggers[i]!, at, false)
          : undefined;
      if (subject.starved) return window;
      if (other === undefined || other.from >= from || other.from < masked) continue;
      if (other.to > from) {
        from = other.from;
        to = Math.max(to, other.to);
      } else {
        between ??= [];
        between.push({ from: other.from, to: other.to, by: triggers[i]! });
        masked = other.to;
        at = masked - 1;
      }
      break;
    }
  }
  if (between !== undefined) for (const other of between) mask(subject, findings, other, other.by);
  mask(subject, findings, { from, to }, found);
  return to;
}

/** Judges what begins right at the start of the text, or right behind a masked range. Returns where to go on. */
function judgeEdge(plan: Plan, subject: Subject, start: number, findings: Findings): number {
  let at = start;
  for (let i = 0; i < plan.edges.length; i++) {
    const { check, literal } = plan.edges[i]!;
    if (!fits(subject, plan.edges[i]!, 1, WINDOW, at - 1)) continue;
    const range = check(subject, at - 1, literal);
    if (subject.starved) return at;
    if (range === undefined) continue;
    mask(subject, findings, range, plan.edges[i]!);
    at = range.to;
    i = -1;
  }
  return at;
}

/** A first look at two characters that most windows fail: one more of the trigger, and the one behind it. */
function mayFit(subject: Subject, trigger: Trigger, window: number): boolean {
  const { probe, probeEither, followers } = trigger;
  const behind = window - trigger.offset + trigger.length;
  // What has not arrived yet is for the full look, which waits for it.
  if (behind >= subject.end) return true;
  if (probeEither >= 0) {
    const code = subject.at(window + probe);
    if (code !== probeEither && code !== trigger.probeOr) return false;
  }
  if (followers.length === 0) return true;
  const next = subject.at(behind);
  return next < 128 && followers[next] === 1;
}

/** Asks the places of a pattern from `first` up to `to`. */
function fits(subject: Subject, trigger: Trigger, first: number, to: number, at: number): boolean {
  const { either, or, pattern } = trigger;
  for (let i = first; i < to; i++) {
    const code = subject.at(at + i);
    if (code === either[i] || code === or[i]) continue;
    if (pattern[i]!.length < 3 || !pattern[i]!.includes(String.fromCharCode(code))) return false;
  }
  return true;
}

/** `exact` says that the window's characters are certain, not only their low bytes. */
function examine(subject: Subject, trigger: Trigger, window: number, exact: boolean): Range | undefined {
  const { offset, length } = trigger;
  const at = window - offset;
  if (at < subject.floor) return undefined;
  if (!fits(subject, trigger, 0, exact ? offset : length, at)) return undefined;
  if (exact && !fits(subject, trigger, offset + WINDOW, length, at)) return undefined;
  const range = trigger.check(subject, at, trigger.literal);
  return range === undefined || range.from < subject.floor ? undefined : range;
}

function mask(subject: Subject, findings: Findings, range: Range, by: Trigger): void {
  findings.masked += subject.text.slice(findings.cursor, range.from) + PLACEHOLDER;
  findings.cursor = range.to;
  findings.count++;
  findings.rules.add(by.id);
  findings.tally?.add(by.secret || subject.text.slice(range.from, range.to));
  subject.floor = range.to;
  subject.masked = true;
}

function windowAt(text: string, at: number): number {
  return (
    (text.charCodeAt(at) & 0xff) |
    ((text.charCodeAt(at + 1) & 0xff) << 8) |
    ((text.charCodeAt(at + 2) & 0xff) << 16) |
    ((text.charCodeAt(at + 3) & 0xff) << 24)
  );
}

/** True when the three pairs of a window have places that follow each other. */
function agrees(pairs: Uint8Array, window: number): boolean {
  const second = pairs[(window >>> 8) & 0xffff]! >> 1;
  return (pairs[window & 0xffff]! & second & (pairs[window >>> 16]! >> 2) & FIRST) !== 0;
}

/**
 * The next sample worth judging in bytes, or the first beyond `limit`. Each pair carries the bits of its places in windows, so a
 * window shows in at least two neighbouring pairs that follow each other's places. All three pairs around a sample are looked up
 * without asking, because one branch that is rarely taken costs less than several that are hard to predict.
 */
function nextInBytes(pairs: Uint8Array, bytes: DataView, from: number, limit: number): number {
  let i = from;
  for (; i <= limit; i += 3) {
    const four = bytes.getUint32(i - 1, true);
    const before = pairs[four & 0xffff]!;
    const here = pairs[(four >>> 8) & 0xffff]!;
    const after = pairs[four >>> 16]!;
    if ((here & (((after >> 1) & FIRST_TWO) | ((before << 1) & THIRD))) !== 0) break;
  }
  return i;
}

/** The same in a string, where reading is the dearer part. Beyond the end it reads NaN, whose low byte is 0. */
function nextInString(pairs: Uint8Array, text: string, from: number, limit: number): number {
  let i = from;
  for (; i <= limit; i += 3) {
    const first = text.charCodeAt(i) & 0xff;
    const second = text.charCodeAt(i + 1) & 0xff;
    const here = pairs[first | (second << 8)]!;
    if (here === 0) continue;
    const after = pairs[second | ((text.charCodeAt(i + 2) & 0xff) << 8)]!;
    if ((here & (after >> 1) & FIRST_TWO) !== 0) break;
    const before = pairs[(text.charCodeAt(i - 1) & 0xff) | (first << 8)]!;
    if ((here & (before << 1) & THIRD) !== 0) break;
  }
  return i;
}
