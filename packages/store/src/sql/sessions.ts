import type { SessionPart } from '../parts/sessions.js';
import type { Database, Transaction } from './database.js';

export function sqlSessions(database: Database): SessionPart {
  return {
    read: session => database.transact('read', transaction => read(transaction, session)),
    change: (session, members, keepMs) =>
      database.transact('write', async transaction => {
        transaction.serialize([`session ${session}`]);
        const before = await read(transaction, session);
        const changed = JSON.stringify({ ...(JSON.parse(before) as object), ...(JSON.parse(members) as object) });
        transaction.send(
          `INSERT INTO sessions (session, members, expires_at) VALUES ($1, $2, now_ms() + $3)
           ON CONFLICT (session) DO UPDATE SET members = excluded.members, expires_at = excluded.expires_at`,
          [session, changed, keepMs],
        );
        transaction.notify('sessions', session);
      }),
    post: (replica, message) =>
      database.transact('write', async transaction => {
        const posted = await transaction.count(
          'INSERT INTO mail (replica, message) SELECT id, $2 FROM replicas WHERE id = $1',
          [replica, message],
        );
        if (posted > 0) transaction.notify('mail', replica);
        return posted > 0;
      }),
    take: replica =>
      database.transact('write', async transaction => {
        const rows = await transaction.rows<{ number: number; message: string }>(
          'DELETE FROM mail WHERE replica = $1 RETURNING number, message',
          [replica],
        );
        return rows.sort((one, other) => one.number - other.number).map(({ message }) => message);
      }),
    sweep: () =>
      database.transact('write', transaction => transaction.count('DELETE FROM sessions WHERE expires_at <= now_ms()')),
  };
}

async function read(transaction: Transaction, session: string): Promise<string> {
  const sql = 'SELECT members FROM sessions WHERE session = $1 AND expires_at > now_ms()';
  const [row] = await transaction.rows<{ members: string }>(sql, [session]);
  return row?.members ?? '{}';
}
