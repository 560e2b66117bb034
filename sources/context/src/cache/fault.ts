import type { Kind } from '@concord/contract';

/** A cache cannot be used. `detail` is for people at the machine and never part of an answer to a client. */
export class CacheFault extends Error {
  constructor(
    readonly kind: Extract<Kind, 'not_found' | 'corrupt' | 'forbidden' | 'io' | 'internal'>,
    readonly detail: string,
    /** Whether something that should be there is missing. */
    readonly isMissing = false,
  ) {
    super(detail);
    this.name = 'CacheFault';
  }
}

/** Two sources with the same content. Its code is that of an internal fault, and its words say what it is. */
export class SameContentFault extends CacheFault {
  constructor(detail: string) {
    super('internal', detail);
  }
}

const missing = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EACCES', 'EPERM', 'ERR_INVALID_ARG_VALUE']);
const broken = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP']);
const denied = new Set(['EACCES', 'EPERM']);

/** A failure on the way to the directory of a cache. */
export function faultOnTheWay(error: unknown, path: string): CacheFault {
  const code = codeOf(error);
  return missing.has(code) ? new CacheFault('not_found', path) : new CacheFault('io', `${path} (${code})`);
}

/** A failure at the manifest or at a document of a cache. */
export function faultInside(error: unknown, path: string): CacheFault {
  if (error instanceof CacheFault) return error;
  const code = codeOf(error);
  if (broken.has(code)) return new CacheFault('corrupt', `${path} cannot be read (${code})`, true);
  return new CacheFault(denied.has(code) ? 'forbidden' : 'io', `${path} (${code})`);
}

function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  // An error without a system code is a bug.
  if (typeof code !== 'string') throw error;
  return code;
}
