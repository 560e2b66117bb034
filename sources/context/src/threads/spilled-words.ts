import { RunWriter } from '../index/run-writer.js';

/** The words that were put aside, or why that failed: the cache can do without. */
export interface WordsAside {
  readonly files: readonly string[];
  readonly failure?: string;
}

/** Where words are put aside, and about how many bytes of them one thread may hold. */
export interface WordsPlace {
  readonly folder: string;
  readonly holdBytes: number;
}

/** Puts words aside until that fails for the first time. */
export class Words {
  #failure: string | undefined;

  readonly #writer: RunWriter;

  constructor({ folder, holdBytes }: WordsPlace, name: string) {
    this.#writer = new RunWriter(folder, name, holdBytes);
  }

  add(position: number, content: string): void {
    this.#unlessFailed(() => this.#writer.add(position, content));
  }

  finish(): WordsAside {
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
