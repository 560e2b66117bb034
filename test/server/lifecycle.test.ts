import { expect } from 'vitest';
import { it } from './wire.js';

const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

it('answers -32002 before initialize, which then works', async ({ serve }) => {
  const wire = serve();
  for (const method of ['tools/list', 'ping', 'tools/call', 'whatever'])
    expect(await wire.request(method, {})).toMatchObject({
      error: { code: -32002, message: 'Server not initialized' },
    });
  expect(await wire.handshake()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  expect(await wire.request('ping')).toMatchObject({ result: {} });
});

it('refuses a version it does not speak, and takes a second try', async ({ serve }) => {
  const wire = serve();
  expect(await wire.handshake('1999-01-01')).toMatchObject({
    error: {
      code: -32602,
      message: 'Unsupported protocol version',
      data: { requested: '1999-01-01', supported: versions },
    },
  });
  expect(await wire.request('initialize')).toMatchObject({ error: { code: -32602 } });
  expect(await wire.handshake('9'.repeat(9_000_000))).toMatchObject({ error: { code: -32602 } });
  expect(wire.lines.at(-1)!.length).toBeLessThan(1_000);
  expect(await wire.request('ping')).toMatchObject({ error: { code: -32002 } });
  expect(await wire.handshake('2025-03-26')).toMatchObject({ result: { protocolVersion: '2025-03-26' } });
});

for (const version of versions)
  it(`speaks ${version}`, async ({ serve }) => {
    const wire = serve();
    const { result } = await wire.handshake(version);
    expect(result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: 'demo', version: '0.1.0', title: 'Concord demo' },
      instructions: expect.stringContaining('echo'),
    });
    expect(result?.capabilities).toEqual({
      logging: {},
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      ...(version !== '2024-11-05' && { completions: {} }),
    });
  });

it('announces subscriptions only where a source can tell of changed resources', async ({ serve }) => {
  const resources = { listChanged: true };
  const handshake = await serve({ source: 'secretive.mjs' }).handshake();
  expect(handshake.result?.capabilities?.resources).toEqual(resources);
  const modern = await serve({ source: 'secretive.mjs' }).modern('server/discover');
  expect(modern.result?.capabilities?.resources).toEqual(resources);
});

it('takes an initialize that says nothing but its version', async ({ serve }) => {
  const wire = serve();
  expect(await wire.request('initialize', { protocolVersion: '2025-11-25' })).toMatchObject({
    result: { protocolVersion: '2025-11-25' },
  });
  expect(await wire.call('echo', { message: 'hi' })).toHaveProperty('result');
});

it('lets a client try again whose initialize was malformed', async ({ serve }) => {
  const wire = serve();
  const malformed = { protocolVersion: '2025-11-25', capabilities: { roots: 'yes' }, clientInfo: 7 };
  const { error } = await wire.request('initialize', malformed);
  expect(error?.code).toBe(-32602);
  expect(error?.message).not.toMatch(/[[{\n]/);
  expect(await wire.handshake()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
});

it('answers -32600 to a second initialize', async ({ session }) => {
  const wire = await session();
  expect(await wire.handshake()).toMatchObject({ error: { code: -32600, message: 'Server already initialized' } });
});

it('says nothing by itself before initialized', async ({ serve }) => {
  const wire = serve();
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'wire', version: '1' } };
  await wire.request('initialize', params);
  await wire.call('change_tools');
  await wire.request('ping');
  expect(wire.messages.filter(message => message.method !== undefined)).toEqual([]);
});

it('refuses work after shutdown and leaves on exit', async ({ session }) => {
  const wire = await session();
  expect(await wire.request('shutdown')).toMatchObject({ result: {} });
  expect(await wire.request('shutdown')).toMatchObject({ result: {} });
  expect(await wire.call('echo', { message: 'hi' })).toMatchObject({
    error: { code: -32003, message: 'Server is shutting down' },
  });
  wire.notify('exit');
  expect(await wire.exited).toMatchObject({ code: 0 });
});

it('answers -32005 to an exit without a shutdown before, and goes on', async ({ session }) => {
  const wire = await session();
  expect(await wire.request('exit')).toMatchObject({ error: { code: -32005, message: 'Shutdown was not requested' } });
  wire.notify('exit');
  expect(await wire.request('ping')).toMatchObject({ result: {} });
  await wire.request('shutdown');
  expect(await wire.request('exit')).toMatchObject({ result: {} });
  expect(await wire.exited).toMatchObject({ code: 0 });
});

it('takes shutdown and exit before initialize', async ({ serve }) => {
  const wire = serve();
  expect(await wire.request('shutdown')).toMatchObject({ result: {} });
  expect(await wire.handshake()).toMatchObject({ error: { code: -32003 } });
  expect(await wire.request('exit')).toMatchObject({ result: {} });
  expect(await wire.exited).toMatchObject({ code: 0 });
});

it('serves nothing but its lifecycle in minimal mode', async ({ serve }) => {
  const wire = serve({ env: { MCPBASH_FORCE_MINIMAL: 'true' } });
  const { result } = await wire.handshake('2025-06-18');
  expect(result).toMatchObject({ protocolVersion: '2025-06-18' });
  expect(result?.capabilities).toEqual({ logging: {} });
  expect(await wire.request('ping')).toMatchObject({ result: {} });
  expect(await wire.request('logging/setLevel', { level: 'error' })).toMatchObject({ result: {} });
  expect(await wire.request('tools/list')).toMatchObject({ error: { code: -32601 } });
  expect(await wire.call('echo', { message: 'hi' })).toMatchObject({ error: { code: -32601 } });
});
