import type { QuotaPart, SlotRequest, SpendRequest, TokenAnswer, TokenRequest } from '../parts/quotas.js';
import { type Bucket, leaseFrom, type TokensOut } from '../quotas/bucket.js';
import type { Database, Transaction } from './database.js';
import { buryExpired, holdReplica } from './replicas.js';

/** What is out on lease, and the time. */
interface OutRow {
  readonly on_lease: number;
  readonly first_end: number | null;
  readonly left_over: number;
  readonly own: number;
  readonly now: number;
}

interface SlotRow {
  readonly replica: string;
  readonly held: number;
  readonly expired: number;
}

export function sqlQuotas(database: Database): QuotaPart {
  return {
    leaseTokens: request => database.transact('passing', transaction => leaseTokens(transaction, request)),
    holdSlots: request => database.transact('write', transaction => holdSlots(transaction, request)),
    spend: request => database.transact('passing', transaction => spend(transaction, request)),
  };
}

async function leaseTokens(transaction: Transaction, request: TokenRequest): Promise<TokenAnswer> {
  const { bucket: name, replica, leaseMs } = request;
  transaction.serialize([`bucket ${name}`]);
  const [[bucket], [row]] = await Promise.all([
    transaction.rows<Bucket & object>('SELECT tokens, at FROM quota_buckets WHERE bucket = $1', [name]),
    transaction.rows<OutRow>(
      `SELECT COALESCE(SUM(CASE WHEN replica <> $2 AND until > now_ms() THEN left_over END), 0) AS on_lease,
         MIN(CASE WHEN replica <> $2 AND until > now_ms() THEN until END) AS first_end,
         COALESCE(SUM(CASE WHEN replica <> $2 AND until <= now_ms() THEN left_over END), 0) AS left_over,
         COALESCE(SUM(CASE WHEN replica = $2 THEN left_over END), 0) AS own,
         now_ms() AS now
       FROM quota_leases WHERE bucket = $1`,
      [name, replica],
    ),
  ]);
  const { now, on_lease, first_end, left_over, own } = row!;
  const out: TokensOut = { onLease: on_lease, firstEnd: first_end ?? undefined, leftOver: left_over, own };
  const leased = leaseFrom(bucket, out, request, now);
  // By the time that was read, so that no lease is counted as standing and then removed.
  transaction.send('DELETE FROM quota_leases WHERE bucket = $1 AND (replica = $2 OR until <= $3)', [
    name,
    replica,
    now,
  ]);
  transaction.send(
    `INSERT INTO quota_buckets (bucket, tokens, at) VALUES ($1, $2, $3) ON CONFLICT (bucket)
     DO UPDATE SET tokens = excluded.tokens, at = excluded.at`,
    [name, leased.bucket.tokens, leased.bucket.at],
  );
  const leftOver = leased.answer.granted - (request.atOnce ?? 0);
  if (leftOver > 0)
    transaction.send('INSERT INTO quota_leases (bucket, replica, left_over, until) VALUES ($1, $2, $3, $4)', [
      name,
      replica,
      leftOver,
      now + leaseMs,
    ]);
  return leased.answer;
}

async function holdSlots(transaction: Transaction, { pool, limit, replica, want }: SlotRequest) {
  transaction.serialize([`pool ${pool}`]);
  const [, rows] = await Promise.all([holdReplica(transaction, replica), slotsOf(transaction, pool)]);
  const before = rows.find(row => row.replica === replica)?.held ?? 0;
  const sumOfOthers = (all: readonly SlotRow[]) =>
    all.reduce((sum, row) => (row.replica === replica ? sum : sum + row.held), 0);
  let heldByOthers = sumOfOthers(rows);
  if (want > before && heldByOthers + want > limit) {
    const expired = rows.filter(row => row.expired === 1 && row.replica !== replica).map(row => row.replica);
    if ((await buryExpired(transaction, expired)).length > 0)
      heldByOthers = sumOfOthers(await slotsOf(transaction, pool));
  }
  const held = want <= before ? want : Math.max(before, Math.min(want, limit - heldByOthers));
  transaction.send(
    held > 0
      ? 'INSERT INTO quota_slots (pool, replica, held) VALUES ($1, $2, $3) ON CONFLICT (pool, replica) DO UPDATE SET held = excluded.held'
      : 'DELETE FROM quota_slots WHERE pool = $1 AND replica = $2',
    held > 0 ? [pool, replica, held] : [pool, replica],
  );
  return { held, heldByOthers };
}

function slotsOf(transaction: Transaction, pool: string): Promise<SlotRow[]> {
  return transaction.rows<SlotRow>(
    `SELECT replica, held, CASE WHEN lease_until <= now_ms() THEN 1 ELSE 0 END AS expired
     FROM quota_slots JOIN replicas ON replicas.id = quota_slots.replica WHERE pool = $1`,
    [pool],
  );
}

async function spend(transaction: Transaction, { account, windowMs, amount }: SpendRequest) {
  const [row] = await transaction.rows<{ spent: number; resets: number }>(
    `INSERT INTO quota_accounts (account, window_start, spent) VALUES ($1, now_ms() - now_ms() % $2, $3)
     ON CONFLICT (account) DO UPDATE SET
       spent = CASE WHEN quota_accounts.window_start = excluded.window_start THEN quota_accounts.spent ELSE 0 END + excluded.spent,
       window_start = excluded.window_start
     RETURNING spent, window_start + $2 - now_ms() AS resets`,
    [account, windowMs, amount],
  );
  return { spent: row!.spent, resetsInMs: Math.max(0, row!.resets) };
}
