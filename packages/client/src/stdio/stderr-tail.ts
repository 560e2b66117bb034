import { exceptionLine } from '@concord/engine';

const capacity = 64 * 1024;
const linesShown = 20;
const LF = 0x0a;

/** The end of what a server wrote to stderr: 64 KiB are kept, 20 lines are shown, with that of the exception. */
export class StderrTail {
  #pieces: Buffer[] = [];
  #size = 0;
  #cut = false;
  #written = 0;

  /** How many bytes were written so far. */
  get written(): number {
    return this.#written;
  }

  append(piece: Buffer): void {
    this.#written += piece.length;
    const kept = piece.length > capacity ? piece.subarray(piece.length - capacity) : piece;
    this.#cut ||= kept !== piece;
    this.#pieces.push(kept);
    this.#size += kept.length;
    while (this.#size - this.#pieces[0]!.length >= capacity) {
      this.#size -= this.#pieces.shift()!.length;
      this.#cut = true;
    }
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** The last lines since that many bytes were written. Masked as one text, because a secret may span lines; without a line that lost its beginning. */
  lines(redacted: (text: string) => string, since = 0, most = linesShown): readonly string[] {
    const bytes = Buffer.concat(this.#pieces);
    const skipped = Math.max(0, since - (this.#written - bytes.length));
    const begin = this.#cut ? bytes.indexOf(LF) + 1 : 0;
    // Half a line, or half a secret, of what came before is not shown.
    const from = skipped === 0 || bytes[skipped - 1] === LF ? Math.max(begin, skipped) : bytes.indexOf(LF, skipped) + 1;
    if (from < skipped) return [];
    const before = redacted(bytes.subarray(begin, from).toString());
    const whole = redacted(bytes.subarray(begin).toString());
    if (!whole.startsWith(before)) return [];
    const lines = whole
      .slice(before.length)
      .split(/\r?\n/)
      .filter(line => line.trim() !== '');
    const shown = lines.slice(-most);
    // A long stack trace must not hide what it is the trace of.
    const exception = exceptionLine(lines);
    return exception === undefined || shown.includes(exception) ? shown : [exception, ...shown.slice(1)];
  }
}
