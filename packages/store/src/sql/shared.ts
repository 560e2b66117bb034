import { randomBytes, randomUUID } from 'node:crypto';
import type { DocumentPart, StoredDocument } from '../parts/documents.js';
import type { KeyPart, KeyPurpose, RingKey } from '../parts/keys.js';
import type { Owner, OwnerPart } from '../parts/owners.js';
import type { Database, Transaction } from './database.js';
import { buryExpired, holdReplica } from './replicas.js';

interface OwnerRow {
  readonly name: string;
  readonly replica: string;
  readonly fence: number;
  readonly advertise: string | null;
  readonly expired: number;
}

export function sqlOwners(database: Database): OwnerPart {
  return {
    claim: (name, replica) =>
      database.transact('write', async transaction => {
        transaction.serialize([`owner ${name}`]);
        const [standing] = await Promise.all([find(transaction, name), holdReplica(transaction, replica)]);
        if (standing && (standing.replica === replica || standing.expired === 0)) return ownerOf(standing);
        if (standing && (await buryExpired(transaction, [standing.replica])).length === 0)
          return ownerOf((await find(transaction, name)) ?? standing);
        transaction.send('INSERT INTO owners (name, replica) VALUES ($1, $2)', [name, replica]);
        transaction.notify('owners', name);
        return ownerOf((await find(transaction, name))!);
      }),
    find: name =>
      database.transact('read', async transaction => {
        const row = await find(transaction, name);
        return row && ownerOf(row);
      }),
    isCurrent: (name, fence) =>
      database.transact('read', async transaction => (await find(transaction, name))?.fence === fence),
    release: (name, replica) =>
      database.transact('write', async transaction => {
        const sql = 'DELETE FROM owners WHERE name = $1 AND replica = $2';
        if ((await transaction.count(sql, [name, replica])) > 0) transaction.notify('owners', name);
      }),
  };
}

async function find(transaction: Transaction, name: string): Promise<OwnerRow | undefined> {
  const rows = await transaction.rows<OwnerRow>(
    `SELECT name, replica, fence, advertise, CASE WHEN lease_until <= now_ms() THEN 1 ELSE 0 END AS expired
     FROM owners JOIN replicas ON replicas.id = owners.replica WHERE name = $1`,
    [name],
  );
  return rows[0];
}

const ownerOf = ({ name, replica, fence, advertise }: OwnerRow): Owner => ({
  name,
  replica,
  fence,
  ...(advertise !== null && { advertise }),
});

interface KeyRow {
  readonly id: string;
  readonly secret: Uint8Array;
  readonly created_at: number;
}

export function sqlKeys(database: Database): KeyPart {
  const read = async (transaction: Transaction, purpose: KeyPurpose): Promise<RingKey[]> => {
    const sql = 'SELECT id, secret, created_at FROM ring_keys WHERE purpose = $1 ORDER BY created_at DESC, id';
    const rows = await transaction.rows<KeyRow>(sql, [purpose]);
    return rows.map(({ id, secret, created_at }) => ({ id, secret: Uint8Array.from(secret), createdAt: created_at }));
  };
  // Of two that are made in one moment, the later one is still newer.
  const add = (transaction: Transaction, purpose: KeyPurpose, notBefore: number) =>
    transaction.send(
      `INSERT INTO ring_keys (id, purpose, secret, created_at)
       VALUES ($1, $2, $3, CASE WHEN now_ms() > $4 THEN now_ms() ELSE $4 END)`,
      [randomUUID(), purpose, randomBytes(32), notBefore],
    );
  return {
    async ring(purpose) {
      const ring = await database.transact('read', transaction => read(transaction, purpose));
      if (ring.length > 0) return ring;
      return database.transact('durable', async transaction => {
        transaction.serialize([`keys ${purpose}`]);
        if ((await read(transaction, purpose)).length === 0) add(transaction, purpose, 0);
        return read(transaction, purpose);
      });
    },
    rotate: (purpose, keepMs) =>
      database.transact('durable', async transaction => {
        transaction.serialize([`keys ${purpose}`]);
        transaction.send('DELETE FROM ring_keys WHERE purpose = $1 AND created_at <= now_ms() - $2', [purpose, keepMs]);
        const [newest] = await transaction.rows<{ at: number | null }>(
          'SELECT MAX(created_at) AS at FROM ring_keys WHERE purpose = $1',
          [purpose],
        );
        add(transaction, purpose, (newest?.at ?? -1) + 1);
        transaction.notify('keys', purpose);
        return read(transaction, purpose);
      }),
  };
}

export function sqlDocuments(database: Database): DocumentPart {
  return {
    read: name =>
      database.transact('read', async transaction => {
        const rows = await transaction.rows<StoredDocument>('SELECT text, version FROM documents WHERE name = $1', [
          name,
        ]);
        return rows[0] && { ...rows[0] };
      }),
    write: (name, text, expected) =>
      database.transact('durable', async transaction => {
        const changed =
          expected === 0
            ? await transaction.count(
                'INSERT INTO documents (name, text, version) VALUES ($1, $2, 1) ON CONFLICT (name) DO NOTHING',
                [name, text],
              )
            : await transaction.count(
                'UPDATE documents SET text = $2, version = version + 1 WHERE name = $1 AND version = $3',
                [name, text, expected],
              );
        if (changed > 0) transaction.notify('documents', name);
        return changed > 0;
      }),
    remove: name =>
      database.transact('durable', async transaction => {
        transaction.send('DELETE FROM documents WHERE name = $1', [name]);
        transaction.notify('documents', name);
      }),
  };
}
