import type { Source } from './source.js';

const NONE: readonly string[] = [];

/** The lists made so far, by the list of the Source and that of its caller. */
const made = new WeakMap<readonly string[], WeakMap<readonly string[], readonly string[]>>();

/** What a caller and a Source know as secrets. The same list for the same two lists, so that its redaction is compiled once. */
export function secretsWith(source: Source, known: readonly string[] = NONE): readonly string[] {
  const own = source.secrets?.() ?? NONE;
  if (own.length === 0) return known;
  if (known.length === 0) return own;
  let ofOwn = made.get(own);
  if (!ofOwn) {
    ofOwn = new WeakMap();
    made.set(own, ofOwn);
  }
  let all = ofOwn.get(known);
  if (!all) {
    all = [...new Set([...known, ...own])];
    ofOwn.set(known, all);
  }
  return all;
}
