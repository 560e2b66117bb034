import { compileRedaction, isJsonObject, type Json, type JsonObject, type Redaction } from '@concord/contract';
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

/** The text of a file of the cache. */
export function catalogText({ facts, tools, ttlMs, secrets }: CatalogToStore, storedAt: number): string {
  const redaction = compileRedaction({ known: secrets });
  const clean = withoutSecrets({ facts: { ...facts }, tools: [...tools] }, redaction);
  return JSON.stringify({ version: 1, storedAt, ttlMs: ttlMs ?? longestAgeMs, ...(clean as JsonObject) });
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

const proseKeys: ReadonlySet<string> = new Set(['description', 'title', 'instructions']);

/** Prose goes through all of redaction; the rest of a schema must stay what it is, but for values that are known. */
function withoutSecrets(value: Json, redaction: Redaction, key = ''): Json {
  if (typeof value === 'string') {
    const { text, rules } = redaction.text(value);
    return proseKeys.has(key) || rules.includes('known-value') ? text : value;
  }
  if (Array.isArray(value)) return value.map(item => withoutSecrets(item, redaction, key));
  if (!isJsonObject(value)) return value;
  const pairs = Object.entries(value).map(([name, inner]): [string, Json] => [
    withoutSecrets(name, redaction) as string,
    withoutSecrets(inner, redaction, name),
  ]);
  return Object.fromEntries(pairs);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
