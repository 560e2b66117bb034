import { type JsonObject, rpcCodes } from '@concord/contract';
import { responseText } from '../encode/response.js';
import type { RequestId } from '../protocol/messages.js';
import { RpcError } from '../protocol/rpc-error.js';
import { noteSent, type Session } from '../session/session.js';
import type { Settings } from '../settings/settings.js';
import type { LineWriter } from './line-writer.js';

/** Where everything for the client leaves: responses, notifications and requests of ours. */
export class Outbox {
  readonly #settings: Settings;
  readonly #session: Session;
  readonly #writer: LineWriter;

  constructor(settings: Settings, session: Session, writer: LineWriter) {
    this.#settings = settings;
    this.#session = session;
    this.#writer = writer;
  }

  /** Answers a request in progress: once, and not at all when it was cancelled without a reply. */
  respond(id: RequestId, answer: JsonObject | RpcError): void {
    const request = this.#session.requests.finish(id);
    if (request && !request.silent) this.answer(id, answer, request.method);
  }

  /** Answers a message; without an id where none could be read. */
  answer(id: RequestId | undefined, answer: JsonObject | RpcError, method = ''): void {
    // The modern schema knows no null id.
    const known = id ?? (this.#session.era === 'modern' ? undefined : null);
    this.#writer.write(responseText(known, answer, method, this.#settings, this.#session.log));
  }

  /** Sends a notification or a request of ours. */
  send(message: JsonObject): void {
    noteSent(this.#session, message);
    this.#writer.write(JSON.stringify(message));
  }
}

/** What the SDK answered, as we write answers down. */
export function answerOf(message: JsonObject): JsonObject | RpcError {
  const { result, error } = message as { result?: JsonObject; error?: Partial<RpcError> };
  if (result !== undefined) return result;
  return new RpcError(error?.code ?? rpcCodes.internalError, error?.message ?? 'Internal error', error?.data);
}
