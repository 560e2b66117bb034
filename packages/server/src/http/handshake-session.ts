import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { SealedSession, SharedMembers, SharedSessions } from '@concord/gateway';
import type { Server } from '@modelcontextprotocol/server';
import { FIRST_SNAPSHOT_MS } from '../catalog/catalog.js';
import { cancelledError } from '../dispatch/dispatch.js';
import type { Host } from '../dispatch/host.js';
import { responseOf } from '../encode/response.js';
import { admit, type GateHost, isSilent, type Verdict } from '../gate/gate.js';
import { noToken } from '../gate/token.js';
import type { Request, RequestId } from '../protocol/messages.js';
import { Roots } from '../questions/roots.js';
import { buildServer } from '../sdk/build-server.js';
import { clientRequest } from '../sdk/client-request.js';
import { sessionListener } from '../sdk/session-listener.js';
import type { RequestInProgress } from '../session/requests-in-progress.js';
import { type Admission, newSession, type Session } from '../session/session.js';
import { answerBatch } from './batch.js';
import { SessionSharing, sealedFrom } from './session-sharing.js';
import { SessionTransport } from './session-transport.js';
import { accept, answer } from './wire/answer.js';

/** How long cancelled requests have to be answered before their streams are closed. */
const CANCELLED_MS = 2_000;

/** One client of the handshake eras: its own gate, log level, subscriptions and streams. */
export class HandshakeSession {
  readonly session: Session;
  readonly #host: Host;
  readonly #gate: GateHost;
  readonly #transport: SessionTransport;
  readonly #roots: Roots;
  readonly #onEnd: (session: HandshakeSession) => void;
  #server: Server | undefined;
  #id: string = randomUUID();
  #sharing: SessionSharing | undefined;
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
    const shared = host.gateway?.sessions;
    this.#transport = new SessionTransport(() => this.#id, this.session, {
      beforeAnswer: () => this.#sharing?.tell(),
      ...(shared && { mark: id => shared.mark(id) }),
    });
    const request = clientRequest((message, schema, options) => this.#server!.request(message, schema, options));
    // A question that belongs to no request is sent on the session's own stream.
    const reachable = () => this.#ownStreams > 0 && this.session.listening;
    this.#roots = new Roots(this.session, request, host.settings.rootsSeconds, reachable, () => this.#sharing?.tell());
  }

  get id(): string {
    return this.#id;
  }

  /** The name under which replicas share what they know of it; undefined where nobody else does. */
  get sharedKey(): string | undefined {
    return this.#sharing?.key;
  }

  /** What other replicas were told of it may be news here. */
  async refresh(isCertain: boolean): Promise<void> {
    if (!this.#sharing) return;
    if (isCertain) await this.#sharing.refresh();
    else this.#sharing.isStale = true;
  }

  /** Milliseconds since anything happened; 0 while a stream is open or a request in progress. */
  idleMs(now: number): number {
    return this.#responses > 0 || this.session.requests.size > 0 ? 0 : now - this.#lastSeen;
  }

  /** Lets the gate decide about a message. */
  admit(message: Json): Verdict {
    return admit(message, this.session, this.#gate);
  }

  /** From here on other replicas can go on with it: its id says what they need. Comes after the gate has let its `initialize` through. */
  share(shared: SharedSessions): void {
    this.#id = shared.seal(sealedFrom(this.session));
    this.#sharing = this.#sharingOf(shared, this.#id);
  }

  /** Begins the session with an `initialize` the gate has let through. */
  async start(req: IncomingMessage, res: ServerResponse, request: Request): Promise<void> {
    this.#attend(res);
    await this.#serve();
    await this.#handToSdk(req, res, request as unknown as Json);
  }

  /** Goes on with a session that began at another replica. */
  async resume(id: string, sealed: SealedSession, shared: SharedSessions, members: SharedMembers): Promise<void> {
    const { session } = this;
    this.#id = id;
    session.era = 'handshake';
    session.version = sealed.version;
    session.phase = 'initialized';
    session.clientName = sealed.client;
    session.clientCapabilities = sealed.capabilities;
    await this.#serve();
    const { version: protocolVersion, capabilities, client: name } = sealed;
    await this.#transport.resume({ protocolVersion, capabilities, clientInfo: { name, version: '0' } });
    session.listening = true;
    this.#sharing = this.#sharingOf(shared, id, members);
    if (session.roots === undefined) this.#roots.begin();
  }

  #sharingOf(shared: SharedSessions, id: string, members?: SharedMembers): SessionSharing {
    const { session } = this;
    const cancel = (request: RequestId) =>
      session.requests.cancel(request, 'client', isSilent(session, this.#host.settings));
    const here = { session, notifier: this.#host.notifier, cancel, end: () => this.end() };
    return new SessionSharing(shared, id, here, members);
  }

  async #serve(): Promise<void> {
    const { catalog, notifier } = this.#host;
    // The capabilities depend on whether a Source is usable; one that is slow to open is not waited for any longer.
    await catalog.openedWithin(FIRST_SNAPSHOT_MS);
    this.#server = buildServer('handshake', this.session, this.#host);
    this.#server.onerror = error => this.#host.log.debug('rpc', error.message);
    await this.#server.connect(this.#transport);
    notifier.join(this.session.listener);
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
    if (this.#sharing?.isStale) await this.#sharing.refresh();
    const given = Array.isArray(body) ? await this.#ownAll(body) : await this.#own(body);
    if (
      given === undefined ||
      (Array.isArray(given) && given.length === 0 && body !== given && (body as Json[]).length > 0)
    )
      return accept(res);
    if (Array.isArray(given))
      return answerBatch(res, given, {
        session,
        transport: this.#transport,
        settings: this.#host.settings,
        admit: each => this.admit(each),
      });
    const verdict = this.admit(given);
    const before = this.#sharing?.tell();
    if (before) await before;
    switch (verdict.kind) {
      case 'dropped':
        session.log.at(verdict.strange ? 'warning' : 'debug', 'rpc', `dropped ${verdict.why}`);
        return accept(res);
      case 'answered':
        return answer(res, responseOf(verdict.id ?? null, verdict.answer));
      case 'request':
        return this.#handToSdk(req, res, verdict.request as unknown as Json, verdict.inProgress);
      default:
        await this.#handToSdk(req, res, given);
        this.#notified(verdict.message.method);
    }
  }

  /** Takes an answer that its client gave to another replica. */
  answered(message: JsonObject): void {
    const verdict = this.admit(message);
    if (verdict.kind === 'response') this.#transport.onmessage?.(verdict.message as never);
  }

  /** Ends it for all replicas. */
  async endEverywhere(): Promise<void> {
    await this.#sharing?.endEverywhere();
    await this.end();
  }

  /** A message as it concerns this replica; undefined for one that only another can use, which gets it. */
  async #own(message: Json): Promise<Json | undefined> {
    const shared = this.#host.gateway?.sessions;
    if (!this.#sharing || !shared || !isJsonObject(message)) return message;
    const { method, params, id } = message;
    if (method === 'notifications/cancelled' && isJsonObject(params)) {
      const cancelled = params.requestId;
      const isRequest = typeof cancelled === 'string' || typeof cancelled === 'number';
      if (isRequest && !this.session.requests.has(cancelled)) await this.#sharing.cancelElsewhere(cancelled);
    }
    const asked = method === undefined ? shared.unmark(id) : undefined;
    if (asked === undefined) return message;
    const answer = { ...message, id: asked.id };
    if (asked.isHere) return answer;
    await shared.answer(asked.replica, this.#sharing.key, answer);
    return undefined;
  }

  async #ownAll(messages: readonly Json[]): Promise<Json[]> {
    const own = await Promise.all(messages.map(message => this.#own(message)));
    return own.filter(message => message !== undefined);
  }

  /** Cancels what is in progress, waits a moment for the answers, and ends the session. */
  async cancelAndEnd(reason: string): Promise<void> {
    const { requests } = this.session;
    requests.cancelAll(reason, this.#host.settings.cancelResponse === 'none');
    await Promise.race([requests.allFinished(), pause(CANCELLED_MS)]);
    await this.endEverywhere();
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
    await this.endEverywhere();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, milliseconds).unref();
  });
}
