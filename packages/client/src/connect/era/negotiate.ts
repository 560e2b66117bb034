import type { Definition } from '../../config/definition.js';
import type { ConnectionProblem, ServerFacts } from '../connection.js';
import type { Problems } from '../problems.js';
import type { Peer, PeerRequest } from '../rpc/peer.js';
import type { Wire } from '../wire.js';
import { discover, initialize, type Self } from './handshake.js';
import { modernVersion } from './versions.js';

/** A conversation whose era is to be found. */
export interface Opening {
  readonly peer: Peer;
  readonly transport: Wire['transport'];
  readonly pin: Definition['protocol'];
  readonly self: Self;
  readonly request: PeerRequest;
  readonly problems: Problems;
  /** The problem behind anything a request rejects with. */
  readonly explain: (error: unknown) => ConnectionProblem;
}

/** HTTP statuses that say nothing about the era. */
const silentStatuses: ReadonlySet<number> = new Set([401, 403, 408, 429]);

/** Finds the era a server speaks and has it answer in it. Rejects with a ConnectionProblem. */
export function negotiate(opening: Opening): Promise<ServerFacts> {
  if (opening.pin === modernVersion) return onlyModern(opening);
  if (opening.pin === 'handshake') return onlyHandshake(opening);
  if (opening.transport === 'http') return modernFirst(opening);
  return handshakeFirst(opening);
}

/** Over pipes: some servers exit on an unknown first request, and silent ones would stall a probe. */
async function handshakeFirst(opening: Opening): Promise<ServerFacts> {
  const refused = await settle(opening, initialize);
  if (!isProblem(refused)) return refused!;
  if (refused.kind !== 'rpc_error') throw refused;
  const found = await settle(opening, discover);
  if (found === undefined || (isProblem(found) && found.kind === 'rpc_error')) throw refused;
  if (isProblem(found)) throw found;
  return found;
}

/** Over HTTP a probe costs one exchange and can harm nobody. */
async function modernFirst(opening: Opening): Promise<ServerFacts> {
  const found = await settle(opening, discover);
  if (found !== undefined && !isProblem(found)) return found;
  if (isProblem(found) && !meansHandshake(found)) throw found;
  const answer = await settle(opening, initialize);
  if (isProblem(answer)) throw answer;
  return answer!;
}

async function onlyModern(opening: Opening): Promise<ServerFacts> {
  const found = await settle(opening, discover);
  if (found !== undefined && !isProblem(found)) return found;
  if (isProblem(found) && !meansHandshake(found)) throw found;
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

/** True when a probe was refused in a way that older servers refuse it. */
function meansHandshake({ kind, details }: ConnectionProblem): boolean {
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
