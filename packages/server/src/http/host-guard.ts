import type { IncomingMessage } from 'node:http';
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { Refusal } from './wire/answer.js';
import { type HttpOptions, isLoopback } from './wire/options.js';

/** Refuses requests whose `Host` header is no name of this server, as those after DNS rebinding are. */
export function hostGuard(
  { hostname, allowHosts }: HttpOptions,
  hasDoor = false,
): (req: IncomingMessage) => Refusal | undefined {
  // Where nobody gets in without a token of their own, a changed name leads nobody in.
  if (hasDoor && !isLoopback(hostname) && allowHosts.length === 0) return () => undefined;
  const own = isLoopback(hostname) ? localhostAllowedHostnames() : [];
  const names = [...own, ...allowHosts.map(asInHeader)];
  return req =>
    validateHostHeader(req.headers.host, names).ok ? undefined : { status: 403, message: 'This host is not allowed' };
}

function asInHeader(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes(':') && !lower.startsWith('[') ? `[${lower}]` : lower;
}
