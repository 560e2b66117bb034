import {
  classify,
  compileRedaction,
  type Facts,
  failure,
  isJsonObject,
  type JsonObject,
  type Problem,
  ProblemError,
  problem,
  report,
  rpcCodes,
} from '@concord/contract';
import { type Failed, RpcError } from '../protocol/rpc-error.js';
import type { Era } from '../protocol/versions.js';

/** Where a result or the data of an error says how its call went. */
export const outcomeKey = 'io.concord/outcome';

/** What is known of a request that failed. */
export type RequestFacts = Pick<Facts, 'requestId' | 'durationMs' | 'redactions'>;

/** Whatever a method threw, as the error its client may see. Only errors made here or by a Source say more than "Internal error". */
export function toRpcError(error: unknown, era: Era): RpcError {
  const made = fromThrown(error, era);
  const { text } = compileRedaction({}).text(made.message);
  return text === made.message ? made : new RpcError(made.code, text, made.data, made.failed);
}

function fromThrown(error: unknown, era: Era): RpcError {
  if (error instanceof RpcError) return error;
  return error instanceof ProblemError
    ? problemError(error.problem, era)
    : new RpcError(rpcCodes.internalError, 'Internal error');
}

/** What an error tells of the problem it stands for. */
export function failedBy({ kind, variant, retryable, retryAfterMs }: Problem, state: Facts['state']): Failed {
  return {
    kind,
    state,
    ...(variant !== undefined && { variant }),
    ...(retryable !== undefined && { retryable }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** A problem as a JSON-RPC error, with other words where its own were not written for a client. */
export function problemError(
  problem: Problem,
  era: Era,
  words?: string,
  state: Facts['state'] = 'not_started',
): RpcError {
  const failed = failedBy(problem, state);
  if (words !== undefined) return new RpcError(rpcCodes.internalError, words, undefined, failed);
  const { rpc } = classify(problem, -1);
  const code = (era === 'modern' ? rpc.modern : rpc.handshake) ?? rpcCodes.internalError;
  return new RpcError(code, problem.message, problem.details as JsonObject | undefined, failed);
}

/** The error with an account of its request in `_meta` of its data, as a failed call has one; unchanged where it has one already. */
export function withOutcome(error: RpcError, facts: RequestFacts): RpcError {
  const { code, message, data = {}, failed } = error;
  if (!isJsonObject(data)) return error;
  const meta = isJsonObject(data._meta) ? data._meta : {};
  if (meta[outcomeKey] !== undefined) return error;
  const { kind, state, ...more } = failed;
  const told = report(failure(problem(kind, message, more)), { ...facts, state, truncated: false });
  return new RpcError(code, message, { ...data, _meta: { ...meta, [outcomeKey]: told } }, failed);
}

/** The modern era has no code for a cancelled request: its clients learn of it only when the server itself is the cause. */
export function modernError(error: RpcError): RpcError {
  const { code, message, data, failed } = error;
  return code === rpcCodes.cancelled ? new RpcError(rpcCodes.internalError, message, data, failed) : error;
}
