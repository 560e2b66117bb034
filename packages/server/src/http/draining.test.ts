import { afterEach, beforeEach, expect, it } from 'vitest';
import { ask, connect, hello, modern, open, send, until } from '../../test/support/http-client.js';
import { openTestServer, type TestServer } from '../../test/support/test-server.js';

let server: TestServer;
beforeEach(async () => {
  server = await openTestServer();
});
afterEach(() => server.close());

const slow = { name: 'slow', arguments: { text: 'x' } };

it('turns new requests away while draining, and says so to the health check', async () => {
  server.http.drain();
  expect(server.http.draining).toBe(true);
  expect(await send(server, 'POST', hello())).toMatchObject({ status: 503, message: { error: { code: -32600 } } });
  expect((await send(server, 'GET', undefined, {}, '/healthz')).status).toBe(503);
});

it('cancels what is in progress in both eras and names the reason', async () => {
  const client = await connect(server);
  const calls = [client.call(1, 'tools/call', slow), ask(server, modern(1, 'tools/call', slow))];
  await until(() => server.source.running === 2);
  server.http.drain();
  server.http.cancelAll('SIGTERM');
  await server.http.allFinished();
  const [handshake, current] = await Promise.all(calls);
  expect(handshake!.message.error).toMatchObject({ code: -32001, data: { reason: 'SIGTERM' } });
  expect(current!.message.error).toMatchObject({ code: -32603, data: { reason: 'SIGTERM' } });
  expect(server.source.stopped).toBe(2);
});

it('answers for work that does not stop when it is closed, in both eras', async () => {
  const deaf = { name: 'deaf', arguments: {} };
  const client = await connect(server);
  const streamed = modern(2, 'tools/call', deaf, { progressToken: 1 });
  const calls = [
    client.call(1, 'tools/call', deaf),
    ask(server, modern(1, 'tools/call', deaf)),
    send(server, 'POST', streamed.body, streamed.headers),
  ];
  await until(() => server.source.running === 3);
  server.http.cancelAll('SIGTERM');
  await server.http.close();
  const [handshake, direct, roundabout] = await Promise.all(calls);
  expect(handshake!.message).toMatchObject({ id: 1, error: { code: -32001, data: { reason: 'SIGTERM' } } });
  expect(direct!.message).toMatchObject({ id: 1, error: { code: -32603, data: { reason: 'SIGTERM' } } });
  expect(roundabout!.message).toMatchObject({ id: 2, error: { code: -32603, data: { reason: 'SIGTERM' } } });
});

it('lets requests in progress finish when asked to wait', async () => {
  const call = ask(server, modern(1, 'tools/call', { name: 'slow', arguments: { text: 'brief' } }));
  await until(() => server.source.running === 1);
  server.http.drain();
  await server.http.allFinished();
  await server.http.close();
  expect((await call).message.result).toBeDefined();
});

it('closes every stream and gives the port back', async () => {
  const client = await connect(server);
  const own = await open(server, 'GET', undefined, client.headers);
  const { body, headers } = modern(1, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
  const listen = await open(server, 'POST', body, headers);
  await until(() => server.http.openStreams === 2);
  await server.http.close();
  await Promise.all([own.ended, listen.ended]);
  expect(listen.messages.at(-1)).toMatchObject({ id: 1, result: { resultType: 'complete' } });
  expect(server.http).toMatchObject({ openStreams: 0, openSessions: 0 });
  await expect(send(server, 'GET', undefined, {}, '/healthz')).rejects.toThrow('ECONNREFUSED');
});

it('leaves no socket, no server and no running timer behind', async () => {
  const before = inUse();
  const busy = await openTestServer({}, { token: 'x'.repeat(32) });
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
