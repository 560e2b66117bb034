import { type JsonObject, rpcCodes } from '@concord/contract';
import { oversized, responseLimit } from '../encode/guard.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { RequestId } from '../session/requests-in-progress.js';
import { noteSent, type Session } from '../session/session.js';
import type { Settings } from '../settings/settings.js';
import type { LineWriter } from './line-writer.js';

/** Where everything for the client leaves: answers, notifications and requests of ours. */
export class Outbox {
  readonly #settings: Settings;
  readonly #session: Session;
  readonly #writer: LineWriter;

  constructor(settings: Settings, session: Session, writer: LineWriter) {
    this.#settings = settings;
    this.#session = session;
    this.#writer = writer;
  }

  /** Answers a request in flight: once, and not at all when it was cancelled without a reply. */
  land(id: RequestId, answer: JsonObject | RpcError): void {
    const flight = this.#session.flights.land(id);
    if (flight && !flight.silent) this.answer(id, answer, flight.method);
  }

  /** Answers a message; without an id where none could be read. */
  answer(id: RequestId | undefined, answer: JsonObject | RpcError, method = ''): void {
    const line = this.#line(id, answer);
    const limit = responseLimit(method, this.#settings);
    // No character of a string takes more than three bytes, so most lines need no counting.
    const size = line.length * 3 <= limit ? 0 : Buffer.byteLength(line);
    if (size <= limit) return this.#writer.write(line);
    this.#writer.write(this.#line(id, oversized(method || 'a message', size, limit, this.#session.log)));
  }

  /** Sends a notification or a request of ours. */
  send(message: JsonObject): void {
    noteSent(this.#session, message);
    this.#writer.write(JSON.stringify(message));
  }

  #line(id: RequestId | undefined, answer: JsonObject | RpcError): string {
    const jsonrpc = '2.0';
    // The modern schema knows no null id.
    const known = id ?? (this.#session.era === 'modern' ? undefined : null);
    if (!(answer instanceof RpcError)) return JSON.stringify({ jsonrpc, id: known, result: answer });
    const { code, message, data } = answer;
    return JSON.stringify({ jsonrpc, id: known, error: { code, message, data } });
  }
}

/** What the SDK answered, as we write answers down. */
export function answerOf(message: JsonObject): JsonObject | RpcError {
  const { result, error } = message as { result?: JsonObject; error?: Partial<RpcError> };
  if (result !== undefined) return result;
  return new RpcError(error?.code ?? rpcCodes.internalError, error?.message ?? 'Internal error', error?.data);
}
