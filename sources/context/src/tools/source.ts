import type { Snapshot, Source } from '@concord/engine';
import { scan } from '../select/scan.js';
import { openCacheAt } from '../store/open-cache.js';
import { onSteadyCache } from '../store/steady.js';
import { inspectCacheTool, listCachesTool } from './caches.js';
import { type Resolve, resolveTool } from './resolve.js';
import type { ContextSettings } from './settings.js';

/** Caches of documents as a Source: three tools that only read. */
export function contextSource(settings: ContextSettings): Source {
  const resolve: Resolve = (path, question, signal) =>
    onSteadyCache(path, directory => scan(openCacheAt(directory), question, signal));
  const snapshot: Snapshot = {
    tools: [resolveTool(settings, resolve), listCachesTool(settings), inspectCacheTool(settings)],
    resources: [],
    resourceTemplates: [],
    prompts: [],
    builtAt: new Date().toISOString(),
  };
  return {
    identity: { name: 'context', version: '0.1.0', description: 'Frozen caches of documents' },
    kinds: ['tools'],
    open: async () => {},
    snapshot: () => snapshot,
    onChange: () => () => {},
    close: async () => {},
  };
}
