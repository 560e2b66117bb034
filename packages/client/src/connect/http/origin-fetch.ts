import type { ConnectOptions } from '../options.js';
import { maxMessageBytes } from '../options.js';
import { exchange, type Sockets } from './exchange.js';
import { ForeignOrigin, StatusFailure, type TooLarge } from './failures.js';

/** What the SDK's transports call. */
export type OriginFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface OriginFetchOptions {
  readonly url: URL;
  /** Go to the configured origin and nowhere else. */
  readonly headers: Readonly<Record<string, string>>;
  readonly env: ConnectOptions['env'];
  readonly sockets: Sockets;
  readonly onConnected: () => void;
  readonly onTooLarge: (error: TooLarge) => void;
  /** Told of what a transport would hide behind an error of its own. */
  readonly onFailure: (error: unknown) => void;
}

/** How much of the text of a refusal is read. */
const refusalBytes = 64 * 1024;

/**
 * A `fetch` that reaches one origin only, sends the configured headers there, bounds what it reads, and rejects with
 * typed failures. A redirect inside the origin is returned as it is: the transport follows it.
 */
export function originFetch(options: OriginFetchOptions): OriginFetch {
  const maxBytes = maxMessageBytes(options.env);
  const go: OriginFetch = async (input, init = {}) => {
    const url = new URL(input);
    if (url.origin !== options.url.origin) throw new ForeignOrigin(url.origin, undefined);
    const headers = merged(options.headers, init.headers);
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? init.body : undefined;
    const signal = init.signal ?? undefined;
    const { sockets, onConnected, onTooLarge } = options;
    const given = { url, method, headers, body, signal, maxBytes, onConnected, onTooLarge };
    const response = await exchange(given, sockets);
    const target = redirectTarget(response, url);
    if (target !== undefined && target.origin !== url.origin) throw new ForeignOrigin(target.origin, response.status);
    if (method !== 'POST' || response.ok || target !== undefined) return response;
    const text = await beginning(response);
    throw new StatusFailure(response.status, text, retryAfter(response), 'mcp-session-id' in headers);
  };
  return (input, init) =>
    go(input, init).catch(error => {
      options.onFailure(error);
      throw error;
    });
}

/** The protocol's own headers win over configured ones of the same name. */
function merged(
  configured: Readonly<Record<string, string>>,
  own: RequestInit['headers'],
): Readonly<Record<string, string>> {
  const lowered = Object.entries(configured).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...Object.fromEntries(lowered), ...Object.fromEntries(new Headers(own).entries()) };
}

function redirectTarget(response: Response, from: URL): URL | undefined {
  const location = response.headers.get('location');
  if (response.status < 300 || response.status > 399 || location === null) return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

async function beginning(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of response.body ?? []) {
      pieces.push(piece);
      size += piece.length;
      if (size > refusalBytes) break;
    }
  } catch {
    // The status says enough.
  }
  return Buffer.concat(pieces).toString();
}

function retryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after');
  if (value === null) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
