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

/** How long a command waits for the catalog to be written before it ends. */
const WRITE_WAIT_MS = 20;
/** An unchanged list is not written again before this time has passed. */
const REFRESH_MS = 3_600_000;

/** The catalogs that earlier commands have stored. */
export function catalogCache(context: Pick<CommandContext, 'env' | 'home'>): CatalogCache {
  return new CatalogCache(join(cacheFolder(context), 'catalog'));
}

/** What earlier commands have stored about one server. It is read on first use. */
export interface RememberedCatalog {
  /** The protocol era of the last connection, when one is stored. */
  lastConnection(): Promise<{ readonly lastEra?: Connection['facts']['era'] }>;
  /** The stored tools; undefined when they are too old. */
  tools(): Promise<readonly JsonObject[] | undefined>;
  /** Sets the tools that `store` writes. */
  setTools(tools: readonly JsonObject[]): void;
  /** Writes the tools that were set. Waits at most 20 ms, or until they are written when `waitsForWrite`. */
  store(connection: Connection, waitsForWrite: boolean): Promise<void>;
  forget(): Promise<void>;
}

/** The stored catalog of a server. When the cache cannot be used, commands work without it, only slower. */
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
