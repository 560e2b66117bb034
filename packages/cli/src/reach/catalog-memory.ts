import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CatalogCache,
  type Connection,
  type Definition,
  definitionKey,
  readOrMakeKey,
  type ServerEntry,
} from '@concord/client';
import type { JsonObject } from '@concord/contract';
import type { Shell } from '../shell.js';
import { cacheFolder, stateFolder } from './state-folder.js';

/** What is not written by then is not worth waiting for. */
const PATIENCE_MS = 20;
/** A list that is the same is not written again for as long. */
const REFRESH_MS = 3_600_000;

/** The catalogs of earlier visits. */
export function catalogCache(shell: Pick<Shell, 'env' | 'home'>): CatalogCache {
  return new CatalogCache(join(cacheFolder(shell), 'catalog'));
}

/** What is remembered of one server from visit to visit. */
export interface CatalogMemory {
  /** How it was met last, where that is known. */
  readonly verdict: { readonly verdict?: Connection['facts']['era'] };
  /** Its tools, as long as they may be believed. */
  readonly tools: readonly JsonObject[] | undefined;
  /** Takes note of a list; it is written by `keep`. */
  learn(tools: readonly JsonObject[]): void;
  /** Writes what was learnt, and waits a moment for it, or as long as it takes. */
  keep(connection: Connection, isPatient: boolean): Promise<void>;
  forget(): Promise<void>;
}

/** Looks up what is remembered of a server. Where nothing can be remembered everything works as well, only slower. */
export async function catalogMemory(entry: ServerEntry, definition: Definition, shell: Shell): Promise<CatalogMemory> {
  const cache = catalogCache(shell);
  const key = keyFor(definition, shell);
  const found = key === undefined ? undefined : await cache.find(key);
  let learnt: readonly JsonObject[] | undefined;
  return {
    verdict: found ? { verdict: found.facts.era } : {},
    tools: found?.isFresh ? found.tools : undefined,
    learn: tools => {
      learnt = tools;
    },
    keep: async (connection, isPatient) => {
      if (key === undefined || learnt === undefined) return;
      const isKnown =
        found && Date.now() - found.storedAt < REFRESH_MS && JSON.stringify(found.tools) === JSON.stringify(learnt);
      if (isKnown) return;
      const secrets = connection.secrets ?? definition.secrets;
      const ttlMs = connection.ttlMs?.('tools');
      const stored = cache.store(key, entry, { facts: connection.facts, tools: learnt, ttlMs, secrets });
      await (isPatient ? stored : Promise.race([stored, delay(PATIENCE_MS)]));
    },
    forget: async () => {
      if (key !== undefined && found) await cache.drop(key);
    },
  };
}

function keyFor(definition: Definition, shell: Shell): string | undefined {
  try {
    return definitionKey(definition, readOrMakeKey(stateFolder(shell)));
  } catch {
    return undefined;
  }
}
