import { Stop } from '@concord/engine';
import type { RequestId } from '../protocol/messages.js';

/** A request that has been admitted and not answered yet. */
export interface RequestInProgress {
  readonly id: RequestId;
  readonly method: string;
  readonly signal: Stop;
  /** Why it was cancelled: by its client, or by the server's own end. */
  cancelledBy: string | undefined;
  /** Whether its answer is thrown away. */
  silent: boolean;
}

/**
 * The requests in progress on one connection, oldest first. A list, because they are few: a Map leaves a table behind for every handful of
 * requests, each of which holds on to the next until a full collection.
 */
export class RequestsInProgress {
  readonly #open: RequestInProgress[] = [];
  #listening = 0;
  #whenAllFinished: (() => void)[] = [];

  /** How many are being worked on. Requests to listen do not count: they have no end of their own. */
  get size(): number {
    return this.#open.length - this.#listening;
  }

  has(id: RequestId): boolean {
    return this.#indexOf(id) !== -1;
  }

  get(id: RequestId): RequestInProgress | undefined {
    const index = this.#indexOf(id);
    return index === -1 ? undefined : this.#open[index];
  }

  /** The requests in progress at this moment. */
  all(): readonly RequestInProgress[] {
    return [...this.#open];
  }

  start(id: RequestId, method: string): RequestInProgress {
    const inProgress: RequestInProgress = { id, method, signal: new Stop(), cancelledBy: undefined, silent: false };
    this.#open.push(inProgress);
    if (isListening(inProgress)) this.#listening++;
    return inProgress;
  }

  /** Tells the work to stop. The request is answered with an error, or with `silent` not at all. */
  cancel(id: RequestId, reason: string, silent: boolean): void {
    const inProgress = this.get(id);
    if (!inProgress || inProgress.cancelledBy !== undefined) return;
    inProgress.cancelledBy = reason;
    inProgress.silent = silent;
    inProgress.signal.stop();
  }

  cancelAll(reason: string, silent: boolean): void {
    for (const { id } of this.all()) this.cancel(id, reason, silent);
  }

  /** The request has been answered, or never will be. */
  finish(id: RequestId): RequestInProgress | undefined {
    const index = this.#indexOf(id);
    if (index === -1) return undefined;
    const inProgress = this.#open[index]!;
    this.#open.splice(index, 1);
    if (isListening(inProgress)) this.#listening--;
    if (this.size === 0 && this.#whenAllFinished.length > 0)
      for (const finished of this.#whenAllFinished.splice(0)) finished();
    return inProgress;
  }

  /** Resolves once nothing is in progress. */
  async allFinished(): Promise<void> {
    // The last answer may have started a request that waited for it.
    while (this.size > 0) await new Promise<void>(resolve => this.#whenAllFinished.push(resolve));
  }

  #indexOf(id: RequestId): number {
    for (let at = 0; at < this.#open.length; at++) if (this.#open[at]!.id === id) return at;
    return -1;
  }
}

function isListening({ method }: RequestInProgress): boolean {
  return method === 'subscriptions/listen';
}
