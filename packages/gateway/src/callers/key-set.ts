import { readFile } from 'node:fs/promises';
import { isJsonObject } from '@concord/contract';
import type { JSONWebKeySet } from 'jose';

/** Keys are looked for again no more often than this. */
const SHORTEST_REFETCH_MS = 60_000;
const FETCH_MS = 5_000;
const LARGEST_ANSWER = 1_048_576;

/** The public keys of an issuer, from a file or an address; read when they are first needed, and again when one is missing. */
export class KeySet {
  readonly #read: () => Promise<JSONWebKeySet>;
  #keys: JSONWebKeySet | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<JSONWebKeySet> | undefined;

  constructor(read: () => Promise<JSONWebKeySet>) {
    this.#read = read;
  }

  /** Those that are known. Rejects with the reason when none could be read so far. */
  async keys(): Promise<JSONWebKeySet> {
    return this.#keys ?? this.#again();
  }

  /** Those there are now; nothing when that was looked at a moment ago. */
  async newer(): Promise<JSONWebKeySet | undefined> {
    if (performance.now() - this.#readAt < SHORTEST_REFETCH_MS) return undefined;
    return this.#again().catch(() => undefined);
  }

  #again(): Promise<JSONWebKeySet> {
    this.#readAt = performance.now();
    this.#reading ??= this.#read()
      .then(keys => {
        this.#keys = keys;
        return keys;
      })
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }
}

/** The keys that a file or an address has; without either, those that the issuer says it has. */
export function keySetOf(issuer: string, place: string | undefined): KeySet {
  if (place === undefined) return new KeySet(async () => keysAt(await keysAddressOf(issuer)));
  if (/^https?:\/\//.test(place)) return new KeySet(() => keysAt(place));
  return new KeySet(async () => keysIn(await readFile(place, 'utf8'), place));
}

async function keysAt(url: string): Promise<JSONWebKeySet> {
  return keysIn(await textAt(url), url);
}

function keysIn(text: string, place: string): JSONWebKeySet {
  const given = parsed(text);
  if (isJsonObject(given) && Array.isArray(given.keys)) return given as unknown as JSONWebKeySet;
  throw new Error(`${place} has no JSON Web Key Set`);
}

const documents = ['.well-known/oauth-authorization-server', '.well-known/openid-configuration'];

async function keysAddressOf(issuer: string): Promise<string> {
  for (const document of documents) {
    const given = parsed(await textAt(`${issuer.replace(/\/$/, '')}/${document}`).catch(() => ''));
    if (isJsonObject(given) && typeof given.jwks_uri === 'string') return given.jwks_uri;
  }
  throw new Error(`${issuer} does not say where its keys are`);
}

async function textAt(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS), headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${url} answered with HTTP ${response.status}`);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > LARGEST_ANSWER) throw new Error(`${url} has more than ${LARGEST_ANSWER} bytes`);
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
