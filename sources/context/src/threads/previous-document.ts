import { linkSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Signature, Signatures, signatureOf } from '../cache/signature.js';
import { fileOf, stemOf } from '../document/version.js';

/** Where sources come from, where document files go, and where they may be taken over from. */
interface Places {
  readonly sources: string;
  readonly documents: string;
  readonly old: string;
}

/** What the build before knew of the source files of a piece. */
export interface KnownSources {
  /** The version of each document; empty when it is not known. */
  readonly versions: readonly string[];
  /** 1 for each whose signature tells for sure whether it is unchanged. */
  readonly isSettled: Uint8Array;
  /** Signatures of the source files, and of their document files. */
  readonly sources: BigInt64Array;
  readonly files: BigInt64Array;
}

/** A document of the cache that is to be replaced, which may still be right. */
export class PastDocument {
  readonly version: string;

  constructor(
    readonly job: Places,
    readonly known: KnownSources,
    readonly at: number,
  ) {
    this.version = known.versions[at]!;
  }

  /** Takes the document over when its source is unchanged for sure. Gives the signature of the source then. */
  keepUnread(relative: string): Signature | undefined {
    if (this.known.isSettled[this.at] !== 1) return undefined;
    try {
      const facts = statSync(join(this.job.sources, relative), { bigint: true });
      const signature = signatureOf(facts);
      const isSame = facts.isFile() && new Signatures(this.known.sources).isAt(this.at, signature);
      return isSame && this.keep(this.version) ? signature : undefined;
    } catch {
      // Whoever tries to read it next tells what is wrong.
      return undefined;
    }
  }

  /** Takes the document file over when it is of that version and as its build left it. What is refused will be written. */
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
