import { Stop } from '@concord/engine';

/** A JSON-RPC id. `7` and `"7"` are different requests. */
export type RequestId = string | number;

/** A request that has been admitted and not answered yet. */
export interface Flight {
  readonly id: RequestId;
  readonly method: string;
  readonly signal: Stop;
  /** Why it was cancelled: by its client, or by the server's own end. */
  cancelledBy: string | undefined;
  /** Whether its answer is thrown away. */
  silent: boolean;
}

/** The requests in flight on one connection. */
export class Flights {
  readonly #open = new Map<RequestId, Flight>();
  #standing = 0;
  #landed: (() => void)[] = [];

  /** How many are being worked on; a standing one is not waited for. */
  get size(): number {
    return this.#open.size - this.#standing;
  }

  has(id: RequestId): boolean {
    return this.#open.has(id);
  }

  get(id: RequestId): Flight | undefined {
    return this.#open.get(id);
  }

  /** The requests in flight at this moment. */
  all(): readonly Flight[] {
    return [...this.#open.values()];
  }

  start(id: RequestId, method: string): Flight {
    const flight: Flight = { id, method, signal: new Stop(), cancelledBy: undefined, silent: false };
    this.#open.set(id, flight);
    if (isStanding(flight)) this.#standing++;
    return flight;
  }

  /** Tells the work to stop. Its answer, when it comes, says so; with `silent` there is none. */
  cancel(id: RequestId, reason: string, silent: boolean): void {
    const flight = this.#open.get(id);
    if (!flight || flight.cancelledBy !== undefined) return;
    flight.cancelledBy = reason;
    flight.silent = silent;
    flight.signal.stop();
  }

  cancelAll(reason: string, silent: boolean): void {
    for (const id of this.#open.keys()) this.cancel(id, reason, silent);
  }

  /** The request has been answered, or never will be. */
  land(id: RequestId): Flight | undefined {
    const flight = this.#open.get(id);
    if (!flight) return undefined;
    this.#open.delete(id);
    if (isStanding(flight)) this.#standing--;
    if (this.size === 0) for (const landed of this.#landed.splice(0)) landed();
    return flight;
  }

  /** Resolves once nothing is in flight. */
  async allLanded(): Promise<void> {
    // The last answer may have let in what waited behind it.
    while (this.size > 0) await new Promise<void>(resolve => this.#landed.push(resolve));
  }
}

/** A request to listen has no end of its own. */
function isStanding({ method }: Flight): boolean {
  return method === 'subscriptions/listen';
}
