import { isIPv6 } from 'node:net';
import { RefusedToStart } from '../../settings/refused-to-start.js';

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

/** How often a comment is sent on a stream without messages, so that proxies keep it open. */
export const KEEP_ALIVE_MS = 15_000;

const SHORTEST_TOKEN = 32;

/** Throws RefusedToStart for options that would let anybody call, and for those that no request could meet. */
export function checkOptions(options: HttpOptions, hasDoor = false): void {
  const tokens = tokensOf(options);
  for (const token of tokens) checkToken(token);
  for (const name of options.allowHosts) checkHost(name);
  for (const origin of options.allowOrigins) checkOrigin(origin);
  // A page that was led here by a changed name has no token: where everybody has one of their own, no name needs to be known.
  if (isLoopback(options.hostname) || hasDoor) return;
  if (tokens.length === 0)
    throw new RefusedToStart(
      `Listening on ${options.hostname}, which is not a loopback address, needs a token (CONCORD_HTTP_TOKEN), or callers with tokens of their own (--tokens or --jwt-issuer)`,
    );
  if (options.allowHosts.length === 0)
    throw new RefusedToStart(`Listening on ${options.hostname}, which is not a loopback address, needs --allow-host`);
}

/** Errors never repeat the token. */
function checkToken(token: string): void {
  if (token.length < SHORTEST_TOKEN)
    throw new RefusedToStart(`The HTTP token must have at least ${SHORTEST_TOKEN} characters`);
  if (/[^\x21-\x7e]/.test(token))
    throw new RefusedToStart('The HTTP token must consist of visible ASCII characters without blanks');
}

function checkHost(name: string): void {
  if (isIPv6(name.replace(/^\[(.{0,100})\]$/, '$1')) || /^[^\s:/?#@[\]]{1,253}$/.test(name)) return;
  throw new RefusedToStart(
    `--allow-host takes the name of a host without scheme, port or path, such as tools.example.com, and not '${name}'`,
  );
}

function checkOrigin(origin: string): void {
  if (/^[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#@]{1,300}\/?$/i.test(origin)) return;
  throw new RefusedToStart(`--allow-origin takes an origin such as https://app.example.com, and not '${origin}'`);
}

export function tokensOf({ token = [] }: HttpOptions): readonly string[] {
  return typeof token === 'string' ? [token] : token;
}

/** Whether only this machine can reach the address. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '::1' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
