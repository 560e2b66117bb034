import { createHash } from 'node:crypto';
import type { PoolClient, QueryResult } from 'pg';
import { isPassing, type Topic } from '../parts/notices.js';
import type { SqlRow, SqlValue, Transaction } from '../sql/database.js';

export const CHANNEL = 'concord';

/** A statement as PostgreSQL writes it, and the name under which a connection keeps it compiled. */
interface Statement {
  readonly text: string;
  readonly name: string;
}

const mostStatements = 500;
const known = new Map<string, Statement>();

/** The time is that of the beginning of the statement, so that it is the same wherever a statement asks for it. */
function statementOf(sql: string): Statement {
  const found = known.get(sql);
  if (found !== undefined) return found;
  const text = sql.replaceAll('now_ms()', 'floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint');
  const name = `c${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  const statement = { text, name: known.size < mostStatements ? name : '' };
  if (statement.name !== '') known.set(sql, statement);
  return statement;
}

/** One transaction on one connection. Statements are sent at once and answered in order. */
export class PostgresTransaction implements Transaction {
  readonly #client: PoolClient;
  readonly #sent: Promise<unknown>[] = [];
  /** What the first statement that failed failed with: all after it fail because of it. */
  firstFailure: unknown = undefined;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async rows<Row extends object = SqlRow>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return (await this.#query(sql, values)).rows as Row[];
  }

  async count(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    return (await this.#query(sql, values)).rowCount ?? 0;
  }

  send(sql: string, values: readonly SqlValue[] = []): void {
    const sent = this.#query(sql, values);
    // Told at the end, by `finish`.
    sent.catch(() => {});
    this.#sent.push(sent);
  }

  serialize(names: readonly string[]): void {
    for (const name of names) this.send('SELECT pg_advisory_xact_lock(hashtextextended($1, 7332))', [name]);
  }

  notify(topic: Topic, key?: string): void {
    this.send('SELECT pg_notify($1, $2)', [CHANNEL, key === undefined ? topic : `${topic} ${key}`]);
    if (isPassing(topic)) return;
    this.send(
      'INSERT INTO versions (topic, version) VALUES ($1, 1) ON CONFLICT (topic) DO UPDATE SET version = versions.version + 1',
      [topic],
    );
  }

  /** Rejects with the first failure of a statement that nobody waited for. */
  async finish(): Promise<void> {
    await Promise.all(this.#sent);
  }

  async #query(sql: string, values: readonly SqlValue[]): Promise<QueryResult> {
    const { text, name } = statementOf(sql);
    try {
      // Without a name it is compiled for this once.
      return await this.#client.query({ text, values: [...values], ...(name !== '' && { name }) });
    } catch (error) {
      this.firstFailure ??= error;
      throw error;
    }
  }
}
