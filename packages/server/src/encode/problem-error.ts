import { classify, compileRedaction, type JsonObject, type Problem, ProblemError, rpcCodes } from '@concord/contract';
import { RpcError } from '../protocol/rpc-error.js';
import type { Era } from '../protocol/versions.js';

/** Whatever a method threw, as the error its client may see. Only errors made here or by a Source say more than "Internal error". */
export function toRpcError(error: unknown, era: Era): RpcError {
  const made = fromThrown(error, era);
  const { text } = compileRedaction({}).text(made.message);
  return text === made.message ? made : new RpcError(made.code, text, made.data);
}

function fromThrown(error: unknown, era: Era): RpcError {
  if (error instanceof RpcError) return error;
  return error instanceof ProblemError
    ? problemError(error.problem, era)
    : new RpcError(rpcCodes.internalError, 'Internal error');
}

/** A problem as a JSON-RPC error, with other words where its own were not written for a client. */
export function problemError(problem: Problem, era: Era, words?: string): RpcError {
  if (words !== undefined) return new RpcError(rpcCodes.internalError, words);
  const { rpc } = classify(problem, -1);
  const code = (era === 'modern' ? rpc.modern : rpc.handshake) ?? rpcCodes.internalError;
  return new RpcError(code, problem.message, problem.details as JsonObject | undefined);
}

/** The modern era has no code for a cancelled request: its clients learn of it only when the server itself is the cause. */
export function modernError(error: RpcError): RpcError {
  return error.code === rpcCodes.cancelled ? new RpcError(rpcCodes.internalError, error.message, error.data) : error;
}
