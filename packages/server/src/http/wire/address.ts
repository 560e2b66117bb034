import { RefusedToStart } from '../../settings/refused-to-start.js';
import { isLoopback } from './options.js';

const DEFAULT_PORT = 7332;

/** Reads where to listen: `127.0.0.1:7332`, `:0`, `[::1]:80`, `localhost`, `8080`. */
export function readAddress(address: string): { readonly hostname: string; readonly port: number } {
  const parts = /^(?:\[([0-9a-fA-F:.]{2,45})\]|([^:[\]]{0,253}))?(?::([0-9]{1,5}))?$/.exec(address);
  const alone = /^[0-9]{1,5}$/.test(address) ? address : undefined;
  const port = Number(alone ?? parts?.[3] ?? DEFAULT_PORT);
  if (!parts || port > 65_535) throw new RefusedToStart(`'${address}' is no host:port to listen on`);
  const hostname = alone === undefined ? (parts[1] ?? parts[2]) || '127.0.0.1' : '127.0.0.1';
  return { hostname, port };
}

/** Whether others than this machine can reach what is served at an address. */
export function isPublicAddress(address: string): boolean {
  return !isLoopback(readAddress(address).hostname);
}
