import { type Json, type JsonObject, type Problem, success } from '@concord/contract';
import type { Call, Tool } from '@concord/engine';
import { inspectionFields, inspectLoosely } from '../cache/inspect.js';
import { listCaches } from '../cache/list-caches.js';
import { onSteadyCache } from '../cache/steady.js';
import { isAllowedName, requireBelow } from './cache-name.js';
import { faultOutcome, missingCache } from './faults.js';
import { inputSchemas, outputSchemas } from './schemas.js';
import type { ContextSettings } from './settings.js';

const common = {
  annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
  dialect: 'error-v0',
} as const;

const redactionOf = ({ redact = false }: ContextSettings) => ({ redaction: redact ? 'always' : 'on-request' }) as const;

/** `context_list_caches`: what there is below the root. */
export function listCachesTool(settings: ContextSettings): Tool {
  const { root, maxResultBytes } = settings;
  return {
    ...common,
    ...redactionOf(settings),
    name: 'context_list_caches',
    dottedName: 'context.list_caches',
    description: 'Lists the caches below the cache root, and whether each has a manifest.',
    inputSchema: inputSchemas.listCaches,
    outputSchema: outputSchemas.listCaches,
    limits: { maxOutputBytes: maxResultBytes, overflow: 'fail' },
    // Whatever is passed is ignored.
    check: () => [],
    run: async (_args, call) => {
      if (root === undefined) return missingCache();
      return answered(call, () => ({ caches: listCaches(root) as unknown as Json }));
    },
  };
}

/** `context_inspect_cache`: what a cache says of itself. */
export function inspectCacheTool(settings: ContextSettings): Tool {
  const { root } = settings;
  return {
    ...common,
    ...redactionOf(settings),
    name: 'context_inspect_cache',
    dottedName: 'context.inspect_cache',
    description:
      'Tells the version, the number of documents and the size of a cache, and whether its manifest is sound.',
    inputSchema: inputSchemas.inspectCache,
    outputSchema: outputSchemas.inspectCache,
    check: (_args, found): readonly Problem[] => (found.length > 0 ? missingCache().problems : []),
    run: async ({ cache }, call) => {
      if (root === undefined || !isAllowedName(cache as string)) return missingCache();
      return answered(call, () =>
        onSteadyCache(requireBelow(root, cache as string), directory => inspectionFields(inspectLoosely(directory))),
      );
    },
  };
}

async function answered(call: Call, work: () => JsonObject | Promise<JsonObject>) {
  try {
    const data = await work();
    return success({ text: JSON.stringify(data), data });
  } catch (error) {
    return faultOutcome(error, call);
  }
}
