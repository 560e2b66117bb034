import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { OpenCache } from '../cache/open-cache.js';
import { DocumentTable } from '../index/document-table.js';
import { asUnusableIndex, UnusableIndex } from '../index/unusable-index.js';
import { readFully } from '../index/windowed-bytes.js';
import { SectionBytes } from './section-bytes.js';
import {
  canUseSidecars,
  HEADER_END,
  readHeader,
  type SectionName,
  type SidecarHeader,
  sha256,
} from './sidecar-header.js';

/** An open sidecar. Whoever opened it closes it. */
export class Sidecar {
  constructor(
    readonly descriptor: number,
    readonly header: SidecarHeader,
  ) {}

  /** Whether it was made for exactly that manifest. */
  fits({ manifest, manifestBytes }: Pick<OpenCache, 'manifest' | 'manifestBytes'>): boolean {
    const { header } = this;
    return (
      header.cache_version === manifest.cacheVersion &&
      header.documents === manifest.documents.length &&
      header.manifest_sha256 === sha256(manifestBytes)
    );
  }

  section(name: SectionName): SectionBytes {
    return new SectionBytes(this.descriptor, this.header.sections[name]);
  }

  documents(): DocumentTable {
    return DocumentTable.from(this.section('docs').whole(), this.header.documents);
  }

  /** The offsets of the entries in the bytes of the manifest; undefined when the manifest is not canonical. */
  entryStarts(): Uint32Array | undefined {
    const section = this.section('entries');
    if (section.length !== this.header.documents * 4) return undefined;
    const { buffer, byteOffset } = section.whole();
    return new Uint32Array(buffer, byteOffset, this.header.documents);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

/** Opens the sidecar at a path; undefined when there is none with a valid header. */
export function openSidecar(path: string): Sidecar | undefined {
  if (!canUseSidecars) return undefined;
  return orNone(() => {
    // Links are not followed.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0));
    const header = orNone(() => headerOf(descriptor));
    if (header) return new Sidecar(descriptor, header);
    closeSync(descriptor);
    return undefined;
  });
}

function headerOf(descriptor: number): SidecarHeader | undefined {
  if (!fstatSync(descriptor).isFile()) return undefined;
  const bytes = Buffer.allocUnsafe(HEADER_END);
  readFully(descriptor, bytes, 0);
  return readHeader(bytes);
}

/** Runs work on the sidecar at a path; undefined when there is none or it is damaged. */
export function withSidecar<Result>(path: string, work: (sidecar: Sidecar) => Result | undefined): Result | undefined {
  const sidecar = openSidecar(path);
  try {
    return sidecar && orNone(() => work(sidecar));
  } finally {
    sidecar?.close();
  }
}

/** The result of work on a sidecar; undefined when the sidecar is unusable, because a cache can be read without one. */
function orNone<Result>(work: () => Result | undefined): Result | undefined {
  try {
    return asUnusableIndex(work);
  } catch (error) {
    if (error instanceof UnusableIndex) return undefined;
    throw error;
  }
}
