import { isUtf8 } from 'node:buffer';
import type { Json } from '@concord/contract';
import { LineReader } from '@concord/engine';
import { isTooDeep } from '../protocol/nesting.js';

/** What comes out of a stream of lines. */
export interface MessageEvents {
  message(message: Json): void;
  /** A line that is no JSON, not UTF-8, or nested beyond reason. */
  unreadable(line: Buffer): void;
  tooLong(): void;
}

/** Reads JSON messages, one a line, and hands them on in order. */
export class MessageReader {
  readonly #events: MessageEvents;
  readonly #lines: LineReader;
  /** What came while it was not wanted, readable or not. */
  #held: (() => void)[] | undefined;

  constructor(limit: number, events: MessageEvents) {
    this.#events = events;
    this.#lines = new LineReader(limit, {
      line: bytes => this.#line(bytes),
      tooLong: () => this.#hand(() => events.tooLong()),
    });
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk);
  }

  /** The stream has ended: the last line counts even without its newline. */
  end(): void {
    this.#lines.end();
  }

  /** Keeps everything back until `release`. */
  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    // One of them may start holding again: the others then wait in their order.
    for (const event of held) this.#hand(event);
  }

  #line(bytes: Buffer): void {
    let message: Json;
    try {
      if (!isUtf8(bytes) || isTooDeep(bytes)) throw new SyntaxError('not to be read');
      message = JSON.parse(bytes.toString()) as Json;
    } catch {
      this.#hand(() => this.#events.unreadable(bytes));
      return;
    }
    if (this.#held) this.#held.push(() => this.#events.message(message));
    else this.#events.message(message);
  }

  #hand(event: () => void): void {
    if (this.#held) this.#held.push(event);
    else event();
  }
}
