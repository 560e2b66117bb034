import type { IncomingMessage } from 'node:http';
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { Refusal } from './answer.js';
import { type HttpOptions, isLoopback } from './options.js';

/** Lets pass only requests that were addressed to us by a name of ours: a rebound DNS name is none. */
export function hostGuard({ hostname, allowHosts }: HttpOptions): (req: IncomingMessage) => Refusal | undefined {
  const own = isLoopback(hostname) ? localhostAllowedHostnames() : [];
  const names = [...own, ...allowHosts.map(asInHeader)];
  return req =>
    validateHostHeader(req.headers.host, names).ok ? undefined : { status: 403, message: 'This host is not allowed' };
}

function asInHeader(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes(':') && !lower.startsWith('[') ? `[${lower}]` : lower;
}
