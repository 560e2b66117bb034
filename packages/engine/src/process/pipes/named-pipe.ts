import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { Socket } from 'node:net';

/** One named pipe in use, read here. */
export class NamedPipe {
  readonly reader: Socket;
  readonly writeEnd: number;
  #ended = false;

  constructor(readonly path: string) {
    // The reader is there first and does not wait, so that the writer need not wait either.
    const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    this.writeEnd = openSync(path, constants.O_WRONLY);
    this.reader = new Socket({ fd: readEnd, readable: true, writable: false });
    this.reader.once('end', () => {
      this.#ended = true;
    });
  }

  /** Lets go of the end that children write to; those that have it keep it. */
  closeWriteEnd(): void {
    closeSync(this.writeEnd);
  }

  /** Stops reading. Whether nobody can write to it any more, so that it can serve again; else it is removed. */
  close(): boolean {
    this.reader.destroy();
    if (this.#ended) return true;
    try {
      unlinkSync(this.path);
    } catch {
      // Gone with its folder.
    }
    return false;
  }
}
