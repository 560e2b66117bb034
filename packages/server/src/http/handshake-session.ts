import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Json, JsonObject } from '@concord/contract';
import type { Server } from '@modelcontextprotocol/server';
import type { Host } from '../dispatch/exchange.js';
import { readCall } from '../dispatch/tools.js';
import type { RpcError } from '../encode/rpc-error.js';
import { buildServer } from '../eras/sdk-server.js';
import { refuseBatch, refuseElement } from '../gate/batch.js';
import type { Flight } from '../gate/flights.js';
import { admit, type GateHost, type Request, type Verdict } from '../gate/gate.js';
import { newSession, type Session } from '../gate/session.js';
import { isAtLeast } from '../notify/levels.js';
import { accept, answer, rpcAnswer } from './answer.js';
import { SessionTransport } from './session-transport.js';

const FIRST_SNAPSHOT_MS = 2_000;
/** How long cancelled requests get to say so before their streams are closed. */
const LAST_WORDS_MS = 2_000;

/** One client of the handshake eras: its own gate, log level, subscriptions and streams. */
export class HandshakeSession {
  readonly id = randomUUID();
  readonly session: Session;
  readonly #host: Host;
  readonly #gate: GateHost;
  readonly #transport: SessionTransport;
  readonly #onEnd: (session: HandshakeSession) => void;
  #server: Server | undefined;
  #responses = 0;
  #lastSeen = performance.now();
  #deadline: NodeJS.Timeout | undefined;

  constructor(host: Host, principal: string, onEnd: (session: HandshakeSession) => void) {
    this.#host = host;
    this.#onEnd = onEnd;
    this.session = newSession(
      host.settings,
      'http',
      {
        changed: kinds => {
          for (const kind of kinds) this.#announce(`notifications/${kind}/list_changed`);
        },
        updated: uri => this.#announce('notifications/resources/updated', { uri }),
        logged: (level, logger, data) => {
          if (isAtLeast(level, this.session.level)) this.#announce('notifications/message', { level, logger, data });
        },
      },
      principal,
    );
    this.#gate = {
      settings: host.settings,
      token: { refuses: () => undefined },
      onShutdown: () => this.#shutdown(),
      onExit: () => void this.#exit(),
    };
    this.#transport = new SessionTransport(this.id, this.session);
  }

  /** Milliseconds since anything happened; 0 while a stream is open or a request in flight. */
  idleMs(now: number): number {
    return this.#responses > 0 || this.session.flights.size > 0 ? 0 : now - this.#lastSeen;
  }

  /** Lets the gate decide about a message. */
  admit(message: Json): Verdict {
    return admit(message, this.session, this.#gate);
  }

  /** Begins the session with an `initialize` the gate has let through. */
  async start(req: IncomingMessage, res: ServerResponse, request: Request): Promise<void> {
    this.#attend(res);
    const { surface, hub } = this.#host;
    // An unusable Source shows in the capabilities; one that is merely slow does not hold anybody up.
    await surface.openedWithin(FIRST_SNAPSHOT_MS);
    this.#server = buildServer('handshake', this.session, this.#host);
    this.#server.onerror = error => this.#host.log.debug('rpc', error.message);
    await this.#server.connect(this.#transport);
    hub.join(this.session.listener);
    await this.#hand(req, res, request as unknown as Json);
  }

  /** Opens the session's own stream. */
  async stream(req: IncomingMessage, res: ServerResponse): Promise<void> {
    this.#attend(res);
    // By then the stream is open.
    setImmediate(() => this.#host.hub.greet(this.session.listener));
    await this.#transport.handleRequest(req, res);
  }

  /** Takes one posted message, or a batch of them. */
  async post(req: IncomingMessage, res: ServerResponse, body: Json): Promise<void> {
    this.#attend(res);
    if (Array.isArray(body)) return this.#batch(res, body);
    const verdict = this.admit(body);
    switch (verdict.kind) {
      case 'dropped':
        this.#host.log.debug('rpc', `dropped ${verdict.why}`);
        return accept(res);
      case 'answered':
        return answer(res, rpcAnswer(verdict.id, verdict.answer));
      case 'request': {
        const refusal = this.#refuseCall(verdict.request);
        if (refusal) return answer(res, rpcAnswer(verdict.request.id, refusal));
        return this.#hand(req, res, verdict.request as unknown as Json, verdict.flight);
      }
      default:
        await this.#hand(req, res, body);
        if (verdict.message.method === 'notifications/initialized') this.#host.hub.greet(this.session.listener);
    }
  }

  /** Cancels what is in flight, gives it a moment to say so, and ends the session. */
  async wind(reason: string): Promise<void> {
    const { flights } = this.session;
    flights.cancelAll(reason, this.#host.settings.cancelResponse === 'none');
    await Promise.race([flights.allLanded(), pause(LAST_WORDS_MS)]);
    await this.end();
  }

  /** Ends the session at once: its streams close, and nothing in flight is answered any more. */
  async end(): Promise<void> {
    if (this.session.phase === 'ended') return;
    this.session.phase = 'ended';
    clearTimeout(this.#deadline);
    this.#host.hub.leave(this.session.listener);
    this.#onEnd(this);
    const { flights } = this.session;
    flights.cancelAll('client', true);
    await this.#transport.close();
  }

  /** Each message passes the gate by itself; their answers leave together. */
  async #batch(res: ServerResponse, batch: readonly Json[]): Promise<void> {
    const refusal = refuseBatch(batch, this.session, this.#host.settings);
    if (refusal) return answer(res, rpcAnswer(undefined, refusal));
    const answers = await Promise.all(batch.map(element => this.#collect(element)));
    const given = answers.filter(each => each !== undefined);
    return given.length > 0 ? answer(res, given) : accept(res);
  }

  async #collect(element: Json): Promise<JsonObject | undefined> {
    const misplaced = refuseElement(element);
    if (misplaced) return rpcAnswer(misplaced.id, misplaced.error);
    const verdict = this.admit(element);
    switch (verdict.kind) {
      case 'dropped':
        return undefined;
      case 'answered':
        return rpcAnswer(verdict.id, verdict.answer);
      case 'request': {
        const refusal = this.#refuseCall(verdict.request);
        return refusal ? rpcAnswer(verdict.request.id, refusal) : this.#transport.collect(verdict.request);
      }
      default:
        this.#transport.onmessage?.(verdict.message as never);
        return undefined;
    }
  }

  /** The SDK words a malformed call as a dump of its validator, so it never gets to see one. */
  #refuseCall({ id, method, params = {} }: Request): RpcError | undefined {
    if (method !== 'tools/call') return undefined;
    try {
      readCall(params);
      return undefined;
    } catch (error) {
      this.session.flights.land(id);
      return error as RpcError;
    }
  }

  async #hand(req: IncomingMessage, res: ServerResponse, body: Json, flight?: Flight): Promise<void> {
    // What the SDK refuses as a whole gets no answer that would land it.
    if (flight) res.once('close', () => res.statusCode !== 200 && this.session.flights.land(flight.id));
    await this.#transport.handleRequest(req, res, body);
  }

  #attend(res: ServerResponse): void {
    this.#responses++;
    this.#lastSeen = performance.now();
    res.once('close', () => {
      this.#responses--;
      this.#lastSeen = performance.now();
    });
  }

  #announce(method: string, params?: JsonObject): void {
    if (!this.session.listening) return;
    this.#server?.notification({ method, ...(params && { params }) } as never).catch(() => {});
  }

  /** Without `exit` the session ends by itself. */
  #shutdown(): void {
    const limit = this.#host.settings.shutdownSeconds * 1_000;
    this.#deadline ??= setTimeout(() => void this.wind('shutdown'), limit).unref();
  }

  async #exit(): Promise<void> {
    await this.session.flights.allLanded();
    await this.end();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, milliseconds).unref();
  });
}
