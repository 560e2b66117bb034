import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { RpcError } from '../protocol/rpc-error.js';
import { outcomeKey } from './problem-error.js';

/** What an answer says of a limit that was reached: headers for a transport that has some. */
export type LimitHeaders = Readonly<Record<string, string>>;

const SOON_SECONDS = 1;

/** The headers of an error that says that a call was not begun because a limit is reached; nothing for others. */
export function limitHeadersOfError({ failed, data }: RpcError): LimitHeaders | undefined {
  if (failed.kind !== 'limited' || failed.state !== 'not_started') return undefined;
  return headersFrom(isJsonObject(data) ? accountIn(data) : undefined, failed.retryAfterMs);
}

/** The same for a result. */
export function limitHeadersOfResult(result: JsonObject): LimitHeaders | undefined {
  if (result.isError !== true) return undefined;
  const account = accountIn(result);
  const [first] = account && Array.isArray(account.problems) ? account.problems : [];
  if (!isJsonObject(first) || first.kind !== 'limited' || account?.state !== 'not_started') return undefined;
  return headersFrom(account);
}

function accountIn({ _meta: meta }: JsonObject): JsonObject | undefined {
  const account = isJsonObject(meta) ? meta[outcomeKey] : undefined;
  return isJsonObject(account) ? account : undefined;
}

function headersFrom(
  account: JsonObject | undefined,
  retryAfterMs: Json | undefined = account?.retryAfterMs,
): LimitHeaders {
  const seconds = typeof retryAfterMs === 'number' ? Math.max(1, Math.ceil(retryAfterMs / 1_000)) : SOON_SECONDS;
  const limit = isJsonObject(account?.limit) ? account.limit : {};
  const { scope, quota, windowSeconds } = limit;
  if (typeof quota !== 'number') return { 'Retry-After': String(seconds) };
  const name = typeof scope === 'string' ? scope : 'limit';
  const window = typeof windowSeconds === 'number' ? `;w=${windowSeconds}` : '';
  return {
    'Retry-After': String(seconds),
    'RateLimit-Policy': `"${name}";q=${quota}${window}`,
    RateLimit: `"${name}";r=0;t=${seconds}`,
    'RateLimit-Limit': String(quota),
    'RateLimit-Remaining': '0',
    'RateLimit-Reset': String(seconds),
  };
}
