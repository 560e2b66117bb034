import { isIP } from 'node:net';
import { NetworkFailure } from '../network/failures.js';
import { isLoopback } from '../network/loopback.js';
import type { Sockets } from '../network/sockets.js';
import { checkRange, lookupWithin, rangeOfHost } from './address-range.js';
import { AuthFailure } from './failure.js';

/** What the SDK's functions for authorization call. */
export type AuthFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** No metadata document and no token answer is larger. */
const maxBytes = 1024 * 1024;
const timeoutMs = 30_000;

/**
 * A `fetch` for everything that has to do with authorization: https only, this machine excepted; no address further
 * inside than the server that sends us there; bounded in size and time. Redirects are returned, not followed: each
 * step comes through here again.
 */
export function authFetch(server: URL, sockets: Sockets): AuthFetch {
  let range: ReturnType<typeof rangeOfHost> | undefined;
  return async (input, init = {}) => {
    const url = secureUrl(input);
    range ??= rangeOfHost(server.hostname);
    const limit = await range;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host)) checkRange(host, limit);
    const { method = 'GET', body } = init;
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    const text = body === null || body === undefined ? undefined : String(body);
    try {
      return await sockets.exchange({
        url,
        method,
        headers,
        body: text,
        signal,
        maxBytes,
        lookup: lookupWithin(limit),
      });
    } catch (error) {
      if (error instanceof NetworkFailure && error.cause instanceof AuthFailure) throw error.cause;
      throw error;
    }
  };
}

/** The address, refused unless it is https or on this machine. */
export function secureUrl(input: string | URL): URL {
  const url = URL.canParse(String(input)) ? new URL(input) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url;
  throw new AuthFailure(
    `an address of the authorization server is refused: ${url?.origin ?? 'it is none'} is not https`,
  );
}
