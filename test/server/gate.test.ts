import { expect } from 'vitest';
import { it, modernMeta } from './wire.js';

it('answers -32600 with the id to an object without method, and to another JSON-RPC version', async ({
  demo: wire,
}) => {
  wire.send({ jsonrpc: '2.0', id: 5_000 });
  expect(await wire.answer(5_000)).toMatchObject({ id: 5_000, error: { code: -32600, message: 'Missing method' } });
  wire.send({ jsonrpc: '1.0', id: 6_000, method: 'ping' });
  expect(await wire.answer(6_000)).toMatchObject({ id: 6_000, error: { code: -32600 } });
});

it('answers -32600 with a null id to an id that is neither string nor integer', async ({ session }) => {
  const wire = await session();
  for (const [index, id] of [null, 1.5, {}, true, [1]].entries()) {
    wire.send({ jsonrpc: '2.0', id, method: 'ping' });
    await wire.eventually(() => wire.messages.filter(message => message.id === null).length === index + 1);
  }
  for (const message of wire.messages.slice(1)) expect(message).toMatchObject({ id: null, error: { code: -32600 } });
});

it('answers -32600 to a message that is no object', async ({ session }) => {
  const wire = await session();
  wire.write('5\n"ping"\nnull\n');
  await wire.eventually(() => wire.messages.length === 4);
  for (const message of wire.messages.slice(1)) expect(message).toMatchObject({ id: null, error: { code: -32600 } });
});

it('refuses batches in a 2025-06-18 session', async ({ serve }) => {
  const wire = serve();
  await wire.handshake('2025-06-18');
  wire.send([{ jsonrpc: '2.0', id: 'a', method: 'ping' }]);
  expect(await wire.answer(null)).toMatchObject({ error: { code: -32600, message: 'Batches are not accepted' } });
});

it('answers each element of a batch on its own line in a 2025-03-26 session', async ({ serve }) => {
  const wire = serve();
  await wire.handshake('2025-03-26');
  wire.send([
    {
      jsonrpc: '2.0',
      id: 'slow',
      method: 'tools/call',
      params: { name: 'slow', arguments: { steps: 1, stepMs: 300 } },
    },
    { jsonrpc: '2.0', id: 'ping', method: 'ping' },
    { jsonrpc: '2.0', id: 'again', method: 'initialize', params: { protocolVersion: '2025-03-26' } },
    { jsonrpc: '2.0', method: 'notifications/whatever' },
    7,
  ]);
  await wire.answer('slow');
  expect(wire.answersTo('ping')).toMatchObject([{ result: {} }]);
  expect(wire.answersTo('again')).toMatchObject([{ error: { code: -32600 } }]);
  expect(await wire.answer(null)).toMatchObject({ error: { code: -32600 } });
  const ids = wire.messages.map(message => message.id);
  expect(ids.indexOf('ping')).toBeLessThan(ids.indexOf('slow'));
});

it('refuses an empty batch and one of more than a hundred', async ({ serve }) => {
  const wire = serve({ env: { MCPBASH_COMPAT_BATCHES: 'true' } });
  await wire.handshake();
  wire.send(
    [],
    Array.from({ length: 101 }, (_, at) => ({ jsonrpc: '2.0', id: `p${at}`, method: 'ping' })),
  );
  await wire.eventually(() => wire.messages.filter(message => message.error?.code === -32600).length === 2);
  wire.send([{ jsonrpc: '2.0', id: 'one', method: 'ping' }]);
  expect(await wire.answer('one')).toMatchObject({ result: {} });
});

it('answers -32601 to notifications/message from a client, with and without id', async ({ session }) => {
  const wire = await session();
  wire.notify('notifications/message', { level: 'info', data: 'x' });
  expect(await wire.answer(null)).toMatchObject({ error: { code: -32601 } });
  expect(await wire.request('notifications/message', { level: 'info' })).toMatchObject({ error: { code: -32601 } });
});

it('is silent about a notification it does not know', async ({ session }) => {
  const wire = await session();
  wire.notify('notifications/whatever', { x: 1 });
  wire.notify('ping');
  wire.send({ jsonrpc: '2.0', method: 'notifications/whatever', params: [] });
  await wire.request('ping');
  expect(wire.messages).toHaveLength(2);
});

it('drops an answer to a question it never asked, with a warning', async ({ session }) => {
  const wire = await session();
  wire.send({ jsonrpc: '2.0', id: 4_711, result: {} }, { jsonrpc: '2.0', id: null, error: { code: 1, message: 'x' } });
  await wire.eventually(() => wire.noticesOf('notifications/message').length === 2, 'two warnings');
  for (const { params } of wire.noticesOf('notifications/message'))
    expect(params).toMatchObject({ level: 'warning', logger: 'mcp.rpc', data: expect.stringContaining('no request') });
  await wire.eventually(() => wire.stderr.length === 2, 'two log lines');
  expect(await wire.request('ping')).toMatchObject({ result: {} });
});

it('answers -32601 to a method it does not know, and -32602 to params that are no object', async ({ demo: wire }) => {
  for (const method of [
    'tools/foo',
    'resources/foo',
    'tasks/get',
    'sampling/createMessage',
    'server/discover',
    'toString',
  ])
    expect(await wire.request(method)).toMatchObject({
      error: { code: -32601, message: `Method not found: ${method}` },
    });
  wire.send({ jsonrpc: '2.0', id: 'array', method: 'tools/call', params: [] });
  expect(await wire.answer('array')).toMatchObject({ error: { code: -32602 } });
});

it('refuses the id of a request in progress and leaves that request alone', async ({ session }) => {
  const wire = await session();
  wire.start('tools/call', { name: 'slow', arguments: { steps: 1, stepMs: 300 } }, 'twice');
  wire.start('ping', undefined, 'twice');
  expect(await wire.answer('twice')).toMatchObject({ error: { code: -32600, message: 'Request id already in use' } });
  wire.notify('notifications/cancelled', { requestId: 'twice' });
  await wire.eventually(() => wire.answersTo('twice').length === 2);
  expect(wire.answersTo('twice')[1]).toMatchObject({ error: { code: -32001 } });
});

it('takes 7 and "7" for different requests', async ({ session }) => {
  const wire = await session();
  wire.start('tools/call', { name: 'slow', arguments: { steps: 1, stepMs: 200 } }, 7);
  wire.start('tools/call', { name: 'slow', arguments: { steps: 1, stepMs: 200 } }, '7');
  expect(await wire.answer(7)).toHaveProperty('result');
  expect(await wire.answer('7')).toHaveProperty('result');
});

it('leaves the id out of errors without one in the modern era', async ({ serve }) => {
  const wire = serve();
  await wire.modern('tools/list');
  wire.write('nonsense\n');
  const error = await wire.until(message => message.error !== undefined);
  expect(error).toEqual({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } });
});

it('knows in each era only the methods of that era', async ({ serve }) => {
  const wire = serve();
  expect(await wire.modern('server/discover')).toMatchObject({ result: { supportedVersions: ['2026-07-28'] } });
  await wire.modern('tools/list');
  for (const method of ['ping', 'logging/setLevel', 'resources/subscribe', 'shutdown', 'exit'])
    expect(await wire.modern(method)).toMatchObject({ error: { code: -32601 } });
  expect(await wire.modern('initialize', { protocolVersion: '2026-07-28' })).toMatchObject({ error: { code: -32022 } });
  expect(await wire.request('tools/list', {})).toMatchObject({ error: { code: -32602 } });
  const future = { ...modernMeta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
  expect(await wire.request('tools/list', { _meta: future })).toMatchObject({ error: { code: -32022 } });
});

it('lets a look at server/discover be followed by initialize', async ({ serve }) => {
  const wire = serve();
  await wire.modern('server/discover');
  expect(await wire.handshake()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  expect(await wire.call('echo', { message: 'hi' })).toHaveProperty('result');
});

const token = 'correct-horse-battery-staple-0123456789';
const proof = { _meta: { 'mcpbash/remoteToken': token } };

it('refuses requests without the token, and never shows it to a tool', async ({ serve }) => {
  const wire = serve({ source: 'test-tools.mjs', env: { MCPBASH_REMOTE_TOKEN: token } });
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'wire', version: '1' } };
  expect(await wire.request('initialize', params)).toMatchObject({
    error: { code: -32602, message: 'Missing or invalid remote token' },
  });
  expect(await wire.request('initialize', { ...params, ...proof })).toHaveProperty('result');
  wire.notify('notifications/initialized');
  expect(await wire.request('tools/list', {})).toMatchObject({ error: { code: -32602 } });
  expect(await wire.request('tools/list', { _meta: { remoteToken: `${token}x` } })).toHaveProperty(
    'error.code',
    -32602,
  );
  expect(await wire.request('tools/list', { _meta: { remoteToken: token } })).toHaveProperty('result');
  const both = { _meta: { 'mcpbash/remoteToken': 'wrong', remoteToken: token } };
  expect(await wire.request('ping', both)).toHaveProperty('result');
  const shown = await wire.request('tools/call', { name: 'environment', ...proof });
  expect(shown.result?.content?.[0]?.text).toContain('PATH');
  await wire.request('tools/call', { name: 'shout', arguments: { times: 1 }, ...proof });
  expect(wire.noticesOf('notifications/message')).toHaveLength(1);
  expect(JSON.stringify(wire.messages) + wire.stderr.join()).not.toContain(token);
});

it('says when too many wrong tokens came', async ({ serve }) => {
  const wire = serve({ env: { MCPBASH_REMOTE_TOKEN: token } });
  for (let at = 0; at < 10; at++) expect((await wire.request('ping')).error?.message).not.toContain('throttled');
  expect((await wire.request('ping')).error?.message).toContain('throttled');
});

it('refuses to start with a short token', async ({ serve }) => {
  const wire = serve({ env: { MCPBASH_REMOTE_TOKEN: 'short' } });
  expect(await wire.exited).toMatchObject({ code: 1 });
  expect(wire.stderr).toEqual(['error: MCPBASH_REMOTE_TOKEN must have at least 32 characters']);
});
