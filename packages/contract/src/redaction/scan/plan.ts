import { isOf, LETTER } from './characters.js';
import { eachWindow, type Pattern, readTrigger, WINDOW } from './patterns.js';
import type { RedactionRule } from './rule.js';
import { WindowTable } from './window-table.js';

/** A trigger ready to be looked for. All have the same keys in the same order, which keeps the scan quick. */
export interface Trigger {
  readonly id: string;
  /** The secret it is a form of; empty where that is not known. */
  readonly secret: string;
  readonly check: RedactionRule['check'];
  /** How many characters before the pattern a range may begin. */
  readonly lead: number;
  readonly literal: string;
  readonly pattern: Pattern;
  /** The pattern once more, for speed: the first two characters of each place. */
  readonly either: Uint16Array;
  readonly or: Uint16Array;
  /** The ASCII characters that may follow the pattern, marked by 1; empty when any may. */
  readonly followers: Uint8Array;
  readonly length: number;
  /** Where in the pattern its window begins. */
  readonly offset: number;
  /** A place of the pattern outside its window, counted from the window's first, and the one or two characters it takes. */
  readonly probe: number;
  readonly probeEither: number;
  readonly probeOr: number;
}

/** Rules compiled for the scan. */
export interface Plan {
  /**
   * By two neighbouring characters (their low bytes, the second one's times 256): at which places of which windows they occur, as bits. Bits 0 to 2 are the
   * places in the windows of one half of the triggers, bits 3 to 5 in those of the other half.
   */
  readonly pairs: Uint8Array;
  /** By window: the triggers it belongs to, those of earlier rules first. */
  readonly windows: WindowTable<readonly Trigger[]>;
  /** Triggers that begin with the character before the secret: at the beginning of a text there is none. */
  readonly edges: readonly Trigger[];
  /** How many characters before its window a range may begin. */
  readonly lead: number;
  /** No trigger contains a line break: a line that has ended holds no beginning of a trigger. */
  readonly withinLines: boolean;
}

/**
 * Compiles rules. With `anchors` their triggers may hold classes, and each is looked for by the four characters from its anchor on.
 * Without, triggers are literals and are looked for by their first characters: the scan then finds the leftmost and longest.
 */
export function compilePlan(
  rules: readonly RedactionRule[],
  anchors?: Readonly<Record<string, readonly number[]>>,
): Plan {
  const literals: { readonly rule: RedactionRule; readonly literal: string }[] = [];
  const patterns: Pattern[] = [];
  const offsets: number[] = [];
  for (const rule of rules) {
    for (let i = 0; i < rule.triggers.length; i++) {
      literals.push({ rule, literal: rule.triggers[i]! });
      patterns.push(readTrigger(rule.triggers[i]!, rule.anyCase ?? false, anchors === undefined));
      offsets.push(anchors?.[rule.id]?.[i] ?? 0);
    }
  }
  const pairs = new Uint8Array(65536);
  const windows = new WindowTable<Trigger[]>(countWindows(patterns, offsets));
  const edges: Trigger[] = [];
  let lead = 0;
  let withinLines = true;
  for (let i = 0; i < patterns.length; i++) {
    const { rule, literal } = literals[i]!;
    const pattern = patterns[i]!;
    const offset = offsets[i]!;
    const trigger = makeTrigger(rule, literal, pattern, offset);
    lead = Math.max(lead, offset + trigger.lead);
    addPairs(pairs, pattern, offset, usesLetters(pattern, offset) ? 0 : 3);
    eachWindow(pattern, offset, key => {
      const list = windows.get(key);
      if (list === undefined) windows.add(key, [trigger]);
      else if (list[list.length - 1] !== trigger) list.push(trigger);
    });
    if (anchors !== undefined && literal.startsWith('{edge}')) edges.push(makeTrigger(rule, literal, pattern, 0));
    withinLines &&= pattern.every((place, at) => at === 0 || !place.includes('\n'));
  }
  return { pairs, windows, edges, lead, withinLines };
}

/** How many windows the patterns have together, those they share counted each time. */
function countWindows(patterns: readonly Pattern[], offsets: readonly number[]): number {
  let count = 0;
  for (let i = 0; i < patterns.length; i++) {
    const offset = offsets[i]!;
    let product = 1;
    for (let place = offset; place < offset + WINDOW; place++) product *= patterns[i]![place]!.length;
    count += product;
  }
  return count;
}

const ANY = /* @__PURE__ */ new Uint8Array(0);

/** Written out as one literal: objects of different shapes would make each look at a trigger several times as slow. */
function makeTrigger(rule: RedactionRule, literal: string, pattern: Pattern, offset: number): Trigger {
  const either = new Uint16Array(pattern.length);
  const or = new Uint16Array(pattern.length);
  for (let place = 0; place < pattern.length; place++) {
    either[place] = pattern[place]!.charCodeAt(0);
    or[place] = pattern[place]!.charCodeAt(pattern[place]!.length > 1 ? 1 : 0);
  }
  // Triggers that share a window mostly differ in their last characters, so the last place is the one to look at first.
  let probe = pattern.length - 1;
  while (probe >= 0 && (pattern[probe]!.length > 2 || (probe >= offset && probe < offset + WINDOW))) probe--;
  return {
    id: rule.id,
    secret: rule.secret ?? '',
    check: rule.check,
    lead: rule.lead ?? 0,
    literal,
    pattern,
    either,
    or,
    followers: rule.followedBy === undefined ? ANY : marked(rule.followedBy),
    length: pattern.length,
    offset,
    probe: probe < 0 ? 0 : probe - offset,
    probeEither: probe < 0 ? -1 : either[probe]!,
    probeOr: probe < 0 ? -1 : or[probe]!,
  };
}

function marked(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (let i = 0; i < characters.length; i++) table[characters.charCodeAt(i)] = 1;
  return table;
}

/** Splits the triggers in two halves, so that pairs of words do not complete windows of tokens. */
function usesLetters(pattern: Pattern, offset: number): boolean {
  for (let place = offset; place < offset + WINDOW; place++) {
    const characters = pattern[place]!;
    if (characters.length > 2) return false;
    for (let i = 0; i < characters.length; i++) if (!isOf(characters.charCodeAt(i), LETTER)) return false;
  }
  return true;
}

function addPairs(pairs: Uint8Array, pattern: Pattern, offset: number, shift: number): void {
  for (let place = 0; place < WINDOW - 1; place++) {
    const firsts = pattern[offset + place]!;
    const seconds = pattern[offset + place + 1]!;
    for (let i = 0; i < firsts.length; i++) {
      const first = firsts.charCodeAt(i) & 0xff;
      for (let k = 0; k < seconds.length; k++) {
        pairs[first | ((seconds.charCodeAt(k) & 0xff) << 8)]! |= 1 << (place + shift);
      }
    }
  }
}
