import { Signatures } from '../cache/signature.js';
import { type IngestPiece, type IngestResult, state } from '../threads/build-steps.js';
import type { IngestFault } from '../threads/ingest.js';
import type { KnownSources } from '../threads/previous-document.js';
import type { Workers } from '../threads/workers.js';
import type { Gathered } from './gather-sources.js';
import type { PreviousBuild } from './previous-build.js';

/** The results of ingesting all source files, by their number in the order of ids. */
export interface AllIngested {
  readonly versions: readonly string[];
  readonly faults: ReadonlyMap<number, IngestFault>;
  /** Signatures of the source files. */
  readonly signatures: Signatures;
  /** Whether its document file is that of the previous build. */
  isReused(at: number): boolean;
  /** Whether its source was not even read. */
  isUnread(at: number): boolean;
}

/** The most files in a piece: large pieces keep words together, small ones let all threads end at about the same time. */
const MOST_IN_A_PIECE = 8_192;
const PIECES_TO_A_THREAD = 4;

/** Ingests all source files. */
export async function ingestAll(
  files: readonly Gathered[],
  previous: PreviousBuild | undefined,
  workers: Workers,
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
  await workers.each('ingest', pieces(files, previous, sizeOfPieces(files.length, workers.size)), take);
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

function* pieces(
  files: readonly Gathered[],
  previous: PreviousBuild | undefined,
  size: number,
): Generator<IngestPiece> {
  for (let first = 0; first < files.length; first += size) {
    const relatives = files.slice(first, first + size).map(({ relative }) => relative);
    yield { first, relatives, ...(previous && { known: knownOf(relatives, previous) }) };
  }
}

function knownOf(relatives: readonly string[], previous: PreviousBuild): KnownSources {
  const isSettled = new Uint8Array(relatives.length);
  const sources = Signatures.of(relatives.length);
  const files = Signatures.of(relatives.length);
  const versions = relatives.map((relative, at) => {
    const position = previous.positionOf(relative);
    if (position === undefined) return '';
    sources.copy(at, previous.reusable.sources.signatures, position);
    files.copy(at, previous.reusable.files, position);
    if (previous.isSettled(position)) isSettled[at] = 1;
    return previous.documents[position]!.version;
  });
  return { versions, isSettled, sources: sources.numbers, files: files.numbers };
}
