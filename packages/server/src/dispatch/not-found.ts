import { catalog, type JsonObject } from '@concord/contract';
import { RpcError } from '../protocol/rpc-error.js';
import type { Era } from '../protocol/versions.js';

/** How much of a URI goes back to the client that sent it. */
export const LONGEST_URI = 2_048;

/** Nothing of that name is served. */
export function notFound(
  kind: 'tool' | 'prompt' | 'resource' | 'template',
  name: string,
  era: Era,
  near?: string,
): RpcError {
  const shown = name.slice(0, 200);
  const hint = near === undefined ? '' : `; did you mean '${near}'?`;
  const data: JsonObject =
    kind === 'resource'
      ? { kind, uri: name.slice(0, LONGEST_URI) }
      : { kind, name: shown, ...(near !== undefined && { nearest: near }) };
  return new RpcError(catalog.not_found.rpc[era], `Unknown ${kind}: ${shown}${hint}`, data, {
    kind: 'not_found',
    state: 'not_started',
  });
}
