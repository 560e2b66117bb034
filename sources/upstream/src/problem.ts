import { ConnectionProblem, type ConnectionProblemKind } from '@concord/client';
import {
  type Failure,
  failure,
  isJsonObject,
  type Json,
  type Kind,
  problem,
  rpcCodes,
  type State,
} from '@concord/contract';
import { toldIn } from './told.js';

/** What the catalog calls each way a connection can fail. */
const rows: Readonly<Record<ConnectionProblemKind, readonly [kind: Kind, variant?: string]>> = {
  spawn_failed: ['unavailable', 'spawn_failed'],
  server_exited: ['unavailable', 'server_exited'],
  unreachable: ['unavailable', 'unreachable'],
  timeout: ['timeout'],
  cancelled: ['cancelled'],
  protocol: ['malformed_output', 'protocol'],
  input_required: ['unavailable', 'input_required'],
  too_large: ['too_large'],
  unauthenticated: ['forbidden', 'unauthenticated'],
  rpc_error: ['internal', 'rpc_error'],
};

/** A failed connection or request as an Outcome. Anything else is a bug and is thrown on. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ConnectionProblem)) throw error;
  const { code, data, phase, sent, hint, stderrTail: tail = [] } = error.details;
  const told = error.kind === 'rpc_error' && isJsonObject(data) ? toldIn(data._meta) : undefined;
  const [kind, variant] = told === undefined ? rowOf(error) : [told.problem.kind];
  const details: Record<string, Json> = {
    ...(phase !== undefined && { phase }),
    ...(error.kind === 'rpc_error' && code !== undefined && { rpcCode: code }),
    ...(data !== undefined && { data }),
    ...(tail.length > 0 && { stderrTail: tail.join('\n') }),
  };
  const state: State =
    told?.state ?? (sent === true ? (error.kind === 'rpc_error' ? 'finished' : 'unknown') : 'not_started');
  const found = problem(kind, error.message, {
    ...told?.problem,
    ...(variant !== undefined && { variant }),
    ...(hint !== undefined && { hint }),
    ...(Object.keys(details).length > 0 && { details }),
  });
  return { ...failure(found, { exitCode: state === 'not_started' ? -1 : 1 }), state };
}

/** Two codes of JSON-RPC say what we have a kind of our own for; the command line still calls them what they are. */
function rowOf({ kind, details: { code } }: ConnectionProblem): readonly [kind: Kind, variant?: string] {
  if (kind === 'rpc_error' && code === rpcCodes.invalidParams) return ['invalid_params', 'rpc_error'];
  if (kind === 'rpc_error' && code === rpcCodes.methodNotFound) return ['not_found', 'rpc_error'];
  return rows[kind];
}
