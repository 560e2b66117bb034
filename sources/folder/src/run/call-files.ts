import { existsSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files a tool and the server exchange during one call. None exists before somebody writes it. */
const names = [
  'error',
  'resources',
  'progress',
  'log',
  'cancel',
  'ask',
  'answer',
  'args',
  'metadata',
  'meta',
  'trace',
] as const;
export type CallFileName = (typeof names)[number];

let count = 0;

/** The paths of one call in the private folder, and what is found there. */
export class CallFiles {
  readonly #prefix: string;

  constructor(folder: string) {
    this.#prefix = join(folder, `call-${count++}`);
  }

  path(name: CallFileName): string {
    return `${this.#prefix}.${name}`;
  }

  write(name: CallFileName, text: string): string {
    writeFileSync(this.path(name), text, { mode: 0o600 });
    return this.path(name);
  }

  /** What a tool wrote, at most so many bytes of it; undefined when it wrote nothing. */
  read(name: CallFileName, mostBytes: number): string | undefined {
    const path = this.path(name);
    try {
      // Asked before every read: most files were never made, and an error costs more than the question.
      if (!statSync(path, { throwIfNoEntry: false })?.size) return undefined;
      return readFileSync(path).subarray(0, mostBytes).toString();
    } catch {
      return undefined;
    }
  }

  /** The end of what was written, in at most so many bytes. */
  readEnd(name: CallFileName, mostBytes: number): string | undefined {
    try {
      return readFileSync(this.path(name)).subarray(-mostBytes).toString();
    } catch {
      return undefined;
    }
  }

  /** Takes all of them away; never fails. */
  remove(): void {
    for (const name of names) {
      const path = this.path(name);
      if (!existsSync(path)) continue;
      try {
        unlinkSync(path);
      } catch {
        // Gone meanwhile.
      }
    }
  }
}
