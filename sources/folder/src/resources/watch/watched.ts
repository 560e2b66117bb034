import { createHash } from 'node:crypto';

/** Reads a resource as a text that differs when the resource does. */
export type Read = () => Promise<string>;

/** Events within JOINED_MS of each other are one change; none is delayed by more than LONGEST_WAIT_MS. */
const JOINED_MS = 50;
const LONGEST_WAIT_MS = 500;

/** A resource that is read again on events or at intervals; calls `changed` when its content differs. */
export abstract class Watched {
  readonly #read: Read;
  readonly #changed: () => void;
  #timer: NodeJS.Timeout | undefined;
  #firstEventAt: number | undefined;
  #lastHash: string | undefined;
  #isChecking = false;
  #mustCheckAgain = false;
  #isClosed = false;

  constructor(read: Read, changed: () => void) {
    this.#read = read;
    this.#changed = changed;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Checks when no further event came for JOINED_MS. */
  protected checkSoon(): void {
    this.#firstEventAt ??= performance.now();
    const waited = performance.now() - this.#firstEventAt;
    this.checkIn(Math.min(JOINED_MS, Math.max(0, LONGEST_WAIT_MS - waited)));
  }

  /** Checks after a time, in place of a check that was planned. */
  protected checkIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.check(), milliseconds).unref();
  }

  /** Checks now. The first check has no earlier content to compare with and asks `changedBeforeFirstCheck`. */
  protected async check(): Promise<void> {
    if (this.#isClosed) return;
    this.#firstEventAt = undefined;
    this.#mustCheckAgain = this.#isChecking;
    if (this.#isChecking) return;
    this.#isChecking = true;
    const now = createHash('sha256')
      .update(await this.#read())
      .digest('base64');
    this.#isChecking = false;
    if (this.#isClosed) return;
    const isChanged = this.#lastHash === undefined ? this.changedBeforeFirstCheck() : this.#lastHash !== now;
    this.#lastHash = now;
    if (isChanged) this.#changed();
    if (this.#mustCheckAgain) this.checkSoon();
    else this.checked();
  }

  /** Whether it changed between the start of watching and the first check. */
  protected changedBeforeFirstCheck(): boolean {
    return false;
  }

  /** Called after each check when no other is planned. */
  protected abstract checked(): void;
}

/** A resource that can only be read again, every `pollMs`; never when that is 0. */
export class WatchedRead extends Watched {
  readonly #pollMs: number;

  constructor(read: Read, changed: () => void, pollMs: number) {
    super(read, changed);
    this.#pollMs = pollMs;
    if (pollMs > 0) void this.check();
  }

  protected override checked(): void {
    this.checkIn(this.#pollMs);
  }
}
