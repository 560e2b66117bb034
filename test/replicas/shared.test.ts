import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresPrograms } from '../support/postgres.js';
import { Cluster, callTool, outcomeOf, post, type ReplicaProcess, textOf } from './cluster.js';

function isAlive(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

describe.skipIf(postgresPrograms === undefined)('a stdio server that replicas share', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start(3, { entry: { shared: true } });
  });
  afterAll(() => cluster?.remove());

  const ports = () => cluster.replicas.filter(({ isRunning }) => isRunning).map(({ port }) => port);
  const pidAt = async (port: number) => textOf(await callTool(port, 'who'));

  it('runs once, and every replica calls it', async () => {
    const pids = await Promise.all(ports().map(pidAt));
    expect(new Set(pids).size).toBe(1);
    // One that was slow to answer may have been started anew: never do two of them run.
    expect(cluster.noted('start').filter(isAlive)).toEqual([pids[0]]);
  });

  it('gives results and failures as if it ran there', async () => {
    for (const port of ports()) {
      expect(textOf(await callTool(port, 'say', { words: 'hello' }))).toBe('hello');
      const failed = await callTool(port, 'fails');
      expect(failed.message.result).toMatchObject({ isError: true, content: [{ text: 'it failed' }] });
      expect(outcomeOf(failed)).toMatchObject({ ok: false, state: 'finished' });
      const unknown = await callTool(port, 'nothing');
      expect(unknown.message.error).toMatchObject({ code: -32602 });
    }
  });

  it('serves nobody who is no replica', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const forged = [
      {},
      { 'concord-signature': 'r1' },
      { 'concord-signature': `r1 00000000 ${Date.now()} ${'0'.repeat(32)} ${'0'.repeat(64)}`, 'concord-fence': '1' },
      { 'concord-signature': randomBytes(2_000).toString('hex') },
    ];
    for (const port of ports())
      for (const headers of forged)
        expect((await post(port, message, { headers, path: '/replica/tools' })).status).toBe(401);
  });

  it('goes to another replica when its owner ends, and when it is killed', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const [pid] = await Promise.all(ports().map(pidAt));
      const owner = ownerOf(pid!);
      await owner.end(signal);
      await cluster.add();
      const pids = new Set<string | undefined>();
      while (pids.size !== 1 || pids.has(pid) || pids.has(undefined)) {
        pids.clear();
        for (const port of ports()) pids.add(await pidAt(port).catch(() => undefined));
        await sleep(100);
      }
    }
    // One that was killed had no time to end its process, which sees that its input has ended.
    const [last] = await Promise.all(ports().map(pidAt));
    expect(cluster.noted('start').at(-1)).toBe(last);
  });

  /** The replica whose child this process is. */
  function ownerOf(pid: string): ReplicaProcess {
    for (let at = Number(pid); at > 1; ) {
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${at}/status`, 'utf8'))![1]);
      const found = cluster.replicas.find(replica => replica.pid === parent);
      if (found) return found;
      at = parent;
    }
    throw new Error(`no replica has started ${pid}`);
  }
});
