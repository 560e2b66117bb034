import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunBuilder } from './run-builder.js';

/** Collects the words of documents, in the order of their positions, and writes them as runs into a folder. */
export class RunWriter {
  readonly #builder = new RunBuilder();
  readonly #files: string[] = [];

  /** Writers of one folder need different names. `spillBytes`: the approximate memory after which a run is written. */
  constructor(
    readonly folder: string,
    readonly name: string,
    readonly spillBytes: number,
  ) {}

  add(position: number, content: string): void {
    this.#builder.add(position, content);
    if (this.#builder.bytes >= this.spillBytes) this.#spill();
  }

  /** Writes the rest, and gives the files of all runs. */
  finish(): readonly string[] {
    if (this.#builder.documentCount > 0) this.#spill();
    return this.#files;
  }

  #spill(): void {
    const file = join(this.folder, `${this.name}-${this.#files.length}.run`);
    writeFileSync(file, this.#builder.take(), { flag: 'wx', mode: 0o600 });
    this.#files.push(file);
  }
}
