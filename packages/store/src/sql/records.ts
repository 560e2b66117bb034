import { linkHash, signHead, signStub } from '../chain/link.js';
import type {
  AppendRequest,
  ChainHead,
  ChainStub,
  ChainTarget,
  RecordFilter,
  RecordPage,
  RecordPart,
  Retention,
  StoredRecord,
} from '../parts/records.js';
import type { Database, SqlValue, Transaction } from './database.js';

interface RecordRow {
  readonly id: number;
  readonly at: number;
  readonly request_id: string;
  readonly caller: string;
  readonly server: string | null;
  readonly tool: string;
  readonly kinds: string;
  readonly body: string;
  readonly chain: string | null;
  readonly seq: number | null;
  readonly hash: string | null;
}

const mostInPage = 1_000;
const removedAtOnce = 5_000;

export function sqlRecords(database: Database): RecordPart {
  return {
    append: request =>
      database.transact(request.durable ? 'durable' : 'passing', transaction => append(transaction, request)),
    query: filter => database.transact('read', transaction => query(transaction, filter)),
    readChain: (chain, from, limit) =>
      database.transact('read', async transaction => {
        const sql = 'SELECT * FROM records WHERE chain = $1 AND seq >= $2 ORDER BY seq LIMIT $3';
        return (await transaction.rows<RecordRow>(sql, [chain, from, limit])).map(recordOf);
      }),
    heads: () =>
      database.transact('read', transaction => transaction.rows<ChainHead>('SELECT * FROM chains ORDER BY chain')),
    stubs: () =>
      database.transact('read', transaction => transaction.rows<ChainStub>('SELECT * FROM chain_stubs ORDER BY chain')),
    async prune(retention) {
      let removed = 0;
      // In pieces, so that nobody waits long.
      for (;;) {
        const piece = await database.transact('write', transaction => prune(transaction, retention));
        removed += piece;
        if (piece < removedAtOnce) return removed;
      }
    },
  };
}

/** Adds records at the end of their chain; gives its new head. */
export async function append(
  transaction: Transaction,
  { records, chain }: AppendRequest,
): Promise<ChainHead | undefined> {
  const at = await timeOf(transaction);
  const before = chain && (await headOf(transaction, chain));
  let [seq, hash] = [before?.seq ?? 0, before?.hash ?? ''];
  for (const record of records) {
    const { requestId, caller, server, tool, kinds, body } = record;
    const values: SqlValue[] = [
      at,
      requestId,
      caller,
      server ?? null,
      tool,
      written(kinds),
      body,
      Buffer.byteLength(body),
    ];
    if (chain) {
      seq += 1;
      hash = linkHash(record, { chain: chain.chain, seq, at, previous: hash });
      values.push(chain.chain, seq, hash);
    } else values.push(null, null, null);
    transaction.send(
      `INSERT INTO records (at, request_id, caller, server, tool, kinds, body, bytes, chain, seq, hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      values,
    );
  }
  return chain && keepHead(transaction, chain, { chain: chain.chain, seq, hash, at });
}

async function timeOf(transaction: Transaction): Promise<number> {
  const [row] = await transaction.rows<{ now: number }>('SELECT now_ms() AS now');
  return row!.now;
}

async function headOf(transaction: Transaction, { chain }: ChainTarget): Promise<ChainHead | undefined> {
  const rows = await transaction.rows<ChainHead>('SELECT * FROM chains WHERE chain = $1 FOR UPDATE', [chain]);
  return rows[0];
}

function keepHead(transaction: Transaction, { key }: ChainTarget, end: Omit<ChainHead, 'signature'>): ChainHead {
  const head = { ...end, signature: signHead(key, end) };
  transaction.send(
    `INSERT INTO chains (chain, seq, hash, at, signature) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (chain)
     DO UPDATE SET seq = excluded.seq, hash = excluded.hash, at = excluded.at, signature = excluded.signature`,
    [head.chain, head.seq, head.hash, head.at, head.signature],
  );
  return head;
}

async function query(transaction: Transaction, filter: RecordFilter): Promise<RecordPage> {
  const { order = 'newest', cursor } = filter;
  const limit = Math.max(1, Math.min(filter.limit ?? 100, mostInPage));
  const values: SqlValue[] = [];
  const conditions: string[] = [];
  const add = (condition: (place: string) => string, value: SqlValue | undefined) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  add(place => `request_id = ${place}`, filter.requestId);
  add(place => `server = ${place}`, filter.server);
  add(place => `tool = ${place}`, filter.tool);
  add(place => `caller = ${place}`, filter.caller);
  add(place => `at >= ${place}`, filter.from);
  add(place => `at < ${place}`, filter.until);
  add(place => `id ${order === 'oldest' ? '>' : '<'} ${place}`, cursor === undefined ? undefined : Number(cursor));
  add(place => `kinds LIKE ${place} ESCAPE '~'`, filter.kind && `%|${filter.kind.replaceAll(/[~%_]/g, '~$&')}|%`);
  if (filter.failed !== undefined) conditions.push(filter.failed ? `kinds <> ''` : `kinds = ''`);
  values.push(limit + 1);
  const rows = await transaction.rows<RecordRow>(
    `SELECT * FROM records ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
     ORDER BY id ${order === 'oldest' ? '' : 'DESC'} LIMIT $${values.length}`,
    values,
  );
  const records = rows.slice(0, limit).map(recordOf);
  return { records, ...(rows.length > limit && { next: String(records.at(-1)!.id) }) };
}

/** Removes the oldest records that are too old or too much, with a signed stub for each chain; says how many. */
async function prune(transaction: Transaction, { keepMs, keepBytes, key }: Retention): Promise<number> {
  transaction.serialize(['prune']);
  const conditions = [
    ...(keepMs === undefined ? [] : ['at < now_ms() - $2']),
    ...(keepBytes === undefined ? [] : [`newer > $${keepMs === undefined ? 2 : 3}`]),
  ];
  if (conditions.length === 0) return 0;
  const bounds = [keepMs, keepBytes].filter(value => value !== undefined);
  // The newest record that goes: all before it go too, so that each chain loses its beginning.
  const [last] = await transaction.rows<{ id: number | null }>(
    `SELECT MAX(id) AS id FROM (SELECT id FROM (
       SELECT id, at, SUM(bytes) OVER (ORDER BY id DESC) AS newer FROM records
     ) sized WHERE ${conditions.join(' OR ')} ORDER BY id LIMIT $1) oldest`,
    [removedAtOnce, ...bounds],
  );
  if (last?.id == null) return 0;
  const ends = await transaction.rows<{ chain: string; seq: number; hash: string; removed: number }>(
    `SELECT ends.chain, ends.seq, records.hash, ends.removed + COALESCE((SELECT removed FROM chain_stubs WHERE chain_stubs.chain = ends.chain), 0) AS removed
     FROM (SELECT chain, MAX(seq) AS seq, COUNT(*) AS removed FROM records WHERE id <= $1 AND chain IS NOT NULL GROUP BY chain) ends
     JOIN records ON records.chain = ends.chain AND records.seq = ends.seq`,
    [last.id],
  );
  for (const end of ends)
    transaction.send(
      `INSERT INTO chain_stubs (chain, seq, hash, removed, at, signature) VALUES ($1, $2, $3, $4, now_ms(), $5) ON CONFLICT (chain)
       DO UPDATE SET seq = excluded.seq, hash = excluded.hash, removed = excluded.removed, at = excluded.at, signature = excluded.signature`,
      [end.chain, end.seq, end.hash, end.removed, signStub(key, end)],
    );
  return transaction.count('DELETE FROM records WHERE id <= $1', [last.id]);
}

const written = (kinds: readonly string[]) => (kinds.length > 0 ? `|${kinds.join('|')}|` : '');

function recordOf(row: RecordRow): StoredRecord {
  const { id, at, request_id: requestId, caller, server, tool, kinds, body, chain, seq, hash } = row;
  return {
    id,
    at,
    requestId,
    caller,
    ...(server !== null && { server }),
    tool,
    kinds: kinds === '' ? [] : kinds.slice(1, -1).split('|'),
    body,
    ...(chain !== null && { chain, seq: seq!, hash: hash! }),
  };
}
