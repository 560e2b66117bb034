import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore, type Store } from '@concord/store';
import { afterAll, expect, it } from 'vitest';
import { verifyRecords } from './verify.js';

const program = fileURLToPath(new URL('../../test/support/auditing-program.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'concord-killed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Lets a process keep records until it is killed; gives those that it said were kept. */
function killedAfter(address: string, milliseconds: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program, address], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    if (text === '') setTimeout(() => child.kill('SIGKILL'), milliseconds);
    text += piece;
  });
  // A line that was cut off was not said.
  return new Promise(resolve => child.once('close', () => resolve(text.split('\n').slice(1, -1))));
}

it('keeps every record it has acknowledged through kill -9 at 200 random moments, in chains that verify', async () => {
  // One of its own for each try.
  const stores = mkdtempSync(join(folder, 'stores-'));
  const each = async (name: string) => {
    const address = `sqlite:${join(stores, name)}`;
    const acknowledged: string[] = [];
    for (let round = 0; round < 50; round++) acknowledged.push(...(await killedAfter(address, Math.random() * 300)));
    const store = await openStore(address);
    try {
      expect((await verifyRecords(store)).tampering).toEqual([]);
      const kept = await idsIn(store);
      expect(acknowledged.filter(id => !kept.has(id))).toEqual([]);
    } finally {
      await store.close();
    }
    return acknowledged.length;
  };
  const counts = await Promise.all(['a.db', 'b.db', 'c.db', 'd.db'].map(each));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(200);
});

async function idsIn(store: Store): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const page = await store.records.query({ limit: 1_000, order: 'oldest', cursor });
    for (const { requestId } of page.records) ids.add(requestId);
    cursor = page.next;
    if (cursor === undefined) return ids;
  }
}
