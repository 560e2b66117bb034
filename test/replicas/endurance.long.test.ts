import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { hasNginx, Nginx } from '../support/nginx.js';
import { postgresPrograms } from '../support/postgres.js';
import { Cluster, callTool, outcomeOf, post, textOf } from './cluster.js';
import { Load } from './load.js';

/** A read, or a write under a key of its own. */
const mixed = () =>
  Math.random() < 0.5 ? { name: 'slow', args: { ms: 20 } } : { name: 'effect', args: { key: randomUUID(), ms: 20 } };

describe.skipIf(postgresPrograms === undefined || !hasNginx)('replicas behind nginx', () => {
  let cluster: Cluster | undefined;
  let nginx: Nginx | undefined;
  afterEach(async () => {
    await nginx?.remove();
    await cluster?.remove();
  });

  it('answer every call while each of three is restarted in turn', async () => {
    cluster = await Cluster.start(3);
    nginx = await Nginx.start(cluster.replicas.map(({ port }) => port));
    const { port } = nginx;
    const load = new Load(12, () => port, mixed);
    await load.good(200);
    for (const replica of [...cluster.replicas]) {
      expect(await replica.end('SIGTERM')).toBe(143);
      await cluster.add(replica);
      await load.good(200);
    }
    const tally = await load.stop();
    console.log(
      'rolling restart',
      JSON.stringify({ ...tally, broken: tally.broken.length, nginx: nginx.log().split('\n').length }),
    );
    expect(tally).toMatchObject({ broken: [], untyped: [], failures: {} });
    const effects = cluster.noted('effect');
    expect(new Set(effects).size).toBe(effects.length);
  });

  it('answer every call while they are killed with calls in flight, and do none twice', async () => {
    cluster = await Cluster.start(3);
    nginx = await Nginx.start(cluster.replicas.map(({ port }) => port));
    const { port } = nginx;
    const load = new Load(12, () => port, mixed);
    await load.good(200);
    for (const replica of [...cluster.replicas]) {
      await replica.end('SIGKILL');
      await cluster.add(replica);
      await load.good(200);
      // A call that is lost at every replica nginx may try has nobody left who could answer it.
      await load.turn();
    }
    const tally = await load.stop();
    console.log('kills', JSON.stringify({ ...tally, broken: tally.broken.length }));
    expect(tally).toMatchObject({ broken: [], untyped: [] });
    // What was in flight at a replica that died, and may not run twice: nobody knows.
    expect(Object.keys(tally.failures).filter(name => name !== 'unavailable unknown')).toEqual([]);
    const effects = cluster.noted('effect');
    expect(new Set(effects).size).toBe(effects.length);
  });

  it('go on with sessions of a handshake era over all restarts', async () => {
    cluster = await Cluster.start(2);
    nginx = await Nginx.start(cluster.replicas.map(({ port }) => port));
    const { port } = nginx;
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const first = await post(port, { jsonrpc: '2.0', id: 0, method: 'initialize', params: hello });
    const headers = { 'mcp-session-id': String(first.headers['mcp-session-id']) };
    await post(port, { jsonrpc: '2.0', method: 'notifications/initialized' }, { headers });
    const call = (id: number) =>
      post(
        port,
        { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'say', arguments: { words: `${id}` } } },
        { headers },
      );
    for (const [round, replica] of [...cluster.replicas].entries()) {
      await replica.end(round === 0 ? 'SIGTERM' : 'SIGKILL');
      await cluster.add(replica);
      for (let id = 1; id <= 6; id += 1) expect(textOf(await call(round * 10 + id))).toBe(`${round * 10 + id}`);
    }
  });
});

describe.skipIf(postgresPrograms === undefined)('replicas whose store is away', () => {
  let cluster: Cluster | undefined;
  afterEach(() => cluster?.remove());

  const ways = [
    ['killed', (each: Cluster) => each.database.stop('SIGQUIT'), (each: Cluster) => each.database.run()],
    [
      'stopped and started with other connections',
      (each: Cluster) => each.database.stop('SIGINT'),
      (each: Cluster) => each.database.run(),
    ],
    [
      'paused for thirty seconds',
      async (each: Cluster) => {
        each.database.signal('SIGSTOP');
      },
      async (each: Cluster) => {
        await sleep(30_000);
        each.database.signal('SIGCONT');
      },
    ],
  ] as const;

  it.each(ways)('go on with reads, refuse what needs it, and recover by themselves: %s', async (_, away, back) => {
    cluster = await Cluster.start(2);
    const [one, other] = cluster.replicas;
    let turn = 0;
    const port = () => (turn++ % 2 === 0 ? one! : other!).port;
    const keyed = () => ({ name: 'effect', args: { key: randomUUID() }, options: { key: randomUUID() } });
    const reads = new Load(4, port, () => ({ name: 'say', args: { words: 'x' } }));
    const writes = new Load(4, port, keyed);
    await Promise.all([reads.good(50), writes.good(50)]);
    await away(cluster);
    await reads.good(100);
    const refused = await callTool(one!.port, 'effect', { key: 'refused' }, { key: randomUUID() });
    expect(outcomeOf(refused)).toMatchObject({ ok: false, state: 'not_started', problems: [{ kind: 'unavailable' }] });
    expect(JSON.stringify(refused.message)).toContain('"reason":"store"');
    await back(cluster);
    await Promise.all([reads.good(50), writes.good(50)]);
    const [read, written] = [await reads.stop(), await writes.stop()];
    console.log('store away', JSON.stringify({ read, written }));
    expect(read).toMatchObject({ broken: [], untyped: [], failures: {} });
    expect(written).toMatchObject({ broken: [], untyped: [] });
    expect(Object.keys(written.failures).every(name => name.startsWith('unavailable'))).toBe(true);
    const effects = cluster.noted('effect');
    expect(new Set(effects).size).toBe(effects.length);
    expect(effects).not.toContain('refused');
  });
});
