import { Signatures } from '../cache/signature.js';
import { type IngestPiece, type IngestResult, state } from '../threads/build-steps.js';
import type { IngestFault } from '../threads/ingest.js';
import type { KnownSources } from '../threads/previous-document.js';
import type { Crew } from '../threads/workers.js';
import type { Gathered } from './gather-sources.js';
import type { Past } from './previous-build.js';

/** What became of all source files, each under its number in the order of ids. */
export interface AllIngested {
  readonly versions: readonly string[];
  readonly faults: ReadonlyMap<number, IngestFault>;
  /** Of the source files. */
  readonly signatures: Signatures;
  /** Whether its document file was taken over from the last build. */
  isReused(at: number): boolean;
  /** Whether not even its source was read. */
  isUnread(at: number): boolean;
}

/** A thread takes this many at most: their words stay together, and the last thread to end does not keep the others waiting. */
const MOST_IN_A_PIECE = 8_192;
const PIECES_TO_A_THREAD = 4;

/** Takes in all source files. */
export async function ingestAll(
  files: readonly Gathered[],
  past: Past | undefined,
  crew: Crew,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<AllIngested> {
  const versions = new Array<string>(files.length).fill('');
  const states = new Uint8Array(files.length);
  const signatures = Signatures.of(files.length);
  const faults = new Map<number, IngestFault>();
  let done = 0;
  const take = (result: IngestResult) => {
    const { first } = result;
    for (const [at, version] of result.versions.entries()) versions[first + at] = version;
    for (const [at, fault] of result.faults) faults.set(first + at, fault);
    states.set(result.states, first);
    signatures.setAll(first, result.signatures);
    done += result.versions.length;
    onProgress(done, files.length);
  };
  await crew.each('ingest', pieces(files, past, sizeOfPieces(files.length, crew.size)), take);
  return {
    versions,
    faults,
    signatures,
    isReused: at => states[at] === state.linked || states[at] === state.unread,
    isUnread: at => states[at] === state.unread,
  };
}

function sizeOfPieces(files: number, threads: number): number {
  return Math.min(MOST_IN_A_PIECE, Math.ceil(files / (threads * PIECES_TO_A_THREAD)));
}

function* pieces(files: readonly Gathered[], past: Past | undefined, size: number): Generator<IngestPiece> {
  for (let first = 0; first < files.length; first += size) {
    const relatives = files.slice(first, first + size).map(({ relative }) => relative);
    yield { first, relatives, ...(past && { known: knownOf(relatives, past) }) };
  }
}

function knownOf(relatives: readonly string[], past: Past): KnownSources {
  const isSettled = new Uint8Array(relatives.length);
  const sources = Signatures.of(relatives.length);
  const files = Signatures.of(relatives.length);
  const versions = relatives.map((relative, at) => {
    const position = past.positionOf(relative);
    if (position === undefined) return '';
    sources.copy(at, past.reusable.sources.signatures, position);
    files.copy(at, past.reusable.files, position);
    if (past.isSettled(position)) isSettled[at] = 1;
    return past.documents[position]!.version;
  });
  return { versions, isSettled, sources: sources.numbers, files: files.numbers };
}
