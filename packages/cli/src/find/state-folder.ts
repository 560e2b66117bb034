import { join } from 'node:path';
import type { CommandContext } from '../command/context.js';

/** Where this user's state of the command lives. */
export function stateFolder({ env, home }: Pick<CommandContext, 'env' | 'home'>): string {
  return join(env.XDG_STATE_HOME || join(home, '.local', 'state'), 'mcp');
}

/** Where what can be made again is kept. */
export function cacheFolder({ env, home }: Pick<CommandContext, 'env' | 'home'>): string {
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'mcp');
}
