import { type JsonObject, rpcCodes } from '@concord/contract';
import type { Host } from '../dispatch/exchange.js';
import { oversized, responseLimit } from '../encode/guard.js';
import { RpcError } from '../encode/rpc-error.js';
import type { RequestId } from '../gate/flights.js';
import type { Session } from '../gate/session.js';
import type { LineWriter } from '../line/writer.js';

/** Where everything for the client leaves: answers, notifications and requests of ours. */
export class Outbox {
  readonly #host: Host;
  readonly #session: Session;
  readonly #writer: LineWriter;

  constructor(host: Host, session: Session, writer: LineWriter) {
    this.#host = host;
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
    const address = { jsonrpc: '2.0', ...this.#idOf(id) };
    if (answer instanceof RpcError) return this.write({ ...address, error: errorObject(answer) });
    const line = JSON.stringify({ ...address, result: answer });
    const limit = responseLimit(method, this.#host);
    // No character of a string takes more than three bytes, so most lines need no counting.
    const size = line.length * 3 <= limit ? 0 : Buffer.byteLength(line);
    if (size <= limit) return this.#writer.write(line);
    this.write({ ...address, error: errorObject(oversized(method, size, limit, this.#host)) });
  }

  write(message: JsonObject): void {
    this.#writer.write(JSON.stringify(message));
  }

  /** The modern schema knows no null id. */
  #idOf(id: RequestId | undefined): JsonObject {
    if (id !== undefined) return { id };
    return this.#session.era === 'modern' ? {} : { id: null };
  }
}

/** What the SDK answered, as we write answers down. */
export function answerOf(message: JsonObject): JsonObject | RpcError {
  const { result, error } = message as { result?: JsonObject; error?: Partial<RpcError> };
  if (result !== undefined) return result;
  return new RpcError(error?.code ?? rpcCodes.internalError, error?.message ?? 'Internal error', error?.data);
}

function errorObject({ code, message, data }: RpcError): JsonObject {
  return { code, message, ...(data && { data }) };
}
