import { ConnectionProblem } from '@concord/client';
import { Stop, type StopSignal } from '@concord/engine';

type Phase = NonNullable<ConnectionProblem['details']['phase']>;

const LONGEST_TIMER_MS = 2_147_483_647;

/** The kinds of problems that mean that a wait was ended by `signal`. */
const endings: ReadonlySet<string> = new Set(['timeout', 'cancelled']);

/** The time limit of a command, or of its work on one server. `dispose` it at the end. */
export class TimeLimit {
  /** Fires when the command is cancelled or the time is over. */
  readonly signal = new Stop();
  /** Undefined: no limit. */
  readonly milliseconds: number | undefined;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** 0 or undefined means no limit. */
  constructor(
    milliseconds: number | undefined,
    person: StopSignal,
    /** Whether the user gave the limit. Then it also replaces the limit that a tool sets for itself. */
    readonly isChosen = true,
  ) {
    this.milliseconds = milliseconds === 0 ? undefined : milliseconds;
    this.signal.follow(person);
    if (this.milliseconds === undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#isOver = true;
        this.signal.stop();
      },
      Math.min(this.milliseconds, LONGEST_TIMER_MS),
    );
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The remaining time in milliseconds, at least 1; undefined without a limit. */
  remainingMs(): number | undefined {
    if (this.milliseconds === undefined) return undefined;
    return Math.max(1, Math.ceil(this.milliseconds - (performance.now() - this.#started)));
  }

  /** Waits for work that ends with `signal`. When the time limit ended it, the problem names the phase. */
  async waitFor<Result>(server: string, phase: Phase, work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      if (!this.#isOver || !(error instanceof ConnectionProblem) || !endings.has(error.kind)) throw error;
      throw this.problem(server, error.details.phase ?? phase, error.details);
    }
  }

  /** The problem that says that the time is over. */
  problem(server: string, phase: Phase, details: ConnectionProblem['details'] = {}): ConnectionProblem {
    const message = timeoutMessage(server, this.milliseconds!, phase);
    return new ConnectionProblem('timeout', message, { hint: raiseHint, ...details, phase });
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}

/** The hint for a limit that was too short. */
export const raiseHint = '--timeout allows more, for example --timeout 10m; 0 is no limit';

/** The message of every timeout. */
export function timeoutMessage(about: string, milliseconds: number, phase: string): string {
  return `${about}: timed out after ${Math.round(milliseconds)} ms during ${phase}`;
}
