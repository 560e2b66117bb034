import { rpcCodes } from '@concord/contract';
import { RpcError } from '../protocol/rpc-error.js';

/** The modern era has no code for a cancelled request: its clients learn of it only when the server itself is the cause. */
export function modernError(error: RpcError): RpcError {
  return error.code === rpcCodes.cancelled ? new RpcError(rpcCodes.internalError, error.message, error.data) : error;
}
