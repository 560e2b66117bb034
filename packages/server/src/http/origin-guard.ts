import type { IncomingMessage, ServerResponse } from 'node:http';
import { localhostAllowedOrigins } from '@modelcontextprotocol/server';
import type { Refusal } from './wire/answer.js';
import { type HttpOptions, isLoopback } from './wire/options.js';

/** Decides which web pages may call. */
export interface OriginGuard {
  refuses(req: IncomingMessage): Refusal | undefined;
  /** Whether the page's origin was allowed by name: only then does it get CORS headers. */
  isNamed(req: IncomingMessage): boolean;
}

/** Programs send no origin and pass; pages pass when they are local, or when the operator named them. */
export function originGuard({ hostname, allowOrigins }: HttpOptions): OriginGuard {
  const named = new Set(allowOrigins.map(origin => origin.toLowerCase().replace(/\/$/, '')));
  named.delete('null');
  const local = isLoopback(hostname) ? localhostAllowedOrigins() : [];
  const isNamed = ({ headers: { origin } }: IncomingMessage) => origin !== undefined && named.has(origin.toLowerCase());
  return {
    isNamed,
    refuses: req => {
      const { origin } = req.headers;
      if (origin === undefined || isNamed(req) || isLocal(origin, local)) return undefined;
      return { status: 403, message: 'This origin is not allowed' };
    },
  };
}

function isLocal(origin: string, local: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && local.includes(hostname);
}

/** Under which origin a client reaches this server, as far as its request says: a proxy names the scheme it was reached by. */
export function originOf({ headers, socket }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-proto'];
  const scheme = forwarded === 'https' ? 'https' : 'http';
  return `${scheme}://${headers.host ?? `${socket.localAddress}:${socket.localPort}`}`;
}

/** Lets the browser show our answer to a page whose origin was named. */
export function shareWithPage(req: IncomingMessage, res: ServerResponse): void {
  res.setHeader('access-control-allow-origin', req.headers.origin!);
  res.setHeader('access-control-expose-headers', 'Mcp-Session-Id, WWW-Authenticate, Retry-After');
  res.setHeader('vary', 'Origin');
}

/** Answers the preflight request of a browser. */
export function answerPreflight(req: IncomingMessage, res: ServerResponse): void {
  const wanted = req.headers['access-control-request-headers'];
  res.writeHead(204, {
    'access-control-allow-methods': 'GET, POST, DELETE',
    ...(wanted !== undefined && { 'access-control-allow-headers': wanted }),
    'access-control-max-age': '600',
  });
  res.end();
}
