import { createHash } from 'node:crypto';
import { compileRedaction, type Json, type JsonObject, rpcCodes } from '@concord/contract';
import type { JSONRPCMessage, Server, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Roots } from '../ask/roots.js';
import { cancelledError } from '../dispatch/dispatch.js';
import type { Host } from '../dispatch/exchange.js';
import { readCall } from '../dispatch/tools.js';
import { toRpcError } from '../encode/problem-error.js';
import { RpcError } from '../encode/rpc-error.js';
import { refuseBatch, refuseElement } from '../gate/batch.js';
import { isCompleteClaim } from '../gate/claim.js';
import type { Flight, RequestId } from '../gate/flights.js';
import { admit, type GateHost, type Request, type Verdict } from '../gate/gate.js';
import { modernVersion, newSession, type Session } from '../gate/session.js';
import { stdioToken } from '../gate/token.js';
import { MessageReader } from '../line/messages.js';
import type { LineWriter } from '../line/writer.js';
import { isAtLeast } from '../notify/levels.js';
import { secretsOf } from '../settings.js';
import { isPlain, serveDirectly } from './direct.js';
import { Listens } from './listens.js';
import { answerOf, Outbox } from './outbox.js';
import { anything, buildServer } from './sdk-server.js';

const FIRST_SNAPSHOT_MS = 2_000;
/** How much of a line that cannot be read is redacted, and how much of that is logged. */
const LOOKED_AT_BYTES = 16_384;
const SHOWN_CHARACTERS = 1_024;

/** What happens outside a connection when its client says it is done. */
export interface StdioEvents {
  shutdown(): void;
  exit(): void;
}

/** One client on standard input and output: lines in, the gate, the way to the Sources, lines out. */
export class StdioConnection {
  readonly session: Session;
  readonly #host: Host;
  readonly #gate: GateHost;
  readonly #reader: MessageReader;
  readonly #outbox: Outbox;
  readonly #listens: Listens;
  readonly #roots: Roots;
  readonly #channel: Transport;
  readonly #handle: { close(): Promise<void> };
  #sdk: Server | undefined;

  constructor(host: Host, writer: LineWriter, events: StdioEvents) {
    this.#host = host;
    this.session = newSession(host.settings, 'stdio', {
      changed: kinds => {
        for (const kind of kinds) this.#announce(`notifications/${kind}/list_changed`);
      },
      updated: uri => this.#announce('notifications/resources/updated', { uri }),
      logged: (level, logger, data) => {
        // In the modern era only requests that ask for logs get any.
        if (this.session.era === 'handshake' && isAtLeast(level, this.session.level))
          this.#announce('notifications/message', { level, logger, data });
      },
    });
    this.#gate = {
      settings: host.settings,
      token: stdioToken(host.settings, message => host.log.warn('auth', message)),
      onShutdown: () => events.shutdown(),
      onExit: () => events.exit(),
    };
    this.#outbox = new Outbox(host, this.session, writer);
    this.#listens = new Listens(host.hub, this.session.listener);
    this.#roots = new Roots(this.session, {
      ask: signal => this.#sdk!.request({ method: 'roots/list' }, anything as never, { signal }) as Promise<Json>,
      limitMs: host.settings.rootsSeconds * 1_000,
      warn: message => host.log.warn('roots', message),
    });
    this.#reader = new MessageReader(host.settings.maxLineBytes, {
      message: message => this.#receive(message),
      unreadable: line => this.#unreadable(line),
      tooLong: () => {
        const limitBytes = host.settings.maxLineBytes;
        this.#outbox.answer(undefined, new RpcError(rpcCodes.invalidRequest, 'Request too large', { limitBytes }));
      },
    });
    this.#channel = {
      start: async () => {},
      send: async message => this.#send(message as unknown as JsonObject),
      close: async () => this.#channel.onclose?.(),
    };
    this.#handle = serveStdio(async ({ era }) => this.#build(era === 'modern' ? 'modern' : 'handshake'), {
      transport: this.#channel,
      onerror: error => host.log.debug('rpc', error.message),
    });
    host.hub.join(this.session.listener);
  }

  push(chunk: Buffer): void {
    this.#reader.push(chunk);
  }

  /** Standard input has ended: the last line counts even without its newline. */
  end(): void {
    this.#reader.end();
  }

  /** Answers what was cancelled and has not come to its end, and lets go of everything. */
  async close(): Promise<void> {
    const { session } = this;
    for (const { id, method, cancelledBy } of session.flights.all())
      if (cancelledBy !== undefined) this.#outbox.land(id, cancelledError({ id, method, session }));
    this.#host.hub.leave(session.listener);
    this.session.phase = 'ended';
    this.#roots.close();
    await this.#handle.close();
  }

  async #build(era: 'handshake' | 'modern'): Promise<Server> {
    const { surface } = this.#host;
    // An unusable Source shows in the capabilities; one that is merely slow does not hold anybody up.
    await surface.openedWithin(FIRST_SNAPSHOT_MS);
    this.#sdk = buildServer(era, this.session, this.#host);
    return this.#sdk;
  }

  #receive(message: Json): void {
    if (!Array.isArray(message)) return this.#follow(admit(message, this.session, this.#gate));
    const refusal = refuseBatch(message, this.session, this.#host.settings);
    if (refusal) return this.#outbox.answer(undefined, refusal);
    for (const element of message) {
      const refused = refuseElement(element);
      if (refused) this.#outbox.answer(refused.id, refused.error);
      else this.#follow(admit(element, this.session, this.#gate));
    }
  }

  #follow(verdict: Verdict): void {
    switch (verdict.kind) {
      case 'dropped':
        return this.#host.log.debug('rpc', `dropped ${verdict.why}`);
      case 'answered':
        return this.#outbox.answer(verdict.id, verdict.answer);
      case 'request':
        return this.#request(verdict.request, verdict.flight);
      case 'notification':
        return this.#notification(verdict.message, verdict.method);
      case 'response':
        return this.#toSdk(verdict.message);
    }
  }

  #request(request: Request, flight: Flight): void {
    const { id, method, params = {} } = request;
    const refusal = method === 'tools/call' ? refuseCall(params) : undefined;
    if (refusal) return this.#outbox.land(id, refusal);
    if (isPlain(request, this.session, this.#host.settings)) {
      const route = { host: this.#host, session: this.session, outbox: this.#outbox, server: () => this.#sdk };
      void serveDirectly(request, flight, route);
      return;
    }
    this.#settle(request);
    if (method === 'initialize') this.#reader.hold();
    if (method === 'subscriptions/listen' && !this.#listen(id, params)) return;
    this.#toSdk(request as unknown as JsonObject);
  }

  /** Whether what a request listens to can be watched; one that cannot is answered here. */
  #listen(id: RequestId, params: JsonObject): boolean {
    try {
      this.#listens.open(id, params);
      return true;
    } catch (error) {
      this.#listens.close(id);
      this.#outbox.land(id, toRpcError(error, 'modern'));
      return false;
    }
  }

  #notification(message: JsonObject, method: string): void {
    if (method === 'notifications/cancelled') {
      // Only listening is left to the SDK to end; nothing more is said about it.
      const { requestId } = message.params as { requestId: RequestId };
      this.#listens.close(requestId);
      this.session.flights.land(requestId);
    }
    this.#toSdk(message);
    if (method === 'notifications/roots/list_changed') this.#roots.changed();
    if (method !== 'notifications/initialized') return;
    this.#host.hub.greet(this.session.listener);
    this.#roots.begin();
  }

  /** The first complete claim settles the modern era; a look at `server/discover` does not. */
  #settle({ method, params = {} }: Request): void {
    if (this.session.era !== undefined || method === 'server/discover' || !isCompleteClaim(params)) return;
    this.session.era = 'modern';
    this.session.version = modernVersion;
    this.session.listening = true;
  }

  #toSdk(message: JsonObject): void {
    this.#channel.onmessage?.(message as unknown as JSONRPCMessage);
  }

  /** What the SDK sends: answers take the same way out as ours. */
  #send(message: JsonObject): void {
    if (message.method !== undefined) return this.#outbox.write(message);
    const id = message.id as RequestId;
    const method = this.session.flights.get(id)?.method;
    const answer = answerOf(message);
    if (method === 'initialize') return this.#opened(id, answer);
    if (method === 'subscriptions/listen') this.#listens.close(id);
    this.#outbox.land(id, answer);
  }

  /** `initialize` has been answered: what came after it may go on. One that failed has opened nothing. */
  #opened(id: RequestId, answer: JsonObject | RpcError): void {
    const failed = answer instanceof RpcError && this.session.era === 'handshake';
    if (failed) Object.assign(this.session, { era: undefined, version: undefined, phase: 'new' });
    // The SDK words it as a dump of its validator.
    const refusal = new RpcError(rpcCodes.invalidParams, 'The parameters of initialize are malformed');
    this.#outbox.land(id, failed ? refusal : answer);
    this.#reader.release();
  }

  #announce(method: string, params?: JsonObject): void {
    if (!this.session.listening) return;
    this.#sdk?.notification({ method, ...(params && { params }) } as never).catch(() => {});
  }

  /** A line that cannot be read is described, not repeated. */
  #unreadable(line: Buffer): void {
    const { log, settings } = this.#host;
    // Redacted before it is cut: half a secret has no shape to be known by.
    const start = compileRedaction({ known: secretsOf(settings) }).text(line.subarray(0, LOOKED_AT_BYTES).toString());
    log.warn('rpc', {
      message: 'a line could not be read',
      bytes: line.length,
      sha256: createHash('sha256').update(line).digest('hex').slice(0, 16),
      start: JSON.stringify(start.text.slice(0, SHOWN_CHARACTERS)).slice(1, -1),
    });
    this.#outbox.answer(undefined, new RpcError(rpcCodes.parseError, 'Parse error'));
  }
}

function refuseCall(params: JsonObject): RpcError | undefined {
  try {
    readCall(params);
    return undefined;
  } catch (error) {
    return error as RpcError;
  }
}
