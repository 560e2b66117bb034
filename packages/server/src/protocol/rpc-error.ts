import type { Json } from '@concord/contract';

/** A JSON-RPC error on its way to the client: the code, one plain sentence, and structured data. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: Json,
  ) {
    super(message);
    this.name = 'RpcError';
  }
}
