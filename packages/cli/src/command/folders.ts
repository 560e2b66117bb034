import { join } from 'node:path';
import { stateFolder as folderOfState } from '@concord/engine';
import type { CommandContext } from './context.js';

/** The folder of the user's state. */
export function stateFolder({ env, home }: Pick<CommandContext, 'env' | 'home'>): string {
  return folderOfState({ ...env, HOME: home }) ?? join(home, '.local', 'state', 'mcp');
}

/** The folder of data that can be made again. */
export function cacheFolder({ env, home }: Pick<CommandContext, 'env' | 'home'>): string {
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'mcp');
}
