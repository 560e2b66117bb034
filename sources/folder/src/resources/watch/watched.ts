import { createHash } from 'node:crypto';

/** What is read of a resource, in a form that differs when the resource does. */
export type Look = () => Promise<string>;

/** Events that come this close together are one change, but nothing is put off longer than that. */
const JOINED_MS = 50;
const LONGEST_WAIT_MS = 500;

/** Something that is looked at again, and told of when it is not what it was. */
export abstract class Watched {
  readonly #look: Look;
  readonly #changed: () => void;
  #timer: NodeJS.Timeout | undefined;
  #firstAsked: number | undefined;
  #seen: string | undefined;
  #isLooking = false;
  #isAskedAgain = false;
  #isClosed = false;

  constructor(look: Look, changed: () => void) {
    this.#look = look;
    this.#changed = changed;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Looks once it has been quiet for a moment. */
  protected lookSoon(): void {
    this.#firstAsked ??= performance.now();
    const waited = performance.now() - this.#firstAsked;
    this.lookIn(Math.min(JOINED_MS, Math.max(0, LONGEST_WAIT_MS - waited)));
  }

  /** Looks after that long, in place of a look that was planned. */
  protected lookIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.look(), milliseconds).unref();
  }

  /** Looks now. The first look has nothing to compare with but what `isAnother` says. */
  protected async look(): Promise<void> {
    if (this.#isClosed) return;
    this.#firstAsked = undefined;
    this.#isAskedAgain = this.#isLooking;
    if (this.#isLooking) return;
    this.#isLooking = true;
    const now = createHash('sha256')
      .update(await this.#look())
      .digest('base64');
    this.#isLooking = false;
    if (this.#isClosed) return;
    const isChanged = this.#seen === undefined ? this.isAnother() : this.#seen !== now;
    this.#seen = now;
    if (isChanged) this.#changed();
    if (this.#isAskedAgain) this.lookSoon();
    else this.looked();
  }

  /** Whether it became another between the moment it was to be watched and the first look. */
  protected isAnother(): boolean {
    return false;
  }

  /** Called after each look when no other is planned. */
  protected abstract looked(): void;
}

/** A resource that can only be asked, every `pollMs`; never when that is 0. */
export class WatchedRead extends Watched {
  readonly #pollMs: number;

  constructor(look: Look, changed: () => void, pollMs: number) {
    super(look, changed);
    this.#pollMs = pollMs;
    if (pollMs > 0) void this.look();
  }

  protected override looked(): void {
    this.lookIn(this.#pollMs);
  }
}
