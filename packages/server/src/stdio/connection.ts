import { type Json, type JsonObject, rpcCodes } from '@concord/contract';
import { callDirectly, type DirectRoute, isPlainCall } from '../dispatch/direct.js';
import { cancelledError } from '../dispatch/dispatch.js';
import type { Host } from '../dispatch/host.js';
import { toRpcError } from '../encode/problem-error.js';
import { refuseBatch, refuseElement } from '../gate/batch.js';
import { admit, type GateHost, type Verdict } from '../gate/gate.js';
import { stdioToken } from '../gate/token.js';
import type { Request, RequestId } from '../protocol/messages.js';
import { hasModernMeta } from '../protocol/request-meta.js';
import { RpcError } from '../protocol/rpc-error.js';
import { modernVersion } from '../protocol/versions.js';
import { Roots } from '../questions/roots.js';
import { clientRequest } from '../sdk/client-request.js';
import { sessionListener } from '../sdk/session-listener.js';
import { SdkBridge } from '../sdk/stdio-bridge.js';
import type { RequestInProgress } from '../session/requests-in-progress.js';
import { newSession, type Session } from '../session/session.js';
import type { LineWriter } from './line-writer.js';
import { ListenRequests } from './listen-requests.js';
import { describeLine, MessageReader } from './message-reader.js';
import { answerOf, Outbox } from './outbox.js';

/** Called when the client asks the server to end. */
export interface StdioEvents {
  shutdown(): void;
  exit(): void;
}

/** One client on standard input and output: reads lines, passes them through the gate, serves them and writes lines. */
export class StdioConnection {
  readonly session: Session;
  readonly #host: Host;
  readonly #gate: GateHost;
  readonly #reader: MessageReader;
  readonly #outbox: Outbox;
  readonly #listenRequests: ListenRequests;
  readonly #roots: Roots;
  readonly #sdk: SdkBridge;
  readonly #route: DirectRoute;

  constructor(host: Host, writer: LineWriter, events: StdioEvents) {
    const { settings, notifier } = host;
    const listener = sessionListener(
      () => this.session,
      () => this.#sdk.server,
    );
    const session = newSession(host, 'stdio', listener);
    this.#host = host;
    this.session = session;
    this.#gate = {
      settings,
      token: stdioToken(settings, message => session.log.warn('auth', message)),
      onShutdown: () => events.shutdown(),
      onExit: () => events.exit(),
    };
    this.#outbox = new Outbox(settings, session, writer);
    this.#sdk = new SdkBridge(session, host, message => this.#send(message));
    this.#listenRequests = new ListenRequests(notifier, listener);
    const request = clientRequest((message, schema, options) => this.#sdk.server!.request(message, schema, options));
    this.#route = {
      host,
      session,
      request,
      notify: (method, params) => this.#outbox.send({ jsonrpc: '2.0', method, params }),
      respond: (id, answer) => this.#outbox.respond(id, answer),
    };
    this.#roots = new Roots(session, request, settings.rootsSeconds);
    this.#reader = new MessageReader(settings.maxLineBytes, {
      message: message => this.#receive(message),
      unreadable: line => {
        session.log.warn('rpc', describeLine(line, host.redaction));
        this.#outbox.answer(undefined, new RpcError(rpcCodes.parseError, 'Parse error'));
      },
      tooLong: () => {
        const data = { limitBytes: settings.maxLineBytes };
        this.#outbox.answer(undefined, new RpcError(rpcCodes.invalidRequest, 'Request too large', data));
      },
    });
    notifier.join(listener);
  }

  push(chunk: Buffer): void {
    this.#reader.push(chunk);
  }

  /** Standard input has ended: the last line counts even without its newline. */
  end(): void {
    this.#reader.end();
  }

  /** Answers cancelled requests whose work has not ended, and closes the connection. */
  async close(): Promise<void> {
    const { session } = this;
    for (const { id, method, cancelledBy } of session.requests.all())
      if (cancelledBy !== undefined) this.#outbox.respond(id, cancelledError({ id, method, session }));
    this.#host.notifier.leave(session.listener);
    session.phase = 'ended';
    this.#roots.close();
    await this.#sdk.close();
  }

  #receive(message: Json): void {
    if (!Array.isArray(message)) return this.#carryOut(admit(message, this.session, this.#gate));
    const refusal = refuseBatch(message, this.session, this.#host.settings);
    if (refusal) return this.#outbox.answer(undefined, refusal);
    for (const element of message) {
      const refused = refuseElement(element);
      if (refused) this.#outbox.answer(refused.id, refused.error);
      else this.#carryOut(admit(element, this.session, this.#gate));
    }
  }

  #carryOut(verdict: Verdict): void {
    switch (verdict.kind) {
      case 'dropped':
        return this.session.log.at(verdict.strange ? 'warning' : 'debug', 'rpc', `dropped ${verdict.why}`);
      case 'answered':
        return this.#outbox.answer(verdict.id, verdict.answer);
      case 'request':
        return this.#request(verdict.request, verdict.inProgress);
      case 'notification':
        return this.#notification(verdict.message, verdict.method);
      case 'response':
        return this.#sdk.give(verdict.message);
    }
  }

  #request(request: Request, inProgress: RequestInProgress): void {
    if (isPlainCall(request, this.session, this.#host.settings)) {
      void callDirectly(request, inProgress, this.#route);
      return;
    }
    const { id, method, params = {} } = request;
    this.#decideEra(request);
    if (method === 'initialize') this.#reader.hold();
    if (method === 'subscriptions/listen' && !this.#listen(id, params)) return;
    this.#sdk.give(request as unknown as JsonObject);
  }

  /** Whether the resources of a listen request can be watched; when they cannot, the request is answered here. */
  #listen(id: RequestId, params: JsonObject): boolean {
    try {
      this.#listenRequests.open(id, params);
      return true;
    } catch (error) {
      this.#listenRequests.close(id);
      this.#outbox.respond(id, toRpcError(error, 'modern'));
      return false;
    }
  }

  #notification(message: JsonObject, method: string): void {
    if (method === 'notifications/cancelled') {
      // The SDK ends a listen request; it gets no response.
      const { requestId } = message.params as { requestId: RequestId };
      this.#listenRequests.close(requestId);
      this.session.requests.finish(requestId);
    }
    this.#sdk.give(message);
    if (method === 'notifications/roots/list_changed') this.#roots.changed();
    if (method !== 'notifications/initialized') return;
    this.#host.notifier.tellMissed(this.session.listener);
    this.#roots.begin();
  }

  /** The first request with everything the modern era wants makes the connection a modern one; `server/discover` does not. */
  #decideEra({ method, params = {} }: Request): void {
    if (this.session.era !== undefined || method === 'server/discover' || !hasModernMeta(params)) return;
    this.session.era = 'modern';
    this.session.version = modernVersion;
    this.session.listening = true;
  }

  /** Sends what the SDK wants to send; responses leave as ours do. */
  #send(message: JsonObject): void {
    if (message.method !== undefined) return this.#outbox.send(message);
    const id = message.id as RequestId;
    const method = this.session.requests.get(id)?.method;
    const answer = answerOf(message);
    if (method === 'initialize') return this.#opened(id, answer);
    if (method === 'subscriptions/listen') this.#listenRequests.close(id);
    this.#outbox.respond(id, answer);
  }

  /** Answers `initialize` and reads on. A session that could not be opened can be tried again. */
  #opened(id: RequestId, answer: JsonObject | RpcError): void {
    const failed = answer instanceof RpcError && this.session.era === 'handshake';
    if (failed) Object.assign(this.session, { era: undefined, version: undefined, phase: 'new' });
    // The SDK would answer with a dump of its validator.
    const refusal = new RpcError(rpcCodes.invalidParams, 'The parameters of initialize are malformed');
    this.#outbox.respond(id, failed ? refusal : answer);
    this.#reader.release();
  }
}
