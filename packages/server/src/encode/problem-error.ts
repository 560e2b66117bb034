import { classify, compileRedaction, type JsonObject, ProblemError, rpcCodes } from '@concord/contract';
import type { Era } from '../gate/session.js';
import { RpcError } from './rpc-error.js';

/** Whatever a method threw, as the error its client may see. Only errors made here or by a Source say more than "Internal error". */
export function toRpcError(error: unknown, era: Era, otherwise = 'Internal error'): RpcError {
  const made = fromThrown(error, era, otherwise);
  const { text } = compileRedaction({}).text(made.message);
  return text === made.message ? made : new RpcError(made.code, text, made.data);
}

function fromThrown(error: unknown, era: Era, otherwise: string): RpcError {
  if (error instanceof RpcError) return error;
  if (!(error instanceof ProblemError)) return new RpcError(rpcCodes.internalError, otherwise);
  const { problem } = error;
  const { rpc } = classify(problem, -1);
  const code = (era === 'modern' ? rpc.modern : rpc.handshake) ?? rpcCodes.internalError;
  return new RpcError(code, problem.message, problem.details as JsonObject | undefined);
}
