import { isJsonObject, type Json, type JsonObject, rpcCodes } from '@concord/contract';
import { parseLevel } from '../log/levels.js';
import type { Request } from '../protocol/messages.js';
import { namedVersion } from '../protocol/request-meta.js';
import { RpcError } from '../protocol/rpc-error.js';
import { handshakeVersions, modernVersion } from '../protocol/versions.js';
import type { Session } from '../session/session.js';
import type { GateHost } from './gate.js';

type OwnMethod = (request: Request, session: Session, host: GateHost) => JsonObject | RpcError | undefined;

/** Requests of the handshake eras that the gate answers itself; undefined lets one through. */
export const ownMethods: Readonly<Record<string, OwnMethod>> = {
  initialize,
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

/** The client info of a client that gives none. */
const unnamed = { name: 'unknown', version: '0' };

function initialize(request: Request, session: Session): RpcError | undefined {
  if (session.phase !== 'new' && session.era === undefined)
    return new RpcError(rpcCodes.shuttingDown, 'Server is shutting down');
  if (session.phase !== 'new' || session.era === 'handshake')
    return new RpcError(rpcCodes.invalidRequest, 'Server already initialized');
  const requested = request.params?.protocolVersion ?? null;
  if (!(handshakeVersions as readonly Json[]).includes(requested)) {
    const data = { requested: quoted(requested), supported: [...handshakeVersions] };
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
}

/** An `initialize` with the members many hand-written clients leave out, for which the SDK would refuse it. */
export function withDefaults(request: Request): Request {
  return { ...request, params: { capabilities: {}, clientInfo: unnamed, ...request.params } };
}

/** The modern era has one version: each request names it, and no handshake can agree on another. */
export function refuseVersion({ method, params = {} }: Request): RpcError | undefined {
  const requested = method === 'initialize' ? (params.protocolVersion ?? null) : namedVersion(params);
  if (method !== 'initialize' && (requested === undefined || requested === modernVersion)) return undefined;
  const data = { supported: [modernVersion], requested: quoted(requested) };
  return new RpcError(rpcCodes.unsupportedProtocolVersion, 'Unsupported protocol version', data);
}

const LONGEST_QUOTED = 100;

/** A value of a request as an error may quote it: short texts and plain values, never a whole message. */
function quoted(given: Json | undefined): Json {
  if (typeof given === 'string') return given.slice(0, LONGEST_QUOTED);
  return given === undefined || typeof given === 'object' ? null : given;
}
