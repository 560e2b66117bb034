import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Conflict, Lease, LockMode } from './lease.js';
import { createLocks, type Locks } from './locks.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'concord-locks-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let folders = 0;
function newDirectory(): string {
  folders += 1;
  return join(folder, `deep/locks${folders}`);
}

function want(...keys: string[]) {
  return wanted('write', ...keys);
}

function wanted(mode: LockMode, ...keys: string[]) {
  return { keys: keys.map(key => ({ key, mode })), operation: 'build', target: './App.csproj', requestId: 'r1' };
}

/** Whether a lock can be had now. */
async function isFree(promise: Promise<Lease | Conflict>): Promise<boolean> {
  const answer = await promise;
  if (answer.held) await answer.release();
  return answer.held;
}

async function held(promise: Promise<Lease | Conflict>): Promise<Lease> {
  const answer = await promise;
  if (!answer.held) throw new Error(`conflict: ${JSON.stringify(answer)}`);
  return answer;
}

describe.each([
  ['in one process', () => undefined],
  ['with a directory', newDirectory],
])('locks %s', (_, directory: () => string | undefined) => {
  const open = (): Locks => createLocks({ directory: directory() });

  it('names the holder to whom comes second, and lets it in after the release', async () => {
    const locks = open();
    const lease = await held(locks.acquire(want('a')));
    const conflict = await locks.acquire({ ...want('a'), requestId: 'r2' });
    expect(conflict).toEqual({
      held: false,
      key: 'a',
      holder: {
        operation: 'build',
        target: './App.csproj',
        pid: process.pid,
        since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        requestId: 'r1',
      },
    });
    await lease.release();
    await lease.release();
    await (await held(locks.acquire(want('a')))).release();
  });

  it('lets one of 1,000 in at a time and tells the others who it is', async () => {
    const locks = open();
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => locks.acquire(want('a'))));
    expect(answers.filter(answer => answer.held)).toHaveLength(1);
    await Promise.all(answers.map(answer => (answer.held ? answer.release() : undefined)));
    expect((await locks.acquire(want('a'))).held).toBe(true);
  });

  it('serves 1,000 that wait one at a time, in the order they came', async () => {
    const locks = open();
    const served: number[] = [];
    let inside = 0;
    await Promise.all(
      Array.from({ length: 1_000 }, async (_, index) => {
        const lease = await held(locks.acquire(want('a'), { waitMs: 600_000 }));
        inside += 1;
        expect(inside).toBe(1);
        served.push(index);
        if (index % 100 === 0) await new Promise(resolve => setTimeout(resolve, 1));
        inside -= 1;
        await lease.release();
      }),
    );
    expect(served).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
  });

  it('lets readers in together and keeps writers out', async () => {
    const locks = open();
    const readers = await Promise.all([
      held(locks.acquire(wanted('read', 'a'))),
      held(locks.acquire(wanted('read', 'a'))),
    ]);
    expect((await locks.acquire(want('a'))).held).toBe(false);
    await readers[0]?.release();
    expect((await locks.acquire(want('a'))).held).toBe(false);
    await readers[1]?.release();
    const writer = await held(locks.acquire(want('a')));
    expect((await locks.acquire(wanted('read', 'a'))).held).toBe(false);
    await writer.release();
  });

  it('does not let later readers pass a writer that waits', async () => {
    const locks = open();
    const order: string[] = [];
    const first = await held(locks.acquire(wanted('read', 'a')));
    const enter = async (name: string, mode: LockMode): Promise<void> => {
      const lease = await held(locks.acquire(wanted(mode, 'a'), { waitMs: 5_000 }));
      order.push(name);
      await lease.release();
    };
    const others = [enter('writer', 'write'), enter('late reader', 'read'), enter('later reader', 'read')];
    expect((await locks.acquire(wanted('read', 'a'))).held).toBe(false);
    await first.release();
    await Promise.all(others);
    expect(order[0]).toBe('writer');
    expect(order).toHaveLength(3);
  });

  it('takes all keys or none', async () => {
    const locks = open();
    const b = await held(locks.acquire(want('b')));
    expect(await locks.acquire(want('c', 'b', 'a'))).toMatchObject({ held: false, key: 'b' });
    const rest = await held(locks.acquire(want('a', 'c')));
    await Promise.all([b.release(), rest.release()]);
    await (await held(locks.acquire(want('c', 'b', 'a')))).release();
  });

  it('merges a key that is given twice, write winning, and takes no key at all', async () => {
    const locks = open();
    const keys = [{ key: 'a', mode: 'write' as const }, ...wanted('read', 'a', 'a').keys];
    const lease = await held(locks.acquire({ ...want(), keys }));
    expect((await locks.acquire(wanted('read', 'a'))).held).toBe(false);
    await lease.release();
    await (await held(locks.acquire(want()))).release();
  });

  it('cannot be dead-locked by requests that name the same keys in another order', async () => {
    const locks = open();
    let rounds = 0;
    const work = async (...keys: string[]): Promise<void> => {
      for (let round = 0; round < 30; round += 1) {
        const lease = await held(locks.acquire(want(...keys), { waitMs: 60_000 }));
        rounds += 1;
        await lease.release();
      }
    };
    await Promise.all([work('a', 'b', 'c'), work('c', 'b', 'a'), work('b', 'a'), work('c', 'a'), work('b')]);
    expect(rounds).toBe(150);
  });

  it('gives up after waitMs and leaves no place in line behind', async () => {
    const locks = open();
    const lease = await held(locks.acquire(wanted('read', 'a')));
    const started = performance.now();
    expect((await locks.acquire(want('a'), { waitMs: 60 })).held).toBe(false);
    expect(performance.now() - started).toBeGreaterThan(50);
    await (await held(locks.acquire(wanted('read', 'a')))).release();
    await lease.release();
  });

  it('says how long it waited', async () => {
    const locks = open();
    const lease = await held(locks.acquire(want('a')));
    const next = locks.acquire(want('a'), { waitMs: 60_000 });
    setTimeout(() => void lease.release(), 50);
    const second = await held(next);
    expect(second.waitedMs).toBeGreaterThan(40);
    await second.release();
  });

  it('rejects with the reason of the signal, before and while waiting, and holds nothing then', async () => {
    const locks = open();
    const reason = new Error('enough');
    await expect(locks.acquire(want('a'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const lease = await held(locks.acquire(want('a')));
    const abort = new AbortController();
    const waiting = locks.acquire(want('a'), { waitMs: 60_000, signal: abort.signal });
    setTimeout(() => abort.abort(reason), 30);
    await expect(waiting).rejects.toBe(reason);
    await lease.release();
    await (await held(locks.acquire(want('a')))).release();
  });
});

describe('two users of one directory', () => {
  it('exclude each other, and a waiting writer keeps new readers out', async () => {
    const directory = newDirectory();
    const [here, there] = [createLocks({ directory }), createLocks({ directory })];
    const reader = await held(here.acquire(wanted('read', 'a')));
    const writer = there.acquire(want('a'), { waitMs: 60_000 });
    // Readers are let in until the writer stands in line.
    await expect.poll(() => isFree(here.acquire(wanted('read', 'a')))).toBe(false);
    await reader.release();
    const lease = await held(writer);
    expect((await here.acquire(wanted('read', 'a'))).held).toBe(false);
    await lease.release();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('withdraw from the line when they are aborted', async () => {
    const directory = newDirectory();
    const [here, there] = [createLocks({ directory }), createLocks({ directory })];
    const reader = await held(here.acquire(wanted('read', 'a')));
    const abort = new AbortController();
    const writer = there.acquire(want('a', 'b'), { waitMs: 60_000, signal: abort.signal });
    setTimeout(() => abort.abort('stop'), 40);
    await expect(writer).rejects.toBe('stop');
    await Promise.all(
      (await Promise.all([held(here.acquire(wanted('read', 'a'))), reader])).map(lease => lease.release()),
    );
    expect(readdirSync(directory)).toEqual([]);
  });

  it('name the holder in the other one even to those behind a request of their own', async () => {
    const directory = newDirectory();
    const [here, there] = [createLocks({ directory }), createLocks({ directory })];
    const lease = await held(here.acquire({ ...want('a'), operation: 'watch' }));
    const waiting = there.acquire(want('a'), { waitMs: 60_000 });
    // The holder is known once the one who waits has read the directory.
    await expect.poll(() => there.acquire(want('a'))).toMatchObject({ held: false, holder: { operation: 'watch' } });
    await lease.release();
    await (await held(waiting)).release();
  });
});

describe('the directory', () => {
  it('and its files are for this user alone', async () => {
    const directory = newDirectory();
    const lease = await held(createLocks({ directory }).acquire(want('a')));
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    const names = readdirSync(directory);
    expect(names).toHaveLength(1);
    expect(statSync(join(directory, String(names[0]))).mode & 0o777).toBe(0o600);
    await lease.release();
  });

  it('that cannot be used is reported once, and locks still exclude in this process', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const warnings: string[] = [];
    const locks = createLocks({ directory: join(file, 'locks'), onWarning: message => warnings.push(message) });
    const lease = await held(locks.acquire(want('a')));
    expect((await locks.acquire(want('a'))).held).toBe(false);
    await lease.release();
    await (await held(locks.acquire(want('a')))).release();
    expect(warnings).toEqual([expect.stringMatching(/^locks exclude only within this process: ENOTDIR/)]);
  });

  it('may be removed at any time', async () => {
    const directory = newDirectory();
    const locks = createLocks({ directory });
    const lease = await held(locks.acquire(want('a')));
    rmSync(directory, { recursive: true });
    await lease.release();
    await (await held(locks.acquire(want('a')))).release();
  });

  it('leaves the event loop free while hundreds of keys are taken', async () => {
    const keys = Array.from({ length: 400 }, (_, index) => `key ${index}`);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const lease = await held(createLocks({ directory: newDirectory() }).acquire(want(...keys)));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(4);
    await lease.release();
  });
});

it.each([
  [{ keys: 'a' }, {}, 'request.keys'],
  [{ keys: [{ key: 1, mode: 'read' }] }, {}, 'request.keys[0].key'],
  [{ keys: [{ key: 'a', mode: 'x' }] }, {}, 'request.keys[0].mode'],
  [{ operation: 1 }, {}, 'request.operation'],
  [{ target: null }, {}, 'request.target'],
  [{ requestId: 4 }, {}, 'request.requestId'],
  [{}, { waitMs: -1 }, 'waitMs'],
  [{}, { waitMs: Number.NaN }, 'waitMs'],
  [{}, { signal: 'x' }, 'signal'],
])('refuses %j with %j, naming %s', async (wrong, wait, name) => {
  const request = { ...want('a'), ...wrong } as never;
  const answer = createLocks({ directory: undefined }).acquire(request, wait as never);
  await expect(answer).rejects.toThrow(TypeError);
  await expect(answer).rejects.toThrow(name);
});
