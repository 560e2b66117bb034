import type { Topic } from '../parts/notices.js';
import type { Database } from './database.js';

/** The topics that changed since `seen`, which is brought up to now. The first look only learns. */
export async function changedTopics(database: Database, seen: Map<Topic, number>): Promise<Topic[]> {
  const isFirst = seen.size === 0;
  const rows = await database.transact('read', transaction =>
    transaction.rows<{ topic: Topic; version: number }>('SELECT topic, version FROM versions'),
  );
  const changed = rows.filter(({ topic, version }) => seen.get(topic) !== version);
  for (const { topic, version } of changed) seen.set(topic, version);
  return isFirst ? [] : changed.map(({ topic }) => topic);
}
