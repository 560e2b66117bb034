import { fstatSync, write } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** What the owner of standard output is told. */
export interface WriterEvents {
  /** A write failed, or a line had to be mended before it could be sent. */
  corrupted(reason: string): void;
  /** The reader is gone. */
  broken(): void;
  /** Whether so much waits to be written that no more input should be read. */
  congested(yes: boolean): void;
}

const MOST_WAITING = 64 * 1_048_576;

/** Writes lines to one file descriptor, in order, each in one write. Nothing else may write there. */
export class LineWriter {
  readonly #events: WriterEvents;
  readonly #send: Sender;
  #waiting = 0;
  #congested = false;
  #broken = false;
  #idle: (() => void)[] = [];

  constructor(target: number | Writable, events: WriterEvents) {
    this.#events = events;
    this.#send =
      typeof target === 'number' ? descriptorSender(target, error => this.#failed(error)) : streamSender(target);
  }

  /** Queues one message. A text with a line break in it would be two messages: the line breaks become blanks, and `corrupted` is called. */
  write(text: string): void {
    if (this.#broken) return;
    const whole = text.includes('\n') ? this.#mend(text) : text;
    const line = `${whole}\n`;
    const size = Buffer.byteLength(line);
    this.#waiting += size;
    this.#tellCongestion();
    this.#send(line, error => {
      this.#waiting -= size;
      if (error) this.#failed(error);
      this.#tellCongestion();
      if (this.#waiting === 0 && this.#idle.length > 0) for (const idle of this.#idle.splice(0)) idle();
    });
  }

  /** Resolves when everything queued has left, or never will. */
  flushed(): Promise<void> {
    return this.#waiting === 0 || this.#broken ? Promise.resolve() : new Promise(resolve => this.#idle.push(resolve));
  }

  #mend(text: string): string {
    this.#events.corrupted('a message had a line break in it');
    return text.replaceAll('\r\n', ' ').replaceAll('\n', ' ');
  }

  #failed(error: Error & { code?: string }): void {
    if (error.code === 'EPIPE' || error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_DESTROYED') {
      if (this.#broken) return;
      this.#broken = true;
      for (const idle of this.#idle.splice(0)) idle();
      this.#events.broken();
    } else this.#events.corrupted(`a write failed (${error.code ?? error.message})`);
  }

  #tellCongestion(): void {
    const congested = this.#waiting > MOST_WAITING;
    if (congested === this.#congested) return;
    this.#congested = congested;
    this.#events.congested(congested);
  }
}

type Sender = (line: string, done: (error?: Error | null) => void) => void;

/** Pipes and sockets are written without blocking the thread; files and devices one write after the other. */
function descriptorSender(descriptor: number, onError: (error: Error) => void): Sender {
  const kind = fstatSync(descriptor);
  if (!kind.isFIFO() && !kind.isSocket()) return fileSender(descriptor);
  const socket = new Socket({ fd: descriptor, readable: false, writable: true });
  socket.on('error', onError);
  return (line, done) => socket.write(line, done);
}

function streamSender(stream: Writable): Sender {
  stream.on('error', () => {}); // Each write reports its own failure.
  return (line, done) => stream.write(line, done);
}

function fileSender(descriptor: number): Sender {
  const queue: [Buffer, (error?: Error | null) => void][] = [];
  const next = () => {
    const [entry] = queue;
    if (!entry) return;
    writeAll(descriptor, entry[0], 0, error => {
      queue.shift();
      entry[1](error);
      next();
    });
  };
  return (line, done) => {
    queue.push([Buffer.from(line), done]);
    if (queue.length === 1) next();
  };
}

function writeAll(descriptor: number, bytes: Buffer, from: number, done: (error: Error | null) => void): void {
  write(descriptor, bytes, from, bytes.length - from, null, (error, written) => {
    if (error) done(error);
    else if (from + written < bytes.length) writeAll(descriptor, bytes, from + written, done);
    else done(null);
  });
}
