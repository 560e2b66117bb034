import type { Json, JsonObject } from '@concord/contract';

/** The error a server answered with. Without a code the answer broke the rules of JSON-RPC. */
export class RpcFailure extends Error {
  constructor(
    readonly code: number | undefined,
    message: string,
    readonly data?: Json,
  ) {
    super(message);
  }

  static from({ code, message, data }: JsonObject): RpcFailure {
    const text = typeof message === 'string' ? message : 'an error without a message';
    return new RpcFailure(Number.isInteger(code) ? (code as number) : undefined, text, data);
  }
}

/** The caller or the clock ended a request before it was answered. */
export class Interrupted extends Error {
  constructor(readonly sent: boolean) {
    super('interrupted');
  }
}

/** The exchange of a request ended without an answer. */
export class StreamEnded extends Error {
  constructor() {
    super('the stream ended without an answer');
  }
}
