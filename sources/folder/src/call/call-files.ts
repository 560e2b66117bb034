import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readToolFile } from './tool-file-read.js';

/** The files a tool and the server exchange during one call. None exists before one of them writes it. */
export type CallFileName =
  | 'error'
  | 'resources'
  | 'progress'
  | 'log'
  | 'cancel'
  | 'ask'
  | 'answer'
  | 'args'
  | 'metadata'
  | 'meta'
  | 'trace';

let count = 0;

/** Files that a tool may create. */
const ofTools: readonly CallFileName[] = ['error', 'resources', 'progress', 'log', 'ask'];

/** The files of one call, in the private folder of this process. */
export class CallFiles {
  readonly #prefix: string;
  /** Files that may exist when the call is over. */
  readonly #possible = new Set(ofTools);

  constructor(folder: string) {
    this.#prefix = join(folder, `call-${count++}`);
  }

  path(name: CallFileName): string {
    return `${this.#prefix}.${name}`;
  }

  write(name: CallFileName, text: string): string {
    this.#possible.add(name);
    writeNew(this.path(name), text);
    return this.path(name);
  }

  /** Writes a file so that a reader sees nothing or all of it. */
  writeWhole(name: CallFileName, text: string): void {
    const aside = `${this.path(name)}.part`;
    this.#possible.add(name);
    writeNew(aside, text);
    renameSync(aside, this.path(name));
  }

  /** What a tool that has ended wrote, at most so many bytes of it; undefined when it wrote nothing. */
  read(name: CallFileName, mostBytes: number): string | undefined {
    const path = this.path(name);
    // Most of these files never exist, and `existsSync` costs less than a failed `openSync`.
    if (!existsSync(path)) this.#possible.delete(name);
    else return readToolFile(path, mostBytes)?.toString() || undefined;
    return undefined;
  }

  /** The end of what was written, in at most so many bytes. */
  readEnd(name: CallFileName, mostBytes: number): string | undefined {
    return readToolFile(this.path(name), mostBytes, 'end')?.toString();
  }

  /** Deletes all files of the call. Never throws. */
  remove(): void {
    for (const name of this.#possible) {
      const path = this.path(name);
      if (!existsSync(path)) continue;
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {
        // What cannot be deleted now is deleted with the private folder when the server ends.
      }
    }
  }
}

/** Creates a file. Whatever a tool put at that path, such as a pipe or a link, is deleted first. */
function writeNew(path: string, text: string): void {
  const how = { mode: 0o600, flag: 'wx' } as const;
  try {
    writeFileSync(path, text, how);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, text, how);
  }
}
