import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileStamp } from '../../files/file-stamp.js';
import { type Read, Watched } from './watched.js';

/**
 * A watched file. The watch is on its folder, because a watch on the file is lost when the file is replaced. Its stamp is also
 * compared every `pollMs` (never when 0), for changes that the watch does not see: behind a link, on a network, of the folder itself.
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
    // Taken synchronously: the file may be changed right after this call.
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

  /** Watches the folder that is at the path now, unless it is watched already. */
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
      // Without a watch only the comparison of stamps is left.
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      this.#watcher = undefined;
    }
  }
}

/** The stamp of a file, or the error code when it cannot be looked at. */
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
