import { RunWriter } from '../index/run-writer.js';

/** The files of written words, or the reason why writing failed: a cache works without an index. */
export interface SpilledWords {
  readonly files: readonly string[];
  readonly failure?: string;
}

/** The folder for words, and the approximate memory for words of one thread. */
export interface SpillPlace {
  readonly folder: string;
  readonly holdBytes: number;
}

/** Writes words into runs until writing fails for the first time. */
export class WordSpill {
  #failure: string | undefined;

  readonly #writer: RunWriter;

  constructor({ folder, holdBytes }: SpillPlace, name: string) {
    this.#writer = new RunWriter(folder, name, holdBytes);
  }

  add(position: number, content: string): void {
    this.#unlessFailed(() => this.#writer.add(position, content));
  }

  finish(): SpilledWords {
    const files = this.#unlessFailed(() => this.#writer.finish()) ?? [];
    return this.#failure === undefined ? { files } : { files, failure: this.#failure };
  }

  #unlessFailed<Result>(work: () => Result): Result | undefined {
    if (this.#failure !== undefined) return undefined;
    try {
      return work();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (typeof code !== 'string' && !(error instanceof RangeError)) throw error;
      this.#failure = code ?? String(error);
      return undefined;
    }
  }
}
