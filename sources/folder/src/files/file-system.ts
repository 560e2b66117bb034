import fs from 'node:fs';

/** The most file system calls in one turn of the event loop, and in progress at once in libuv's thread pool. */
const AT_ONCE = 32;

/** A turn that takes longer waits for a disk or a network, and would block everything else. */
const LONGEST_TURN_MS = 50;

type Done<Value> = (error: Error | null, value: Value) => void;

/** The beginning of a file, and what the system says about it. */
export interface FileStart {
  readonly bytes: Buffer;
  readonly stats: fs.Stats;
}

/**
 * File system calls for a scan, a bounded number at once. Files in the system's cache are read synchronously in short turns, which
 * is faster than waking a thread of libuv's pool. After the first slow turn all further calls go through the pool.
 */
export class FileSystem {
  #isSlow: boolean;
  #free = AT_ONCE;
  readonly #waiting: (() => void)[] = [];

  constructor(isSlow = false) {
    this.#isSlow = isSlow;
  }

  lstat(path: string): Promise<fs.Stats> {
    return this.#ask(
      () => fs.lstatSync(path),
      done => fs.lstat(path, done),
    );
  }

  stat(path: string): Promise<fs.Stats> {
    return this.#ask(
      () => fs.statSync(path),
      done => fs.stat(path, done),
    );
  }

  realpath(path: string): Promise<string> {
    return this.#ask(
      () => fs.realpathSync.native(path),
      done => fs.realpath.native(path, done),
    );
  }

  readdir(path: string): Promise<fs.Dirent[]> {
    return this.#ask(
      () => fs.readdirSync(path, { withFileTypes: true }),
      done => fs.readdir(path, { withFileTypes: true }, done),
    );
  }

  /** The first bytes of a regular file, at most `limit` of them. */
  read(path: string, limit: number): Promise<FileStart> {
    return this.#ask(
      () => readNow(path, limit),
      done => readAside(path, limit).then(read => done(null, read), done as never),
    );
  }

  #ask<Value>(now: () => Value, aside: (done: Done<Value>) => void): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        if (this.#isSlow) {
          this.#free -= 1;
          aside((error, value) => {
            this.#free += 1;
            this.#fillPool();
            if (error) reject(error);
            else resolve(value);
          });
          return;
        }
        try {
          resolve(now());
        } catch (error) {
          reject(error);
        }
      });
      if (this.#isSlow) this.#fillPool();
      else if (this.#waiting.length === 1) setImmediate(() => this.#takeTurn());
    });
  }

  #takeTurn(): void {
    const begun = performance.now();
    for (const ask of this.#waiting.splice(0, AT_ONCE)) ask();
    this.#isSlow ||= performance.now() - begun > LONGEST_TURN_MS;
    if (this.#isSlow) this.#fillPool();
    else if (this.#waiting.length > 0) setImmediate(() => this.#takeTurn());
  }

  #fillPool(): void {
    while (this.#free > 0 && this.#waiting.length > 0) this.#waiting.shift()!();
  }
}

// Opening a named pipe that stands in the file's place must not block.
const FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);

function readNow(path: string, limit: number): FileStart {
  const descriptor = fs.openSync(path, FLAGS);
  try {
    const { stats, bytes } = roomFor(descriptor, limit);
    return { bytes: bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, 0)), stats };
  } finally {
    fs.closeSync(descriptor);
  }
}

async function readAside(path: string, limit: number): Promise<FileStart> {
  const handle = await fs.promises.open(path, FLAGS);
  try {
    const { stats, bytes } = roomFor(handle.fd, limit);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return { bytes: bytes.subarray(0, bytesRead), stats };
  } finally {
    await handle.close();
  }
}

function roomFor(descriptor: number, limit: number): FileStart {
  const stats = fs.fstatSync(descriptor);
  if (!stats.isFile()) throw Object.assign(new Error('not a regular file'), { code: 'EINVAL' });
  return { stats, bytes: Buffer.allocUnsafe(Math.min(limit, stats.size)) };
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
