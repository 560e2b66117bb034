import { TextDecoder } from 'node:util';
import { GrowingBytes } from './growing-bytes.js';
import { LastBytes } from './last-bytes.js';
import { decodeParts, withoutCutEnd, withoutCutStart } from './whole-characters.js';

/** What to do with output beyond its limit: end the process, or keep the first and the last half and read on. */
export type Overflow = 'stop' | 'keepEnds';

/** What was kept of a stream. */
export interface Captured {
  readonly text: string;
  readonly bytes: number;
  readonly omitted: number;
  readonly omittedAt: number | null;
}

/** Keeps as much of one output stream as its limit allows, and passes its text on as it comes. */
export class CapturedStream {
  readonly #limit: number;
  readonly #overflow: Overflow;
  readonly #first: GrowingBytes;
  readonly #last: LastBytes;
  readonly #onText: ((text: string) => void) | undefined;
  readonly #onBytes: ((piece: Buffer) => void) | undefined;
  readonly #decoder: TextDecoder | undefined;
  #bytes = 0;

  constructor(
    limit: number,
    overflow: Overflow,
    onText: ((text: string) => void) | undefined,
    onBytes?: ((piece: Buffer) => void) | undefined,
  ) {
    this.#limit = limit;
    this.#overflow = overflow;
    const half = overflow === 'stop' ? limit : Math.ceil(limit / 2);
    this.#first = new GrowingBytes(half);
    this.#last = new LastBytes(limit - half);
    this.#onText = onText;
    this.#decoder = onText && new TextDecoder('utf-8', { ignoreBOM: true });
    this.#onBytes = onBytes;
  }

  /** Whether there was more than may be kept, and the process is to be stopped for it. */
  get tooLarge(): boolean {
    return this.#overflow === 'stop' && this.#bytes > this.#limit;
  }

  add(piece: Buffer): void {
    const within = this.#overflow === 'stop' ? piece.subarray(0, Math.max(0, this.#limit - this.#bytes)) : piece;
    this.#bytes += piece.length;
    this.#last.append(this.#first.append(within));
    if (this.#decoder !== undefined) this.#tell(this.#decoder.decode(within, { stream: true }));
    if (within.length > 0) this.#onBytes?.(within);
  }

  /** To be called once, when no more will come. */
  finish(): void {
    if (this.#decoder !== undefined && !this.tooLarge) this.#tell(this.#decoder.decode());
  }

  /** What was kept. Characters that were cut in two are left out on both sides. */
  get captured(): Captured {
    const first = this.#first.content;
    const [older, newer] = this.#last.content;
    const bytes = this.#bytes;
    if (bytes === first.length + older.length + newer.length) {
      return { text: decodeParts([first, older, newer]), bytes, omitted: 0, omittedAt: null };
    }
    const head = withoutCutEnd(first);
    const tail = withoutCutStart([older, newer]);
    const before = head.toString();
    const omitted = bytes - head.length - tail[0].length - tail[1].length;
    return { text: before + decodeParts(tail), bytes, omitted, omittedAt: before.length };
  }

  #tell(text: string): void {
    if (text !== '') this.#onText?.(text);
  }
}
