import type { Chunks } from '../sql/chunks.js';
import type { Database } from '../sql/database.js';

/** The pieces of spills, in rows of their own. */
export function chunkRows(database: Database): Chunks {
  return {
    write: (upload, index, chunk) =>
      database.transact('write', async transaction => {
        transaction.send(
          `INSERT INTO spill_chunks (upload, number, content) VALUES ($1, $2, $3)
           ON CONFLICT (upload, number) DO UPDATE SET content = excluded.content`,
          [upload, index, Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)],
        );
      }),
    stored: upload =>
      database.transact('read', async transaction => {
        const [row] = await transaction.rows<{ stored: number }>(
          'SELECT COALESCE(SUM(octet_length(content)), 0)::bigint AS stored FROM spill_chunks WHERE upload = $1',
          [upload],
        );
        return row!.stored;
      }),
    read: (upload, first, end) =>
      database.transact('read', async transaction => {
        const rows = await transaction.rows<{ content: Uint8Array }>(
          'SELECT content FROM spill_chunks WHERE upload = $1 AND number >= $2 AND number < $3 ORDER BY number',
          [upload, first, end],
        );
        return Buffer.concat(rows.map(({ content }) => content));
      }),
    // Pieces go with their rows.
    forget: async () => {},
    list: async () => [],
  };
}
