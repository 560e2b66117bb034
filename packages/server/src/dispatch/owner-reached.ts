import { isJsonObject, type JsonObject, rpcCodes } from '@concord/contract';
import { RpcError } from '../protocol/rpc-error.js';
import type { Exchange } from '../session/exchange.js';
import { orStopped } from './deadline.js';
import type { Host } from './host.js';

/**
 * Waits until the Source is reached that something nobody has listed would belong to. Throws when it was not: what is unknown for that
 * reason may exist, and the name of another Source's is no better.
 */
export async function ownerReached(
  params: JsonObject,
  { signal, session }: Exchange,
  { catalog, engine, viewerOf }: Host,
): Promise<void> {
  const name = nameIn(params);
  const awaited = name && catalog.absentOwner(name, viewerOf(session));
  if (!awaited) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, engine.limits.upstreamWaitMs);
  });
  try {
    await orStopped(Promise.race([awaited.tried(), late]), signal);
  } finally {
    clearTimeout(timer);
  }
  const absent = catalog.absentOwner(name, viewerOf(session));
  if (absent === undefined) return;
  const why = absent.reason === undefined ? '' : `: ${absent.reason}`;
  throw new RpcError(rpcCodes.internalError, `'${absent.name}' is not connected${why}`, undefined, {
    kind: 'unavailable',
    ...(absent.isTriedAgain && { variant: 'unreachable' }),
    state: 'not_started',
  });
}

/** The name or URI of what a request is about. */
function nameIn({ name, uri, ref }: JsonObject): string | undefined {
  const [found] = [name, uri, ...(isJsonObject(ref) ? [ref.name, ref.uri] : [])].filter(each => each !== undefined);
  return typeof found === 'string' ? found : undefined;
}
