import { join } from 'node:path';
import { stateFolder } from '@concord/engine';
import type { CommandContext } from '../command/context.js';

/** The file of this user's store, below the state folder. */
const FILE = 'store.db';

/** Where the store is: as `--store` or CONCORD_STORE says, otherwise a file of this user; undefined where there is no place for one. */
export function storeAddress({ flags, env }: Pick<CommandContext, 'flags' | 'env'>): string | undefined {
  return (flags.store as string | undefined) ?? usualStore(env);
}

/** The address of the file of this user. */
export function usualStore(env: CommandContext['env']): string | undefined {
  const folder = stateFolder(env);
  return folder === undefined ? undefined : `sqlite:${join(folder, FILE)}`;
}
