import { closeSync, openSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';

/** What a child reads: a file, so that it may leave it or read it twice. Its name is gone by the time the child runs. */
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

  /** Opens it for a child and takes its name away. */
  open(): number {
    this.#descriptor = openSync(this.path, 'r');
    unlinkSync(this.path);
    return this.#descriptor;
  }

  /** Lets go of what was opened here. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }

  /** Takes it away when nobody has come to open it. */
  remove(): void {
    rmSync(this.path, { force: true });
  }
}
