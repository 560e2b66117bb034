import type { JsonObject } from '@concord/contract';
import type { JSONRPCMessage, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Definition } from '../../config/definition.js';
import type { ConnectionProblem, ServerFacts } from '../connection.js';
import type { ConnectOptions } from '../options.js';
import type { Problems } from '../problems.js';
import type { Phase, Receiver, SendOptions, Wire } from '../wire.js';
import { allowedUrl } from './allowed-url.js';
import { openSockets, type Sockets } from './exchange.js';
import { httpProblem } from './http-problems.js';
import { originFetch } from './origin-fetch.js';

/** How long the end of a session is waited for. */
const goodbyeMs = 250;

/** The way to a server over HTTP: the SDK's transports, with a `fetch` of ours. */
export class HttpWire implements Wire {
  readonly startHint = undefined;
  readonly transport: 'http' | 'sse';
  phase: Phase = 'start';
  readonly #definition: Extract<Definition, { transport: 'http' | 'sse' }>;
  readonly #options: ConnectOptions;
  readonly #problems: Problems;
  readonly #sockets: Sockets = openSockets();
  #carrier: StreamableHTTPClientTransport | SSEClientTransport | undefined;
  #receiver: Receiver | undefined;
  /** What the SSE transport has no word for. */
  #lastFailure: unknown;

  constructor(
    transport: 'http' | 'sse',
    definition: Extract<Definition, { transport: 'http' | 'sse' }>,
    options: ConnectOptions,
    problems: Problems,
  ) {
    this.transport = transport;
    this.#definition = definition;
    this.#options = options;
    this.#problems = problems;
  }

  async start(receiver: Receiver): Promise<void> {
    this.#receiver = receiver;
    const url = allowedUrl(this.#definition, this.#problems);
    const fetch = originFetch({
      url,
      headers: this.#definition.headers,
      env: this.#options.env,
      sockets: this.#sockets,
      onConnected: () => {
        if (this.phase === 'start') this.phase = 'handshake';
      },
      onTooLarge: error => this.#lose(this.explain(error, this.phase)),
      onFailure: error => {
        this.#lastFailure = error;
      },
    });
    const sdk = await import('@modelcontextprotocol/client');
    const carrier =
      this.transport === 'sse'
        ? new sdk.SSEClientTransport(url, { fetch })
        : new sdk.StreamableHTTPClientTransport(url, { fetch });
    this.#carrier = carrier;
    carrier.onmessage = message => void receiver.message(message as unknown as JsonObject);
    try {
      await carrier.start();
    } catch (error) {
      throw this.#lastFailure ?? error;
    }
    carrier.onerror = error => this.#onError(error);
  }

  async send(message: JsonObject, { headers, signal, onStreamEnd }: SendOptions): Promise<void> {
    const sent = message as unknown as JSONRPCMessage;
    const carrier = this.#carrier;
    if (carrier === undefined) return;
    if (!('terminateSession' in carrier)) await carrier.send(sent);
    else {
      await carrier.send(sent, {
        ...(headers && { headers }),
        ...(signal && { requestSignal: signal }),
        ...(onStreamEnd && { onRequestStreamEnd: onStreamEnd }),
      });
    }
  }

  agreed({ protocolVersion }: ServerFacts): void {
    this.phase = 'call';
    this.#carrier?.setProtocolVersion(protocolVersion);
  }

  explain(error: unknown, phase: Phase): ConnectionProblem {
    return httpProblem(this.#problems, error, phase);
  }

  stderrTail(): readonly string[] {
    return [];
  }

  async close(): Promise<void> {
    this.#receiver = undefined;
    const carrier = this.#carrier;
    if (carrier !== undefined && 'terminateSession' in carrier && carrier.sessionId !== undefined) {
      const goodbye = carrier.terminateSession().catch(() => {});
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>(resolve => {
        timer = setTimeout(resolve, goodbyeMs);
      });
      await Promise.race([goodbye, patience]);
      clearTimeout(timer);
    }
    await carrier?.close().catch(() => {});
    this.#sockets.http.destroy();
    this.#sockets.https.destroy();
  }

  /** Errors of single requests are told to who made them; the stream of the old transport is shared by all. */
  #onError(error: unknown): void {
    if (this.transport !== 'sse' || !('event' in (error as object))) return;
    const message = `${this.#problems.server}: the event stream was lost`;
    this.#lose(this.#problems.passing('unreachable', message, { phase: this.phase, sent: true }));
  }

  #lose(problem: ConnectionProblem): void {
    this.#receiver?.lost(problem);
    this.#receiver = undefined;
  }
}
