import { BuriedReplica } from '../failure/store-failure.js';
import type { ReplicaPart } from '../parts/replicas.js';
import { type Database, places, type Transaction } from './database.js';

interface ReplicaRow {
  readonly id: string;
  readonly advertise: string | null;
  readonly joined_at: number;
  readonly lease_until: number;
}

export function sqlReplicas(database: Database): ReplicaPart {
  return {
    join: ({ id, advertise, leaseMs }) =>
      database.transact('write', async transaction => {
        transaction.send(
          'INSERT INTO replicas (id, advertise, joined_at, lease_until) VALUES ($1, $2, now_ms(), now_ms() + $3)',
          [id, advertise ?? null, leaseMs],
        );
      }),
    renew: (id, leaseMs) =>
      database.transact(
        'passing',
        async transaction =>
          (await transaction.count('UPDATE replicas SET lease_until = now_ms() + $2 WHERE id = $1', [id, leaseMs])) > 0,
      ),
    leave: id =>
      database.transact('write', async transaction => {
        const gone = await transaction.count('DELETE FROM replicas WHERE id = $1', [id]);
        if (gone > 0) tellOfBurial(transaction);
      }),
    bury: () =>
      database.transact('write', async transaction => {
        const rows = await transaction.rows<{ id: string }>(burial('lease_until <= now_ms()'));
        return buried(transaction, rows);
      }),
    list: () =>
      database.transact('read', async transaction => {
        const rows = await transaction.rows<ReplicaRow>('SELECT * FROM replicas ORDER BY joined_at, id');
        return rows.map(({ id, advertise, joined_at, lease_until }) => ({
          id,
          ...(advertise !== null && { advertise }),
          joinedAt: joined_at,
          leaseUntil: lease_until,
        }));
      }),
  };
}

/**
 * Buries those of these replicas whose lease ran out, and gives their ids. Comes first in a transaction: a replica that ends a call holds
 * its own row until that is done, and waits for no one then.
 */
export async function buryExpired(transaction: Transaction, replicas: readonly string[]): Promise<string[]> {
  const ids = [...new Set(replicas)].sort();
  if (ids.length === 0) return [];
  const rows = await transaction.rows<{ id: string }>(
    burial(`id IN (${places(ids.length)}) AND lease_until <= now_ms()`),
    ids,
  );
  return buried(transaction, rows);
}

/** One that is about to end a call, and stopped there, is left for later: nobody waits for it. */
const burial = (where: string) =>
  `DELETE FROM replicas WHERE id IN (SELECT id FROM replicas WHERE ${where} FOR UPDATE SKIP LOCKED) RETURNING id`;

function buried(transaction: Transaction, rows: readonly { readonly id: string }[]): string[] {
  if (rows.length > 0) tellOfBurial(transaction);
  return rows.map(({ id }) => id);
}

function tellOfBurial(transaction: Transaction): void {
  for (const topic of ['locks', 'ledger', 'owners'] as const) transaction.notify(topic);
}

/** Makes sure that the replica is not buried before the transaction ends; throws when it was before. */
export async function holdReplica(transaction: Transaction, replica: string): Promise<void> {
  const rows = await transaction.rows('SELECT 1 AS one FROM replicas WHERE id = $1 FOR KEY SHARE', [replica]);
  if (rows.length === 0) throw new BuriedReplica(replica);
}
