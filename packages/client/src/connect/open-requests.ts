import type { JsonObject } from '@concord/contract';
import type { RequestOptions } from '../connection/connection.js';
import type { ConnectOptions } from '../connection/options.js';

/** What a request can do for its server while it waits for the answer. */
export type OpenRequest = Pick<RequestOptions, 'client' | 'onAsked' | 'onLog'>;

const internalError = -32603;

/** The requests that wait for an answer. A server says of its questions and log lines not which of them they are about. */
export class OpenRequests {
  readonly #open = new Set<OpenRequest>();

  /** Adds a request; returns the way to take it out again. */
  add(request: OpenRequest): () => void {
    this.#open.add(request);
    return () => void this.#open.delete(request);
  }

  /** Has a question answered by the client whose request it must be about. Throws where several could be meant, or none. */
  async answer(method: string, params: JsonObject): Promise<JsonObject> {
    const { onAsked } = this.#only() ?? {};
    if (onAsked) return onAsked(method, params);
    const why = this.#open.size === 0 ? 'no call is in progress' : 'several clients are being served';
    throw Object.assign(new Error(`${method} can be put to nobody: ${why}`), { code: internalError });
  }

  /** Passes a log line on to the client whose request it must be about, if there is one. */
  log(params: JsonObject): void {
    this.#only()?.onLog?.(params);
  }

  /** The newest request, where all of them are of one client. */
  #only(): OpenRequest | undefined {
    const all = [...this.#open];
    const newest = all.at(-1);
    return all.every(({ client }) => client === newest?.client) ? newest : undefined;
  }
}

/** Handlers of the questions that a connection announces, each answered in the same way. */
export function questionHandlers(
  { asks = [], onQuestion }: ConnectOptions,
  answer: NonNullable<RequestOptions['onAsked']>,
): NonNullable<ConnectOptions['handlers']> {
  const handler = (method: string) => (params: JsonObject) => {
    onQuestion?.();
    return answer(method, params);
  };
  return Object.fromEntries(asks.map(method => [method, handler(method)]));
}
