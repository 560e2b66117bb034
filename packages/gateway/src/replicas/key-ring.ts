import { createHash } from 'node:crypto';
import type { KeyPurpose, Store } from '@concord/store';
import { SettingFault } from '../limits/read-limits.js';

/** A key, and the sign by which it is known: it tells nothing of the key. */
export interface SignedKey {
  readonly sign: string;
  readonly secret: Uint8Array;
}

/** How soon after one look into the store the next may follow. */
const LOOK_MS = 1_000;

/** The keys all replicas have: the first makes, all of them open. */
export class KeyRing {
  readonly #store: Store;
  readonly #purpose: KeyPurpose;
  readonly #isGiven: boolean;
  #keys: readonly SignedKey[];
  #lookedAt = Number.NEGATIVE_INFINITY;

  private constructor(store: Store, purpose: KeyPurpose, given: readonly Uint8Array[]) {
    this.#store = store;
    this.#purpose = purpose;
    this.#isGiven = given.length > 0;
    this.#keys = given.map(signed);
    if (this.#isGiven) return;
    store.onNotice(({ topic, key }) => {
      if (topic === 'keys' && (key === undefined || key === purpose)) void this.#look().catch(() => {});
    });
  }

  /** The keys that were given, or those of the store. */
  static async open(store: Store, purpose: KeyPurpose, given: readonly Uint8Array[] = []): Promise<KeyRing> {
    const ring = new KeyRing(store, purpose, given);
    if (!ring.#isGiven) await ring.#look();
    return ring;
  }

  get newest(): SignedKey {
    return this.#keys[0]!;
  }

  /** The key of a sign. One that is not known may have been made by another replica a moment ago. */
  async find(sign: string): Promise<SignedKey | undefined> {
    const known = this.#keys.find(key => key.sign === sign);
    if (known || this.#isGiven || performance.now() - this.#lookedAt < LOOK_MS) return known;
    await this.#look().catch(() => {});
    return this.#keys.find(key => key.sign === sign);
  }

  has(sign: string): boolean {
    return this.#keys.some(key => key.sign === sign);
  }

  async #look(): Promise<void> {
    this.#lookedAt = performance.now();
    const ring = await this.#store.keys.ring(this.#purpose);
    this.#keys = ring.map(({ secret }) => signed(secret));
  }
}

function signed(secret: Uint8Array): SignedKey {
  return { sign: createHash('sha256').update('sign').update(secret).digest('hex').slice(0, 8), secret };
}

const KEY_BYTES = 32;
const MOST_KEYS = 8;

/** Reads `CONCORD_SESSION_KEYS`: keys of 32 bytes in base64 or hex, separated by commas. Throws a SettingFault that repeats none of it. */
export function readSessionKeys(given: string | undefined): readonly Uint8Array[] {
  if (given === undefined || given === '') return [];
  const parts = given.split(',').map(each => each.trim());
  if (parts.length > MOST_KEYS) throw new SettingFault('CONCORD_SESSION_KEYS', `a list of at most ${MOST_KEYS} keys`);
  return parts.map((part, index) => {
    const key = /^[0-9a-f]{64}$/i.test(part) ? Buffer.from(part, 'hex') : Buffer.from(part, 'base64');
    if (key.length === KEY_BYTES) return key;
    throw new SettingFault(
      `key ${index + 1} of CONCORD_SESSION_KEYS`,
      `${KEY_BYTES} bytes in base64 or hex; make one with: openssl rand -base64 32`,
    );
  });
}
