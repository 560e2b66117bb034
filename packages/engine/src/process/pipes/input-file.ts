import { closeSync, openSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';

/** The standard input of a child as a file, which it may leave unread or read twice. The file is unlinked before the child runs. */
export class InputFile {
  #descriptor: number | undefined;

  /** Throws the system's error, and leaves nothing behind, where it cannot be written. */
  constructor(
    readonly path: string,
    content: string | Uint8Array,
  ) {
    const descriptor = openSync(path, 'wx', 0o600);
    try {
      writeFileSync(descriptor, content);
    } catch (error) {
      this.remove();
      throw error;
    } finally {
      closeSync(descriptor);
    }
  }

  /** Opens it for a child and unlinks it. */
  open(): number {
    this.#descriptor = openSync(this.path, 'r');
    unlinkSync(this.path);
    return this.#descriptor;
  }

  /** Closes what `open` opened. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }

  /** Removes the file if it was never opened. */
  remove(): void {
    rmSync(this.path, { force: true });
  }
}
