import { closeSync, existsSync, readSync } from 'node:fs';
import { LineReader } from '@concord/engine';
import { openToolFile } from './tool-file-read.js';

const LONGEST_LINE = 65_536;
/** Bytes read at a time: a tool that never stops writing must not block the event loop. */
const PIECE = 262_144;

/** Reads the lines that a tool appends to a file, which may not exist yet. */
export class FollowedFile {
  readonly #path: string;
  readonly #reader: LineReader;
  #descriptor: number | undefined;
  #buffer: Buffer | undefined;

  constructor(path: string, onLine: (line: string) => void, onUnusable: () => void) {
    this.#path = path;
    this.#reader = new LineReader(LONGEST_LINE, { line: bytes => onLine(bytes.toString()), tooLong: onUnusable });
  }

  /** Reads what was appended since the last look; true when there was something. */
  readAppended(): boolean {
    if (this.#descriptor === undefined) {
      // Most of these files never exist, and `existsSync` costs less than a failed `openSync`.
      if (existsSync(this.#path)) this.#descriptor = openToolFile(this.#path);
      if (this.#descriptor === undefined) return false;
    }
    this.#buffer ??= Buffer.allocUnsafe(PIECE);
    const length = readSync(this.#descriptor, this.#buffer, 0, PIECE, null);
    if (length > 0) this.#reader.push(Buffer.from(this.#buffer.subarray(0, length)));
    return length > 0;
  }

  /** Reads the rest of the file and closes it. */
  finish(mostPieces = 64): void {
    for (let pieces = 0; pieces < mostPieces && this.readAppended(); ) pieces += 1;
    this.#reader.end();
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
