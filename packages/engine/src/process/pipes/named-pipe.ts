import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { Socket } from 'node:net';

/** A named pipe that a child writes to and this process reads. */
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

  /** Closes the write end of this process; children keep theirs. */
  closeWriteEnd(): void {
    closeSync(this.writeEnd);
  }

  /** Stops reading. True when all writers have closed it, so that it can be used again; otherwise it is removed. */
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
