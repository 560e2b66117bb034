import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { InputFile } from './input-file.js';
import { NamedPipe } from './named-pipe.js';

/** The streams of one child, and the ends that this process reads. */
export interface LeasedStreams {
  /** The file for its stdin, to be unlinked by the process that opens it, and the pipes for its stdout and stderr. */
  readonly paths: readonly [string, string, string];
  /** The same, opened here. */
  descriptors(): [number, number, number];
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Removes the file if it was never opened. */
  removeInput(): void;
  /** Closes the descriptors of this process, once the child has its own or was not started. */
  handedOver(): void;
  /** Returns the pipes: they are used again when all writers have closed them, else removed. */
  giveBack(): void;
}

const AT_ONCE = 16;
const MOST_IN_MEMORY = 65_536;
const MAKING_MS = 5_000;

/**
 * Streams that a child can open again by path, as `/dev/stdout` or `/dev/fd/1`: what Node gives a child by default are sockets,
 * and Linux does not let those be opened. Named pipes in a private folder can be; they are made many at a time and used again.
 */
export class ReopenablePipes {
  readonly #folder: string;
  readonly #memory: string | undefined;
  readonly #free: string[] = [];
  #count = 0;
  #making: Promise<void> | undefined;
  #ready: [NamedPipe, NamedPipe] | undefined;
  #closed = false;

  /** Both folders are this process's alone and removed by whoever made them; small inputs go through `memory`, which is quicker. */
  constructor(folder: string, memory?: string) {
    this.#folder = folder;
    this.#memory = memory;
  }

  /** Makes sure that the next child finds pipes ready. */
  async prepare(): Promise<void> {
    if (this.#free.length < 2) await this.#make();
    this.#prepareNext();
  }

  /** Closes what was opened for the next child. */
  close(): void {
    this.#closed = true;
    for (const pipe of this.#ready ?? []) {
      pipe.closeWriteEnd();
      pipe.close();
    }
    this.#ready = undefined;
  }

  /** Streams for one child that reads `stdin`. Rejects with the system's error where there can be none. */
  async lease(stdin: string | Uint8Array): Promise<LeasedStreams> {
    const [stdout, stderr] = await this.#pair();
    // While this child is being started.
    setImmediate(() => this.#prepareNext());
    const closeWriteEnds = () => {
      for (const pipe of [stdout, stderr]) pipe.closeWriteEnd();
    };
    const giveBack = () => {
      for (const pipe of [stdout, stderr]) if (pipe.close()) this.#free.push(pipe.path);
    };
    const input = this.#input(stdin, () => {
      closeWriteEnds();
      giveBack();
    });
    for (const pipe of [stdout, stderr]) pipe.reader.ref();
    return {
      paths: [input.path, stdout.path, stderr.path],
      descriptors: () => [input.open(), stdout.writeEnd, stderr.writeEnd],
      stdout: stdout.reader,
      stderr: stderr.reader,
      removeInput: () => input.remove(),
      handedOver: () => {
        input.close();
        closeWriteEnds();
      },
      giveBack,
    };
  }

  /** Opens a pair for the next child ahead of time: a call then does not wait for it. */
  #prepareNext(): void {
    if (this.#closed || this.#ready !== undefined || this.#free.length < 2) return;
    try {
      this.#ready = this.#open();
      for (const pipe of this.#ready) pipe.reader.unref();
    } catch {
      // The next `lease` tries again, and rejects.
    }
  }

  async #pair(): Promise<[NamedPipe, NamedPipe]> {
    for (let isNew = false; ; isNew = true) {
      while (this.#ready === undefined && this.#free.length < 2) await this.#make();
      try {
        const pair = this.#ready ?? this.#open();
        this.#ready = undefined;
        return pair;
      } catch (error) {
        // The pipes may have been deleted by another program: new ones are made once.
        if (isNew) throw error;
        this.#free.length = 0;
      }
    }
  }

  #open(): [NamedPipe, NamedPipe] {
    return [new NamedPipe(this.#free.pop()!), new NamedPipe(this.#free.pop()!)];
  }

  #input(stdin: string | Uint8Array, onFailure: () => void): InputFile {
    const folder = stdin.length <= MOST_IN_MEMORY ? (this.#memory ?? this.#folder) : this.#folder;
    try {
      return new InputFile(join(folder, `in-${this.#count++}`), stdin);
    } catch (error) {
      onFailure();
      throw error;
    }
  }

  #make(): Promise<void> {
    this.#making ??= this.#mkfifo().finally(() => {
      this.#making = undefined;
    });
    return this.#making;
  }

  async #mkfifo(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const paths = Array.from({ length: AT_ONCE }, () => join(this.#folder, `pipe-${this.#count++}`));
    await new Promise<void>((resolve, reject) => {
      const child = spawn('mkfifo', ['-m', '600', ...paths], {
        stdio: 'ignore',
        timeout: MAKING_MS,
        killSignal: 'SIGKILL',
      });
      child.once('error', reject);
      child.once('exit', code =>
        code === 0 ? resolve() : reject(new Error(`mkfifo ended with ${code ?? 'a signal'}`)),
      );
    });
    this.#free.push(...paths);
  }
}
