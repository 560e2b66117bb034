import { distance } from 'fastest-levenshtein';

/** Names longer than this are compared by their beginning only. */
const LONGEST = 128;

/** The candidate a person most likely meant, or undefined when none is close. */
export function nearest(given: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(given);
  let best: string | undefined;
  // Two letters that changed places count as two, so short names need some room.
  const furthest = wanted.length <= 3 ? 1 : Math.max(2, Math.floor(wanted.length / 3));
  let bestDistance = furthest + 1;
  for (const candidate of candidates) {
    const apart = distance(wanted, fold(candidate));
    if (apart >= bestDistance) continue;
    best = candidate;
    bestDistance = apart;
  }
  return best;
}

/** Spellings that differ only in case or separators are the same name to a person. */
function fold(name: string): string {
  return name
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[-_. ]/g, '');
}
