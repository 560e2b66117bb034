import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../src/index.js';
import { openWasmFile } from '../src/sqlite/wasm-library.js';
import { failureOf } from './support/failing.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'concord-sqlite-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const record = { requestId: 'r', caller: 'ana', tool: 'send', kinds: [], body: 'x'.repeat(20_000) };
const append = (store: Store) => store.records.append({ records: [record], durable: true });

describe('an address', () => {
  it.each(['', 'mysql://localhost', 'sqlite', '/var/lib/store.db', 'memory:x', 'POSTGRES://x'])(
    '%j is none: the failure says which there are',
    async address => {
      const failure = await failureOf(openStore(address));
      expect(failure.reason).toBe('bad-address');
      expect(failure.next).toContain('sqlite:');
    },
  );

  it('never has its password repeated', async () => {
    const failure = await failureOf(openStore('postgres://ana:hunter2hunter2@[bad'));
    expect(JSON.stringify([failure.message, failure.next, failure.problem])).not.toContain('hunter2');
  });
});

describe('a failure of a store', () => {
  it('is the problem of a call that needs it: unavailable, reason store', async () => {
    const { problem } = await failureOf(openStore('nowhere:'));
    expect(problem).toMatchObject({ kind: 'unavailable', details: { reason: 'store' } });
    expect(problem.hint).not.toBe('');
  });
});

describe('an SQLite store', () => {
  it('is made with its folder, for this user alone', async () => {
    const path = join(folder, 'new/deep/store.db');
    const store = await openStore(`sqlite:${path}`);
    await append(store);
    await store.close();
    expect(statSync(join(folder, 'new')).mode & 0o077).toBe(0);
    for (const name of readdirSync(join(folder, 'new/deep')))
      expect([name, statSync(join(folder, 'new/deep', name)).mode & 0o077]).toEqual([name, 0]);
  });

  it('has what was written when it is opened again', async () => {
    const address = `sqlite:${join(folder, 'again.db')}`;
    for (const expected of [1, 2, 3]) {
      const store = await openStore(address);
      await append(store);
      expect((await store.records.query({})).records).toHaveLength(expected);
      await store.close();
    }
  });

  it('does nothing more once it is closed', async () => {
    const store = await openStore(`sqlite:${join(folder, 'closed.db')}`);
    await store.close();
    expect((await failureOf(store.now())).reason).toBe('closed');
  });

  it('is not made of a file that is no database, or of a damaged one', async () => {
    const path = join(folder, 'text.db');
    writeFileSync(path, 'a letter to somebody\n'.repeat(100));
    const failure = await failureOf(openStore(`sqlite:${path}`));
    expect([failure.reason, failure.message]).toEqual(['not-a-store', `The file ${path} is not a store`]);
  });

  it('is not made of the database of another program', async () => {
    const path = join(folder, 'other.db');
    const other = openWasmFile(path);
    other.exec('CREATE TABLE letters (text)');
    other.close();
    expect((await failureOf(openStore(`sqlite:${path}`))).message).toContain('database of another program');
  });

  it('of a later version is refused, and left as it was', async () => {
    const path = join(folder, 'later.db');
    await (await openStore(`sqlite:${path}`)).close();
    const later = openWasmFile(path);
    later.exec(`INSERT INTO schema_steps (number, name) VALUES (999, 'later')`);
    later.close();
    const failure = await failureOf(openStore(`sqlite:${path}`));
    expect(failure.reason).toBe('newer');
    expect(failure.message).toContain('schema 999');
  });

  it('says which folder it cannot write', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const path = join(folder, 'a-file/store.db');
    const failure = await failureOf(openStore(`sqlite:${path}`));
    expect(failure.reason).toBe('bad-address');
    expect(failure.message).toContain(path);
  });

  it.skipIf(process.getuid?.() === 0)('says that it is read-only', async () => {
    const path = join(folder, 'read-only.db');
    await (await openStore(`sqlite:${path}`)).close();
    chmodSync(path, 0o400);
    expect((await failureOf(openStore(`sqlite:${path}`))).reason).toBe('bad-address');
  });

  it('says that the disk is full, loses nothing of what it had, and works again when there is room', async context => {
    const disk = join(folder, 'small');
    mkdirSync(disk);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status !== 0)
      return context.skip('this user may not mount a small disk');
    try {
      const store = await openStore(`sqlite:${disk}/store.db`);
      let kept = 0;
      const full = await failureOf(
        (async () => {
          for (;;) {
            await append(store);
            kept += 1;
          }
        })(),
      );
      expect(full.reason).toBe('full');
      expect(kept).toBeGreaterThan(0);
      expect((await store.records.query({ limit: 1_000 })).records).toHaveLength(kept);
      execFileSync('mount', ['-o', 'remount,size=4m', disk]);
      await append(store);
      expect((await store.records.query({ limit: 1_000 })).records).toHaveLength(kept + 1);
      await store.close();
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });
});
