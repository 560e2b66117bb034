import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileStamp } from '../../files/file-stamp.js';
import { type Read, Watched } from './watched.js';

/**
 * A file that the system tells about, by its folder: a file that is replaced is another one. Its facts are compared every `pollMs`
 * besides (never when that is 0), for what no watch on that folder tells: behind a link, on a network, a folder put in its place.
 */
export class WatchedFile extends Watched {
  readonly #file: string;
  readonly #poll: NodeJS.Timeout | undefined;
  #stamp: string;
  #watcher: FSWatcher | undefined;
  #watchedFolder: string | undefined;

  constructor(file: string, read: Read, changed: () => void, pollMs: number) {
    super(read, changed);
    this.#file = file;
    // Taken before anything can go on: whoever asked to watch may change it the next moment.
    this.#stamp = stampOf(file);
    if (pollMs > 0) this.#poll = setInterval(() => this.#compare(), pollMs).unref();
    this.#watchFolder();
    void this.check();
  }

  override close(): void {
    super.close();
    clearInterval(this.#poll);
    this.#watcher?.close();
  }

  protected override changedBeforeFirstCheck(): boolean {
    return stampOf(this.#file) !== this.#stamp;
  }

  protected override checked(): void {
    this.#stamp = stampOf(this.#file);
    this.#watchFolder();
  }

  #compare(): void {
    if (stampOf(this.#file) !== this.#stamp) this.checkSoon();
  }

  /** Watches the folder that is there now, unless it is watched already. */
  #watchFolder(): void {
    const folder = dirname(this.#file);
    const identity = identityOf(folder);
    if (identity === this.#watchedFolder) return;
    this.#watcher?.close();
    this.#watcher = undefined;
    this.#watchedFolder = identity;
    if (identity === undefined) return;
    try {
      const names = new Set([basename(this.#file), basename(folder)]);
      this.#watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || names.has(name)) this.checkSoon();
      });
      // Without a watch the comparison of facts is what is left.
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      this.#watcher = undefined;
    }
  }
}

/** What tells one state of a file from another without reading it. */
function stampOf(file: string): string {
  try {
    return fileStamp(file);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

function identityOf(folder: string): string | undefined {
  try {
    const { dev, ino } = statSync(folder, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
