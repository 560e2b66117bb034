import { join } from 'node:path';
import { stateFolder as folderOfState } from '@concord/engine';
import type { CommandContext } from './context.js';

/** Where this user's state of the command lives. */
export function stateFolder({ env, home }: Pick<CommandContext, 'env' | 'home'>): string {
  return folderOfState({ ...env, HOME: home }) ?? join(home, '.local', 'state', 'mcp');
}

/** Where what can be made again is kept. */
export function cacheFolder({ env, home }: Pick<CommandContext, 'env' | 'home'>): string {
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'mcp');
}
