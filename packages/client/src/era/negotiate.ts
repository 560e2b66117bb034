import { isJsonObject } from '@concord/contract';
import type { Definition } from '../config/entry/definition.js';
import type { ConnectionProblem, Era, ServerFacts } from '../connection/connection.js';
import type { Problems } from '../connection/problems.js';
import type { Transport } from '../connection/transport.js';
import type { Peer, PeerRequest } from '../rpc/peer.js';
import { type ClientFacts, discover, initialize } from './handshake.js';
import { modernVersion } from './versions.js';

/** What is needed to find the era of a server. */
export interface Negotiation {
  readonly peer: Peer;
  readonly transport: Transport['kind'];
  readonly pin: Definition['protocol'];
  /** The era of the last connection. */
  readonly lastEra: Era | undefined;
  readonly client: ClientFacts;
  readonly request: PeerRequest;
  readonly problems: Problems;
  /** The ConnectionProblem for an error of a request. */
  readonly explain: (error: unknown) => ConnectionProblem;
}

const unsupportedVersion = -32022;

/** HTTP statuses that do not depend on the era. */
const silentStatuses: ReadonlySet<number> = new Set([401, 403, 408, 429]);

/** Finds the era a server speaks and has it answer in it. Rejects with a ConnectionProblem. */
export function negotiate(negotiation: Negotiation): Promise<ServerFacts> {
  if (negotiation.pin === modernVersion) return onlyModern(negotiation);
  if (negotiation.pin === 'handshake') return onlyHandshake(negotiation);
  return likely(negotiation) === 'modern' ? modernFirst(negotiation) : handshakeFirst(negotiation);
}

/**
 * The era to try first. Over HTTP a probe costs one exchange and does no harm. Over pipes some servers exit on an unknown first request, and
 * silent ones would stall a probe.
 */
function likely({ lastEra, transport }: Negotiation): Era {
  return lastEra ?? (transport === 'http' ? 'modern' : 'handshake');
}

async function handshakeFirst(negotiation: Negotiation): Promise<ServerFacts> {
  const refused = await settle(negotiation, initialize);
  if (!isProblem(refused)) return refused!;
  if (!isRefusal(refused)) throw refused;
  const found = await probe(negotiation);
  if (found === undefined || (isProblem(found) && isRefusal(found))) throw refused;
  if (isProblem(found)) throw found;
  return found;
}

async function modernFirst(negotiation: Negotiation): Promise<ServerFacts> {
  const found = await probe(negotiation);
  if (found !== undefined && !isProblem(found)) return found;
  if (isProblem(found) && !isRefusal(found)) throw found;
  const answer = await settle(negotiation, initialize);
  if (isProblem(answer)) throw answer;
  return answer!;
}

async function onlyModern(negotiation: Negotiation): Promise<ServerFacts> {
  const found = await probe(negotiation);
  if (found !== undefined && !isProblem(found)) return found;
  if (isProblem(found) && !isRefusal(found)) throw found;
  throw wrongPin(negotiation, found);
}

async function onlyHandshake(negotiation: Negotiation): Promise<ServerFacts> {
  const answer = await settle(negotiation, initialize);
  if (!isProblem(answer)) return answer!;
  throw answer.kind === 'rpc_error' ? wrongPin(negotiation, answer) : answer;
}

function wrongPin({ problems, pin }: Negotiation, cause: ConnectionProblem | undefined): ConnectionProblem {
  const what = pin === 'handshake' ? 'does not take part in a handshake' : `does not speak ${pin}`;
  const because = cause === undefined ? '' : `: ${cause.message}`;
  return problems.make('protocol', `${problems.server}: the server ${what}, which "protocol" asks for${because}`, {
    phase: 'handshake',
    ...(cause?.details.code !== undefined && { code: cause.details.code }),
    hint: 'Without "protocol", the revision is found by itself.',
  });
}

/** Asks whether the server speaks the modern era; once more when its refusal offers that very revision. */
async function probe(negotiation: Negotiation): Promise<ServerFacts | ConnectionProblem | undefined> {
  const found = await settle(negotiation, discover);
  return isProblem(found) && offersModern(found) ? settle(negotiation, discover) : found;
}

function offersModern({ kind, details: { code, data } }: ConnectionProblem): boolean {
  if (kind !== 'rpc_error' || code !== unsupportedVersion || !isJsonObject(data)) return false;
  return Array.isArray(data.supported) && data.supported.includes(modernVersion);
}

/** True when the server refused this era, and may speak the other. */
function isRefusal({ kind, details }: ConnectionProblem): boolean {
  if (kind === 'rpc_error') return true;
  const { code = 0 } = details;
  return kind === 'unreachable' && code >= 400 && code < 500 && !silentStatuses.has(code);
}

type Attempt = (peer: Peer, client: ClientFacts, request: PeerRequest) => Promise<ServerFacts | undefined>;

async function settle(
  negotiation: Negotiation,
  attempt: Attempt,
): Promise<ServerFacts | ConnectionProblem | undefined> {
  try {
    return await attempt(negotiation.peer, negotiation.client, negotiation.request);
  } catch (error) {
    return negotiation.explain(error);
  }
}

function isProblem(value: ServerFacts | ConnectionProblem | undefined): value is ConnectionProblem {
  return value instanceof Error;
}
