import fs from 'node:fs';

/** Calls under way at once. More than the pool has threads keep it busy; many more only fill memory. */
const AT_ONCE = 32;

type Done<Value> = (error: Error | null, value: Value) => void;

/** What a scan reads from the file system: a bounded number of calls at once, the rest in the order they came. */
export class FileSystem {
  #free = AT_ONCE;
  readonly #waiting: (() => void)[] = [];

  lstat(path: string): Promise<fs.Stats> {
    return this.#call(done => fs.lstat(path, done));
  }

  stat(path: string): Promise<fs.Stats> {
    return this.#call(done => fs.stat(path, done));
  }

  realpath(path: string): Promise<string> {
    return this.#call(done => fs.realpath.native(path, done));
  }

  readdir(path: string): Promise<fs.Dirent[]> {
    return this.#call(done => fs.readdir(path, { withFileTypes: true }, done));
  }

  /** The first bytes of a regular file, at most `limit` of them, and what the system says about it. */
  async read(path: string, limit: number): Promise<{ readonly bytes: Buffer; readonly stats: fs.Stats }> {
    // A pipe put in the place of a file must not keep a thread waiting.
    const flags = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);
    const descriptor = await this.#call<number>(done => fs.open(path, flags, done));
    try {
      // What is open answers at once: these two are not worth the way through the pool.
      const stats = fs.fstatSync(descriptor);
      if (!stats.isFile()) throw Object.assign(new Error('not a regular file'), { code: 'EINVAL' });
      return { bytes: await this.#fill(descriptor, Math.min(limit, stats.size)), stats };
    } finally {
      fs.closeSync(descriptor);
    }
  }

  async #fill(descriptor: number, size: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(size);
    let length = 0;
    while (length < size) {
      const from = length;
      const read = await this.#call<number>(done => fs.read(descriptor, bytes, from, size - from, null, done));
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  }

  #call<Value>(start: (done: Done<Value>) => void): Promise<Value> {
    return new Promise((resolve, reject) => {
      const run = (): void =>
        start((error, value) => {
          const next = this.#waiting.shift();
          if (next === undefined) this.#free += 1;
          else next();
          if (error) reject(error);
          else resolve(value);
        });
      if (this.#free > 0) {
        this.#free -= 1;
        run();
      } else this.#waiting.push(run);
    });
  }
}

/** Whether an error of the file system says that there is nothing at a path. */
export function isGone(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** The system's code of an error. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown reason';
}
