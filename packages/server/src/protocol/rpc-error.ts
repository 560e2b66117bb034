import { type Json, type Problem, rpcCodes, type State } from '@concord/contract';

/** What kind of failure an error is, whether and when trying again helps, and whether anything had been done by then. */
export interface Failed extends Pick<Problem, 'kind' | 'variant' | 'retryable' | 'retryAfterMs'> {
  readonly state: State;
}

const internal: Failed = { kind: 'internal', state: 'not_started' };

/** A JSON-RPC error on its way to the client: the code, one plain sentence, structured data, and what kind of failure it is. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: Json,
    readonly failed: Failed = internal,
  ) {
    super(message);
    this.name = 'RpcError';
  }
}

/** The parameters of a request cannot be used. */
export function invalidParams(message: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, message, undefined, { kind: 'invalid_params', state: 'not_started' });
}
