import { join } from 'node:path';
import type { Shell } from '../start/process-shell.js';

/** Where this user's state of the command lives. */
export function stateFolder({ env, home }: Pick<Shell, 'env' | 'home'>): string {
  return join(env.XDG_STATE_HOME || join(home, '.local', 'state'), 'mcp');
}

/** Where what can be made again is kept. */
export function cacheFolder({ env, home }: Pick<Shell, 'env' | 'home'>): string {
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'mcp');
}
