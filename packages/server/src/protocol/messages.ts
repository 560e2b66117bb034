import type { JsonObject } from '@concord/contract';

/** A JSON-RPC id. `7` and `"7"` are different requests. */
export type RequestId = string | number;

/** A JSON-RPC request whose shape is right. */
export interface Request {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: JsonObject;
}
