import { isJsonObject, type JsonObject } from '@concord/contract';
import type { JSONRPCMessage, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Authorizer } from '../auth/authorizer.js';
import { fileCredentials, memoryCredentials } from '../auth/credentials.js';
import type { Definition } from '../config/entry/definition.js';
import type { ConnectionProblem, ServerFacts } from '../connection/connection.js';
import type { ConnectOptions } from '../connection/options.js';
import type { Problems } from '../connection/problems.js';
import type { Phase, Receiver, SendOptions, Transport } from '../connection/transport.js';
import { isLoopback } from '../network/loopback.js';
import { Sockets } from '../network/sockets.js';
import { httpProblem } from './http-problems.js';
import { originFetch } from './origin-fetch.js';

/** How long the end of a session is waited for. */
const closeWaitMs = 250;

/** Reaches a server over HTTP by the SDK's transports, with a `fetch` of our own. */
export class HttpTransport implements Transport {
  readonly startHint = undefined;
  readonly pid = undefined;
  readonly kind: 'http' | 'sse';
  phase: Phase = 'start';
  readonly #definition: Extract<Definition, { transport: 'http' | 'sse' }>;
  readonly #options: ConnectOptions;
  readonly #problems: Problems;
  readonly #sockets: Sockets;
  #carrier: StreamableHTTPClientTransport | SSEClientTransport | undefined;
  #receiver: Receiver | undefined;
  /** Notifications that are being sent: `close` waits for them, so that a cancellation is not lost. */
  readonly #sending = new Set<Promise<void>>();
  /** The failure that the SSE transport does not report. */
  #lastFailure: unknown;

  constructor(
    kind: 'http' | 'sse',
    definition: Extract<Definition, { transport: 'http' | 'sse' }>,
    options: ConnectOptions,
    problems: Problems,
  ) {
    this.kind = kind;
    this.#definition = definition;
    this.#options = options;
    this.#problems = problems;
    this.#sockets = new Sockets(options.env);
  }

  async start(receiver: Receiver): Promise<void> {
    this.#receiver = receiver;
    const url = allowedUrl(this.#definition, this.#problems);
    const fetch = originFetch({
      url,
      headers: this.#definition.headers,
      authorizer: this.#authorizer(),
      env: this.#options.env,
      ...(this.#options.sign && { sign: this.#options.sign }),
      sockets: this.#sockets,
      onConnected: () => {
        if (this.phase === 'start') this.phase = 'handshake';
      },
      onTooLarge: (error, body) => this.#flooded(this.explain(error, this.phase), requestIn(body)),
      onFailure: error => {
        this.#lastFailure = error;
      },
    });
    const sdk = await import('@modelcontextprotocol/client');
    const carrier =
      this.kind === 'sse'
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
    const own = traceHeaders(message, headers);
    const carrier = this.#carrier;
    if (carrier === undefined) return;
    const sending =
      'terminateSession' in carrier
        ? carrier.send(sent, {
            ...(own && { headers: own }),
            ...(signal && { requestSignal: signal }),
            ...(onStreamEnd && { onRequestStreamEnd: onStreamEnd }),
          })
        : carrier.send(sent);
    if (message.id !== undefined) return sending;
    this.#sending.add(sending);
    await sending.finally(() => this.#sending.delete(sending));
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

  readonly stderrMark = 0;

  fail(problem: ConnectionProblem): void {
    this.#lose(problem);
    void this.close();
  }

  async close(): Promise<void> {
    this.#receiver = undefined;
    const carrier = this.#carrier;
    await withinMs(closeWaitMs, Promise.allSettled(this.#sending));
    if (carrier !== undefined && 'terminateSession' in carrier && carrier.sessionId !== undefined) {
      await withinMs(closeWaitMs, carrier.terminateSession());
    }
    await carrier?.close().catch(() => {});
    this.#sockets.close();
  }

  release(): Promise<void> {
    return this.close();
  }

  /** Undefined for a server whose entry has credentials in its headers, or when there is no way to get tokens. */
  #authorizer(): Authorizer | undefined {
    const { stateFolder, person, freshSignIn: fresh = false } = this.#options;
    const hasOwn = Object.keys(this.#definition.headers).some(name => name.toLowerCase() === 'authorization');
    if (hasOwn || (stateFolder === undefined && person === undefined && !this.#definition.oauth)) return undefined;
    const store = stateFolder === undefined ? memoryCredentials() : fileCredentials(stateFolder);
    const [definition, problems, sockets] = [this.#definition, this.#problems, this.#sockets];
    return new Authorizer({ definition, store, sockets, problems, person, fresh });
  }

  /** Errors of single requests reject those requests; the event stream of the old transport is shared by all. */
  #onError(error: unknown): void {
    if (this.kind !== 'sse' || !('event' in (error as object))) return;
    const message = `${this.#problems.server}: the event stream was lost`;
    this.#lose(this.#problems.passing('unreachable', message, { phase: this.phase, sent: true }));
  }

  /** The answer to a request is too large: the others have exchanges of their own. */
  #flooded(problem: ConnectionProblem, id: number | undefined): void {
    if (id === undefined || this.kind === 'sse') this.#lose(problem);
    else this.#receiver?.failed(id, problem);
  }

  #lose(problem: ConnectionProblem): void {
    this.#receiver?.lost(problem);
    this.#receiver = undefined;
  }
}

/** The id of the request in a body. */
function requestIn(body: string | undefined): number | undefined {
  const message: unknown = body === undefined ? undefined : JSON.parse(body);
  return isJsonObject(message) && typeof message.id === 'number' ? message.id : undefined;
}

/** Waits for work, which may fail, for that many milliseconds at most. */
async function withinMs(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>(resolve => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work.catch(() => {}), timeout]);
  clearTimeout(timer);
}

/** The address of a server, refused unless it is https, loopback, or plain http that was asked for. */
function allowedUrl(definition: Extract<Definition, { transport: 'http' | 'sse' }>, problems: Problems): URL {
  const url = URL.canParse(definition.url) ? new URL(definition.url) : undefined;
  const { server } = problems;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw problems.make('unreachable', `${server}: not an http or https address: ${definition.url}`, {
      phase: 'start',
    });
  }
  if (url.protocol === 'http:' && !definition.allowHttp && !isLoopback(url.hostname)) {
    const message = `${server}: plain http to ${url.hostname} is refused, everything sent could be read on the way`;
    throw problems.make('unreachable', message, { phase: 'start', hint: 'Use https, or allow it with --allow-http.' });
  }
  return url;
}

/** Members of `_meta` that travel as headers too, so that what stands between can follow a trace. */
const traceMembers = ['traceparent', 'tracestate', 'baggage'] as const;

/** The headers of a message with those of its trace. */
function traceHeaders({ params }: JsonObject, headers: SendOptions['headers']): SendOptions['headers'] {
  const meta = isJsonObject(params) ? params._meta : undefined;
  if (!isJsonObject(meta)) return headers;
  const found = traceMembers.flatMap(name => {
    const value = meta[name];
    return typeof value === 'string' && /^[\x20-\x7e]{1,8192}$/.test(value) ? [[name, value] as const] : [];
  });
  return found.length === 0 ? headers : { ...headers, ...Object.fromEntries(found) };
}
