const capacity = 64 * 1024;
const linesShown = 20;

/** The end of what a server wrote to stderr: 64 KiB are kept, 20 lines are shown. */
export class StderrTail {
  #pieces: Buffer[] = [];
  #size = 0;
  #cut = false;

  append(piece: Buffer): void {
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

  /** The last lines. Masked as one text, because a secret may span lines; without the line that lost its beginning. */
  lines(redacted: (text: string) => string): readonly string[] {
    const text = Buffer.concat(this.#pieces).toString();
    const whole = this.#cut ? text.slice(text.indexOf('\n') + 1) : text;
    return redacted(whole)
      .split(/\r?\n/)
      .filter(line => line.trim() !== '')
      .slice(-linesShown);
  }
}
