import { chooseAnchors } from './anchors.js';
import { type Pattern, readTrigger, WINDOW, windowKeys } from './patterns.js';
import type { RedactionRule } from './rule.js';
import { WindowTable } from './window-table.js';

/** A trigger ready to be looked for. All have the same keys in the same order, which keeps the scan quick. */
export interface Trigger {
  readonly id: string;
  readonly check: RedactionRule['check'];
  /** How many characters before the pattern a range may begin. */
  readonly lead: number;
  readonly literal: string;
  readonly pattern: Pattern;
  /** The pattern once more, for speed: the first two characters of each place. */
  readonly either: Uint16Array;
  readonly or: Uint16Array;
  /** Where in the pattern its window begins. */
  readonly offset: number;
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
 * Compiles rules. `fromStart` anchors every trigger at its first characters, which makes the scan find the leftmost and
 * longest literal; without it each trigger is anchored where clean text shows it least.
 */
export function compilePlan(rules: readonly RedactionRule[], fromStart = false): Plan {
  const pairs = new Uint8Array(65536);
  const windows = new WindowTable<Trigger[]>();
  const triggers = rules.flatMap(rule => rule.triggers.map(literal => prepare(rule, literal, fromStart)));
  const anchors = fromStart ? [] : chooseAnchors(triggers.map(trigger => trigger.pattern));
  let lead = 0;
  triggers.forEach((found, index) => {
    const trigger = { ...found, offset: anchors[index] ?? 0 };
    const { pattern, offset } = trigger;
    lead = Math.max(lead, offset + trigger.lead);
    addPairs(pairs, pattern, offset, usesLetters(pattern, offset) ? 0 : 3);
    for (const key of windowKeys(pattern, offset)) {
      const list = windows.get(key);
      if (list === undefined) windows.set(key, [trigger]);
      else list.push(trigger);
    }
  });
  const edges = triggers.filter(found => found.literal.startsWith('{edge}')).map(found => ({ ...found, offset: 0 }));
  const withinLines = triggers.every(({ pattern }) => pattern.every((place, i) => i === 0 || !place.includes('\n')));
  return { pairs, windows, edges: fromStart ? [] : edges, lead, withinLines };
}

function prepare(rule: RedactionRule, literal: string, isLiteral: boolean) {
  const pattern = readTrigger(literal, rule.anyCase ?? false, isLiteral);
  const either = Uint16Array.from(pattern, place => place.charCodeAt(0));
  const or = Uint16Array.from(pattern, place => place.charCodeAt(place.length > 1 ? 1 : 0));
  return { id: rule.id, check: rule.check, lead: rule.lead ?? 0, literal, pattern, either, or };
}

/** Splits the triggers in two halves, so that pairs of words do not complete windows of tokens. */
function usesLetters(pattern: Pattern, offset: number): boolean {
  for (let i = offset; i < offset + WINDOW; i++) if (!/^[a-z]{1,2}$/i.test(pattern[i]!)) return false;
  return true;
}

function addPairs(pairs: Uint8Array, pattern: Pattern, offset: number, shift: number): void {
  for (let place = 0; place < WINDOW - 1; place++) {
    for (const first of new Set(pattern[offset + place]!)) {
      for (const second of new Set(pattern[offset + place + 1]!)) {
        pairs[(first.charCodeAt(0) & 0xff) | ((second.charCodeAt(0) & 0xff) << 8)]! |= 1 << (place + shift);
      }
    }
  }
}
