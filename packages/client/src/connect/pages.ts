import { isJsonObject, type JsonObject } from '@concord/contract';
import type { ServerCatalog } from '../connection/connection.js';
import type { Problems } from '../connection/problems.js';

/** How each kind of thing a server lists is asked for. */
export const listings: Readonly<
  Record<keyof ServerCatalog, { readonly method: string; readonly capability: string; readonly changed: string }>
> = {
  tools: { method: 'tools/list', capability: 'tools', changed: 'notifications/tools/list_changed' },
  resources: { method: 'resources/list', capability: 'resources', changed: 'notifications/resources/list_changed' },
  resourceTemplates: {
    method: 'resources/templates/list',
    capability: 'resources',
    changed: 'notifications/resources/list_changed',
  },
  prompts: { method: 'prompts/list', capability: 'prompts', changed: 'notifications/prompts/list_changed' },
};

const mostPages = 1_000;
const mostEntries = 100_000;

/** A whole list, and how long the server says it stays valid. */
export interface WholeList {
  readonly entries: readonly JsonObject[];
  readonly ttlMs: number | undefined;
}

/** Reads a list to its end, in the server's order. Rejects with kind `protocol` when it has none. */
export async function allPages(
  kind: keyof ServerCatalog,
  problems: Problems,
  ask: (params: JsonObject) => Promise<JsonObject>,
): Promise<WholeList> {
  const { method } = listings[kind];
  const wrong = (what: string) => problems.make('protocol', `${problems.server}: ${method} ${what}`, { phase: 'call' });
  const entries: JsonObject[] = [];
  let ttlMs: number | undefined;
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const result = await ask(cursor === undefined ? {} : { cursor });
    const found = result[kind];
    if (!Array.isArray(found)) throw wrong(`gives no list of ${kind}`);
    // What is no object costs only itself: it has no name, and whoever reads the list leaves it out for that.
    for (const entry of found) entries.push(isJsonObject(entry) ? entry : {});
    if (entries.length > mostEntries) throw wrong(`gives more than ${mostEntries} entries`);
    const { nextCursor, ttlMs: ttl } = result;
    if (typeof ttl === 'number' && ttl >= 0) ttlMs = Math.min(ttl, ttlMs ?? ttl);
    if (typeof nextCursor !== 'string') return { entries, ttlMs };
    if (cursors.has(nextCursor)) throw wrong('gives the same cursor twice');
    if (page >= mostPages) throw wrong(`has more than ${mostPages} pages`);
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}
