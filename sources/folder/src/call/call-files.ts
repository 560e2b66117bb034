import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMade } from './tool-file-read.js';

/** The files a tool and the server exchange during one call. None exists before somebody writes it. */
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

/** Those a tool may have made. */
const ofTools: readonly CallFileName[] = ['error', 'resources', 'progress', 'log', 'ask'];

/** The paths of one call in the private folder, and what is found there. */
export class CallFiles {
  readonly #prefix: string;
  /** Those that may be there when the call is over. */
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

  /** Writes a file that is whole from the moment it is there. */
  writeWhole(name: CallFileName, text: string): void {
    const aside = `${this.path(name)}.part`;
    this.#possible.add(name);
    writeNew(aside, text);
    renameSync(aside, this.path(name));
  }

  /** What a tool that has ended wrote, at most so many bytes of it; undefined when it wrote nothing. */
  read(name: CallFileName, mostBytes: number): string | undefined {
    const path = this.path(name);
    // Asked before every read: most files were never made, and an error costs more than the question.
    if (!existsSync(path)) this.#possible.delete(name);
    else return readMade(path, mostBytes)?.toString() || undefined;
    return undefined;
  }

  /** The end of what was written, in at most so many bytes. */
  readEnd(name: CallFileName, mostBytes: number): string | undefined {
    return readMade(this.path(name), mostBytes, 'end')?.toString();
  }

  /** Takes all of them away; never fails. */
  remove(): void {
    for (const name of this.#possible) {
      const path = this.path(name);
      if (!existsSync(path)) continue;
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {
        // A folder that cannot be emptied goes with the server.
      }
    }
  }
}

/** Writes a file that was not there. Whatever a tool put in its place, a pipe that nobody reads or a link, makes way for it. */
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
