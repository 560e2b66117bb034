import { createHash, randomBytes } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject, rpcCodes } from '@concord/contract';
import { type Answers, type AskOptions, type Questions, Stop, type StopSignal } from '@concord/engine';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { RpcError } from '../protocol/rpc-error.js';
import type { Exchange } from '../session/exchange.js';
import { readAnswer } from './answer.js';
import { missingCapability, withoutAsking } from './capability.js';

/** The most calls that wait: each keeps its work, its arguments and a timer. */
const MOST_PAUSED = 1_024;

/** Identifies a paused call in `requestState`. Signed, so that a client cannot change it. */
interface Ticket {
  readonly ticket: string;
  readonly call: string;
  /** The replica that keeps it. */
  readonly replica?: string | undefined;
}

/** What replicas need to find each other's paused calls: a key that all have, and the name of this one. */
export interface SharedPauses {
  readonly stateKey: Uint8Array;
  readonly here: string | undefined;
}

/** A promise and the function that resolves it. */
interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
}

function deferred<Value>(): Deferred<Value> {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>(settle => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** What the work of a request gives at each pause: questions; and at its end: a result or an error. */
type Turn = { readonly questions: Questions } | { readonly result: JsonObject } | { readonly error: unknown };

/** Work that may pause to ask its client, and goes on when the client comes back with the answers. */
export class Conversation {
  /** The exchange whose client is waiting now. */
  exchange: Exchange;
  readonly #stop = new Stop();
  #turn = deferred<Turn>();
  #answers: Deferred<Answers> | undefined;
  #pending: Questions = {};

  constructor(exchange: Exchange) {
    this.exchange = exchange;
    this.#follow(exchange);
  }

  get signal(): StopSignal {
    return this.#stop;
  }

  start(work: () => Promise<JsonObject>): void {
    work().then(
      result => this.#turn.resolve({ result }),
      error => this.#turn.resolve({ error }),
    );
  }

  next(): Promise<Turn> {
    return this.#turn.promise;
  }

  get pending(): Questions {
    return this.#pending;
  }

  pause(questions: Questions): Promise<Answers> {
    this.#pending = questions;
    this.#answers = deferred();
    this.#turn.resolve({ questions });
    return this.#answers.promise;
  }

  resume(exchange: Exchange, answers: Answers): void {
    this.exchange = exchange;
    this.#follow(exchange);
    this.#turn = deferred();
    this.#pending = {};
    this.#answers?.resolve(answers);
  }

  /** Answers the questions with `cancel`, because the client did not come back; the result of the work is discarded. */
  abandon(): void {
    const cancelled = Object.fromEntries(Object.keys(this.#pending).map(key => [key, { action: 'cancel' }]));
    this.#answers?.resolve(cancelled);
  }

  #follow({ signal }: Exchange): void {
    const stop = () => {
      if (this.exchange.signal === signal) this.#stop.stop(signal.reason);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  }
}

/** The calls that wait for an answer of their client. */
export class PausedCalls {
  readonly #seconds: number;
  readonly #codec;
  readonly #shared: SharedPauses | undefined;
  readonly #paused = new Map<string, { conversation: Conversation; call: string; timer: NodeJS.Timeout }>();

  constructor(seconds: number, shared?: SharedPauses) {
    this.#seconds = seconds;
    this.#shared = shared;
    this.#codec = createRequestStateCodec<Ticket>({ key: shared?.stateKey ?? randomBytes(32), ttlSeconds: seconds });
  }

  get size(): number {
    return this.#paused.size;
  }

  /** Reads a `requestState`. Throws on one that was not made here or has expired. */
  verify = (state: string): Promise<Ticket> => this.#codec.verify(state, undefined as never);

  /** The replica that keeps the call of a request, where that is another one. */
  async keeperOf(message: Json): Promise<string | undefined> {
    const params = this.#shared && isJsonObject(message) ? message.params : undefined;
    const state = isJsonObject(params) ? params.requestState : undefined;
    if (typeof state !== 'string') return undefined;
    const { replica } = await this.verify(state).catch((): Partial<Ticket> => ({}));
    return replica === this.#shared?.here ? undefined : replica;
  }

  /** Keeps a conversation until its client comes back, and gives the result that asks the questions. */
  async pause(conversation: Conversation, params: JsonObject): Promise<JsonObject> {
    if (this.#paused.size >= MOST_PAUSED) {
      conversation.abandon();
      throw new RpcError(rpcCodes.internalError, 'Too many requests wait for an answer of their client');
    }
    const ticket = randomBytes(16).toString('base64url');
    const call = callKey(conversation.exchange, params);
    const expire = () => {
      this.#paused.delete(ticket);
      conversation.abandon();
    };
    const timer = setTimeout(expire, this.#seconds * 1_000).unref();
    this.#paused.set(ticket, { conversation, call, timer });
    const inputRequests = Object.fromEntries(
      Object.entries(conversation.pending).map(([key, { method, params: asked = {} }]) => [
        key,
        { method, params: asked },
      ]),
    );
    return {
      resultType: 'input_required',
      inputRequests,
      requestState: await this.#codec.mint({ ticket, call, replica: this.#shared?.here }),
    };
  }

  /** Gives a kept conversation back: once, and only for the same call of the same client. */
  take(state: unknown, exchange: Exchange, params: JsonObject): Conversation {
    const { ticket, call } = (isJsonObject(state) ? state : {}) as Partial<Ticket>;
    const entry = ticket === undefined ? undefined : this.#paused.get(ticket);
    if (!entry || entry.call !== call || entry.call !== callKey(exchange, params))
      throw new RpcError(rpcCodes.invalidParams, 'Invalid or expired requestState');
    clearTimeout(entry.timer);
    this.#paused.delete(ticket!);
    return entry.conversation;
  }

  close(): void {
    for (const { conversation, timer } of this.#paused.values()) {
      clearTimeout(timer);
      conversation.abandon();
    }
    this.#paused.clear();
  }
}

/** Binds a ticket to who called what with which arguments. */
function callKey({ method, session }: Exchange, params: JsonObject): string {
  const { name = null, uri = null, arguments: args = {} } = params;
  const parts: Json = [session.principal, method, name, uri, args];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Puts questions to the client in the modern era: takes the answers the request brought, and pauses the work for the others. */
export async function askModern(
  questions: Questions,
  options: AskOptions,
  conversation: Conversation,
): Promise<Answers> {
  const { exchange } = conversation;
  const answers: Record<string, JsonObject> = {};
  const open: Record<string, Questions[string]> = {};
  for (const [key, question] of Object.entries(questions)) {
    const missing = missingCapability(question, exchange.clientCapabilities, exchange.session);
    const brought = answersFor({ [key]: question }, exchange)[key];
    if (missing) answers[key] = withoutAsking(question, missing, options.insist === true);
    else if (brought) answers[key] = brought;
    else open[key] = question;
  }
  if (Object.keys(open).length === 0) return answers;
  return { ...answers, ...(await conversation.pause(open)) };
}

/** The usable answers among what a request brought along. */
export function answersFor(questions: Questions, exchange: Exchange): Record<string, JsonObject> {
  const given = exchange.inputResponses ?? {};
  const read = Object.entries(questions).map(([key, question]) => {
    const own = Object.hasOwn(given, key) ? given[key] : undefined;
    return [key, readAnswer(question, own, message => exchange.log('warning', 'elicitation', message))] as const;
  });
  return Object.fromEntries(read.filter((entry): entry is readonly [string, JsonObject] => entry[1] !== undefined));
}
