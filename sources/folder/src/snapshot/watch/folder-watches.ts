import { type FSWatcher, lstatSync, readdirSync, type WatchOptions, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isIgnoredFolder } from '../../files/file-names.js';
import { isInside } from '../../files/safety.js';

/** The function that watches a folder; tests replace it to imitate systems without watches. */
export type Watch = (
  folder: string,
  options: WatchOptions,
  listener: (event: string, name: string | null) => void,
) => FSWatcher;

/** Whether the system can watch a folder with everything below it. */
const isRecursive = process.platform === 'darwin' || process.platform === 'win32';

/** Watches folders and everything below them that may be published. Follows folders that are created, moved and deleted. */
export class FolderWatches {
  /** Watchers of folders whose subfolders are watched too, by path. */
  readonly #trees = new Map<string, FSWatcher>();
  readonly #others: FSWatcher[] = [];
  readonly #watch: Watch;
  readonly #onEvent: () => void;
  readonly #onFailure: (reason: string) => void;
  #isClosed = false;

  constructor(onEvent: () => void, onFailure: (reason: string) => void, given: Watch = watch) {
    this.#watch = given;
    this.#onEvent = onEvent;
    this.#onFailure = onFailure;
  }

  /** Watches a folder and what is below it, also when it is created later. */
  add(folder: string): void {
    this.#tree(folder);
    const own = basename(folder);
    this.addNames(dirname(folder), name => {
      if (name === null || name === own) this.#replace(folder);
    });
  }

  /** Calls `onName` with the name of each entry that changes directly in a folder; null where the system does not give it. */
  addNames(folder: string, onName: (name: string | null) => void): void {
    const watcher = this.#start(folder, false, (_event, name) => onName(name));
    if (watcher !== undefined) this.#others.push(watcher);
  }

  close(): void {
    this.#isClosed = true;
    for (const watcher of [...this.#trees.values(), ...this.#others]) watcher.close();
    this.#trees.clear();
  }

  #tree(folder: string): void {
    if (this.#trees.has(folder) || !isFolder(folder)) return;
    const watcher = this.#start(folder, isRecursive, (event, name) => {
      this.#onEvent();
      // An entry was created, deleted or replaced: it may be a folder to watch.
      if (event === 'rename' && name !== null && !isRecursive && !isIgnoredFolder(name)) {
        this.#replace(join(folder, name));
      }
    });
    if (watcher === undefined) return;
    this.#trees.set(folder, watcher);
    if (isRecursive) return;
    for (const name of foldersIn(folder)) if (!isIgnoredFolder(name)) this.#tree(join(folder, name));
  }

  #replace(folder: string): void {
    for (const [path, watcher] of this.#trees) {
      if (path !== folder && !isInside(path, folder)) continue;
      watcher.close();
      this.#trees.delete(path);
    }
    this.#tree(folder);
    this.#onEvent();
  }

  #start(folder: string, recursive: boolean, listener: (event: string, name: string | null) => void) {
    if (this.#isClosed) return undefined;
    try {
      const watcher = this.#watch(folder, { persistent: false, recursive }, listener);
      watcher.on('error', error => this.#onFailure(reasonOf(error)));
      return watcher;
    } catch (error) {
      // A folder that was just deleted needs no watch; the watch of its parent reports the deletion.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#onFailure(reasonOf(error));
      return undefined;
    }
  }
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' ? 'the system allows no more watches (ENOSPC)' : `files cannot be watched (${code})`;
}
