import { Signatures } from '../cache/signature.js';
import { flushFile } from './flush-file.js';
import { type IngestFault, ingest } from './ingest.js';
import { type KnownSources, PreviousDocument } from './previous-document.js';
import { type SpilledWords, type SpillPlace, WordSpill } from './spilled-words.js';

/** The job of all threads of a build. */
export interface BuildJob {
  readonly kind: 'build';
  readonly sources: string;
  /** The folder the new document files go to. */
  readonly documents: string;
  /** The cache whose document files may be reused. */
  readonly old: string;
  /** Where the words are written; undefined when there shall be no index. */
  readonly words: SpillPlace | undefined;
}

/** A range of source files in the order of ids. */
export interface IngestPiece {
  readonly first: number;
  readonly relatives: readonly string[];
  readonly known?: KnownSources;
}

/** How a document got into the cache. */
export const state = { failed: 0, written: 1, linked: 2, unread: 3 } as const;

export interface IngestResult {
  readonly first: number;
  /** The version of each document; empty where there is none. */
  readonly versions: readonly string[];
  readonly states: Uint8Array;
  /** Signatures of the source files. */
  readonly signatures: BigInt64Array;
  readonly faults: readonly (readonly [at: number, fault: IngestFault])[];
}

export interface BuildSteps {
  readonly ingest: { readonly piece: IngestPiece; readonly result: IngestResult };
  /** Flushes files to disk; gives the code of the first failure. */
  readonly flush: { readonly piece: readonly string[]; readonly result: string | undefined };
  readonly words: { readonly piece: undefined; readonly result: SpilledWords };
}

/** The steps of a build, for one thread. */
export function buildSteps(job: BuildJob, number: number) {
  const words = job.words && new WordSpill(job.words, `run-${number}`);
  return {
    ingest: (piece: IngestPiece): IngestResult => ingestPiece(job, piece, words),
    flush: (paths: readonly string[]): string | undefined => {
      try {
        for (const path of paths) flushFile(path);
        return undefined;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code ?? String(error);
      }
    },
    words: (): SpilledWords => words?.finish() ?? { files: [] },
  };
}

function ingestPiece(job: BuildJob, { first, relatives, known }: IngestPiece, words?: WordSpill): IngestResult {
  const versions: string[] = [];
  const states = new Uint8Array(relatives.length);
  const signatures = Signatures.of(relatives.length);
  const faults: [number, IngestFault][] = [];
  for (const [at, relative] of relatives.entries()) {
    const previous = known?.versions[at] ? new PreviousDocument(job, known, at) : undefined;
    const unread = previous?.keepUnread(relative);
    if (unread) {
      versions.push(previous!.version);
      signatures.set(at, unread);
      states[at] = state.unread;
      continue;
    }
    const result = ingest(job.sources, relative, job.documents, version => previous?.keep(version) ?? false);
    if ('fault' in result) {
      versions.push('');
      faults.push([at, result.fault]);
      continue;
    }
    versions.push(result.version);
    signatures.set(at, result.signature);
    states[at] = result.isKept ? state.linked : state.written;
    words?.add(first + at, result.content);
  }
  // One run for each piece: runs of adjacent documents are merged quickly.
  words?.finish();
  return { first, versions, states, signatures: signatures.numbers, faults };
}
