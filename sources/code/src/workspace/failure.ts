import type { EnvelopeCode, JsonObject, UpgradeHint } from '@concord/contract';
import { distance } from 'fastest-levenshtein';

/** Why a question about code has no answer. Its message is made of names, paths and places; it never holds code. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  constructor(
    readonly code: EnvelopeCode,
    message: string,
    readonly details?: JsonObject,
    readonly upgrade?: UpgradeHint,
  ) {
    super(message);
  }
}

const MOST_SUGGESTIONS = 3;
const LONGEST_COMPARED = 120;

/** The nearest of some names, the best first: what somebody who wrote `given` may have meant. */
export function nearest(given: string, names: Iterable<string>): string[] {
  const wanted = given.slice(0, LONGEST_COMPARED).toLowerCase();
  const last = lastPart(wanted);
  const found = new Map<string, number>();
  for (const name of names) {
    const other = name.slice(0, LONGEST_COMPARED).toLowerCase();
    const parts = lastPart(other);
    const score = parts === last ? 0.5 : Math.min(distance(wanted, other), distance(last, parts) + 0.5);
    if (score <= Math.max(1.5, last.length / 3)) found.set(name, score);
  }
  return [...found]
    .sort(([one, a], [other, b]) => a - b || (one < other ? -1 : 1))
    .slice(0, MOST_SUGGESTIONS)
    .map(([name]) => name);
}

const lastPart = (text: string) =>
  text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('.', text.length - 4)) + 1);

/** The nearest names as the details of a failure; nothing where none is near. */
export function suggesting(given: string, names: Iterable<string>, more: JsonObject = {}): JsonObject | undefined {
  const suggestions = nearest(given, names);
  const details = { ...more, ...(suggestions.length > 0 && { suggestions }) };
  return Object.keys(details).length > 0 ? details : undefined;
}
