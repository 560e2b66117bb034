/** One line a session printed, and when: microseconds since 1970, no two the same. */
export interface LoggedLine {
  readonly at: number;
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

const MOST_LINES = 5_000;
const MOST_CHARACTERS = 4_194_304;

/** The last lines of both streams of a session, in the order they came. */
export class SessionLog {
  readonly #lines: LoggedLine[] = [];
  #first = 0;
  #characters = 0;
  #last = 0;
  readonly totals = { stdout: 0, stderr: 0 };

  add(stream: LoggedLine['stream'], text: string): void {
    this.#last = Math.max(this.#last + 1, Math.floor((performance.timeOrigin + performance.now()) * 1_000));
    this.#lines.push({ at: this.#last, stream, text });
    this.#characters += text.length + 1;
    this.totals[stream] += 1;
    while (this.#lines.length - this.#first > MOST_LINES || this.#characters > MOST_CHARACTERS) this.#drop();
  }

  /** The number of dropped lines. */
  get dropped(): number {
    return this.totals.stdout + this.totals.stderr - (this.#lines.length - this.#first);
  }

  /** One microsecond after the last line: the `since` of the next request. */
  get cursor(): number {
    return this.#last + 1;
  }

  /** The lines since a time, at most the last `tail` of them. */
  lines({
    since = 0,
    tail = MOST_LINES,
  }: {
    since?: number | undefined;
    tail?: number | undefined;
  } = {}): readonly LoggedLine[] {
    return this.#lines
      .slice(this.#first)
      .filter(each => each.at >= since)
      .slice(-tail);
  }

  #drop(): void {
    const { text, ...line } = this.#lines[this.#first]!;
    this.#characters -= text.length + 1;
    // Removing one line would move all others, so only its text is dropped; lines are removed in bulk.
    this.#lines[this.#first] = { ...line, text: '' };
    this.#first += 1;
    if (this.#first >= MOST_LINES) this.#lines.splice(0, this.#first);
    if (this.#first >= MOST_LINES) this.#first = 0;
  }
}
