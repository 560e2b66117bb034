import { type Candidate, type Field, textIn } from './candidate.js';
import { fitsWildcards } from './wildcards.js';

/** The candidates that match a pattern, best first; equally good ones keep their order. */
export function rankedMatches(
  candidates: readonly Candidate[],
  pattern: string,
  fields: readonly Field[],
): readonly Candidate[] {
  const rank = /[*?[]/.test(pattern) ? globRank : wordRank;
  const ranked = candidates.flatMap(candidate => {
    const found = rank(candidate, pattern.trim().toLowerCase(), fields);
    return found === undefined ? [] : [{ candidate, found }];
  });
  return ranked.sort((one, other) => one.found - other.found).map(({ candidate }) => candidate);
}

/** A glob is about the whole name; one with a slash about server and name. */
function globRank({ server, tool }: Candidate, pattern: string): number | undefined {
  const subject = pattern.includes('/') ? `${server}/${tool.name}` : tool.name;
  return fitsWildcards(pattern, subject.toLowerCase()) ? 0 : undefined;
}

/** Every word must occur. Exact name, beginning of the name, beginning of a word in it, inside it, elsewhere. */
function wordRank({ tool }: Candidate, pattern: string, fields: readonly Field[]): number | undefined {
  const texts = fields.map(field => textIn(tool, field).toLowerCase());
  const words = pattern.split(/\s+/).filter(word => word !== '');
  if (!words.every(word => texts.some(text => text.includes(word)))) return undefined;
  const name = fields.includes('name') ? tool.name.toLowerCase() : '';
  if (name === pattern) return 0;
  return Math.min(...words.map(word => nameRank(name, word)));
}

function nameRank(name: string, word: string): number {
  if (name.startsWith(word)) return 1;
  if (name.split(/[-_./\s]/).some(part => part.startsWith(word))) return 2;
  return name.includes(word) ? 3 : 4;
}
