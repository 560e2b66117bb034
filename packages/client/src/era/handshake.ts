import { isJsonObject, type JsonObject } from '@concord/contract';
import type { ServerFacts } from '../connection/connection.js';
import { RpcFailure } from '../rpc/failures.js';
import type { Peer, PeerRequest } from '../rpc/peer.js';
import { handshakeVersions, metaKeys, modernVersion, offeredVersion } from './versions.js';

/** What both eras tell a server about the client. */
export interface ClientFacts {
  readonly clientInfo: JsonObject;
  readonly capabilities: JsonObject;
}

/** Initializes a session of the handshake eras. */
export async function initialize(peer: Peer, client: ClientFacts, request: PeerRequest): Promise<ServerFacts> {
  const params = { protocolVersion: offeredVersion, ...client };
  const result = await peer.request('initialize', params, request);
  const { protocolVersion, serverInfo } = result;
  if (typeof protocolVersion !== 'string' || !handshakeVersions.has(protocolVersion)) {
    throw new RpcFailure(undefined, `a protocol version nobody here knows: ${JSON.stringify(protocolVersion)}`);
  }
  return { protocolVersion, era: 'handshake', serverInfo: objectOr(serverInfo), ...common(result) };
}

/** Asks a server of the modern era what it is; undefined when it does not speak the revision we do. */
export async function discover(
  peer: Peer,
  client: ClientFacts,
  request: PeerRequest,
): Promise<ServerFacts | undefined> {
  peer.envelope = {
    [metaKeys.protocolVersion]: modernVersion,
    [metaKeys.clientInfo]: client.clientInfo,
    [metaKeys.clientCapabilities]: client.capabilities,
  };
  try {
    const result = await peer.request('server/discover', {}, request);
    const { supportedVersions, _meta } = result;
    if (Array.isArray(supportedVersions) && supportedVersions.includes(modernVersion)) {
      const serverInfo = objectOr(objectOr(_meta)[metaKeys.serverInfo]);
      return { protocolVersion: modernVersion, era: 'modern', serverInfo, ...common(result) };
    }
    peer.envelope = undefined;
    return undefined;
  } catch (error) {
    peer.envelope = undefined;
    throw error;
  }
}

function common({ capabilities, instructions }: JsonObject): Pick<ServerFacts, 'capabilities' | 'instructions'> {
  return { capabilities: objectOr(capabilities), ...(typeof instructions === 'string' && { instructions }) };
}

function objectOr(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
