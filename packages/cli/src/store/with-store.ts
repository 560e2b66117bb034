import { existsSync } from 'node:fs';
import { failure, problem } from '@concord/contract';
import { makePrivateFolder, stateFolder } from '@concord/engine';
import type { Store } from '@concord/store';
import type { CommandContext } from '../command/context.js';
import { CommandFailure, usage } from '../command/failure.js';
import { storeAddress, usualStore } from './store-address.js';

/** Opens the store that a command line names, has something done with it, and closes it. A store that cannot be used fails in words. */
export async function withStore<Result>(
  context: CommandContext,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const address = storeAddress(context);
  if (address === undefined)
    throw usage('There is no place for a store: HOME is not set', 'Give one with --store sqlite:PATH');
  const { openStore, StoreFailure } = await import('@concord/store');
  try {
    if (address === usualStore(context.env)) makePrivateFolder(stateFolder(context.env)!);
    const store = await openStore(address, { warn: message => void context.stderr(`warning: ${message}\n`) });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    throw new CommandFailure(
      failure(problem('unavailable', error.message, { variant: 'unreachable', hint: error.next })),
    );
  }
}

/** The same, and nothing where no store was ever made. */
export async function withExistingStore<Result>(
  context: CommandContext,
  work: (store: Store) => Promise<Result>,
): Promise<Result | undefined> {
  const address = storeAddress(context);
  const file = address?.startsWith('sqlite:') ? address.slice('sqlite:'.length) : undefined;
  if (address === undefined || (file !== undefined && !existsSync(file))) return undefined;
  return withStore(context, work);
}
