import type { Notice } from '../parts/notices.js';
import type { Concluded, Conclusion, Store } from '../store.js';
import { sqlCallers } from './callers.js';
import type { Chunks } from './chunks.js';
import type { Database, Transaction } from './database.js';
import { endEntry, isFinished, sqlLedger } from './ledger.js';
import { giveBack, holds, sqlLocks } from './locks.js';
import { sqlQuotas } from './quotas.js';
import { append, sqlRecords } from './records.js';
import { sqlReplicas } from './replicas.js';
import { sqlSessions } from './sessions.js';
import { sqlDocuments, sqlKeys, sqlOwners } from './shared.js';
import { sqlSpills } from './spills.js';

/** What a driver adds to the parts that all databases share. */
export interface Driver {
  readonly kind: Store['kind'];
  readonly place: string;
  readonly database: Database;
  readonly chunks: Chunks;
  onNotice(listener: (notice: Notice) => void): () => void;
  close(): Promise<void>;
}

/** A store in a database. */
export function sqlStore({ kind, place, database, chunks, onNotice, close }: Driver): Store {
  return {
    kind,
    place,
    replicas: sqlReplicas(database),
    locks: sqlLocks(database),
    ledger: sqlLedger(database),
    records: sqlRecords(database),
    spills: sqlSpills(database, chunks),
    callers: sqlCallers(database),
    quotas: sqlQuotas(database),
    owners: sqlOwners(database),
    keys: sqlKeys(database),
    documents: sqlDocuments(database),
    sessions: sqlSessions(database),
    conclude: conclusion =>
      database.transact(isDurable(conclusion) ? 'durable' : 'write', transaction => conclude(transaction, conclusion)),
    tell: (topic, key) => database.transact('passing', async transaction => transaction.notify(topic, key)),
    onNotice,
    now: () =>
      database.transact('read', async transaction => {
        const [row] = await transaction.rows<{ now: number }>('SELECT now_ms() AS now');
        return row!.now;
      }),
    close,
  };
}

const isDurable = ({ ledger, records }: Conclusion) => ledger !== undefined || records?.durable === true;

async function conclude(transaction: Transaction, { lock, ledger, records }: Conclusion): Promise<Concluded> {
  const [, held, finished] = await Promise.all([
    // Its replica is not buried from here on, if it was not before.
    transaction.rows(
      `SELECT id FROM replicas WHERE id IN (SELECT replica FROM locks WHERE lock = $1)
         OR id IN (SELECT replica FROM ledger WHERE entry = $2) FOR KEY SHARE`,
      [lock ?? '', ledger?.entry ?? ''],
    ),
    lock === undefined || holds(transaction, lock),
    ledger !== undefined && isFinished(transaction, ledger.entry),
  ]);
  if (finished) return { kept: true };
  if (!held) return { kept: false, lost: 'lock' };
  if (ledger && !(await endEntry(transaction, ledger))) return { kept: false, lost: 'ledger' };
  if (lock !== undefined) await giveBack(transaction, lock);
  if (records) await append(transaction, records);
  return { kept: true };
}
