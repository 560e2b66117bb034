import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Json } from '@concord/contract';
import type { Server } from '@modelcontextprotocol/server';
import { FIRST_SNAPSHOT_MS } from '../catalog/catalog.js';
import { cancelledError } from '../dispatch/dispatch.js';
import type { Host } from '../dispatch/host.js';
import { responseOf } from '../encode/response.js';
import { admit, type GateHost, type Verdict } from '../gate/gate.js';
import { noToken } from '../gate/token.js';
import type { Request } from '../protocol/messages.js';
import { Roots } from '../questions/roots.js';
import { buildServer } from '../sdk/build-server.js';
import { clientRequest } from '../sdk/client-request.js';
import { sessionListener } from '../sdk/session-listener.js';
import type { RequestInProgress } from '../session/requests-in-progress.js';
import { type Admission, newSession, type Session } from '../session/session.js';
import { accept, answer } from './answer.js';
import { answerBatch } from './batch.js';
import { SessionTransport } from './session-transport.js';

/** How long cancelled requests have to be answered before their streams are closed. */
const CANCELLED_MS = 2_000;

/** One client of the handshake eras: its own gate, log level, subscriptions and streams. */
export class HandshakeSession {
  readonly id = randomUUID();
  readonly session: Session;
  readonly #host: Host;
  readonly #gate: GateHost;
  readonly #transport: SessionTransport;
  readonly #roots: Roots;
  readonly #onEnd: (session: HandshakeSession) => void;
  #server: Server | undefined;
  #ownStreams = 0;
  #responses = 0;
  #lastSeen = performance.now();
  #deadline: NodeJS.Timeout | undefined;

  constructor(
    host: Host,
    by: Admission,
    /** The address its client came from. */
    readonly address: string,
    onEnd: (session: HandshakeSession) => void,
  ) {
    this.#host = host;
    this.#onEnd = onEnd;
    const listener = sessionListener(
      () => this.session,
      () => this.#server,
    );
    this.session = newSession(host, 'http', listener, by);
    this.#gate = {
      settings: host.settings,
      token: noToken,
      onShutdown: () => this.#shutdown(),
      onExit: () => void this.#exit(),
    };
    this.#transport = new SessionTransport(this.id, this.session);
    const request = clientRequest((message, schema, options) => this.#server!.request(message, schema, options));
    // A question that belongs to no request is sent on the session's own stream.
    const reachable = () => this.#ownStreams > 0 && this.session.listening;
    this.#roots = new Roots(this.session, request, host.settings.rootsSeconds, reachable);
  }

  /** Milliseconds since anything happened; 0 while a stream is open or a request in progress. */
  idleMs(now: number): number {
    return this.#responses > 0 || this.session.requests.size > 0 ? 0 : now - this.#lastSeen;
  }

  /** Lets the gate decide about a message. */
  admit(message: Json): Verdict {
    return admit(message, this.session, this.#gate);
  }

  /** Begins the session with an `initialize` the gate has let through. */
  async start(req: IncomingMessage, res: ServerResponse, request: Request): Promise<void> {
    this.#attend(res);
    const { catalog, notifier } = this.#host;
    // The capabilities depend on whether a Source is usable; one that is slow to open is not waited for any longer.
    await catalog.openedWithin(FIRST_SNAPSHOT_MS);
    this.#server = buildServer('handshake', this.session, this.#host);
    this.#server.onerror = error => this.#host.log.debug('rpc', error.message);
    await this.#server.connect(this.#transport);
    notifier.join(this.session.listener);
    await this.#handToSdk(req, res, request as unknown as Json);
  }

  /** Opens the session's own stream. */
  async stream(req: IncomingMessage, res: ServerResponse): Promise<void> {
    this.#attend(res);
    this.#ownStreams++;
    res.once('close', () => this.#ownStreams--);
    // The stream is open by then.
    setImmediate(() => {
      this.#host.notifier.tellMissed(this.session.listener);
      this.#roots.reached();
    });
    await this.#transport.serve(req, res);
  }

  /** Takes one posted message, or a batch of them. */
  async post(req: IncomingMessage, res: ServerResponse, body: Json): Promise<void> {
    this.#attend(res);
    const { session } = this;
    if (Array.isArray(body))
      return answerBatch(res, body, {
        session,
        transport: this.#transport,
        settings: this.#host.settings,
        admit: each => this.admit(each),
      });
    const verdict = this.admit(body);
    switch (verdict.kind) {
      case 'dropped':
        session.log.at(verdict.strange ? 'warning' : 'debug', 'rpc', `dropped ${verdict.why}`);
        return accept(res);
      case 'answered':
        return answer(res, responseOf(verdict.id ?? null, verdict.answer));
      case 'request':
        return this.#handToSdk(req, res, verdict.request as unknown as Json, verdict.inProgress);
      default:
        await this.#handToSdk(req, res, body);
        this.#notified(verdict.message.method);
    }
  }

  /** Cancels what is in progress, waits a moment for the answers, and ends the session. */
  async cancelAndEnd(reason: string): Promise<void> {
    const { requests } = this.session;
    requests.cancelAll(reason, this.#host.settings.cancelResponse === 'none');
    await Promise.race([requests.allFinished(), pause(CANCELLED_MS)]);
    await this.end();
  }

  /** Ends the session at once: what was cancelled before is answered, nothing else is, and its streams close. */
  async end(): Promise<void> {
    const { session } = this;
    if (session.phase === 'ended') return;
    session.phase = 'ended';
    clearTimeout(this.#deadline);
    this.#roots.close();
    this.#host.notifier.leave(session.listener);
    this.#onEnd(this);
    await this.#answerCancelled();
    session.requests.cancelAll('client', true);
    await this.#transport.close();
  }

  /** Answers cancelled requests whose work has not stopped in time. */
  async #answerCancelled(): Promise<void> {
    const { session } = this;
    const late = session.requests.all().filter(({ cancelledBy, silent }) => cancelledBy !== undefined && !silent);
    for (const { id, method } of late) {
      const message = responseOf(id, cancelledError({ id, method, session }));
      await this.#transport.send(message as never).catch(() => {});
    }
  }

  #notified(method: unknown): void {
    if (method === 'notifications/roots/list_changed') this.#roots.changed();
    if (method !== 'notifications/initialized') return;
    this.#host.notifier.tellMissed(this.session.listener);
    this.#roots.begin();
  }

  async #handToSdk(
    req: IncomingMessage,
    res: ServerResponse,
    body: Json,
    inProgress?: RequestInProgress,
  ): Promise<void> {
    // A request the SDK refuses by an HTTP status gets no response that would finish it.
    if (inProgress) res.once('close', () => res.statusCode !== 200 && this.session.requests.finish(inProgress.id));
    await this.#transport.serve(req, res, body);
  }

  #attend(res: ServerResponse): void {
    this.#responses++;
    this.#lastSeen = performance.now();
    res.once('close', () => {
      this.#responses--;
      this.#lastSeen = performance.now();
    });
  }

  /** Ends the session after a while, also when no `exit` comes. */
  #shutdown(): void {
    const limit = this.#host.settings.shutdownSeconds * 1_000;
    this.#deadline ??= setTimeout(() => void this.cancelAndEnd('shutdown'), limit).unref();
  }

  async #exit(): Promise<void> {
    await this.session.requests.allFinished();
    await this.end();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, milliseconds).unref();
  });
}
