import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { StopSignal } from '@concord/engine';
import type { ConnectionProblem } from '../connection/connection.js';
import { neverSent } from '../connection/problems.js';
import type { Flood, SendOptions } from '../connection/transport.js';
import { Interrupted, RpcFailure, StreamEnded } from './failures.js';
import type { Incoming } from './incoming.js';

/** How one request is made. */
export interface PeerRequest {
  readonly signal: StopSignal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly onProgress?: ((progress: JsonObject) => void) | undefined;
  readonly onSent?: (() => void) | undefined;
}

interface Waiting {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: ((progress: JsonObject) => void) | undefined;
}

/** What a peer needs of its transport. */
export interface Outgoing {
  send(message: JsonObject, options: SendOptions): Promise<void>;
}

/** One end of a JSON-RPC connection: matches responses with requests, and passes the rest to `incoming`. */
export class Peer {
  /** Goes into `_meta` of everything sent: what the modern era has in place of a handshake. */
  envelope: JsonObject | undefined;
  /** Whether aborting the HTTP exchange of a request cancels it; otherwise a notification does. */
  cancelsByStream = false;

  /** When the last message came, by the clock of `performance`. */
  lastHeard = 0;

  readonly #out: Outgoing;
  readonly #incoming: Incoming;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #lost: ConnectionProblem | undefined;

  constructor(out: Outgoing, incoming: Incoming) {
    this.#out = out;
    this.#incoming = incoming;
  }

  /** The result of a request, as it was sent. Rejects with an RpcFailure, an Interrupted, or what the transport failed with. */
  request(method: string, params: JsonObject, options: PeerRequest): Promise<JsonObject> {
    if (this.#lost !== undefined) return Promise.reject(neverSent(this.#lost));
    if (options.signal.aborted) return Promise.reject(new Interrupted(false));
    const id = ++this.#lastId;
    const abort = this.cancelsByStream ? new AbortController() : undefined;
    const message = { jsonrpc: '2.0', id, method, params: this.#stamped(params, options.onProgress && id) };
    return new Promise<JsonObject>((resolve, reject) => {
      const settle = (): void => {
        this.#waiting.delete(id);
        options.signal.removeEventListener('abort', stop);
      };
      const fail = (error: unknown): void => {
        settle();
        reject(error);
      };
      const stop = (): void => {
        fail(new Interrupted(true));
        if (abort !== undefined) abort.abort();
        else if (method !== 'initialize') this.notify('notifications/cancelled', { requestId: id });
      };
      this.#waiting.set(id, {
        resolve: result => {
          settle();
          resolve(result);
        },
        reject: fail,
        onProgress: options.onProgress,
      });
      options.signal.addEventListener('abort', stop);
      this.#out
        .send(message, {
          onStreamEnd: () => fail(new StreamEnded()),
          ...(abort && { signal: abort.signal }),
          ...(options.headers && { headers: options.headers }),
        })
        .catch(fail);
      options.onSent?.();
    });
  }

  /** Sends a notification; failures are ignored. */
  notify(method: string, params: JsonObject = {}): Promise<void> {
    return this.#out.send({ jsonrpc: '2.0', method, params: this.#stamped(params, undefined) }, {}).catch(() => {});
  }

  /** Takes one message; false when it is malformed, or answers no request in progress. */
  receive(message: JsonObject): boolean {
    const { id, method } = message;
    this.lastHeard = performance.now();
    if (message.jsonrpc !== '2.0') return false;
    if (typeof method === 'string') {
      const params = isJsonObject(message.params) ? message.params : {};
      if (id === undefined) return this.#notified(method, params);
      if (typeof id !== 'string' && typeof id !== 'number') return false;
      void this.#answer(id, method, params);
      return true;
    }
    return this.#answered(message);
  }

  /** The transport has ended: rejects all requests in progress, and all later ones. A flood is the problem of the request it answers. */
  lost(problem: ConnectionProblem, flood?: Flood): void {
    this.#lost ??= problem;
    const [only, ...others] = this.#waiting.keys();
    const flooded = flood && (flood.id ?? (others.length === 0 ? only : undefined));
    for (const [id, { reject }] of [...this.#waiting]) reject(flood && id === flooded ? flood.problem : problem);
  }

  /** One request has failed on its way. */
  failed(id: number, problem: ConnectionProblem): void {
    this.#waiting.get(id)?.reject(problem);
  }

  #answered({ id, result, error }: JsonObject): boolean {
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (waiting === undefined) return false;
    if (isJsonObject(error)) waiting.reject(RpcFailure.from(error));
    else if (isJsonObject(result)) waiting.resolve(result);
    else waiting.reject(new RpcFailure(undefined, 'an answer with neither a result object nor an error'));
    return true;
  }

  #notified(method: string, params: JsonObject): boolean {
    if (method !== 'notifications/progress') return this.#incoming.notification(method, params);
    const waiting = typeof params.progressToken === 'number' ? this.#waiting.get(params.progressToken) : undefined;
    waiting?.onProgress?.(params);
    return waiting !== undefined;
  }

  async #answer(id: string | number, method: string, params: JsonObject): Promise<void> {
    const answer = await this.#incoming.request(method, params);
    await this.#out.send({ jsonrpc: '2.0', id, ...answer }, {}).catch(() => {});
  }

  #stamped(params: JsonObject, progressToken: number | undefined): JsonObject {
    if (this.envelope === undefined && progressToken === undefined) return params;
    const given = isJsonObject(params._meta) ? params._meta : {};
    const meta: Record<string, Json> = { ...this.envelope, ...given };
    if (progressToken !== undefined) meta.progressToken = progressToken;
    return { ...params, _meta: meta };
  }
}
