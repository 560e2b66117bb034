import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject } from '@concord/contract';
import type { RingKey, Store } from '@concord/store';

/** The document that names all chains there ever were, so that none can go missing as a whole. */
const ROLL = 'audit/roll';
const MOST_TRIES = 20;

/** The chains on the roll; nothing where it is missing, or not signed by this store. */
export async function readRoll(
  store: Store,
  keys: readonly RingKey[],
): Promise<readonly string[] | 'missing' | 'forged'> {
  const document = await store.documents.read(ROLL);
  if (document === undefined) return 'missing';
  const { chains, signature } = parsed(document.text);
  if (chains === undefined || !keys.some(({ secret }) => isSame(signature, sign(secret, chains)))) return 'forged';
  return chains;
}

/** Puts a chain on the roll, before anything is written into it. */
export async function enrol(store: Store, chain: string, key: Uint8Array): Promise<void> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const document = await store.documents.read(ROLL);
    const chains = [...(document === undefined ? [] : (parsed(document.text).chains ?? [])), chain];
    const text = JSON.stringify({ chains, signature: sign(key, chains) });
    if (await store.documents.write(ROLL, text, document?.version ?? 0)) return;
  }
  throw new Error('the roll of chains changes too often');
}

function parsed(text: string): { chains?: readonly string[]; signature: string } {
  try {
    const given: unknown = JSON.parse(text);
    if (isJsonObject(given) && Array.isArray(given.chains) && given.chains.every(each => typeof each === 'string'))
      return { chains: given.chains as readonly string[], signature: String(given.signature) };
  } catch {
    // What cannot be read was not written here.
  }
  return { signature: '' };
}

function sign(key: Uint8Array, chains: readonly string[]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['roll', chains]))
    .digest('hex');
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
