import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Json, JsonObject } from '@concord/contract';
import { type JSONRPCMessage, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Request, RequestId } from '../protocol/messages.js';
import { noteSent, type Session } from '../session/session.js';
import { KEEP_ALIVE_MS } from './options.js';
import { webRequest, writeResponse } from './web.js';

type Collect = (answer: JsonObject | undefined) => void;
type SendOptions = Parameters<WebStandardStreamableHTTPServerTransport['send']>[1];

/** The SDK's transport of one session, which also finishes requests and collects the answers of a batch. */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #session: Session;
  /** Requests that came in a batch: their answers leave together. */
  readonly #collected = new Map<RequestId, Collect>();

  constructor(id: string, session: Session) {
    super({ sessionIdGenerator: () => id, keepAliveMs: KEEP_ALIVE_MS });
    this.#session = session;
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
    if ('method' in message) return super.send(message, this.#addressed(options));
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

  /** What belongs to a request without a stream goes to the session's own. */
  #addressed(options: SendOptions): SendOptions {
    const related = options?.relatedRequestId;
    return related !== undefined && this.#collected.has(related) ? undefined : options;
  }
}
