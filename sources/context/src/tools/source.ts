import { version } from '@concord/contract/version';
import type { Snapshot, Source, Tool } from '@concord/engine';
import { ResidentCaches } from '../resolve/resident.js';
import { inspectCacheTool, listCachesTool } from './caches.js';
import { resolveTool } from './resolve.js';
import type { ContextSettings } from './settings.js';

/** Caches of documents as a Source: three tools that only read. */
export function contextSource(settings: ContextSettings): Source {
  const caches = new ResidentCaches({ ...settings, root: settings.root ?? '' });
  const tools = [
    resolveTool(settings, (path, question, signal) => caches.resolve(path, question, signal)),
    listCachesTool(settings),
    inspectCacheTool(settings),
  ];
  const snapshot: Snapshot = {
    tools: tools.map(tool => (settings.dottedNames ? frozen(tool) : tool)),
    resources: [],
    resourceTemplates: [],
    prompts: [],
    builtAt: new Date().toISOString(),
  };
  return {
    identity: { name: 'context', version, description: 'Frozen caches of documents' },
    kinds: ['tools'],
    keepsOrder: true,
    open: async () => {},
    snapshot: () => snapshot,
    onChange: () => () => {},
    close: () => caches.close(),
  };
}

/** A tool as it was published first. */
function frozen({ outputSchema: _, ...tool }: Tool): Tool {
  return { ...tool, plainResults: true };
}
