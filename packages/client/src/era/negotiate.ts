import { isJsonObject } from '@concord/contract';
import type { Definition } from '../config/entry/definition.js';
import type { ConnectionProblem, Era, ServerFacts } from '../connection/connection.js';
import type { Problems } from '../connection/problems.js';
import type { Wire } from '../connection/wire.js';
import type { Peer, PeerRequest } from '../rpc/peer.js';
import { discover, initialize, type Self } from './handshake.js';
import { modernVersion } from './versions.js';

/** A conversation whose era is to be found. */
export interface Opening {
  readonly peer: Peer;
  readonly transport: Wire['transport'];
  readonly pin: Definition['protocol'];
  /** What the server spoke the last time. */
  readonly verdict: Era | undefined;
  readonly self: Self;
  readonly request: PeerRequest;
  readonly problems: Problems;
  /** The problem behind anything a request rejects with. */
  readonly explain: (error: unknown) => ConnectionProblem;
}

const unsupportedVersion = -32022;

/** HTTP statuses that say nothing about the era. */
const silentStatuses: ReadonlySet<number> = new Set([401, 403, 408, 429]);

/** Finds the era a server speaks and has it answer in it. Rejects with a ConnectionProblem. */
export function negotiate(opening: Opening): Promise<ServerFacts> {
  if (opening.pin === modernVersion) return onlyModern(opening);
  if (opening.pin === 'handshake') return onlyHandshake(opening);
  return likely(opening) === 'modern' ? modernFirst(opening) : handshakeFirst(opening);
}

/**
 * Over HTTP a probe costs one exchange and can harm nobody. Over pipes some servers exit on an unknown first request, and
 * silent ones would stall a probe.
 */
function likely({ verdict, transport }: Opening): Era {
  return verdict ?? (transport === 'http' ? 'modern' : 'handshake');
}

async function handshakeFirst(opening: Opening): Promise<ServerFacts> {
  const refused = await settle(opening, initialize);
  if (!isProblem(refused)) return refused!;
  if (!isRefusal(refused)) throw refused;
  const found = await probe(opening);
  if (found === undefined || (isProblem(found) && isRefusal(found))) throw refused;
  if (isProblem(found)) throw found;
  return found;
}

async function modernFirst(opening: Opening): Promise<ServerFacts> {
  const found = await probe(opening);
  if (found !== undefined && !isProblem(found)) return found;
  if (isProblem(found) && !isRefusal(found)) throw found;
  const answer = await settle(opening, initialize);
  if (isProblem(answer)) throw answer;
  return answer!;
}

async function onlyModern(opening: Opening): Promise<ServerFacts> {
  const found = await probe(opening);
  if (found !== undefined && !isProblem(found)) return found;
  if (isProblem(found) && !isRefusal(found)) throw found;
  throw wrongPin(opening, found);
}

async function onlyHandshake(opening: Opening): Promise<ServerFacts> {
  const answer = await settle(opening, initialize);
  if (!isProblem(answer)) return answer!;
  throw answer.kind === 'rpc_error' ? wrongPin(opening, answer) : answer;
}

function wrongPin({ problems, pin }: Opening, cause: ConnectionProblem | undefined): ConnectionProblem {
  const what = pin === 'handshake' ? 'does not take part in a handshake' : `does not speak ${pin}`;
  const because = cause === undefined ? '' : `: ${cause.message}`;
  return problems.make('protocol', `${problems.server}: the server ${what}, which "protocol" asks for${because}`, {
    phase: 'handshake',
    ...(cause?.details.code !== undefined && { code: cause.details.code }),
    hint: 'Without "protocol", the revision is found by itself.',
  });
}

/** Asks whether the server speaks the modern era; once more when it refused the revision and offered it in one breath. */
async function probe(opening: Opening): Promise<ServerFacts | ConnectionProblem | undefined> {
  const found = await settle(opening, discover);
  return isProblem(found) && offersModern(found) ? settle(opening, discover) : found;
}

function offersModern({ kind, details: { code, data } }: ConnectionProblem): boolean {
  if (kind !== 'rpc_error' || code !== unsupportedVersion || !isJsonObject(data)) return false;
  return Array.isArray(data.supported) && data.supported.includes(modernVersion);
}

/** True when the server refused the way we spoke to it, and may take the other. */
function isRefusal({ kind, details }: ConnectionProblem): boolean {
  if (kind === 'rpc_error') return true;
  const { code = 0 } = details;
  return kind === 'unreachable' && code >= 400 && code < 500 && !silentStatuses.has(code);
}

type Way = (peer: Peer, self: Self, request: PeerRequest) => Promise<ServerFacts | undefined>;

async function settle(opening: Opening, way: Way): Promise<ServerFacts | ConnectionProblem | undefined> {
  try {
    return await way(opening.peer, opening.self, opening.request);
  } catch (error) {
    return opening.explain(error);
  }
}

function isProblem(value: ServerFacts | ConnectionProblem | undefined): value is ConnectionProblem {
  return value instanceof Error;
}
