import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { CacheFault, faultInside } from './fault.js';
import { type Signature, signatureOf } from './signature.js';

/** The largest document file and manifest, in bytes. */
export const LARGEST_DOCUMENT = 524_288_000;

export interface FileBytes {
  readonly bytes: Buffer;
  readonly signature: Signature;
}

/** Reads the files of one cache, and nothing outside its directory. */
export class CacheFiles {
  /** `root` is a real path. */
  constructor(readonly root: string) {}

  readonly #directories = new Map<string, CacheFault | undefined>();

  /** Reads a file that the cache names; throws a CacheFault when there is none to be read. */
  read(file: string, largest = LARGEST_DOCUMENT): FileBytes {
    const path = this.pathOf(file);
    try {
      const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      try {
        return readWhole(descriptor, file, largest);
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      throw faultInside(error, file);
    }
  }

  /** The path of a file of the cache. Throws a CacheFault when its name, its directory or a link leads outside. */
  pathOf(file: string): string {
    if (!isPlainPath(file)) throw new CacheFault('corrupt', `${JSON.stringify(file)} is no path inside the cache`);
    const path = join(this.root, file);
    const directory = dirname(path);
    if (!this.#directories.has(directory)) this.#directories.set(directory, this.#outside(directory, file));
    const fault = this.#directories.get(directory);
    if (fault) throw fault;
    try {
      if (lstatSync(path).isSymbolicLink() && !this.#isInside(realpathSync(path)))
        throw new CacheFault('corrupt', `${file} leads outside the cache`);
    } catch (error) {
      throw faultInside(error, file);
    }
    return path;
  }

  #outside(directory: string, file: string): CacheFault | undefined {
    try {
      if (this.#isInside(realpathSync(directory))) return undefined;
      return new CacheFault('corrupt', `${file} leads outside the cache`);
    } catch (error) {
      return faultInside(error, file);
    }
  }

  #isInside(path: string): boolean {
    return isWithin(this.root, path);
  }
}

/** Whether a real path is a directory or something below it, by whole components. */
export function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

function isPlainPath(file: string): boolean {
  if (/[\\\0]/.test(file) || (process.platform === 'win32' && file.includes(':'))) return false;
  return file.split('/').every(part => part !== '' && part !== '.' && part !== '..');
}

function readWhole(descriptor: number, file: string, largest: number): FileBytes {
  const facts = fstatSync(descriptor, { bigint: true });
  if (!facts.isFile()) throw new CacheFault('corrupt', `${file} is no regular file`, true);
  if (facts.size > BigInt(largest)) throw new CacheFault('internal', `${file} is larger than ${largest} bytes`);
  const bytes = Buffer.allocUnsafe(Number(facts.size));
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return { bytes: length === bytes.length ? bytes : bytes.subarray(0, length), signature: signatureOf(facts) };
}
