import { isJsonObject, type JsonObject } from '@concord/contract';
import { DISCOVERED_CALL } from '../catalog/discovery.js';
import type { Exchange } from '../session/exchange.js';
import type { Host } from './host.js';

/**
 * The call that a call of `tools_call` stands for: it is that call from here on, so that it is checked, admitted, redacted and recorded as if it
 * had been made by itself. A malformed one is left for its own schema to refuse.
 */
export function discoveredCall(
  params: JsonObject,
  { session }: Exchange,
  { shownTo, viewerOf, catalog }: Host,
): JsonObject {
  if (params.name !== DISCOVERED_CALL || !catalog.hasSnapshot || viewerOf(session).searches !== true) return params;
  if (shownTo(session).tool(DISCOVERED_CALL)?.mount.isOwn !== true) return params;
  const { name, arguments: args = {}, ...others } = isJsonObject(params.arguments) ? params.arguments : {};
  if (typeof name !== 'string' || name === DISCOVERED_CALL || !isJsonObject(args) || Object.keys(others).length > 0)
    return params;
  return { ...params, name, arguments: args };
}
