import { expect } from 'vitest';
import { tenTimes } from '../support/time.js';
import { it, membersOf, modernMeta } from './wire.js';

it('cancels by value and type of the id, and answers when the process has ended', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  wire.start('tools/call', { name: 'sleep' }, '7');
  const pid = await wire.reportedPid();
  wire.notify('notifications/cancelled', { requestId: 7 });
  await wire.request('ping');
  expect(membersOf(pid)).toHaveLength(1);
  wire.notify('notifications/cancelled', { requestId: '7', reason: 'enough' });
  expect(await wire.answer('7')).toMatchObject({ error: { code: -32001, message: 'Tool cancelled' } });
  expect(wire.stderr).toEqual([]);
  expect(membersOf(pid)).toEqual([]);
});

it('tells with the error what the tool would have answered in its JSON dialect', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  const id = wire.start('tools/call', { name: 'contract_sleep' });
  await wire.reportedPid();
  wire.notify('notifications/cancelled', { requestId: id });
  const { error } = await wire.answer(id);
  expect(error).toMatchObject({ code: -32001, message: 'Tool cancelled' });
  expect(error!.data).toMatchObject({
    structuredContent: {
      success: false,
      errors: [
        { code: 'OPERATION_CANCELLED', category: 'Cancellation', message: 'The operation was cancelled by the user' },
      ],
      exitCode: -1,
    },
    _meta: { 'io.concord/outcome': { ok: false, state: 'unknown', problems: [{ kind: 'cancelled' }] } },
  });
});

it('ends a process that does not listen, and everything it started', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  const began = wire.start('tools/call', { name: 'stubborn' });
  const pid = await wire.reportedPid();
  const asked = performance.now();
  wire.notify('notifications/cancelled', { requestId: began });
  expect(await wire.answer(began)).toMatchObject({ error: { code: -32001 } });
  expect(performance.now() - asked).toBeLessThan(tenTimes(2_000));
  expect(membersOf(pid)).toEqual([]);
});

it('takes a request that waits for a slot out of the queue', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs', env: { MCPBASH_MAX_CONCURRENT_REQUESTS: '1' } });
  const first = wire.start('tools/call', { name: 'wait', arguments: { ms: 600 } });
  const second = wire.start('tools/call', { name: 'wait', arguments: { ms: 60_000 } });
  wire.notify('notifications/cancelled', { requestId: second });
  expect(await wire.answer(second)).toMatchObject({ error: { code: -32001 } });
  expect(await wire.answer(first)).toHaveProperty('result');
  const order = wire.messages.map(({ id }) => id);
  expect(order.indexOf(second)).toBeLessThan(order.indexOf(first));
});

it('says "Request cancelled" of anything but a tool', async ({ session }) => {
  const wire = await session({ source: 'hanging.mjs' });
  const read = wire.start('resources/read', { uri: 'test://note' });
  wire.notify('notifications/cancelled', { requestId: read });
  expect(await wire.answer(read)).toMatchObject({ error: { code: -32001, message: 'Request cancelled' } });
});

it('never answers a cancelled call when told so, and serves the next', async ({ session, expect }) => {
  const wire = await session({ source: 'test-tools.mjs', env: { MCPBASH_CANCEL_RESPONSE: 'none' } });
  const id = wire.start('tools/call', { name: 'sleep' });
  const pid = await wire.reportedPid();
  wire.notify('notifications/cancelled', { requestId: id });
  expect(await wire.call('wait', { ms: 1 })).toHaveProperty('result');
  await expect.poll(() => membersOf(pid)).toEqual([]);
  wire.endInput();
  expect(await wire.exited).toMatchObject({ code: 0 });
  expect(wire.answersTo(id)).toEqual([]);
});

for (const direct of ['1', '0'])
  it(`never answers a cancelled call in the modern era (CONCORD_DIRECT=${direct})`, async ({ serve, expect }) => {
    const wire = serve({ source: 'test-tools.mjs', env: { CONCORD_DIRECT: direct, CONCORD_EOF_DRAIN_SECS: '3600' } });
    await wire.modern('tools/list');
    const _meta = { ...modernMeta, 'io.modelcontextprotocol/logLevel': 'info' };
    const id = wire.start('tools/call', { name: 'sleep', _meta });
    const pid = await wire.reportedPid();
    wire.notify('notifications/cancelled', { requestId: id, _meta: modernMeta });
    expect(await wire.modern('tools/call', { name: 'wait', arguments: { ms: 1 } })).toHaveProperty('result');
    await expect.poll(() => membersOf(pid)).toEqual([]);
    wire.endInput();
    expect(await wire.exited).toMatchObject({ code: 0 });
    expect(wire.answersTo(id)).toEqual([]);
  });

it('ignores the cancel of what is unknown, finished or initialize', async ({ serve }) => {
  const wire = serve();
  const id = wire.start('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
  wire.notify('notifications/cancelled', { requestId: id });
  expect(await wire.answer(id)).toHaveProperty('result');
  wire.notify('notifications/cancelled', { requestId: 'never' });
  wire.notify('notifications/cancelled');
  wire.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: [] });
  expect(await wire.request('ping')).toHaveProperty('result');
  expect(wire.messages).toHaveLength(2);
});
