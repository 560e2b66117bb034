import { Stop, type StopSignal } from '@concord/engine';
import type { ConnectionProblem, ProblemDetails } from './connection.js';
import type { Problems } from './problems.js';

/** The longest delay a timer can have; a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;

/** A time limit, which ends by the clock or by the caller's signal, whichever is first. Call `dispose` when the work is done. */
export class Deadline {
  /** Fires at the end. */
  readonly signal = new Stop();
  readonly #started = performance.now();
  readonly #milliseconds: number | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #caller: StopSignal | undefined;
  readonly #onCaller = (): void => this.#end('cancelled');
  #ended: 'timeout' | 'cancelled' | undefined;

  /** Undefined and 0 are no limit by the clock. */
  constructor(milliseconds: number | undefined, caller: StopSignal | undefined) {
    this.#milliseconds = milliseconds === 0 ? undefined : milliseconds;
    this.#caller = caller;
    if (caller?.aborted) this.#end('cancelled');
    else caller?.addEventListener('abort', this.#onCaller, { once: true });
    if (this.#milliseconds === undefined) return;
    this.#timer = setTimeout(() => this.#end('timeout'), Math.min(this.#milliseconds, longestTimer));
  }

  get over(): boolean {
    return this.#ended !== undefined;
  }

  get remainingMs(): number {
    if (this.over) return 0;
    if (this.#milliseconds === undefined) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#milliseconds - (performance.now() - this.#started));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#onCaller);
  }

  /** The problem of work that was ended by this limit: `timeout` or `cancelled`. */
  problem(problems: Problems, phase: 'start' | 'handshake' | 'call', details: ProblemDetails = {}): ConnectionProblem {
    if (this.#ended === 'cancelled') {
      return problems.make('cancelled', `${problems.server}: cancelled during ${phase}`, { ...details, phase });
    }
    const waited = this.#milliseconds === undefined ? '' : ` after ${Math.round(this.#milliseconds)} ms`;
    return problems.make('timeout', `${problems.server}: timed out${waited} during ${phase}`, { ...details, phase });
  }

  /** Waits for that many milliseconds, or until the limit ends. */
  wait(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const finish = (): void => {
        clearTimeout(timer);
        this.signal.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, milliseconds);
      if (this.over) finish();
      else this.signal.addEventListener('abort', finish);
    });
  }

  #end(how: 'timeout' | 'cancelled'): void {
    if (this.over) return;
    this.#ended = how;
    this.signal.stop();
  }
}
