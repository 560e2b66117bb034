import { createHash } from 'node:crypto';

/** What is read of a resource, in a form that differs when the resource does. */
export type Read = () => Promise<string>;

/** Events that come this close together are one change, but nothing is put off longer than that. */
const JOINED_MS = 50;
const LONGEST_WAIT_MS = 500;

/** Something that is looked at again, and told of when it is not what it was. */
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

  /** Looks once it has been quiet for a moment. */
  protected checkSoon(): void {
    this.#firstEventAt ??= performance.now();
    const waited = performance.now() - this.#firstEventAt;
    this.checkIn(Math.min(JOINED_MS, Math.max(0, LONGEST_WAIT_MS - waited)));
  }

  /** Looks after that long, in place of a look that was planned. */
  protected checkIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.check(), milliseconds).unref();
  }

  /** Looks now. The first look has nothing to compare with but what `changedBeforeFirstCheck` says. */
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

  /** Whether it became another between the moment it was to be watched and the first look. */
  protected changedBeforeFirstCheck(): boolean {
    return false;
  }

  /** Called after each look when no other is planned. */
  protected abstract checked(): void;
}

/** A resource that can only be asked, every `pollMs`; never when that is 0. */
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
