import { closeSync, existsSync, readSync } from 'node:fs';
import { LineReader } from '@concord/engine';
import { openMade } from './tool-file-read.js';

const LONGEST_LINE = 65_536;
/** What is read at a time: a tool that writes without end must not hold up anybody else. */
const PIECE = 262_144;

/** Reads the lines somebody appends to a file that may not be there yet. */
export class FollowedFile {
  readonly #path: string;
  readonly #reader: LineReader;
  #descriptor: number | undefined;
  #buffer: Buffer | undefined;

  constructor(path: string, onLine: (line: string) => void, onUnusable: () => void) {
    this.#path = path;
    this.#reader = new LineReader(LONGEST_LINE, { line: bytes => onLine(bytes.toString()), tooLong: onUnusable });
  }

  /** Takes in what was appended since the last look; true when there was something. */
  look(): boolean {
    if (this.#descriptor === undefined) {
      // Asked first: most files are never made, and an error costs more than the question.
      if (existsSync(this.#path)) this.#descriptor = openMade(this.#path);
      if (this.#descriptor === undefined) return false;
    }
    this.#buffer ??= Buffer.allocUnsafe(PIECE);
    const length = readSync(this.#descriptor, this.#buffer, 0, PIECE, null);
    if (length > 0) this.#reader.push(Buffer.from(this.#buffer.subarray(0, length)));
    return length > 0;
  }

  /** Takes in the rest, and lets go of the file. */
  finish(mostPieces = 64): void {
    for (let pieces = 0; pieces < mostPieces && this.look(); ) pieces += 1;
    this.#reader.end();
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
