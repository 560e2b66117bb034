import type { LedgerAnswer, LedgerClaim, LedgerEnd, LedgerPart } from '../parts/ledger.js';
import type { Database, Transaction } from './database.js';
import { buryExpired, holdReplica } from './replicas.js';

interface EntryRow {
  readonly entry: string;
  readonly args_hash: string;
  readonly request_id: string;
  readonly replica: string | null;
  readonly since: number;
  readonly answer: string | null;
  readonly finished_at: number | null;
  /** Past its time. */
  readonly past: number;
  /** Its replica may be buried. */
  readonly orphan: number;
}

const isRunning = ({ finished_at, replica }: EntryRow) => finished_at === null && replica !== null;

export function sqlLedger(database: Database): LedgerPart {
  return {
    begin: claim => database.transact('durable', transaction => begin(transaction, claim)),
    finish: end => database.transact('durable', transaction => endEntry(transaction, end)),
    abandon: entry =>
      database.transact('write', async transaction => {
        transaction.notify('ledger', entry);
        const gone = 'DELETE FROM ledger WHERE entry = $1 AND replica IS NOT NULL AND finished_at IS NULL';
        return (await transaction.count(gone, [entry])) > 0;
      }),
    sweep: () =>
      database.transact('write', transaction =>
        // A call that runs is not forgotten, however long it takes.
        transaction.count(
          'DELETE FROM ledger WHERE expires_at <= now_ms() AND (finished_at IS NOT NULL OR replica IS NULL)',
        ),
      ),
  };
}

async function begin(transaction: Transaction, claim: LedgerClaim): Promise<LedgerAnswer> {
  await holdReplica(transaction, claim.replica);
  if (await insert(transaction, claim)) return { status: 'fresh' };
  const seen = await find(transaction, claim, '');
  if (seen?.orphan === 1) await buryExpired(transaction, [seen.replica!]);
  const found = await find(transaction, claim, 'FOR UPDATE OF ledger');
  // Abandoned in between.
  if (found === undefined) return begin(transaction, claim);
  const { request_id: requestId, entry } = found;
  if (!isRunning(found) && found.past === 1) return again(transaction, claim, entry);
  if (found.args_hash !== claim.argsHash) return { status: 'reused', requestId };
  if (found.finished_at !== null)
    return { status: 'finished', requestId, answer: found.answer!, finishedAt: found.finished_at };
  if (found.replica === null) {
    if (claim.retryUnknown) return again(transaction, claim, entry);
    return { status: 'unknown', requestId, since: found.since };
  }
  transaction.send('UPDATE ledger SET awaited = 1 WHERE entry = $1', [entry]);
  return { status: 'running', entry, requestId, replica: found.replica, since: found.since };
}

async function insert(transaction: Transaction, claim: LedgerClaim): Promise<boolean> {
  const { caller, tool, key, entry, argsHash, requestId, replica, keepMs } = claim;
  const inserted = await transaction.count(
    `INSERT INTO ledger (caller, tool, key, entry, args_hash, request_id, replica, since, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now_ms(), now_ms() + $8) ON CONFLICT (caller, tool, key) DO NOTHING`,
    [caller, tool, key, entry, argsHash, requestId, replica, keepMs],
  );
  return inserted > 0;
}

async function find(
  transaction: Transaction,
  { caller, tool, key }: LedgerClaim,
  lock: string,
): Promise<EntryRow | undefined> {
  const rows = await transaction.rows<EntryRow>(
    `SELECT entry, args_hash, request_id, replica, since, answer, finished_at,
       CASE WHEN expires_at <= now_ms() THEN 1 ELSE 0 END AS past,
       CASE WHEN (SELECT lease_until FROM replicas WHERE id = replica) <= now_ms() THEN 1 ELSE 0 END AS orphan
     FROM ledger WHERE caller = $1 AND tool = $2 AND key = $3 ${lock}`,
    [caller, tool, key],
  );
  return rows[0];
}

/** Runs a call once more under its key: the old entry is gone. */
async function again(transaction: Transaction, claim: LedgerClaim, old: string): Promise<LedgerAnswer> {
  await transaction.count('DELETE FROM ledger WHERE entry = $1', [old]);
  await insert(transaction, claim);
  return { status: 'fresh' };
}

/** Keeps how a call ended; false when nobody may say that any more. */
export async function endEntry(transaction: Transaction, end: LedgerEnd): Promise<boolean> {
  const runs = 'entry = $1 AND replica IS NOT NULL AND finished_at IS NULL';
  const rows =
    'answer' in end
      ? await transaction.rows<{ awaited: number }>(
          `UPDATE ledger SET answer = $2, finished_at = now_ms() WHERE ${runs} RETURNING awaited`,
          [end.entry, end.answer],
        )
      : await transaction.rows<{ awaited: number }>(
          `UPDATE ledger SET replica = NULL WHERE ${runs} RETURNING awaited`,
          [end.entry],
        );
  const [row] = rows;
  if (row === undefined) return isFinished(transaction, end.entry);
  if (row.awaited === 1) transaction.notify('ledger', end.entry);
  return true;
}

/** Whether the ledger has an answer of this entry. */
export async function isFinished(transaction: Transaction, entry: string): Promise<boolean> {
  const rows = await transaction.rows('SELECT 1 AS one FROM ledger WHERE entry = $1 AND finished_at IS NOT NULL', [
    entry,
  ]);
  return rows.length > 0;
}
