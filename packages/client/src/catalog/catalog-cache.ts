import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder, replaceFile } from '@concord/engine';
import type { ServerEntry } from '../config/entry/definition.js';
import { hashOf } from '../config/entry/hash-of.js';
import { type CachedCatalog, type CatalogToStore, catalogText, longestAgeMs, readCatalog } from './cached-catalog.js';
import { keepBelow } from './keep-below.js';

/** The size limit of all files of the cache together. */
const mostBytes = 32 * 2 ** 20;

const isKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/**
 * What is remembered of servers, one file each, readable for this user alone. A file that is missing, damaged or not
 * readable counts as absent; what cannot be written is not stored. No method ever rejects.
 */
export class CatalogCache {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(folder: string, now: () => number = Date.now) {
    this.#folder = folder;
    this.#now = now;
  }

  /** What is remembered of the definition of that key, unless it is older than a day. */
  async find(key: string): Promise<CachedCatalog | undefined> {
    const found = await this.#read(key);
    const age = this.#now() - (found?.storedAt ?? 0);
    return age >= 0 && age < longestAgeMs ? found : undefined;
  }

  /** What is remembered of an entry that has not been expanded, however old it is. */
  async findByEntry(entry: ServerEntry): Promise<CachedCatalog | undefined> {
    const key = await readText(this.#entryPath(entry), 64);
    return key === undefined ? undefined : this.#read(key);
  }

  async store(key: string, entry: ServerEntry, catalog: CatalogToStore): Promise<void> {
    const text = catalogText(catalog, this.#now());
    if (!isKey(key) || Buffer.byteLength(text) > mostBytes / 2) return;
    try {
      makePrivateFolder(this.#folder);
      await replaceFile(this.#path(key), text, { durable: false });
      await replaceFile(this.#entryPath(entry), key, { durable: false });
      await keepBelow(this.#folder, mostBytes, name => /\.(?:json|entry)$/.test(name));
    } catch {
      // The cache is optional.
    }
  }

  /** Forgets the definition of that key. */
  async drop(key: string): Promise<void> {
    if (isKey(key)) await rm(this.#path(key), { force: true }).catch(() => {});
  }

  async #read(key: string): Promise<CachedCatalog | undefined> {
    const text = isKey(key) ? await readText(this.#path(key), mostBytes) : undefined;
    return text === undefined ? undefined : readCatalog(text, this.#now());
  }

  #path(key: string): string {
    return join(this.#folder, `${key}.json`);
  }

  #entryPath({ file = '', name, entry }: ServerEntry): string {
    return join(this.#folder, `${hashOf([file, name, hashOf(entry)])}.entry`);
  }
}

async function readText(path: string, mostBytes: number): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    return size > mostBytes ? undefined : await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
