import { ConnectionProblem } from '@concord/client';
import { Stop, type StopSignal } from '@concord/engine';

type Phase = NonNullable<ConnectionProblem['details']['phase']>;

const LONGEST_TIMER_MS = 2_147_483_647;

/** What a wait that was ended says of its end. */
const endings: ReadonlySet<string> = new Set(['timeout', 'cancelled']);

/** The time a command, or its part that is about one server, has from its start to its result. Dispose of it at the end. */
export class TimeLimit {
  /** Fires when the person gives up or the time is over. */
  readonly signal = new Stop();
  /** Undefined: no limit. */
  readonly milliseconds: number | undefined;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** 0, like no number, is no limit. */
  constructor(
    milliseconds: number | undefined,
    person: StopSignal,
    /** Whether somebody has said how long: then that holds for a tool as well, whatever it gives itself. */
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

  /** What is left, never less than a millisecond; undefined without a limit. */
  remainingMs(): number | undefined {
    if (this.milliseconds === undefined) return undefined;
    return Math.max(1, Math.ceil(this.milliseconds - (performance.now() - this.#started)));
  }

  /** Waits for something that ends with `signal`; when that was because the time is over, the problem says in which phase. */
  async waitFor<Result>(server: string, phase: Phase, work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      if (!this.#isOver || !(error instanceof ConnectionProblem) || !endings.has(error.kind)) throw error;
      throw this.problem(server, error.details.phase ?? phase, error.details);
    }
  }

  /** What the end of the time is called. */
  problem(server: string, phase: Phase, details: ConnectionProblem['details'] = {}): ConnectionProblem {
    const message = timeoutMessage(server, this.milliseconds!, phase);
    return new ConnectionProblem('timeout', message, { hint: raiseHint, ...details, phase });
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}

/** What to do about a limit that was too short. */
export const raiseHint = '--timeout allows more, for example --timeout 10m; 0 is no limit';

/** The sentence every timeout has, whoever noticed it. */
export function timeoutMessage(about: string, milliseconds: number, phase: string): string {
  return `${about}: timed out after ${milliseconds} ms during ${phase}`;
}
