import type { SourceState } from '@concord/engine';
import type { Mount } from './catalog.js';
import { reasonOf } from './reason.js';

/** The time in which the Sources of a server are opened: each for itself, so that one that is slow or fails costs only itself. */
export class Opening {
  readonly #mounts: readonly Mount[];
  readonly #states = new Map<Mount, SourceState>();
  readonly #failed: (mount: Mount, error: unknown) => void;
  readonly #attempts = new Map<Mount, Promise<void>>();
  readonly #began = new Date().toISOString();
  readonly #firstOpen: Promise<void>;
  #setFirstOpen = () => {};
  #isOver = false;

  constructor(mounts: readonly Mount[], failed: (mount: Mount, error: unknown) => void) {
    this.#mounts = mounts;
    this.#failed = failed;
    this.#firstOpen = new Promise(resolve => {
      this.#setFirstOpen = resolve;
    });
  }

  /** Whether what there is may be shown; what comes later is a change. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether a Source has something to show. */
  isOpen(mount: Mount): boolean {
    return this.#states.get(mount)?.phase === 'ready';
  }

  /** How it stands with a Source that is not reached over a connection. */
  stateOf(mount: Mount): SourceState {
    return this.#states.get(mount) ?? { phase: 'connecting', since: this.#began };
  }

  /** Resolves when the first attempt to open a Source has come to an end, good or bad. */
  async tried(mount: Mount): Promise<void> {
    await this.#attempts.get(mount);
  }

  /** Notes that a Source has something to show. */
  note(mount: Mount): void {
    if (!this.isOpen(mount)) this.#states.set(mount, { phase: 'ready', since: new Date().toISOString() });
    // What belongs to the server itself is there at once, and nobody waits for it.
    if (!mount.isOwn) this.#setFirstOpen();
  }

  /** Opens one; `late` is called when it is open after the others were shown, and `failed` with the reason when it cannot be. */
  add(mount: Mount, late: () => void, failed: (reason: unknown) => void = () => {}): Promise<void> {
    const attempt = async () => {
      try {
        await mount.source.open();
        this.note(mount);
        if (this.#isOver) late();
      } catch (error) {
        failed(error);
        const lastError = reasonOf(error, 'no reason was given');
        // A change that came while it was being opened has brought something to show.
        if (!this.isOpen(mount))
          this.#states.set(mount, { phase: 'failed', since: new Date().toISOString(), lastError });
        this.#failed(mount, error);
      }
    };
    const attempting = attempt();
    this.#attempts.set(mount, attempting);
    return attempting;
  }

  /** Forgets one that is served no more. */
  remove(mount: Mount): void {
    this.#states.delete(mount);
    this.#attempts.delete(mount);
  }

  /**
   * Opens all of them. Resolves when all are open or have failed, or when one is open and the others have had `graceMs`; `late` is called
   * for each that is open after that. Rejects with the first reason when all have failed.
   */
  async enough(graceMs: number, late: () => void): Promise<void> {
    const reasons: unknown[] = [];
    const opening = this.#mounts.map(mount => this.add(mount, late, reason => reasons.push(reason)));
    const { length } = this.#mounts.filter(({ isOwn }) => !isOwn);
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>(resolve => {
      if (length > 1) timer = setTimeout(resolve, graceMs).unref();
    });
    await Promise.race([Promise.all(opening), grace.then(() => this.#firstOpen)]);
    clearTimeout(timer);
    this.#isOver = true;
    if (reasons.length > 0 && reasons.length === length) throw reasons[0];
  }
}
