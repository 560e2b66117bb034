import { join } from 'node:path';
import { readChecked } from '../cache/checked-document.js';
import { CacheFault } from '../cache/fault.js';
import type { OpenCache } from '../cache/open-cache.js';
import { sameOrMissing, signatureAt } from '../cache/signature.js';
import type { Pace } from '../event-loop/pace.js';
import { IndexDoubt } from '../index/unusable-index.js';
import { countWords, type Terms } from '../words/count.js';
import { scoreOf, tokensOf } from '../words/score.js';
import type { SelectedDocument } from './selection.js';

/** A document that was selected for what is believed of it. */
export interface Taken {
  readonly position: number;
  readonly score: number;
  readonly tokens: number;
  readonly termMatches: number;
  readonly totalWords: number;
}

/** So many bytes of contents are kept until they are printed; a result may be larger than memory. */
const KEPT_BYTES = 33_554_432;

type Cache = Pick<OpenCache, 'files' | 'manifest' | 'signature'>;

/**
 * Reads the documents of a result and checks all that is believed of them: what is printed is what their files say now. An
 * IndexDoubt when something else comes out.
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
    if (!agrees(each, found)) throw new IndexDoubt('a document is not what the index says');
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

/** Those that were not kept are read once more: with the same hash they have the same words. */
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
    if (!(error instanceof CacheFault) || isInPlace(files.root, signature)) throw error;
    // Too late to start over, and no damage either.
    throw new CacheFault('io', 'the cache was replaced while it was printed');
  }
}

/** Whether the manifest in a directory is still the one with that signature. */
export function isInPlace(root: string, signature: Cache['signature']): boolean {
  return sameOrMissing(signatureAt(join(root, 'manifest.json')), signature);
}
