import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { type JSONRPCMessage, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Request, RequestId } from '../protocol/messages.js';
import { noteSent, type Session } from '../session/session.js';
import { KEEP_ALIVE_MS } from './wire/options.js';
import { webRequest, writeResponse } from './wire/web.js';

type Collect = (answer: JsonObject | undefined) => void;
/** What a session has to do with the messages of its transport. */
export interface TransportHooks {
  /** Comes before an answer leaves; nothing is waited for when it gives nothing. */
  beforeAnswer?(): Promise<void> | undefined;
  /** The id of a request of ours, as it leaves. */
  mark?(id: RequestId): RequestId;
}

type SendOptions = Parameters<WebStandardStreamableHTTPServerTransport['send']>[1];

/** The SDK's transport of one session, which also finishes requests and collects the answers of a batch. */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #session: Session;
  readonly #hooks: TransportHooks;
  /** Requests that came in a batch: their answers leave together. */
  readonly #collected = new Map<RequestId, Collect>();

  constructor(id: () => string, session: Session, hooks: TransportHooks = {}) {
    super({ sessionIdGenerator: id, keepAliveMs: KEEP_ALIVE_MS });
    this.#session = session;
    this.#hooks = hooks;
  }

  /** Begins where a session goes on that began elsewhere: the SDK hears an `initialize`, and its answer goes nowhere. */
  async resume(params: JsonObject): Promise<void> {
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const request = new Request('http://localhost/mcp', { method: 'POST', headers });
    const message = { jsonrpc: '2.0', id: 'resume', method: 'initialize', params };
    const response = await this.handleRequest(request, { parsedBody: message });
    await response.text();
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  /** Serves a request whose body, where it has one, was read before. */
  async serve(req: IncomingMessage, res: ServerResponse, body?: Json): Promise<void> {
    const request = webRequest(req, res);
    const response = await this.handleRequest(request, body === undefined ? undefined : { parsedBody: body });
    await writeResponse(response, res);
  }

  /** Hands a request to the SDK without a stream of its own. Resolves to its answer, or to nothing when it gets none. */
  collect(request: Request): Promise<JsonObject | undefined> {
    return new Promise(resolve => {
      this.#collected.set(request.id, resolve);
      this.onmessage?.(request as unknown as JSONRPCMessage);
    });
  }

  override async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    noteSent(this.#session, message as unknown as JsonObject);
    if ('method' in message) return super.send(this.#marked(message), this.#addressed(options));
    const before = this.#hooks.beforeAnswer?.();
    if (before) await before;
    const id = message.id as RequestId;
    const inProgress = this.#session.requests.finish(id);
    const collect = this.#collected.get(id);
    if (collect) {
      this.#collected.delete(id);
      return collect(inProgress?.silent ? undefined : (message as unknown as JsonObject));
    }
    // With its stream closed the answer goes nowhere, and the SDK forgets the request.
    if (inProgress?.silent) this.closeSSEStream(id);
    return super.send(message, options);
  }

  override async close(): Promise<void> {
    for (const collect of this.#collected.values()) collect(undefined);
    this.#collected.clear();
    await super.close();
  }

  /** A message of ours, with the id under which its answer comes back. */
  #marked(message: JSONRPCMessage): JSONRPCMessage {
    const { mark } = this.#hooks;
    const { id, method, params } = message as unknown as JsonObject;
    if (mark === undefined) return message;
    if (id !== undefined) return { ...message, id: mark(id as RequestId) } as JSONRPCMessage;
    if (method !== 'notifications/cancelled' || !isJsonObject(params)) return message;
    return { ...message, params: { ...params, requestId: mark(params.requestId as RequestId) } } as JSONRPCMessage;
  }

  /** What belongs to a request without a stream goes to the session's own. */
  #addressed(options: SendOptions): SendOptions {
    const related = options?.relatedRequestId;
    return related !== undefined && this.#collected.has(related) ? undefined : options;
  }
}
