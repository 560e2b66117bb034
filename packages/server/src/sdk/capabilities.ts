import type { JsonObject } from '@concord/contract';
import type { Catalog } from '../catalog/catalog.js';

/** What a server of these Sources can do, as it is announced for one protocol version. */
export function capabilitiesOf(
  { kinds, unusable, mounts }: Catalog,
  version: string | undefined,
  minimal: boolean,
): JsonObject {
  if (minimal || unusable !== undefined) return { logging: {} };
  const subscribe = mounts.some(({ source }) => source.onUpdated !== undefined);
  return {
    logging: {},
    ...(kinds.has('tools') && { tools: { listChanged: true } }),
    ...(kinds.has('resources') && { resources: { ...(subscribe && { subscribe }), listChanged: true } }),
    ...(kinds.has('prompts') && { prompts: { listChanged: true } }),
    ...(kinds.has('completions') && version !== '2024-11-05' && { completions: {} }),
  };
}
