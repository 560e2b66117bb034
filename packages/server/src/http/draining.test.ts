import { afterEach, beforeEach, expect, it } from 'vitest';
import { ask, connect, hello, modern, open, send, until } from '../../test/support/http-client.js';
import { openWorld, type World } from '../../test/support/test-server.js';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const slow = { name: 'slow', arguments: { text: 'x' } };

it('turns new requests away while draining, and says so to the health check', async () => {
  world.http.drain();
  expect(world.http.draining).toBe(true);
  expect(await send(world, 'POST', hello())).toMatchObject({ status: 503, message: { error: { code: -32600 } } });
  expect((await send(world, 'GET', undefined, {}, '/healthz')).status).toBe(503);
});

it('cancels what is in flight in both eras and names the reason', async () => {
  const client = await connect(world);
  const calls = [client.call(1, 'tools/call', slow), ask(world, modern(1, 'tools/call', slow))];
  await until(() => world.source.running === 2);
  world.http.drain();
  world.http.cancelAll('SIGTERM');
  await world.http.allLanded();
  const [handshake, current] = await Promise.all(calls);
  expect(handshake!.message.error).toMatchObject({ code: -32001, data: { reason: 'SIGTERM' } });
  expect(current!.message.error).toMatchObject({ code: -32603, data: { reason: 'SIGTERM' } });
  expect(world.source.stopped).toBe(2);
});

it('answers for work that does not stop when it is closed, in both eras', async () => {
  const deaf = { name: 'deaf', arguments: {} };
  const client = await connect(world);
  const streamed = modern(2, 'tools/call', deaf, { progressToken: 1 });
  const calls = [
    client.call(1, 'tools/call', deaf),
    ask(world, modern(1, 'tools/call', deaf)),
    send(world, 'POST', streamed.body, streamed.headers),
  ];
  await until(() => world.source.running === 3);
  world.http.cancelAll('SIGTERM');
  await world.http.close();
  const [handshake, direct, roundabout] = await Promise.all(calls);
  expect(handshake!.message).toMatchObject({ id: 1, error: { code: -32001, data: { reason: 'SIGTERM' } } });
  expect(direct!.message).toMatchObject({ id: 1, error: { code: -32603, data: { reason: 'SIGTERM' } } });
  expect(roundabout!.message).toMatchObject({ id: 2, error: { code: -32603, data: { reason: 'SIGTERM' } } });
});

it('lets requests in flight finish when asked to wait', async () => {
  const call = ask(world, modern(1, 'tools/call', { name: 'slow', arguments: { text: 'brief' } }));
  await until(() => world.source.running === 1);
  world.http.drain();
  await world.http.allLanded();
  await world.http.close();
  expect((await call).message.result).toBeDefined();
});

it('closes every stream and gives the port back', async () => {
  const client = await connect(world);
  const own = await open(world, 'GET', undefined, client.headers);
  const { body, headers } = modern(1, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
  const listen = await open(world, 'POST', body, headers);
  await until(() => world.http.openStreams === 2);
  await world.http.close();
  await Promise.all([own.ended, listen.ended]);
  expect(listen.messages.at(-1)).toMatchObject({ id: 1, result: { resultType: 'complete' } });
  expect(world.http).toMatchObject({ openStreams: 0, openSessions: 0 });
  await expect(send(world, 'GET', undefined, {}, '/healthz')).rejects.toThrow('ECONNREFUSED');
});

it('leaves no socket, no server and no running timer behind', async () => {
  const before = inUse();
  const busy = await openWorld({}, { token: 'x'.repeat(32) });
  const bearer = { authorization: `Bearer ${'x'.repeat(32)}` };
  const client = await connect(busy, '2025-11-25', {}, bearer);
  await client.call(1, 'tools/call', { name: 'echo' });
  const stream = await open(busy, 'GET', undefined, client.headers);
  const { body, headers } = modern(1, 'tools/call', slow);
  const call = open(busy, 'POST', body, { ...headers, ...bearer }).catch(() => undefined);
  await until(() => busy.source.running === 1);
  await busy.close();
  await Promise.all([stream.ended, call]);
  await until(() => inUse() <= before, 'everything being let go');
});

function inUse(): number {
  return process.getActiveResourcesInfo().filter(kind => /^(?:TCP|Timeout|Immediate)/.test(kind)).length;
}
