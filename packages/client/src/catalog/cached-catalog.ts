import { compileRedaction, isJsonObject, type JsonObject } from '@concord/contract';
import { maskTool } from '@concord/engine';
import type { ServerFacts } from '../connection/connection.js';

/** What is remembered of a server. */
export interface CachedCatalog {
  /** What the server said of itself; its era is tried first by the next connection. */
  readonly facts: ServerFacts;
  readonly tools: readonly JsonObject[];
  /** Milliseconds since 1970. */
  readonly storedAt: number;
  /** Whether the time is not over for which the server declared its tools valid. */
  readonly isFresh: boolean;
}

/** What is to be remembered of a server. */
export interface CatalogToStore {
  readonly facts: ServerFacts;
  readonly tools: readonly JsonObject[];
  /** How long the server says that its tools stay as they are; a day when it does not. */
  readonly ttlMs?: number | undefined;
  /** Values that must not get into the cache. */
  readonly secrets: readonly string[];
}

/** The longest time a catalog is used. */
export const longestAgeMs = 24 * 3_600_000;

/** The text of a file of the cache: masked as lists are that leave, without tools that a secret makes useless. */
export function catalogText({ facts, tools, ttlMs, secrets }: CatalogToStore, storedAt: number): string {
  const redaction = compileRedaction({ known: secrets });
  const told = redaction.value({ ...facts } as unknown as JsonObject).value;
  const kept = tools.flatMap(tool => maskTool(tool, Object.keys(tool), redaction) ?? []);
  return JSON.stringify({ version: 1, storedAt, ttlMs: ttlMs ?? longestAgeMs, facts: told, tools: kept });
}

/** What a file of the cache holds; undefined when it is damaged. */
export function readCatalog(text: string, now: number): CachedCatalog | undefined {
  const value = parsed(text);
  if (!isJsonObject(value) || value.version !== 1) return undefined;
  const { facts, tools, storedAt, ttlMs } = value;
  if (!isJsonObject(facts) || (facts.era !== 'handshake' && facts.era !== 'modern')) return undefined;
  if (!Array.isArray(tools) || !tools.every(isJsonObject)) return undefined;
  if (typeof storedAt !== 'number' || typeof ttlMs !== 'number') return undefined;
  const age = now - storedAt;
  // After the clock was set back, a catalog can seem to come from the future: it is not used.
  const isFresh = age >= 0 && age < Math.min(ttlMs, longestAgeMs);
  return { facts: facts as unknown as ServerFacts, tools: tools as readonly JsonObject[], storedAt, isFresh };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
