import { isJsonObject } from '@concord/contract';
import type { Authorizer } from '../auth/authorizer.js';
import { challengeOf } from '../auth/challenge.js';
import type { ConnectOptions } from '../connection/options.js';
import { maxMessageBytes } from '../connection/options.js';
import { ForeignOrigin, StatusFailure, type TooLarge } from '../network/failures.js';
import type { Sockets } from '../network/sockets.js';

/** What the SDK's transports call. */
export type OriginFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface OriginFetchOptions {
  readonly url: URL;
  /** Headers that are sent to the configured origin only. */
  readonly headers: Readonly<Record<string, string>>;
  /** Gets tokens, unless a configured header stands in their place. */
  readonly authorizer: Authorizer | undefined;
  readonly env: ConnectOptions['env'];
  readonly sign?: ConnectOptions['sign'];
  readonly sockets: Sockets;
  readonly onConnected: () => void;
  /** With the body of the request whose answer it is. */
  readonly onTooLarge: (error: TooLarge, body: string | undefined) => void;
  /** Called with failures that the SDK's transport would hide behind an error of its own. */
  readonly onFailure: (error: unknown) => void;
}

/** How often one request may be refused for its token, and for its scopes, before the refusal is returned. */
const mostRefusals = 2;
const mostStepUps = 1;

/** The status of an answer that says that a limit is reached. */
const TOO_MANY = 429;

/** How much of the text of a refusal is read. */
const refusalBytes = 64 * 1024;

/**
 * A `fetch` that reaches one origin only, sends the configured headers there, bounds what it reads, and rejects with
 * typed failures. A redirect inside the origin is returned as it is: the transport follows it.
 */
export function originFetch(options: OriginFetchOptions): OriginFetch {
  const maxBytes = maxMessageBytes(options.env);
  const { sockets, onConnected, authorizer } = options;
  const once = async (url: URL, init: RequestInit, token: string | undefined) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const body = typeof init.body === 'string' ? init.body : undefined;
    const signature = options.sign?.(url.pathname, body ?? '');
    const headers = { ...merged(options.headers, init.headers), ...authorization, ...signature };
    const signal = init.signal ?? undefined;
    const onTooLarge = (error: TooLarge) => options.onTooLarge(error, body);
    const given = { url, method: init.method ?? 'GET', headers, body, signal, maxBytes, onConnected, onTooLarge };
    return { response: await sockets.exchange(given), hadSession: 'mcp-session-id' in headers };
  };
  const go: OriginFetch = async (input, init = {}) => {
    const url = new URL(input);
    if (url.origin !== options.url.origin) throw new ForeignOrigin(url.origin, undefined);
    const left = { 401: mostRefusals, 403: mostStepUps };
    for (;;) {
      const token = await authorizer?.token();
      const { response, hadSession } = await once(url, init, token);
      const challenge = challengeOf(response);
      if (challenge !== undefined && authorizer !== undefined && left[challenge.status]-- > 0) {
        await response.body?.cancel().catch(() => {});
        await authorizer.answer(challenge, token);
        continue;
      }
      const target = redirectTarget(response, url);
      if (target !== undefined && target.origin !== url.origin) throw new ForeignOrigin(target.origin, response.status);
      if (init.method !== 'POST' || response.ok || target !== undefined) return response;
      const text = await beginning(response);
      const { status } = response;
      if (status === TOO_MANY && isAnswer(text))
        return new Response(text, { headers: { 'content-type': 'application/json' } });
      throw new StatusFailure(status, text, retryAfter(response), hadSession, challenge !== undefined);
    }
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

/** Whether the body of a refusal answers the request itself, and says in its account what became of the call. */
function isAnswer(text: string): boolean {
  try {
    const message: unknown = JSON.parse(text);
    if (!isJsonObject(message) || message.id === null || message.id === undefined) return false;
    const { result, error } = message;
    const told = isJsonObject(result) ? result : isJsonObject(error) ? error.data : undefined;
    const meta = isJsonObject(told) ? told._meta : undefined;
    return isJsonObject(meta) && isJsonObject(meta['io.concord/outcome']);
  } catch {
    return false;
  }
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
    // The body cannot be read; the status is enough.
  }
  return Buffer.concat(pieces).toString();
}

function retryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after');
  if (value === null) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
