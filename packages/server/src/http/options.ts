import { RefusedToStart } from '../life/refusal.js';

/** Where and for whom to listen. */
export interface HttpOptions {
  /** The address to bind: a name or an IP address, without brackets. */
  readonly hostname: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Names a `Host` header may have besides those of loopback. */
  readonly allowHosts: readonly string[];
  /** Origins of web pages that may call, with CORS. */
  readonly allowOrigins: readonly string[];
  /** The bearer token; several while one takes over from another. */
  readonly token?: string | readonly string[] | undefined;
  readonly timeouts?: HttpTimeouts;
}

/** How long a client may take to send a request. */
export interface HttpTimeouts {
  readonly headersMs: number;
  readonly bodyMs: number;
}

export const defaultTimeouts: HttpTimeouts = { headersMs: 10_000, bodyMs: 30_000 };

const SHORTEST_TOKEN = 32;

/** Throws RefusedToStart for options under which strangers could call. */
export function checkOptions(options: HttpOptions): void {
  const tokens = tokensOf(options);
  if (tokens.some(token => token.length < SHORTEST_TOKEN))
    throw new RefusedToStart(`The HTTP token must have at least ${SHORTEST_TOKEN} characters`);
  if (isLoopback(options.hostname)) return;
  if (tokens.length === 0)
    throw new RefusedToStart(`Listening on ${options.hostname}, which is not a loopback address, needs a token`);
  if (options.allowHosts.length === 0)
    throw new RefusedToStart(`Listening on ${options.hostname}, which is not a loopback address, needs --allow-host`);
}

export function tokensOf({ token = [] }: HttpOptions): readonly string[] {
  return typeof token === 'string' ? [token] : token;
}

/** Whether only this machine can reach the address. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '::1' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
