import type { Rate, TokenAnswer, TokenRequest } from '../parts/quotas.js';

/** A bucket of tokens at the moment it was last used. */
export interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** Tokens that replicas have of a bucket, as the one who asks for more finds them. */
export interface TokensOut {
  /** Those others may still use. */
  readonly onLease: number;
  /** When the first lease of others ends; undefined when there is none. */
  readonly firstEnd: number | undefined;
  /** What was left over of leases that ran out. */
  readonly leftOver: number;
  /** What the one who asks had. */
  readonly own: number;
}

/**
 * Gives tokens to a replica. Those it had and did not use go back first, as do those of leases that ran out. Tokens on lease count as
 * being there, so that replicas together never have more than the bucket holds.
 */
export function leaseFrom(
  bucket: Bucket | undefined,
  out: TokensOut,
  { rate, want, used }: Pick<TokenRequest, 'rate' | 'want' | 'used'>,
  now: number,
): { readonly bucket: Bucket; readonly answer: TokenAnswer } {
  const { tokens, at } = bucket ?? { tokens: rate.tokens, at: now };
  const refilled = (Math.max(0, now - at) * rate.tokens) / rate.perMs;
  const back = out.leftOver + Math.max(0, out.own - used);
  const there = Math.max(0, Math.min(rate.tokens - out.onLease, tokens + refilled + back));
  const granted = Math.max(0, Math.min(want, Math.floor(there + ROUNDING)));
  const left = Math.max(0, there - granted);
  const retryAfterMs = granted > 0 ? 0 : untilOne(rate, left, out.firstEnd, now);
  return {
    bucket: { tokens: left, at: Math.max(now, at) },
    answer: { granted, retryAfterMs, left: Math.floor(left + ROUNDING) },
  };
}

/** Parts of a token that sums of fractions may lose. */
const ROUNDING = 1e-9;

/** How long until one token is there: refilled, or given back. */
function untilOne(rate: Rate, tokens: number, firstEnd: number | undefined, now: number): number {
  const refilled = ((1 - tokens) * rate.perMs) / rate.tokens;
  const givenBack = firstEnd === undefined ? Infinity : firstEnd - now;
  return Math.max(1, Math.ceil(Math.min(refilled, givenBack)));
}
