import type { Rate, TokenAnswer, TokenRequest } from '../parts/quotas.js';

/** Tokens a replica has and may use until its lease ends. */
export interface TokenLease {
  readonly replica: string;
  readonly left: number;
  readonly until: number;
}

/** A bucket of tokens: what is in it at a moment, and who has some of them. */
export interface Bucket {
  readonly tokens: number;
  readonly at: number;
  readonly leases: readonly TokenLease[];
}

export const fullBucket = (rate: Rate, at: number): Bucket => ({ tokens: rate.tokens, at, leases: [] });

/**
 * Gives tokens to a replica. Those it had and did not use go back first, as do those of leases that ran out. Tokens on lease count as
 * being there, so that replicas together never have more than the bucket holds.
 */
export function leaseFrom(
  bucket: Bucket,
  { rate, replica, want, used, leaseMs }: Omit<TokenRequest, 'bucket'>,
  now: number,
): { readonly bucket: Bucket; readonly answer: TokenAnswer } {
  const others = bucket.leases.filter(lease => lease.replica !== replica && lease.until > now);
  const back = bucket.leases
    .filter(lease => !others.includes(lease))
    .reduce((sum, lease) => sum + (lease.replica === replica ? Math.max(0, lease.left - used) : lease.left), 0);
  const onLease = others.reduce((sum, lease) => sum + lease.left, 0);
  const elapsed = Math.max(0, now - bucket.at);
  const refilled = bucket.tokens + back + (elapsed * rate.tokens) / rate.perMs;
  const tokens = Math.max(0, Math.min(rate.tokens - onLease, refilled));
  const granted = want <= 0 ? 0 : Math.min(want, Math.floor(tokens + 1e-9));
  const left = Math.max(0, tokens - granted);
  const leases = granted > 0 ? [...others, { replica, left: granted, until: now + leaseMs }] : others;
  const retryAfterMs = granted > 0 ? 0 : untilOne(rate, left, others, now);
  return {
    bucket: { tokens: left, at: Math.max(now, bucket.at), leases },
    answer: { granted, retryAfterMs, left: Math.floor(left + 1e-9) },
  };
}

/** How long until one token is there: refilled, or given back. */
function untilOne(rate: Rate, tokens: number, leases: readonly TokenLease[], now: number): number {
  const refilled = ((1 - tokens) * rate.perMs) / rate.tokens;
  const givenBack = Math.min(...leases.map(lease => lease.until - now));
  return Math.max(1, Math.ceil(Math.min(refilled, givenBack)));
}
