import { isJsonObject, type Json, type JsonObject, type Redaction } from '@concord/contract';
import type { Answers, AskOptions, Questions, StopSignal } from '@concord/engine';
import type { Level } from '../log/levels.js';
import type { Log } from '../log/log.js';
import type { RequestId } from '../protocol/messages.js';
import { clientCapabilitiesKey } from '../protocol/request-meta.js';
import type { Era } from '../protocol/versions.js';
import { requestLog } from './request-log.js';
import type { Session } from './session.js';
import type { Slot } from './slots.js';

/** What an exchange needs of the server it belongs to. */
export interface ExchangeHost {
  /** On stderr alone; what concerns one connection goes to the log of its session. */
  readonly log: Log;
  /** Masks secrets, those of the server's own settings too. */
  readonly redaction: Redaction;
  /** Puts questions to the client by requests to it, as the handshake eras do. */
  askClient(questions: Questions, options: AskOptions, exchange: Exchange): Promise<Answers>;
}

/** What a transport knows of a request, and how it reaches its client. */
export interface ExchangeParts {
  readonly id: RequestId;
  readonly method: string;
  readonly era: Era;
  readonly session: Session;
  /** `params._meta`, envelope included. */
  readonly meta: JsonObject;
  /** Answers that came along with a modern request, and the verified state of a paused call. */
  readonly inputResponses?: JsonObject | undefined;
  readonly requestState?: unknown;
  /** Fires when the client cancels the request, or the server ends. */
  readonly signal: StopSignal;
  /** Sends a notification that belongs to this request. */
  notify(method: string, params: JsonObject): void;
  /** Resolves when every notification so far has left; absent where each leaves at once. */
  flush?: (() => Promise<void>) | undefined;
  /** Sends a request of ours to the client; handshake eras only. */
  request?: ((method: string, params: JsonObject, signal: AbortSignal) => Promise<Json>) | undefined;
  /** Puts questions to the client; by requests to it unless given. */
  asks?: ((questions: Questions, options: AskOptions) => Promise<Answers>) | undefined;
  /** The id a caller gave the call outside of its message, for correlation. */
  readonly requestId?: string | undefined;
}

/** Where callers put an id of their own into `_meta`; the first that is there counts. */
const requestIdKeys = ['io.concord/requestId', 'request_id', 'requestId', 'correlation_id', 'correlationId'];

/** One request as its method sees it, whatever the transport and the era. */
export class Exchange implements ExchangeParts {
  readonly id: RequestId;
  readonly method: string;
  readonly era: Era;
  readonly session: Session;
  readonly meta: JsonObject;
  readonly inputResponses: JsonObject | undefined;
  readonly requestState: unknown;
  readonly signal: StopSignal;
  readonly notify: ExchangeParts['notify'];
  readonly flush: ExchangeParts['flush'];
  readonly request: ExchangeParts['request'];
  readonly asks: ExchangeParts['asks'];
  readonly requestId: string | undefined;
  /** The slot it works in; given up while its client is asked. */
  slot: Slot | undefined = undefined;
  /** How long it waited for that; undefined when it did not. */
  placeWaitMs: number | undefined = undefined;
  readonly #host: ExchangeHost;

  constructor(parts: ExchangeParts, host: ExchangeHost) {
    this.id = parts.id;
    this.method = parts.method;
    this.era = parts.era;
    this.session = parts.session;
    this.meta = parts.meta;
    this.inputResponses = parts.inputResponses;
    this.requestState = parts.requestState;
    this.signal = parts.signal;
    this.notify = parts.notify;
    this.flush = parts.flush;
    this.request = parts.request;
    this.asks = parts.asks;
    const given = requestIdKeys.map(key => parts.meta[key]).find(each => each !== undefined) ?? parts.requestId;
    this.requestId = typeof given === 'string' ? given : undefined;
    this.#host = host;
  }

  /** What the client declared, for the session or in this very request. */
  get clientCapabilities(): Readonly<Record<string, unknown>> {
    if (this.era === 'handshake') return this.session.clientCapabilities;
    const declared = this.meta[clientCapabilitiesKey];
    return isJsonObject(declared) ? declared : {};
  }

  /** Logs something about this request on stderr, and to its client as far as that asked for it. */
  log(level: Level, logger: string, data: Json): void {
    requestLog(this, this.#host)(level, logger, data);
  }

  /** Puts questions to the client. */
  ask(questions: Questions, options: AskOptions): Promise<Answers> {
    const put = () => (this.asks ? this.asks(questions, options) : this.#host.askClient(questions, options, this));
    return this.slot ? this.slot.whileFree(put, this.signal) : put();
  }

  /** The same request under another signal, and perhaps with another way to its client. Written out, because many calls pass here. */
  under(signal: StopSignal, way: Pick<Partial<ExchangeParts>, 'notify' | 'flush' | 'asks'> = {}): Exchange {
    const { id, method, era, session, meta, inputResponses, requestState, request, requestId } = this;
    const { notify = this.notify, flush = this.flush, asks = this.asks } = way;
    return new Exchange(
      { id, method, era, session, meta, inputResponses, requestState, signal, notify, flush, request, asks, requestId },
      this.#host,
    );
  }
}
