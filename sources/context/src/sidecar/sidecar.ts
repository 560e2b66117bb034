import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { OpenCache } from '../cache/open-cache.js';
import { DocumentTable } from '../index/document-table.js';
import { IndexDoubt, inDoubt } from '../index/unusable-index.js';
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

/** A sidecar that is open: all it gives is of one moment. Whoever opened it closes it. */
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

  /** Where the entries begin in the bytes of the manifest; undefined when it is printed in another way than here. */
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

/** Opens the sidecar at a path; undefined when there is none that is whole enough to say what it is. */
export function openSidecar(path: string): Sidecar | undefined {
  if (!canUseSidecars) return undefined;
  return orNone(() => {
    // A link could lead anywhere.
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

/** Does work with the sidecar at a path; undefined also when it turns out that something is wrong with it. */
export function withSidecar<Result>(path: string, work: (sidecar: Sidecar) => Result | undefined): Result | undefined {
  const sidecar = openSidecar(path);
  try {
    return sidecar && orNone(() => work(sidecar));
  } finally {
    sidecar?.close();
  }
}

/** Whatever is wrong with a sidecar, the cache can be read without. */
function orNone<Result>(work: () => Result | undefined): Result | undefined {
  try {
    return inDoubt(work);
  } catch (error) {
    if (error instanceof IndexDoubt) return undefined;
    throw error;
  }
}
