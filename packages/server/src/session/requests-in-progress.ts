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

/**
 * The requests in flight on one connection, oldest first. A list, because they are few: a Map leaves a table behind for every handful of
 * requests, each of which holds on to the next until a full collection.
 */
export class Flights {
  readonly #open: Flight[] = [];
  #standing = 0;
  #landed: (() => void)[] = [];

  /** How many are being worked on; a standing one is not waited for. */
  get size(): number {
    return this.#open.length - this.#standing;
  }

  has(id: RequestId): boolean {
    return this.#indexOf(id) !== -1;
  }

  get(id: RequestId): Flight | undefined {
    const index = this.#indexOf(id);
    return index === -1 ? undefined : this.#open[index];
  }

  /** The requests in flight at this moment. */
  all(): readonly Flight[] {
    return [...this.#open];
  }

  start(id: RequestId, method: string): Flight {
    const flight: Flight = { id, method, signal: new Stop(), cancelledBy: undefined, silent: false };
    this.#open.push(flight);
    if (isStanding(flight)) this.#standing++;
    return flight;
  }

  /** Tells the work to stop. Its answer, when it comes, says so; with `silent` there is none. */
  cancel(id: RequestId, reason: string, silent: boolean): void {
    const flight = this.get(id);
    if (!flight || flight.cancelledBy !== undefined) return;
    flight.cancelledBy = reason;
    flight.silent = silent;
    flight.signal.stop();
  }

  cancelAll(reason: string, silent: boolean): void {
    for (const { id } of this.all()) this.cancel(id, reason, silent);
  }

  /** The request has been answered, or never will be. */
  land(id: RequestId): Flight | undefined {
    const index = this.#indexOf(id);
    if (index === -1) return undefined;
    const flight = this.#open[index]!;
    this.#open.splice(index, 1);
    if (isStanding(flight)) this.#standing--;
    if (this.size === 0 && this.#landed.length > 0) for (const landed of this.#landed.splice(0)) landed();
    return flight;
  }

  /** Resolves once nothing is in flight. */
  async allLanded(): Promise<void> {
    // The last answer may have let in what waited behind it.
    while (this.size > 0) await new Promise<void>(resolve => this.#landed.push(resolve));
  }

  #indexOf(id: RequestId): number {
    for (let at = 0; at < this.#open.length; at++) if (this.#open[at]!.id === id) return at;
    return -1;
  }
}

/** A request to listen has no end of its own. */
function isStanding({ method }: Flight): boolean {
  return method === 'subscriptions/listen';
}
