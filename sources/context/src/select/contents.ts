import { join } from 'node:path';
import { readChecked } from '../cache/checked-document.js';
import { CacheFault } from '../cache/fault.js';
import type { OpenCache } from '../cache/open-cache.js';
import { sameOrMissing, signatureAt } from '../cache/signature.js';
import type { Pace } from '../event-loop/pace.js';
import { UnusableIndex } from '../index/unusable-index.js';
import { countWords, type Terms } from '../words/count.js';
import { scoreOf, tokensOf } from '../words/score.js';
import type { SelectedDocument } from './selection.js';

/** A selected document with the counts that selected it. */
export interface Taken {
  readonly position: number;
  readonly score: number;
  readonly tokens: number;
  readonly termMatches: number;
  readonly totalWords: number;
}

/** Contents up to this size are kept until they are printed; a result may be larger than memory. */
const KEPT_BYTES = 33_554_432;

type Cache = Pick<OpenCache, 'files' | 'manifest' | 'signature'>;

/**
 * Reads the documents of a result and checks their counts, so that the result matches the files as they are now. Throws UnusableIndex
 * when a count differs.
 */
export async function contentsOf(
  cache: Cache,
  taken: readonly Taken[],
  terms: Terms,
  pace: Pace,
): Promise<Iterable<SelectedDocument>> {
  const kept: (SelectedDocument | Taken)[] = [];
  let bytes = 0;
  for (const each of taken) {
    const { document, contentBytes } = readChecked(cache.files, cache.manifest.documents[each.position]!);
    const { id, version, content } = document;
    const counted = countWords(content, terms);
    const { termMatches, totalWords } = counted;
    const found = { ...counted, score: scoreOf(termMatches, totalWords), tokens: tokensOf(contentBytes) };
    if (!agrees(each, found)) throw new UnusableIndex('a document is not what the index says');
    bytes += contentBytes;
    kept.push(bytes <= KEPT_BYTES ? { id, version, content, ...found } : each);
    if (pace.isDue) await pace.turn();
  }
  return { [Symbol.iterator]: () => printed(cache, kept) };
}

function agrees(one: Omit<Taken, 'position'>, other: Omit<Taken, 'position'>): boolean {
  return (
    one.termMatches === other.termMatches &&
    one.totalWords === other.totalWords &&
    one.tokens === other.tokens &&
    one.score === other.score
  );
}

/** The documents of a result. Contents that were not kept are read again: the same hash means the same words. */
function* printed(cache: Cache, kept: readonly (SelectedDocument | Taken)[]): Generator<SelectedDocument> {
  for (const each of kept) {
    if ('content' in each) yield each;
    else {
      const { id, version, content } = readAgain(cache, each);
      const { score, tokens, termMatches, totalWords } = each;
      yield { id, version, content, score, tokens, termMatches, totalWords };
    }
  }
}

function readAgain({ files, manifest, signature }: Cache, { position }: Taken) {
  try {
    return readChecked(files, manifest.documents[position]!).document;
  } catch (error) {
    if (!(error instanceof CacheFault) || isUnreplaced(files.root, signature)) throw error;
    // Part of the result is printed, so the query cannot start over; and the cache is not damaged.
    throw new CacheFault('io', 'the cache was replaced while it was printed');
  }
}

/** Whether the manifest in a directory is still the one with that signature. */
export function isUnreplaced(root: string, signature: Cache['signature']): boolean {
  return sameOrMissing(signatureAt(join(root, 'manifest.json')), signature);
}
