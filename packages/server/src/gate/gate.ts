import { isJsonObject, type Json, type JsonObject, rpcCodes } from '@concord/contract';
import type { Request, RequestId } from '../protocol/messages.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { RequestInProgress } from '../session/requests-in-progress.js';
import type { Session } from '../session/session.js';
import type { Settings } from '../settings/settings.js';
import { notifications, paramsFault } from './methods.js';
import { ownMethods, refuseVersion, withDefaults } from './own-methods.js';
import { eraOf, refuse } from './rules.js';
import type { TokenCheck } from './token.js';

/** What becomes of one message. */
export type Verdict =
  /** Not answered and not served; `strange` when no client should have sent it. */
  | { readonly kind: 'dropped'; readonly why: string; readonly strange?: boolean }
  /** Answered here; `id` is left out where none could be read. */
  | { readonly kind: 'answered'; readonly id: RequestId | undefined; readonly answer: JsonObject | RpcError }
  | { readonly kind: 'request'; readonly request: Request; readonly inProgress: RequestInProgress }
  | { readonly kind: 'notification'; readonly message: JsonObject; readonly method: string }
  | { readonly kind: 'response'; readonly message: JsonObject };

/** What a connection does for its gate. */
export interface GateHost {
  readonly settings: Settings;
  readonly token: TokenCheck;
  /** `shutdown` was asked for. */
  onShutdown(session: Session): void;
  /** `exit` was asked for, after `shutdown`. */
  onExit(session: Session): void;
}

/** Decides about one message, in the order of the contract; the first rule that applies answers. Never waits. */
export function admit(message: Json, session: Session, host: GateHost): Verdict {
  if (!isJsonObject(message)) return refused(undefined, 'A message must be an object');
  const id = readId(message);
  if (message.jsonrpc !== '2.0') return refused(id, 'jsonrpc must be "2.0"');
  const { method, params } = message;
  if (method === undefined && (message.result !== undefined || message.error !== undefined))
    return admitResponse(message, id, session);
  if (typeof method !== 'string') return refused(id, 'Missing method');
  const isRequest = message.id !== undefined;
  if (isRequest && id === undefined) return refused(undefined, 'id must be a string or an integer');

  const refusal = refuse({ method, params, id, session, host });
  if (refusal) return isRequest || refusal.always ? { kind: 'answered', id, answer: refusal.error } : dropped(method);
  if (!isRequest) return admitNotification(message, method, session, host);
  const request: Request = isJsonObject(params)
    ? { jsonrpc: '2.0', id: id!, method, params }
    : { jsonrpc: '2.0', id: id!, method };
  return admitRequest(request, session, host);
}

function admitResponse(message: JsonObject, id: RequestId | undefined, session: Session): Verdict {
  if (id !== undefined && session.asked.delete(id)) return { kind: 'response', message };
  return { kind: 'dropped', why: 'a response to no request of this server', strange: true };
}

function admitRequest(request: Request, session: Session, host: GateHost): Verdict {
  const { id, method, params = {} } = request;
  const era = eraOf(session, params);
  const answer = era === 'handshake' ? ownMethods[method]?.(request, session, host) : refuseVersion(request);
  if (answer) return { kind: 'answered', id, answer };
  const fault = paramsFault(method, params);
  if (fault !== undefined) return { kind: 'answered', id, answer: new RpcError(rpcCodes.invalidParams, fault) };
  const inProgress = session.requests.start(id, method);
  return {
    kind: 'request',
    request: method === 'initialize' && era === 'handshake' ? withDefaults(request) : request,
    inProgress,
  };
}

function admitNotification(message: JsonObject, method: string, session: Session, host: GateHost): Verdict {
  if (method === 'notifications/cancelled') {
    const inProgress = cancel(message.params, session, host);
    if (inProgress?.method !== 'subscriptions/listen') return dropped(method);
    return { kind: 'notification', message: { ...message, params: { requestId: inProgress.id } }, method };
  }
  if (method === 'exit' && session.phase === 'shutting down') host.onExit(session);
  if (method === 'notifications/initialized' && session.phase !== 'new') session.listening = true;
  return notifications.has(method) ? { kind: 'notification', message, method } : dropped(method);
}

/** Cancels the request of that id; gives it when there is one. */
function cancel(params: Json | undefined, session: Session, { settings }: GateHost): RequestInProgress | undefined {
  const id = isJsonObject(params) ? (params.requestId ?? params.id) : undefined;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const inProgress = session.requests.get(id);
  if (inProgress?.method === 'initialize') return undefined;
  session.requests.cancel(id, 'client', isSilent(session, settings));
  return inProgress;
}

/** Whether cancelled requests of this session get no reply. */
export function isSilent({ era }: Session, { cancelResponse }: Settings): boolean {
  return era === 'modern' || cancelResponse === 'none';
}

/** The id of a message, when it has a valid one. */
export function readId(message: JsonObject): RequestId | undefined {
  const id = message.id;
  // A larger number would not be the same after it was parsed.
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : undefined;
}

function refused(id: RequestId | undefined, message: string): Verdict {
  return { kind: 'answered', id, answer: new RpcError(rpcCodes.invalidRequest, message) };
}

function dropped(method: string): Verdict {
  return { kind: 'dropped', why: method.slice(0, 100) };
}
