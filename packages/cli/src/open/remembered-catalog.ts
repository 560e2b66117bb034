import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CachedCatalog,
  CatalogCache,
  type Connection,
  type Definition,
  definitionKey,
  readOrMakeKey,
  type ServerEntry,
} from '@concord/client';
import type { JsonObject } from '@concord/contract';
import type { CommandContext } from '../command/context.js';
import { cacheFolder, stateFolder } from '../command/folders.js';

/** What is not written by then is not worth waiting for. */
const WRITE_WAIT_MS = 20;
/** A list that is the same is not written again for as long. */
const REFRESH_MS = 3_600_000;

/** The catalogs of earlier visits. */
export function catalogCache(context: Pick<CommandContext, 'env' | 'home'>): CatalogCache {
  return new CatalogCache(join(cacheFolder(context), 'catalog'));
}

/** What is remembered of one server from visit to visit. Nothing is read before it is asked for. */
export interface RememberedCatalog {
  /** How it was met last, where that is known. */
  lastConnection(): Promise<{ readonly lastEra?: Connection['facts']['era'] }>;
  /** Its tools, as long as they may be believed. */
  tools(): Promise<readonly JsonObject[] | undefined>;
  /** Takes note of a list; it is written by `keep`. */
  setTools(tools: readonly JsonObject[]): void;
  /** Writes what was learnt, and waits a moment for it, or as long as it takes. */
  store(connection: Connection, waitsForWrite: boolean): Promise<void>;
  forget(): Promise<void>;
}

/** The memory of a server. Where nothing can be remembered everything works as well, only slower. */
export function rememberedCatalog(
  entry: ServerEntry,
  definition: Definition,
  context: CommandContext,
): RememberedCatalog {
  const cache = catalogCache(context);
  let looking: Promise<{ readonly key?: string; readonly found?: CachedCatalog }> | undefined;
  let newTools: readonly JsonObject[] | undefined;
  const look = () => {
    looking ??= lookUp(cache, definition, context);
    return looking;
  };
  return {
    lastConnection: async () => {
      const { found } = await look();
      return found ? { lastEra: found.facts.era } : {};
    },
    tools: async () => {
      const { found } = await look();
      return found?.isFresh ? found.tools : undefined;
    },
    setTools: tools => {
      newTools = tools;
    },
    store: async (connection, waitsForWrite) => {
      if (newTools === undefined) return;
      const { key, found } = await look();
      if (key === undefined || (found && isSame(found, newTools))) return;
      const secrets = connection.secrets ?? definition.secrets;
      const ttlMs = connection.ttlMs?.('tools');
      const stored = cache.store(key, entry, { facts: connection.facts, tools: newTools, ttlMs, secrets });
      await (waitsForWrite ? stored : Promise.race([stored, delay(WRITE_WAIT_MS)]));
    },
    forget: async () => {
      const { key, found } = await look();
      if (key !== undefined && found) await cache.drop(key);
    },
  };
}

function isSame({ storedAt, tools }: CachedCatalog, newTools: readonly JsonObject[]): boolean {
  return Date.now() - storedAt < REFRESH_MS && JSON.stringify(tools) === JSON.stringify(newTools);
}

async function lookUp(cache: CatalogCache, definition: Definition, context: CommandContext) {
  try {
    const key = definitionKey(definition, readOrMakeKey(stateFolder(context)));
    const found = await cache.find(key);
    return { key, ...(found && { found }) };
  } catch {
    return {};
  }
}
