import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Json, JsonObject, Redaction } from '@concord/contract';
import { LineReader } from '@concord/engine';
import { isTooDeep } from '../protocol/nesting.js';

/** What a stream of lines is read into. */
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
  /** What was read since `hold`, readable or not. */
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

/** How much of a line is redacted, and how much of that is shown. */
const LOOKED_AT_BYTES = 16_384;
const SHOWN_CHARACTERS = 1_024;

/** Describes a line that could not be read, for a log: its size, a digest to find it by, and its start without secrets. */
export function describeLine(line: Buffer, redaction: Redaction): JsonObject {
  // Redacted before it is cut: half a secret would not be recognised.
  const { text } = redaction.text(line.subarray(0, LOOKED_AT_BYTES).toString());
  return {
    message: 'a line could not be read',
    bytes: line.length,
    sha256: createHash('sha256').update(line).digest('hex').slice(0, 16),
    // The log writes JSON, which escapes control characters.
    start: text.slice(0, SHOWN_CHARACTERS),
  };
}
