import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { startOf } from '@concord/engine';

/** A file and the bytes it gets. */
export interface FileChange {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Asked of what is there right before it is replaced: false says that it is no longer what was to be changed. */
  readonly isStill?: (bytes: Buffer) => boolean;
}

/** A file is no longer what it was when the change was worked out. */
export class Stale extends Error {
  constructor(readonly path: string) {
    super('the file has changed');
  }
}

/** What a journal says of a change that is under way. */
interface Entry {
  readonly owner: { readonly pid: number; readonly start: string };
  /** Until all files lie ready, the change is undone; from then on it is finished. */
  readonly state: 'preparing' | 'ready';
  readonly files: readonly { readonly from: string; readonly to: string }[];
}

const ENDING = '.change.json';

/**
 * Changes files together or not at all. New contents are written beside their places first; a journal says which, so that a change
 * that was cut off is finished or undone by whoever comes next.
 */
export class Transactions {
  readonly #folder: string | undefined;

  /** Without a folder there is no journal: each file is still replaced whole. */
  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  write(changes: readonly FileChange[]): void {
    this.recover();
    const files = changes.map(({ path }) => {
      // A link stays a link: what it leads to is written.
      const to = realpathSync(path);
      return { from: join(dirname(to), `.${basename(to).slice(0, 200)}.${randomBytes(6).toString('hex')}.tmp`), to };
    });
    const journal = this.#open(files);
    const before: Buffer[] = [];
    try {
      for (const [index, { from, to }] of files.entries()) {
        const change = changes[index]!;
        const old = readFileSync(to);
        if (change.isStill?.(old) === false) throw new Stale(change.path);
        before.push(old);
        writeNew(from, change.bytes, modeOf(to));
      }
      journal?.('ready');
    } catch (error) {
      for (const { from } of files) rmSync(from, { force: true });
      journal?.('done');
      throw error;
    }
    let done = 0;
    try {
      for (const { from, to } of files) {
        renameSync(from, to);
        done++;
      }
    } catch (error) {
      // What was put in place already goes back to what it was.
      for (const { from, to } of files.slice(0, done)) {
        writeNew(from, before[files.findIndex(each => each.to === to)]!, modeOf(to));
        renameSync(from, to);
      }
      for (const { from } of files) rmSync(from, { force: true });
      journal?.('done');
      throw error;
    }
    for (const folder of new Set(files.map(({ to }) => dirname(to)))) syncFolder(folder);
    journal?.('done');
  }

  /** Finishes or undoes the changes of processes that are gone; gives how many there were. */
  recover(): number {
    if (this.#folder === undefined) return 0;
    let names: string[];
    try {
      names = readdirSync(this.#folder).filter(name => name.endsWith(ENDING));
    } catch {
      return 0;
    }
    let count = 0;
    for (const name of names) {
      const path = join(this.#folder, name);
      const entry = readEntry(path);
      if (entry && startOf(entry.owner.pid) === entry.owner.start) continue;
      for (const { from, to } of entry?.files ?? []) {
        if (entry!.state === 'preparing') rmSync(from, { force: true });
        else finish(from, to);
      }
      rmSync(path, { force: true });
      count++;
    }
    return count;
  }

  /** Begins a journal; the function it gives says how far the change has come. */
  #open(files: Entry['files']): ((state: 'ready' | 'done') => void) | undefined {
    if (this.#folder === undefined || files.length === 0) return undefined;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, `${process.pid}-${randomBytes(6).toString('hex')}${ENDING}`);
    const owner = { pid: process.pid, start: startOf(process.pid) ?? '' };
    const note = (state: Entry['state']) => {
      const temporary = `${path}.tmp`;
      rmSync(temporary, { force: true });
      writeNew(temporary, Buffer.from(JSON.stringify({ owner, state, files } satisfies Entry)), 0o600);
      renameSync(temporary, path);
      syncFolder(this.#folder!);
    };
    note('preparing');
    return state => {
      if (state === 'done') rmSync(path, { force: true });
      else note(state);
    };
  }
}

/** Puts a file that lies ready in its place, where nobody has done so. */
function finish(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function readEntry(path: string): Entry | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Entry;
    return Array.isArray(value.files) && typeof value.owner?.pid === 'number' ? value : undefined;
  } catch {
    return undefined;
  }
}

function modeOf(path: string): number {
  const handle = openSync(path, 'r');
  try {
    return fstatSync(handle).mode & 0o7777;
  } finally {
    closeSync(handle);
  }
}

function writeNew(path: string, bytes: Uint8Array, mode: number): void {
  const handle = openSync(path, 'wx', mode);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // The files are in their places; only a power failure right now could bring the old ones back.
  }
}
