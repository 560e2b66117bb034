import { StoreFailure } from '../failure/store-failure.js';
import { openMemoryStore } from '../memory/open-memory-store.js';
import type { Store } from '../store.js';

/** The drivers by the scheme of an address; each is loaded when its scheme is asked for. */
const drivers: Readonly<Record<string, (address: string, options: OpenOptions) => Promise<Store>>> = {
  sqlite: async (address, { warn }) => {
    const { openSqliteStore } = await import('../sqlite/open-sqlite-store.js');
    return openSqliteStore(address.slice('sqlite:'.length), warn && { warn });
  },
  postgres: openPostgres,
  postgresql: openPostgres,
};

export interface OpenOptions {
  /** Told about what goes on all the same, such as a store that is away for a while. */
  readonly warn?: (message: string) => void;
}

async function openPostgres(address: string): Promise<Store> {
  const { openPostgresStore } = await import('../postgres/open-postgres-store.js');
  return openPostgresStore(address);
}

/** Opens `memory`, `sqlite:PATH` or `postgres://…`. Rejects with a `StoreFailure` that never has a password in it. */
export async function openStore(address: string, options: OpenOptions = {}): Promise<Store> {
  const scheme = /^[a-z]{1,20}(?=:)/.exec(address)?.[0] ?? '';
  if (address === 'memory') return openMemoryStore();
  const open = Object.hasOwn(drivers, scheme) ? drivers[scheme] : undefined;
  if (open === undefined)
    throw new StoreFailure(
      'bad-address',
      'The address of the store is none of memory, sqlite:PATH and postgres://…',
      'Give one of these, for example --store sqlite:/var/lib/concord/store.db',
    );
  return open(address, options);
}
