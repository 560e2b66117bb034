import { randomUUID } from 'node:crypto';
import { type NewSpill, SPILL_CHUNK_BYTES, type Spill, type SpillPart } from '../parts/spills.js';
import type { Chunks } from './chunks.js';
import { type Database, places, type Transaction } from './database.js';
import { holdReplica } from './replicas.js';

interface SpillRow {
  readonly upload: string;
  readonly caller: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly mime_type: string;
  readonly line_marks: string;
  readonly keep_ms: number;
  readonly store_bytes: number;
  readonly created_at: number;
  readonly expires_at: number;
}

/** How exactly it is known when a spill was last read: a write for each read would cost more than the read. */
const useStepMs = 60_000;

export function sqlSpills(database: Database, chunks: Chunks): SpillPart {
  /** Does the work, and then forgets the pieces of those uploads it removed. */
  const removing = async <Value>(
    kind: 'write' | 'durable',
    work: (transaction: Transaction, gone: string[]) => Promise<Value>,
  ): Promise<Value> => {
    let gone: string[] = [];
    const value = await database.transact(kind, transaction => {
      gone = [];
      return work(transaction, gone);
    });
    if (gone.length > 0) await chunks.forget(gone);
    return value;
  };

  return {
    begin: spill => database.transact('write', transaction => begin(transaction, spill)),
    write: (upload, index, chunk) => chunks.write(upload, index, chunk),
    async seal(upload) {
      const stored = await chunks.stored(upload);
      await removing('durable', async (transaction, gone) => {
        transaction.serialize(['spills']);
        const [row] = await transaction.rows<SpillRow>(
          'SELECT * FROM spills WHERE upload = $1 AND sealed = 0 FOR UPDATE',
          [upload],
        );
        if (row === undefined || stored !== row.bytes) throw new Error('the upload is not complete');
        gone.push(
          ...(await removeRows(transaction, 'caller = $1 AND sha256 = $2 AND sealed = 1', [row.caller, row.sha256])),
        );
        transaction.send(
          `UPDATE spills SET sealed = 1, replica = NULL, created_at = now_ms(), used_at = now_ms(), expires_at = now_ms() + keep_ms
           WHERE upload = $1`,
          [upload],
        );
        gone.push(...(await makeRoom(transaction, row.store_bytes)));
      });
    },
    abandon: upload =>
      removing('write', async (transaction, gone) => {
        gone.push(...(await removeRows(transaction, 'upload = $1 AND sealed = 0', [upload])));
      }),
    find: (caller, sha256) =>
      database.transact('read', async transaction => {
        const row = await find(transaction, caller, sha256);
        return row && spillOf(row);
      }),
    async read(caller, sha256, from, to) {
      const row = await database.transact('read', transaction => find(transaction, caller, sha256));
      if (row === undefined) return undefined;
      const first = Math.floor(from / SPILL_CHUNK_BYTES);
      const until = Math.max(from, Math.min(to, row.bytes));
      const end = Math.ceil(until / SPILL_CHUNK_BYTES);
      const bytes = end > first ? await chunks.read(row.upload, first, end) : new Uint8Array();
      const start = first * SPILL_CHUNK_BYTES;
      // Removed in between.
      if (bytes.length < until - start) return undefined;
      if (row.is_used === 0)
        await database.transact('passing', async transaction =>
          transaction.send('UPDATE spills SET used_at = now_ms() WHERE upload = $1', [row.upload]),
        );
      return bytes.subarray(from - start, until - start);
    },
    list: caller =>
      database.transact('read', async transaction => {
        const rows = await transaction.rows<SpillRow>(
          `SELECT * FROM spills WHERE sealed = 1 AND expires_at > now_ms() AND ($1 = '' OR caller = $2)
           ORDER BY created_at DESC, upload`,
          [caller === undefined ? '' : 'one', caller ?? ''],
        );
        return rows.map(spillOf);
      }),
    remove: (caller, sha256) =>
      removing('write', async (transaction, gone) => {
        gone.push(...(await removeRows(transaction, 'caller = $1 AND sha256 = $2 AND sealed = 1', [caller, sha256])));
        return gone.length > 0;
      }),
    async sweep() {
      // Those with pieces first: an upload that begins in between has its row before them.
      const stored = await chunks.list();
      const { removed, rows } = await database.transact('write', async transaction => ({
        removed: await removeRows(transaction, 'sealed = 1 AND expires_at <= now_ms()', []),
        rows: await transaction.rows<{ upload: string }>('SELECT upload FROM spills'),
      }));
      const kept = new Set(rows.map(({ upload }) => upload));
      await chunks.forget([...new Set([...removed, ...stored.filter(upload => !kept.has(upload))])]);
      return removed.length;
    },
  };
}

async function begin(transaction: Transaction, spill: NewSpill): Promise<{ upload?: string }> {
  const { caller, sha256, bytes, mimeType, lineMarks, replica, keepMs, storeBytes } = spill;
  await holdReplica(transaction, replica);
  const longer = await transaction.count(
    `UPDATE spills SET used_at = now_ms(), expires_at = CASE WHEN expires_at > now_ms() + $3 THEN expires_at ELSE now_ms() + $3 END
     WHERE caller = $1 AND sha256 = $2 AND sealed = 1 AND expires_at > now_ms()`,
    [caller, sha256, keepMs],
  );
  if (longer > 0) return {};
  const upload = randomUUID();
  transaction.send(
    `INSERT INTO spills (upload, caller, sha256, bytes, mime_type, line_marks, keep_ms, store_bytes, created_at, expires_at, used_at, replica)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now_ms(), now_ms() + $7, now_ms(), $9)`,
    [upload, caller, sha256, bytes, mimeType, JSON.stringify(lineMarks), keepMs, storeBytes, replica],
  );
  return { upload };
}

async function find(transaction: Transaction, caller: string, sha256: string) {
  const rows = await transaction.rows<SpillRow & { is_used: number }>(
    `SELECT spills.*, CASE WHEN used_at > now_ms() - $3 THEN 1 ELSE 0 END AS is_used FROM spills
     WHERE caller = $1 AND sha256 = $2 AND sealed = 1 AND expires_at > now_ms()`,
    [caller, sha256, useStepMs],
  );
  return rows[0];
}

async function removeRows(transaction: Transaction, where: string, values: readonly string[]): Promise<string[]> {
  const rows = await transaction.rows<{ upload: string }>(`DELETE FROM spills WHERE ${where} RETURNING upload`, values);
  return rows.map(({ upload }) => upload);
}

/** Removes those not read for longest until the others fit. */
async function makeRoom(transaction: Transaction, most: number): Promise<string[]> {
  const rows = await transaction.rows<{ upload: string }>(
    `SELECT upload FROM (
       SELECT upload, SUM(bytes) OVER (ORDER BY used_at DESC, created_at DESC, upload) AS total FROM spills WHERE sealed = 1
     ) sized WHERE total > $1`,
    [most],
  );
  if (rows.length === 0) return [];
  const uploads = rows.map(({ upload }) => upload);
  return removeRows(transaction, `upload IN (${places(uploads.length)})`, uploads);
}

function spillOf(row: SpillRow): Spill {
  const { caller, sha256, bytes, mime_type: mimeType, created_at: createdAt, expires_at: expiresAt } = row;
  return { caller, sha256, bytes, mimeType, lineMarks: JSON.parse(row.line_marks) as number[], createdAt, expiresAt };
}
