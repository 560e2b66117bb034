import { linkSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Signature, Signatures, signatureOf } from '../cache/signature.js';
import { fileOf, stemOf } from '../document/version.js';

/** The folder of sources, the folder for document files, and the cache whose document files may be reused. */
interface Places {
  readonly sources: string;
  readonly documents: string;
  readonly old: string;
}

/** What the previous build knew of the source files of a piece. */
export interface KnownSources {
  /** The version of each document; empty when it is not known. */
  readonly versions: readonly string[];
  /** 1 for each file whose signature reliably shows changes. */
  readonly isSettled: Uint8Array;
  /** Signatures of the source files, and of their document files. */
  readonly sources: BigInt64Array;
  readonly files: BigInt64Array;
}

/** A document of the previous cache, which may be reused. */
export class PreviousDocument {
  readonly version: string;

  constructor(
    readonly job: Places,
    readonly known: KnownSources,
    readonly at: number,
  ) {
    this.version = known.versions[at]!;
  }

  /** Reuses the document when its source is certainly unchanged, and gives the signature of the source. */
  keepUnread(relative: string): Signature | undefined {
    if (this.known.isSettled[this.at] !== 1) return undefined;
    try {
      const facts = statSync(join(this.job.sources, relative), { bigint: true });
      const signature = signatureOf(facts);
      const isSame = facts.isFile() && new Signatures(this.known.sources).isAt(this.at, signature);
      return isSame && this.keep(this.version) ? signature : undefined;
    } catch {
      // Reading the source will report the fault.
      return undefined;
    }
  }

  /** Reuses the document file by a hard link when it has that version and is unchanged. Otherwise the document will be written. */
  keep(version: string): boolean {
    if (version !== this.version) return false;
    const file = join(this.job.old, fileOf(version));
    try {
      const facts = lstatSync(file, { bigint: true });
      if (!facts.isFile() || !new Signatures(this.known.files).isAt(this.at, signatureOf(facts))) return false;
      linkSync(file, join(this.job.documents, `${stemOf(version)}.json`));
      return true;
    } catch {
      return false;
    }
  }
}
