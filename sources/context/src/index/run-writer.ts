import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunBuilder } from './run-builder.js';

/** Takes in the words of documents, in the order of their positions, and puts them aside in files of a folder. */
export class RunWriter {
  readonly #builder = new RunBuilder();
  readonly #files: string[] = [];

  /** No two writers of a folder may have the same name. `spillBytes`: about what is held before it goes to a file. */
  constructor(
    readonly folder: string,
    readonly name: string,
    readonly spillBytes: number,
  ) {}

  add(position: number, content: string): void {
    this.#builder.add(position, content);
    if (this.#builder.bytes >= this.spillBytes) this.#spill();
  }

  /** The files of all that was added. */
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
