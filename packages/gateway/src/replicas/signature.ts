import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from './key-ring.js';

/** The header that carries a signature. */
export const SIGNATURE_HEADER = 'concord-signature';

/** What one replica asks of another, as far as it is signed. */
export interface SignedRequest {
  readonly path: string;
  readonly body: string;
  /** The replica that is to answer, by its id. */
  readonly to: string;
  /** The fence of the owner it is taken for. */
  readonly fence: number;
}

/** How far the clocks of two replicas may be apart, the way between them included. */
const WINDOW_MS = 30_000;
const MOST_NONCES = 200_000;
const FORM = /^r1 ([0-9a-f]{8}) (\d{1,16}) ([0-9a-f]{32}) ([0-9a-f]{64})$/;

/** The value of the header. */
export function signatureOf(request: SignedRequest, ring: KeyRing, now: number): string {
  const { sign, secret } = ring.newest;
  const nonce = randomBytes(16).toString('hex');
  const time = Math.round(now);
  return `r1 ${sign} ${time} ${nonce} ${proof(secret, request, time, nonce)}`;
}

function proof(secret: Uint8Array, { path, body, to, fence }: SignedRequest, time: number, nonce: string): string {
  const digest = createHash('sha256').update(body).digest('hex');
  return createHmac('sha256', secret)
    .update(JSON.stringify(['replica', path, digest, to, fence, time, nonce]))
    .digest('hex');
}

/** Checks signatures, each of which counts once. */
export class SignatureCheck {
  readonly #ring: KeyRing;
  readonly #now: () => number;
  /** What was used within the window, the oldest first. */
  readonly #used = new Map<string, number>();

  constructor(ring: KeyRing, now: () => number) {
    this.#ring = ring;
    this.#now = now;
  }

  /** Why a request is refused; undefined for one that is what a replica has sent. */
  async refuses(header: string | undefined, request: SignedRequest): Promise<string | undefined> {
    const [, sign = '', at = '', nonce = '', given = ''] = FORM.exec(header ?? '') ?? [];
    if (given === '') return 'it is not signed';
    const key = await this.#ring.find(sign);
    if (key === undefined) return 'it is signed with a key that is not known';
    const expected = proof(key.secret, request, Number(at), nonce);
    if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return 'its signature is wrong';
    const now = this.#now();
    if (Math.abs(now - Number(at)) > WINDOW_MS) return 'it was signed too long ago, or by a clock that is wrong';
    return this.#isUsed(nonce, now) ? 'it was sent before' : undefined;
  }

  #isUsed(nonce: string, now: number): boolean {
    for (const [each, until] of this.#used) {
      if (until > now && this.#used.size < MOST_NONCES) break;
      this.#used.delete(each);
    }
    if (this.#used.has(nonce)) return true;
    this.#used.set(nonce, now + 2 * WINDOW_MS);
    return false;
  }
}
