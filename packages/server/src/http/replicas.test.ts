import { randomBytes } from 'node:crypto';
import { SharedSessions } from '@concord/gateway';
import { Membership, openMemoryStore, type Store } from '@concord/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../../test/support/free-port.js';
import { ask, type Client, connect, modern, notice, open, rpc, send, until } from '../../test/support/http-client.js';
import { openTestServer, type TestServer } from '../../test/support/test-server.js';
import { TestSource } from '../../test/support/test-source.js';

interface Replica extends TestServer {
  readonly membership: Membership;
}

/** A server that shares its sessions over a store. */
async function openReplica(store: Store, keys: readonly Uint8Array[] = []): Promise<Replica> {
  const port = await freePort();
  const membership = await Membership.join(store, { advertise: `http://127.0.0.1:${port}` });
  const replica = {
    get id() {
      return membership.replica;
    },
    name: 'test',
  };
  const sessions = await SharedSessions.open({ store, replica, keys, warn: () => {} });
  const face = { sources: [], searches: () => false, isPinned: () => false, gauge: () => {}, sessions };
  const server = await openTestServer({}, { port }, new TestSource(), face);
  const close = async () => {
    sessions.close();
    await server.close();
    await membership.leave();
  };
  return { ...server, source: server.source, membership, close };
}

let store: Store;
let one: Replica;
let other: Replica;
beforeEach(async () => {
  store = openMemoryStore();
  [one, other] = [await openReplica(store), await openReplica(store)];
});
afterEach(async () => {
  await one.close();
  await other.close();
});

/** The same client at another replica. */
const at = (server: TestServer, { headers }: Client) => ({
  call: (id: number, method: string, params: object = {}) =>
    send(server, 'POST', rpc(id, method, params as never), headers),
  post: (body: object) => send(server, 'POST', body as never, headers),
});

describe('a session of a handshake era', () => {
  it('goes on at another replica, with all that was agreed on', async () => {
    const client = await connect(one, '2025-06-18', { elicitation: {} });
    const there = at(other, client);
    const echoed = await there.call(1, 'tools/call', { name: 'echo', arguments: { text: 'hi' } });
    expect(echoed.message.result).toMatchObject({ content: [{ text: 'hi' }] });
    expect((await there.call(2, 'tools/list')).message.result!.tools).toHaveLength(7);
    expect((await client.call(3, 'ping')).message.result).toEqual({});
  });

  it('has an id that tells nothing of what it seals', async () => {
    const { id } = await connect(one);
    expect(id).toMatch(/^c1\.[0-9a-f]{8}\.[A-Za-z0-9_-]+$/);
    expect(Buffer.from(id.split('.')[2]!, 'base64url').toString()).not.toContain('2025');
  });

  it('goes on from many requests at once as one session', async () => {
    const client = await connect(one);
    const there = at(other, client);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => there.call(index, 'ping')));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(other.http.openSessions).toBe(1);
  });

  it.each([
    ['changed', (id: string) => `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`],
    ['cut', (id: string) => id.slice(0, -20)],
    ['of another key', (id: string) => id.replace(/\.[0-9a-f]{8}\./, '.00000000.')],
    ['of another form', (id: string) => id.replace('c1.', 'c2.')],
    ['empty inside', () => 'c1.00000000.'],
    ['made up', () => `c1.00000000.${randomBytes(100).toString('base64url')}`],
  ])('is not found by an id that is %s', async (_, forge) => {
    const client = await connect(one);
    const headers = { 'mcp-session-id': forge(client.id) };
    for (const server of [one, other]) expect((await send(server, 'POST', rpc(1, 'ping'), headers)).status).toBe(404);
  });

  it('ends everywhere when its client ends it', async () => {
    const client = await connect(one);
    await at(other, client).call(1, 'ping');
    expect((await send(other, 'DELETE', undefined, client.headers)).status).toBe(200);
    await until(() => one.http.openSessions === 0);
    const third = await openReplica(store);
    for (const server of [one, other, third])
      expect((await send(server, 'POST', rpc(2, 'ping'), client.headers)).status).toBe(404);
    await third.close();
  });

  it('stays with the others when one of them closes it, or is gone', async () => {
    const client = await connect(one);
    await one.close();
    expect((await at(other, client).call(1, 'ping')).status).toBe(200);
    one = await openReplica(store);
    expect((await at(one, client).call(2, 'ping')).status).toBe(200);
  });

  it('has its log level everywhere', async () => {
    const client = await connect(one);
    await at(other, client).call(1, 'ping');
    await client.call(2, 'logging/setLevel', { level: 'error' });
    const logs = async (server: TestServer) => {
      const call = await at(server, client).call(3, 'tools/call', { name: 'log', arguments: {} });
      return call.messages.filter(({ method }) => method === 'notifications/message').length;
    };
    const third = await openReplica(store);
    for (const server of [one, other, third]) expect(await logs(server)).toBe(1);
    await third.close();
  });

  it('hears of a resource it subscribed to on the stream it has at another replica', async () => {
    const client = await connect(one);
    const stream = await open(other, 'GET', undefined, client.headers);
    await client.call(1, 'resources/subscribe', { uri: 'test://one' });
    await until(() => other.source.watched.includes('test://one'));
    other.source.touch('test://one');
    await until(() => stream.messages.some(({ method }) => method === 'notifications/resources/updated'));
    await client.call(2, 'resources/unsubscribe', { uri: 'test://one' });
    await until(() => !other.source.watched.includes('test://one'));
    stream.drop();
  });

  it('answers a question that another replica asked', async () => {
    const client = await connect(one, '2025-06-18', { elicitation: {} });
    const call = await open(one, 'POST', rpc(1, 'tools/call', { name: 'ask', arguments: {} }), client.headers);
    await until(() => call.messages.some(({ method }) => method === 'elicitation/create'));
    const { id } = call.messages.find(({ method }) => method === 'elicitation/create')!;
    const answer = { jsonrpc: '2.0', id: id!, result: { action: 'accept', content: { name: 'Ana' } } };
    expect((await at(other, client).post(answer)).status).toBe(202);
    await call.ended;
    expect(JSON.stringify(call.messages.at(-1))).toContain('Ana');
  });

  it('tells its folders where it has a stream, and all replicas know them', async () => {
    const client = await connect(one, '2025-06-18', { roots: {} });
    const stream = await open(other, 'GET', undefined, client.headers);
    await until(() => stream.messages.some(({ method }) => method === 'roots/list'));
    const { id } = stream.messages.find(({ method }) => method === 'roots/list')!;
    await client.post({ jsonrpc: '2.0', id: id!, result: { roots: [{ uri: 'file:///tmp' }] } });
    const rootsAt = async (server: TestServer, call: number) =>
      JSON.stringify(
        (await at(server, client).call(call, 'tools/call', { name: 'roots', arguments: {} })).message.result,
      );
    let call = 1;
    for (const server of [one, other]) {
      let text = '';
      while (!text.includes('/tmp')) text = await rootsAt(server, ++call);
    }
    stream.drop();
  });

  it('cancels a call that another replica works on', async () => {
    const client = await connect(one);
    const call = client.call(1, 'tools/call', { name: 'slow', arguments: { text: 'x' } });
    await until(() => one.source.running === 1);
    await at(other, client).post(notice('notifications/cancelled', { requestId: 1 }));
    expect((await call).message.error).toMatchObject({ code: -32001 });
    expect(one.source.stopped).toBe(1);
  });
});

describe('a call of the modern era that waits for its client', () => {
  it('goes on where it is kept, whichever replica its client comes back to', async () => {
    const params = { name: 'ask', arguments: {} };
    const capable = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
    const asked = (await ask(one, modern(1, 'tools/call', params, capable))).message.result!;
    expect(asked.resultType).toBe('input_required');
    const [key] = Object.keys(asked.inputRequests as object);
    const answer = { [key!]: { action: 'accept', content: { name: 'Ana' } } };
    const more = { ...params, inputResponses: answer, requestState: asked.requestState! };
    const { message } = await ask(other, modern(2, 'tools/call', more as never, capable));
    expect(JSON.stringify(message.result)).toContain('Ana');
  });

  it('is refused in words where the replica that keeps it is gone', async () => {
    const params = { name: 'ask', arguments: {} };
    const capable = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
    const asked = (await ask(one, modern(1, 'tools/call', params, capable))).message.result!;
    await one.close();
    const more = { ...params, inputResponses: {}, requestState: asked.requestState! };
    const { message } = await ask(other, modern(2, 'tools/call', more as never, capable));
    expect(message.error).toMatchObject({ code: -32602, message: 'Invalid or expired requestState' });
    one = await openReplica(store);
  });
});

describe('keys of sessions', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];

  it('are those of the operator where some are given', async () => {
    const own = openMemoryStore();
    const [a, b] = [await openReplica(own, [first]), await openReplica(own, [first])];
    const client = await connect(a);
    expect((await at(b, client).call(1, 'ping')).status).toBe(200);
    await a.close();
    await b.close();
  });

  it('change without a session being lost, a new one last in the list until all have it', async () => {
    const own = openMemoryStore();
    const old = await openReplica(own, [first, second]);
    const client = await connect(old);
    const next = await openReplica(own, [second, first]);
    const newer = await connect(next);
    expect((await at(next, client).call(1, 'ping')).status).toBe(200);
    expect((await at(old, newer).call(1, 'ping')).status).toBe(200);
    await old.close();
    await next.close();
  });

  it('that differ keep the later replica from starting, in words that repeat none', async () => {
    const own = openMemoryStore();
    const old = await openReplica(own, [first]);
    const refused = await openReplica(own, [second]).catch(error => error);
    expect(refused.message).toMatch(/CONCORD_SESSION_KEYS must be the same on all replicas/);
    expect(refused.message).not.toContain(second.toString('base64'));
    await old.close();
  });

  it('of the store open what was sealed before they were changed', async () => {
    const client = await connect(one);
    await store.keys.rotate('session', 60_000);
    await until(() => true);
    const newer = await connect(one);
    expect(newer.id.slice(0, 11)).not.toBe(client.id.slice(0, 11));
    for (const each of [client, newer]) expect((await at(other, each).call(1, 'ping')).status).toBe(200);
  });
});
