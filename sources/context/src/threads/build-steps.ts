import { Signatures } from '../cache/signature.js';
import { flushFile } from './flush-file.js';
import { type IngestFault, ingest } from './ingest.js';
import { type KnownSources, PastDocument } from './previous-document.js';
import { Words, type WordsAside, type WordsPlace } from './spilled-words.js';

/** What all threads of a build are told. */
export interface BuildJob {
  readonly kind: 'build';
  readonly sources: string;
  /** The folder the new document files go to. */
  readonly documents: string;
  /** The cache whose document files may be taken over. */
  readonly old: string;
  /** Where the words go; undefined when nobody wants them. */
  readonly words: WordsPlace | undefined;
}

/** Source files that follow each other in the order of ids. */
export interface IngestPiece {
  readonly first: number;
  readonly relatives: readonly string[];
  readonly known?: KnownSources;
}

/** How a document came into the cache. */
export const state = { failed: 0, written: 1, linked: 2, unread: 3 } as const;

export interface IngestResult {
  readonly first: number;
  /** Of each document; empty where there is none. */
  readonly versions: readonly string[];
  readonly states: Uint8Array;
  /** Of the source files. */
  readonly signatures: BigInt64Array;
  readonly faults: readonly (readonly [at: number, fault: IngestFault])[];
}

export interface BuildSteps {
  readonly ingest: { readonly piece: IngestPiece; readonly result: IngestResult };
  /** Puts files on the disk; gives the code of the first failure. */
  readonly flush: { readonly piece: readonly string[]; readonly result: string | undefined };
  readonly words: { readonly piece: undefined; readonly result: WordsAside };
}

/** Gets ready to take part in a build. */
export function buildSteps(job: BuildJob, number: number) {
  const words = job.words && new Words(job.words, `run-${number}`);
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
    words: (): WordsAside => words?.finish() ?? { files: [] },
  };
}

function ingestPiece(job: BuildJob, { first, relatives, known }: IngestPiece, words?: Words): IngestResult {
  const versions: string[] = [];
  const states = new Uint8Array(relatives.length);
  const signatures = Signatures.of(relatives.length);
  const faults: [number, IngestFault][] = [];
  for (const [at, relative] of relatives.entries()) {
    const past = known?.versions[at] ? new PastDocument(job, known, at) : undefined;
    const unread = past?.keepUnread(relative);
    if (unread) {
      versions.push(past!.version);
      signatures.set(at, unread);
      states[at] = state.unread;
      continue;
    }
    const result = ingest(job.sources, relative, job.documents, version => past?.keep(version) ?? false);
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
  // What is put aside together follows each other, which makes it quick to bring together again.
  words?.finish();
  return { first, versions, states, signatures: signatures.numbers, faults };
}
