import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject } from '@concord/contract';
import type { RingKey, Store } from '@concord/store';

/** The document that names all chains there ever were, so that none can go missing as a whole. */
const ROLL = 'audit/roll';
const MOST_TRIES = 20;

/** A chain on the roll. */
export interface Enrolled {
  readonly chain: string;
  /** Whether a record of it was acknowledged: a process that was killed before has left a name and nothing else. */
  readonly hasBegun: boolean;
}

/** The chains on the roll; says so where it is missing, or not signed by this store. */
export async function readRoll(
  store: Store,
  keys: readonly RingKey[],
): Promise<readonly Enrolled[] | 'missing' | 'forged'> {
  const document = await store.documents.read(ROLL);
  if (document === undefined) return 'missing';
  const { chains, signature } = parsed(document.text);
  if (chains === undefined || !keys.some(({ secret }) => isSame(signature, sign(secret, chains)))) return 'forged';
  return chains;
}

/** Puts a chain on the roll before anything is written into it, and notes there, before it is acknowledged, that something was. */
export async function enrol(store: Store, enrolled: Enrolled, key: Uint8Array): Promise<void> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const document = await store.documents.read(ROLL);
    const before = document === undefined ? [] : (parsed(document.text).chains ?? []);
    const chains = [...before.filter(({ chain }) => chain !== enrolled.chain), enrolled];
    const text = JSON.stringify({ chains, signature: sign(key, chains) });
    if (await store.documents.write(ROLL, text, document?.version ?? 0)) return;
  }
  throw new Error('the roll of chains changes too often');
}

function parsed(text: string): { chains?: readonly Enrolled[]; signature: string } {
  try {
    const given: unknown = JSON.parse(text);
    if (isJsonObject(given) && Array.isArray(given.chains) && given.chains.every(isEnrolled))
      return { chains: given.chains, signature: String(given.signature) };
  } catch {
    // What cannot be read was not written here.
  }
  return { signature: '' };
}

function isEnrolled(given: unknown): given is Enrolled {
  return isJsonObject(given) && typeof given.chain === 'string' && typeof given.hasBegun === 'boolean';
}

function sign(key: Uint8Array, chains: readonly Enrolled[]): string {
  const parts = chains.map(({ chain, hasBegun }) => [chain, hasBegun]);
  return createHmac('sha256', key)
    .update(JSON.stringify(['roll', parts]))
    .digest('hex');
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
