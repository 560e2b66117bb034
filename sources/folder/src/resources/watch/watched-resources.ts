import { ConcurrencyLimit } from '../../project/concurrency-limit.js';
import type { Contents } from '../../project/items.js';
import type { Project } from '../../project/project.js';
import type { FolderSettings } from '../../project/settings.js';
import { filePathOf } from '../file.js';
import { findTarget } from '../find-target.js';
import { findProvider } from '../providers.js';
import { readResource } from '../read-resource.js';
import { type Watched, WatchedRead } from './watched.js';
import { WatchedFile } from './watched-file.js';

/** How many resources are read again at one time. */
const AT_ONCE = 4;

/**
 * Reports changes of watched resources: files by the system's watches, others by reading them at intervals. A change of the content
 * counts, and so does a change of the error. Watching a resource twice is the same as watching it once.
 */
export class WatchedResources {
  readonly #contents: () => Contents;
  readonly #project: Project;
  readonly #settings: FolderSettings;
  readonly #watched = new Map<string, Watched>();
  readonly #listeners = new Set<(uri: string) => void>();
  readonly #stop = new AbortController();
  readonly #reads = new ConcurrencyLimit(AT_ONCE);

  /** `contents` gives the current contents of the project. */
  constructor(contents: () => Contents, project: Project, settings: FolderSettings) {
    this.#contents = contents;
    this.#project = project;
    this.#settings = settings;
  }

  /** Calls `listener` with the URI of each watched resource that changed. Returns a function that removes the listener. */
  onUpdated(listener: (uri: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  watch(uri: string): void {
    if (this.#watched.has(uri) || this.#stop.signal.aborted) return;
    const changed = (): void => {
      for (const listener of this.#listeners) listener(uri);
    };
    const read = () => this.#reads.run(() => this.#read(uri));
    const file = this.#fileOf(uri);
    const pollMs = this.#settings.resourcePollSecs * 1_000;
    const watched =
      file === undefined ? new WatchedRead(read, changed, pollMs) : new WatchedFile(file, read, changed, pollMs);
    this.#watched.set(uri, watched);
  }

  unwatch(uri: string): void {
    this.#watched.get(uri)?.close();
    this.#watched.delete(uri);
  }

  /** Stops watching. Resolves when all reads have ended. */
  async close(): Promise<void> {
    this.#stop.abort();
    for (const uri of [...this.#watched.keys()]) this.unwatch(uri);
    this.#listeners.clear();
    await this.#reads.idle();
  }

  /** The current content or error of a resource as text. */
  async #read(uri: string): Promise<string> {
    const call = { signal: this.#stop.signal, log: () => {}, secret: () => {} };
    try {
      return JSON.stringify(await readResource(uri, this.#contents(), this.#project, this.#settings, call));
    } catch (error) {
      return `failed: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  /** The file of a URI that the built-in file provider reads. */
  #fileOf(uri: string): string | undefined {
    const target = findTarget(uri, this.#contents());
    const own = target?.uri ?? uri;
    if (!findProvider(own, target?.item.provider, this.#project)?.isFile) return undefined;
    try {
      return filePathOf({ uri: own, project: this.#project, ...(target && { item: target.item }) });
    } catch {
      return undefined;
    }
  }
}
