import type { CommandContext } from '../command/context.js';
import { fitted, visible } from './text.js';

const QUIET_MS = 1_000;
const REDRAW_MS = 200;
const CLEAR = '\r\x1b[2K';

/** A line on the terminal for waits of more than a second: what is going on, for how long, and how far the server says it is. */
export class ProgressLine {
  readonly #context: CommandContext;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  #phase: string;
  #progress = '';
  #isDrawn = false;
  #isHidden = false;

  /** Draws nothing without a terminal, in CI, or where quiet was asked for. */
  constructor(context: CommandContext, phase: string) {
    this.#context = context;
    this.#phase = phase;
    const isWatched = ['', '0', 'false'].includes(context.env.CI ?? '');
    if (context.terminal.stderr && isWatched && !context.flags.quiet)
      this.#timer = setInterval(() => this.#draw(), REDRAW_MS);
  }

  /** Says what is being waited for now. */
  phase(text: string): void {
    this.#phase = text;
    this.#progress = '';
  }

  /** What the server reported last. */
  progress(text: string): void {
    this.#progress = text;
  }

  /** Leaves the terminal to `work`, and goes on afterwards. */
  async hiddenDuring<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isHidden = true;
    await this.#clear();
    try {
      return await work();
    } finally {
      this.#isHidden = false;
    }
  }

  /** Removes the line, so that the next output begins in its place. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#clear();
  }

  async #clear(): Promise<void> {
    if (this.#isDrawn) await this.#context.stderr(CLEAR);
    this.#isDrawn = false;
  }

  #draw(): void {
    const elapsed = performance.now() - this.#started;
    if (elapsed < QUIET_MS || this.#isHidden) return;
    this.#isDrawn = true;
    const line = [this.#phase, `${Math.floor(elapsed / 1_000)} s`, this.#progress].filter(Boolean).join('  ');
    void this.#context.stderr(`${CLEAR}${fitted(visible(line, true), this.#context.columns - 1)}`);
  }
}
