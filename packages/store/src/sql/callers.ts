import type { CallerPart, StoredCaller } from '../parts/callers.js';
import type { Database } from './database.js';

interface CallerRow {
  readonly name: string;
  readonly rights: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
}

const columns = 'callers.name, rights, created_at, expires_at, revoked_at';

export function sqlCallers(database: Database): CallerPart {
  return {
    create: ({ name, tokenHash, rights, expiresInMs }) =>
      database.transact('durable', async transaction => {
        transaction.serialize(['callers']);
        const taken = await transaction.rows(
          `SELECT name FROM callers WHERE name = $1 AND revoked_at IS NULL
           UNION ALL SELECT name FROM caller_tokens WHERE hash = $2`,
          [name, tokenHash],
        );
        if (taken.length > 0) return false;
        // One that was revoked makes room, with all its tokens.
        transaction.send('DELETE FROM callers WHERE name = $1', [name]);
        transaction.send(
          'INSERT INTO callers (name, rights, created_at, expires_at) VALUES ($1, $2, now_ms(), now_ms() + $3)',
          [name, rights, expiresInMs ?? null],
        );
        transaction.send('INSERT INTO caller_tokens (hash, name) VALUES ($1, $2)', [tokenHash, name]);
        transaction.notify('callers', name);
        return true;
      }),
    findByToken: tokenHash =>
      database.transact('read', async transaction => {
        const [row] = await transaction.rows<CallerRow & { now: number }>(
          `SELECT ${columns}, now_ms() AS now FROM caller_tokens JOIN callers ON callers.name = caller_tokens.name
           WHERE hash = $1 AND (until IS NULL OR until > now_ms())`,
          [tokenHash],
        );
        return row && { caller: callerOf(row), now: row.now };
      }),
    list: () =>
      database.transact('read', async transaction =>
        (await transaction.rows<CallerRow>(`SELECT ${columns} FROM callers ORDER BY name`)).map(callerOf),
      ),
    revoke: name =>
      database.transact('durable', async transaction => {
        transaction.send('UPDATE callers SET revoked_at = now_ms() WHERE name = $1 AND revoked_at IS NULL', [name]);
        transaction.notify('callers', name);
        return (await transaction.rows('SELECT name FROM callers WHERE name = $1', [name])).length > 0;
      }),
    rotate: (name, tokenHash, graceMs) =>
      database.transact('durable', async transaction => {
        transaction.serialize(['callers']);
        const [active, known] = await Promise.all([
          transaction.rows('SELECT name FROM callers WHERE name = $1 AND revoked_at IS NULL', [name]),
          transaction.rows('SELECT name FROM caller_tokens WHERE hash = $1', [tokenHash]),
        ]);
        if (active.length === 0 || known.length > 0) return false;
        transaction.send(
          'UPDATE caller_tokens SET until = now_ms() + $2 WHERE name = $1 AND (until IS NULL OR until > now_ms() + $2)',
          [name, graceMs],
        );
        transaction.send('DELETE FROM caller_tokens WHERE name = $1 AND until <= now_ms()', [name]);
        transaction.send('INSERT INTO caller_tokens (hash, name) VALUES ($1, $2)', [tokenHash, name]);
        transaction.notify('callers', name);
        return true;
      }),
  };
}

function callerOf({ name, rights, created_at, expires_at, revoked_at }: CallerRow): StoredCaller {
  return {
    name,
    rights,
    createdAt: created_at,
    ...(expires_at !== null && { expiresAt: expires_at }),
    ...(revoked_at !== null && { revokedAt: revoked_at }),
  };
}
