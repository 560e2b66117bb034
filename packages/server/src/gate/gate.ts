import { isJsonObject, type Json, type JsonObject, rpcCodes } from '@concord/contract';
import { RpcError } from '../encode/rpc-error.js';
import { parseLevel } from '../notify/levels.js';
import type { Settings } from '../settings.js';
import { claimedVersion, claimsModern } from './claim.js';
import type { Flight, RequestId } from './flights.js';
import { isKnown, notifications, worksMinimally } from './methods.js';
import { metaFault } from './request-meta.js';
import { type Era, handshakeVersions, modernVersion, type Session } from './session.js';
import type { TokenCheck } from './token.js';

/** A request that came through. */
export interface Request {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: JsonObject;
}

/** What the gate makes of one message. */
export type Verdict =
  | { readonly kind: 'dropped'; readonly why: string }
  /** Answered here; `id` is left out where none could be read. */
  | { readonly kind: 'answered'; readonly id: RequestId | undefined; readonly answer: JsonObject | RpcError }
  | { readonly kind: 'request'; readonly request: Request; readonly flight: Flight }
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
  if (!isJsonObject(message)) return refused(undefined, rpcCodes.invalidRequest, 'A message must be an object');
  const id = readId(message);
  if (message.jsonrpc !== '2.0') return refused(id, rpcCodes.invalidRequest, 'jsonrpc must be "2.0"');
  const { method, params } = message;
  if (method === undefined && (message.result !== undefined || message.error !== undefined))
    return { kind: 'response', message };
  if (typeof method !== 'string') return refused(id, rpcCodes.invalidRequest, 'Missing method');
  const isRequest = message.id !== undefined;
  if (isRequest && id === undefined)
    return refused(undefined, rpcCodes.invalidRequest, 'id must be a string or an integer');

  const refusal = refuse({ method, params, id, session, host });
  if (refusal)
    return isRequest || refusal.always ? refused(id, refusal.code, refusal.message, refusal.data) : dropped(method);
  return isRequest
    ? admitRequest({ jsonrpc: '2.0', id: id!, method, ...(isJsonObject(params) && { params }) }, session, host)
    : admitNotification(message, method, session, host);
}

interface Candidate {
  readonly method: string;
  readonly params: Json | undefined;
  readonly id: RequestId | undefined;
  readonly session: Session;
  readonly host: GateHost;
}

interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonObject;
  /** Answered even when the message was a notification. */
  readonly always?: boolean;
}

type Rule = (candidate: Candidate) => Refusal | undefined;

/** The rules past the shape of a message, in order. */
const rules: readonly Rule[] = [
  ({ host, method, params, session }) => {
    const problem = host.token.refuses(method, params, session);
    return problem === undefined ? undefined : { code: rpcCodes.invalidParams, message: problem };
  },
  ({ method }) =>
    method === 'notifications/message'
      ? { code: rpcCodes.methodNotFound, message: 'notifications/message is sent by the server', always: true }
      : undefined,
  ({ method, params }) =>
    params !== undefined && !isJsonObject(params) && method !== 'notifications/cancelled'
      ? { code: rpcCodes.invalidParams, message: 'params must be an object' }
      : undefined,
  ({ id, params }) => {
    const fault = id === undefined ? undefined : metaFault(params);
    return fault === undefined ? undefined : { code: rpcCodes.invalidParams, message: fault };
  },
  ({ method, session, params }) => {
    if (session.phase !== 'new' || session.era === 'modern' || alwaysOpen.has(method)) return undefined;
    if (claimsModern(params)) return undefined;
    return { code: rpcCodes.notInitialized, message: 'Server not initialized' };
  },
  ({ method, session }) => {
    if (session.phase !== 'shutting down' || duringShutdown.has(method)) return undefined;
    const code = session.era === 'modern' ? rpcCodes.internalError : rpcCodes.shuttingDown;
    return { code, message: 'Server is shutting down' };
  },
  ({ method, host }) =>
    host.settings.minimal && !method.startsWith('notifications/') && !worksMinimally(method)
      ? { code: rpcCodes.methodNotFound, message: `Method not found: ${method.slice(0, 100)}` }
      : undefined,
  ({ id, session }) =>
    id !== undefined && session.flights.has(id)
      ? { code: rpcCodes.invalidRequest, message: 'Request id already in use' }
      : undefined,
  ({ id, method, session, params }) =>
    id === undefined || isKnown(method, eraOf(session, params))
      ? undefined
      : { code: rpcCodes.methodNotFound, message: `Method not found: ${method.slice(0, 100)}` },
];

const alwaysOpen = new Set(['initialize', 'shutdown', 'exit', 'notifications/cancelled']);
const duringShutdown = new Set(['shutdown', 'exit', 'notifications/cancelled', 'notifications/initialized']);

function refuse(candidate: Candidate): Refusal | undefined {
  for (const rule of rules) {
    const refusal = rule(candidate);
    if (refusal) return refusal;
  }
  return undefined;
}

/** The era a message belongs to on a connection that may not have settled yet. */
function eraOf(session: Session, params: Json | undefined): Era {
  return session.era ?? (claimsModern(params) ? 'modern' : 'handshake');
}

function admitRequest(request: Request, session: Session, host: GateHost): Verdict {
  const own = ownMethods[request.method];
  const era = eraOf(session, request.params);
  const answer = era === 'handshake' ? own?.(request, session, host) : refuseVersion(request);
  if (answer) return { kind: 'answered', id: request.id, answer };
  const flight = session.flights.start(request.id, request.method);
  const completed = request.method === 'initialize' && era === 'handshake' ? introduced(request) : request;
  return { kind: 'request', request: completed, flight };
}

/** What a client is called that does not say. */
const unnamed = { name: 'unknown', version: '0' };

/** Many a hand-written client does not say who it is or what it can do, and the SDK would refuse it for that. */
function introduced(request: Request): Request {
  return { ...request, params: { capabilities: {}, clientInfo: unnamed, ...request.params } };
}

/** The modern era has one version: each request names it, and no handshake can agree on another. */
function refuseVersion({ method, params = {} }: Request): RpcError | undefined {
  const requested = method === 'initialize' ? (params.protocolVersion ?? null) : claimedVersion(params);
  if (method !== 'initialize' && (requested === undefined || requested === modernVersion)) return undefined;
  const data = { supported: [modernVersion], requested: requested ?? null };
  return new RpcError(rpcCodes.unsupportedProtocolVersion, 'Unsupported protocol version', data);
}

/** Requests of the handshake eras that the gate answers itself; undefined lets one through. */
const ownMethods: Readonly<
  Record<string, (request: Request, session: Session, host: GateHost) => JsonObject | RpcError | undefined>
> = {
  initialize: (request, session) => {
    if (session.phase !== 'new' || session.era === 'handshake')
      return new RpcError(rpcCodes.invalidRequest, 'Server already initialized');
    const requested = request.params?.protocolVersion ?? null;
    if (!(handshakeVersions as readonly Json[]).includes(requested)) {
      const data = { requested, supported: [...handshakeVersions] };
      return new RpcError(rpcCodes.invalidParams, 'Unsupported protocol version', data);
    }
    const { capabilities = {}, clientInfo = unnamed } = request.params!;
    session.era = 'handshake';
    session.version = requested as string;
    session.phase = 'initialized';
    session.clientCapabilities = isJsonObject(capabilities) ? capabilities : {};
    if (isJsonObject(clientInfo) && typeof clientInfo.name === 'string')
      session.clientName = clientInfo.name.slice(0, 100);
    return undefined;
  },
  ping: () => ({}),
  'logging/setLevel': (request, session) => {
    const level = parseLevel(request.params?.level);
    if (level === undefined) return new RpcError(rpcCodes.invalidParams, 'Invalid log level');
    session.level = level;
    return {};
  },
  shutdown: (_, session, host) => {
    session.phase = 'shutting down';
    host.onShutdown(session);
    return {};
  },
  exit: (_, session, host) => {
    if (session.phase !== 'shutting down')
      return new RpcError(rpcCodes.exitBeforeShutdown, 'Shutdown was not requested');
    host.onExit(session);
    return {};
  },
};

function admitNotification(message: JsonObject, method: string, session: Session, host: GateHost): Verdict {
  if (method === 'notifications/cancelled') {
    const flight = cancel(message.params, session, host);
    if (flight?.method !== 'subscriptions/listen') return dropped(method);
    return { kind: 'notification', message: { ...message, params: { requestId: flight.id } }, method };
  }
  if (method === 'exit' && session.phase === 'shutting down') host.onExit(session);
  if (method === 'notifications/initialized' && session.phase !== 'new') session.listening = true;
  return notifications.has(method) ? { kind: 'notification', message, method } : dropped(method);
}

/** Tells the request of that id to stop; gives it when there is one. */
function cancel(params: Json | undefined, session: Session, { settings }: GateHost): Flight | undefined {
  const id = isJsonObject(params) ? (params.requestId ?? params.id) : undefined;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const flight = session.flights.get(id);
  if (flight?.method === 'initialize') return undefined;
  session.flights.cancel(id, 'client', isSilent(session, settings));
  return flight;
}

/** Whether cancelled requests of this session get no reply. */
export function isSilent({ era }: Session, { cancelResponse }: Settings): boolean {
  return era === 'modern' || cancelResponse === 'none';
}

/** The id of a message, when it has a valid one. */
export function readId(message: JsonObject): RequestId | undefined {
  const id = message.id;
  // A larger number could not be given back as it came.
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : undefined;
}

function refused(id: RequestId | undefined, code: number, message: string, data?: JsonObject): Verdict {
  return { kind: 'answered', id, answer: new RpcError(code, message, data) };
}

function dropped(method: string): Verdict {
  return { kind: 'dropped', why: method.slice(0, 100) };
}
