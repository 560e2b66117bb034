import { isJsonObject, type Json, rpcCodes } from '@concord/contract';
import type { RequestId } from '../protocol/messages.js';
import { namesVersion } from '../protocol/request-meta.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { Era } from '../protocol/versions.js';
import type { Session } from '../session/session.js';
import type { GateHost } from './gate.js';
import { isKnown, worksMinimally } from './methods.js';

/** A message whose shape is right. */
export interface Candidate {
  readonly method: string;
  readonly params: Json | undefined;
  /** Left out of a notification. */
  readonly id: RequestId | undefined;
  readonly session: Session;
  readonly host: GateHost;
}

/** Why a message is refused, and whether it says so even to a notification. */
export interface Refusal {
  readonly error: RpcError;
  readonly always?: boolean;
}

type Rule = (candidate: Candidate) => Refusal | undefined;

const refusal = (code: number, message: string): Refusal => ({ error: new RpcError(code, message) });
const unknownMethod = (method: string) => refusal(rpcCodes.methodNotFound, `Method not found: ${method.slice(0, 100)}`);

const alwaysOpen = new Set(['initialize', 'shutdown', 'exit', 'notifications/cancelled']);
const duringShutdown = new Set(['shutdown', 'exit', 'notifications/cancelled', 'notifications/initialized']);

/** The rules past the shape of a message, in order. */
const rules: readonly Rule[] = [
  ({ host, method, params, session }) => {
    const problem = host.token.refuses(method, params, session);
    return problem === undefined ? undefined : refusal(rpcCodes.invalidParams, problem);
  },
  ({ method }) =>
    method === 'notifications/message'
      ? { ...refusal(rpcCodes.methodNotFound, 'notifications/message is sent by the server'), always: true }
      : undefined,
  ({ method, params }) =>
    params !== undefined && !isJsonObject(params) && method !== 'notifications/cancelled'
      ? refusal(rpcCodes.invalidParams, 'params must be an object')
      : undefined,
  ({ id, params }) => {
    const fault = id === undefined ? undefined : metaFault(params);
    return fault === undefined ? undefined : refusal(rpcCodes.invalidParams, fault);
  },
  ({ method, session, params }) => {
    if (session.phase !== 'new' || session.era === 'modern' || alwaysOpen.has(method)) return undefined;
    return namesVersion(params) ? undefined : refusal(rpcCodes.notInitialized, 'Server not initialized');
  },
  ({ method, session }) => {
    if (session.phase !== 'shutting down' || duringShutdown.has(method)) return undefined;
    const code = session.era === 'modern' ? rpcCodes.internalError : rpcCodes.shuttingDown;
    return refusal(code, 'Server is shutting down');
  },
  ({ method, host }) =>
    host.settings.minimal && !method.startsWith('notifications/') && !worksMinimally(method)
      ? unknownMethod(method)
      : undefined,
  ({ id, session }) =>
    id !== undefined && session.requests.has(id)
      ? refusal(rpcCodes.invalidRequest, 'Request id already in use')
      : undefined,
  ({ id, method, session, params }) =>
    id === undefined || isKnown(method, eraOf(session, params)) ? undefined : unknownMethod(method),
];

/** The first rule that a message breaks, or undefined. */
export function refuse(candidate: Candidate): Refusal | undefined {
  for (const rule of rules) {
    const broken = rule(candidate);
    if (broken) return broken;
  }
  return undefined;
}

/** The era of a message, also on a connection whose era is not known yet. */
export function eraOf(session: Session, params: Json | undefined): Era {
  return session.era ?? (namesVersion(params) ? 'modern' : 'handshake');
}

const relatedTaskKey = 'io.modelcontextprotocol/related-task';

/** Why the `_meta` of a request cannot be used, or undefined. The SDK would drop such a request without an answer. */
function metaFault(params: Json | undefined): string | undefined {
  const meta = isJsonObject(params) ? params._meta : undefined;
  if (meta === undefined) return undefined;
  if (!isJsonObject(meta)) return 'params._meta must be an object';
  const { progressToken, [relatedTaskKey]: task } = meta;
  if (progressToken !== undefined && typeof progressToken !== 'string' && !Number.isSafeInteger(progressToken))
    return 'params._meta.progressToken must be a string or an integer';
  if (task !== undefined && !(isJsonObject(task) && typeof task.taskId === 'string'))
    return `params._meta["${relatedTaskKey}"] must be an object with a taskId`;
  return undefined;
}
