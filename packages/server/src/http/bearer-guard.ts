import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { digest } from '../gate/token.js';
import type { Refusal } from './answer.js';
import { Throttle } from './throttle.js';

/** Who sent a request, or why it is refused. */
export type Admission = { readonly principal: string } | { readonly refusal: Refusal };

const otherHeaders = ['x-mcpbash-remote-token', 'x-mcp-remote-token'] as const;

/** Asks for one of the tokens in a header, and nowhere else. Without tokens every request passes, with an empty principal. */
export function bearerGuard(tokens: readonly string[], failuresPerMinute: number): (req: IncomingMessage) => Admission {
  if (tokens.length === 0) return () => ({ principal: '' });
  const wanted = tokens.map(digest);
  const throttle = new Throttle(failuresPerMinute);
  return req => {
    const known = givenTokens(req)
      .map(digest)
      // Each is compared with all, so that the time taken tells nothing about the tokens.
      .flatMap(given => wanted.filter(token => timingSafeEqual(given, token)));
    if (known[0]) return { principal: known[0].toString('hex') };
    const seconds = throttle.failed(req.socket.remoteAddress ?? '');
    if (seconds === undefined)
      return { refusal: { status: 401, message: 'Unauthorized', headers: { 'www-authenticate': 'Bearer' } } };
    const headers = { 'retry-after': String(seconds) };
    return { refusal: { status: 429, message: 'Too many failed attempts', headers } };
  };
}

function givenTokens({ headers }: IncomingMessage): string[] {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return [bearer, ...otherHeaders.map(name => headers[name])].filter(value => typeof value === 'string');
}
