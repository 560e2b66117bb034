import { rpcCodes } from '@concord/contract';
import type { Catalog, Collection } from '../catalog/catalog.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { Session } from '../session/session.js';

/** Tells a session once for each kind that the last refresh failed; asked again, it is served what there was before. */
export function tellProblem(collection: Collection, { refreshProblem }: Catalog, session: Session): void {
  // A modern request over HTTP stands alone: it could never be asked again.
  if (!refreshProblem || (session.transport === 'http' && session.era === 'modern')) return;
  const kind = collection === 'resourceTemplates' ? 'resources' : collection;
  if (session.toldProblems.get(kind) === refreshProblem) return;
  session.toldProblems.set(kind, refreshProblem);
  throw new RpcError(rpcCodes.internalError, `The last refresh failed: ${refreshProblem.reason}`);
}
