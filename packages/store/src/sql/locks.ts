import type { LockHolder, LockKey } from '@concord/engine';
import type { LockClaim, LockGrant, LockPart, LockRefusal } from '../parts/locks.js';
import { type Database, places, type SqlValue, type Transaction } from './database.js';
import { buryExpired, holdReplica } from './replicas.js';

interface LockRow {
  readonly key: string;
  readonly mode: LockKey['mode'];
  readonly replica: string;
  readonly holder: string;
  readonly since: number;
}

/** A row that keeps others out: of a lock that is held, or of one in line. */
interface RivalRow extends LockRow {
  readonly held: number;
  readonly expired: number;
}

export function sqlLocks(database: Database): LockPart {
  return {
    acquire: claim =>
      database.transact('write', async transaction => {
        transaction.serialize(claim.keys.map(({ key }) => `lock ${key}`).sort());
        const lives = holdReplica(transaction, claim.replica);
        let [, rivals] = await Promise.all([lives, rivalsOf(transaction, claim)]);
        const expired = rivals.filter(rival => rival.expired === 1).map(rival => rival.replica);
        if (expired.length > 0 && (await buryExpired(transaction, expired)).length > 0)
          rivals = await rivalsOf(transaction, claim);
        const [rival] = rivals;
        return rival ? refuse(transaction, claim, rival) : grant(transaction, claim);
      }),
    release: lock => database.transact('write', transaction => giveBack(transaction, lock).then(() => {})),
    holds: lock => database.transact('read', transaction => holds(transaction, lock)),
    list: () =>
      database.transact('read', async transaction => {
        const rows = await transaction.rows<LockRow & { fence: number }>(
          'SELECT key, mode, replica, holder, since, (SELECT MAX(number) FROM locks other WHERE other.lock = locks.lock) AS fence FROM locks ORDER BY number',
        );
        return rows.map(row => ({
          key: row.key,
          mode: row.mode,
          replica: row.replica,
          fence: row.fence,
          holder: holderOf(row),
        }));
      }),
  };
}

/** Who keeps this claim from its keys: holders first, then those in line before it. */
async function rivalsOf(transaction: Transaction, { keys, lock }: LockClaim): Promise<RivalRow[]> {
  const modes = new Map(keys.map(({ key, mode }) => [key, mode]));
  const keyPlaces = places(modes.size, 2);
  const columns = 'lock, key, mode, replica, holder, since, number';
  const expired =
    '(SELECT CASE WHEN lease_until <= now_ms() THEN 1 ELSE 0 END FROM replicas WHERE id = replica) AS expired';
  const mine = 'SELECT MIN(number) FROM lock_line WHERE lock = $1';
  const rows = await transaction.rows<RivalRow>(
    `SELECT ${columns}, 1 AS held, ${expired} FROM locks WHERE key IN (${keyPlaces})
     UNION ALL
     SELECT ${columns}, 0 AS held, ${expired} FROM lock_line
     WHERE key IN (${keyPlaces}) AND lock <> $1 AND until > now_ms() AND number < COALESCE((${mine}), number + 1)
     ORDER BY held DESC, number`,
    [lock, ...modes.keys()],
  );
  return rows.filter(row => row.mode === 'write' || modes.get(row.key) === 'write');
}

async function grant(transaction: Transaction, claim: LockClaim): Promise<LockGrant> {
  const insert =
    'INSERT INTO locks (lock, key, mode, replica, holder, since) VALUES ($1, $2, $3, $4, $5, now_ms()) RETURNING number';
  transaction.send('DELETE FROM lock_line WHERE lock = $1', [claim.lock]);
  const rows = await Promise.all(
    claim.keys.map(key => transaction.rows<{ number: number }>(insert, valuesOf(claim, key))),
  );
  return { held: true, fence: Math.max(...rows.map(([row]) => row!.number)) };
}

async function refuse(transaction: Transaction, claim: LockClaim, rival: RivalRow): Promise<LockRefusal> {
  if (claim.waitMs !== undefined) await standInLine(transaction, claim, claim.waitMs);
  return { held: false, key: rival.key, holder: holderOf(rival), replica: rival.replica };
}

async function standInLine(transaction: Transaction, claim: LockClaim, waitMs: number): Promise<void> {
  const kept = await transaction.count('UPDATE lock_line SET until = now_ms() + $2 WHERE lock = $1', [
    claim.lock,
    waitMs,
  ]);
  if (kept > 0) return;
  for (const key of claim.keys)
    transaction.send(
      'INSERT INTO lock_line (lock, key, mode, replica, holder, since, until) VALUES ($1, $2, $3, $4, $5, now_ms(), now_ms() + $6)',
      [...valuesOf(claim, key), waitMs],
    );
}

export async function holds(transaction: Transaction, lock: string): Promise<boolean> {
  return (await transaction.rows('SELECT 1 AS one FROM locks WHERE lock = $1 LIMIT 1', [lock])).length > 0;
}

/** Gives a lock back, and its place in line; says whether it was held. */
export async function giveBack(transaction: Transaction, lock: string): Promise<boolean> {
  const [awaited, released] = await Promise.all([
    transaction.rows<{ key: string }>(
      'SELECT DISTINCT key FROM lock_line WHERE lock <> $1 AND key IN (SELECT key FROM locks WHERE lock = $1 UNION SELECT key FROM lock_line WHERE lock = $1)',
      [lock],
    ),
    transaction.count('DELETE FROM locks WHERE lock = $1', [lock]),
    transaction.count('DELETE FROM lock_line WHERE lock = $1', [lock]),
  ]);
  for (const { key } of awaited) transaction.notify('locks', key);
  return released > 0;
}

const valuesOf = ({ lock, replica, holder }: LockClaim, { key, mode }: LockKey): SqlValue[] => [
  lock,
  key,
  mode,
  replica,
  JSON.stringify(holder),
];

function holderOf({ holder, since }: LockRow): LockHolder {
  return { ...(JSON.parse(holder) as Omit<LockHolder, 'since'>), since: new Date(since).toISOString() };
}
