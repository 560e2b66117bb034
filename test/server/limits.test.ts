import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { tenTimes } from '../support/time.js';
import { it } from './wire.js';

it('answers ping, lists and cancels while every slot is busy, and runs the next call when one is free', async ({
  session,
}) => {
  const wire = await session({ source: 'test-tools.mjs' });
  const busy = Array.from({ length: 16 }, () => wire.start('tools/call', { name: 'sleep' }));
  await wire.eventually(() => wire.noticesOf('notifications/message').length === 16, 'sixteen processes');
  const queued = wire.start('tools/call', { name: 'wait', arguments: { ms: 1 } });
  expect(await wire.request('ping')).not.toHaveProperty('error');
  expect(await wire.request('tools/list')).not.toHaveProperty('error');
  expect([...busy, queued].flatMap(id => wire.answersTo(id))).toEqual([]);
  wire.notify('notifications/cancelled', { requestId: busy[3] });
  expect((await wire.answer(busy[3]!)).error?.code).toBe(-32001);
  expect(await wire.answer(queued)).toHaveProperty('result');
  expect(busy.flatMap(id => wire.answersTo(id))).toHaveLength(1);
});

it('answers each of a thousand calls sent at once exactly once', async ({ session }) => {
  const wire = await session();
  const ids = Array.from({ length: 1_000 }, (_, at) => `call ${at}`);
  const calls = ids.map(id => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'echo', arguments: { message: id } },
  }));
  wire.send(...calls);
  await wire.request('ping');
  await wire.eventually(() => wire.messages.length >= 1_002, 'a thousand answers');
  await wire.request('ping');
  expect(wire.messages).toHaveLength(1_003);
  for (const message of wire.messages)
    if (typeof message.id === 'string') expect(message.result?.content?.[0]?.text).toBe(message.id);
  expect(new Set(wire.messages.map(message => message.id)).size).toBe(1_003);
});

it('refuses a call when too many wait', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs', env: { MCPBASH_MAX_CONCURRENT_REQUESTS: '1' } });
  wire.send(
    ...Array.from({ length: 1_026 }, (_, at) => ({
      jsonrpc: '2.0',
      id: `call ${at}`,
      method: 'tools/call',
      params: { name: 'wait', arguments: { ms: 60_000 } },
    })),
  );
  expect(await wire.answer('call 1025')).toMatchObject({ error: { code: -32603, message: 'Too many requests' } });
});

it('replaces a response that is too large as a whole', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  const limit = 10_485_760;
  for (const bytes of [limit, limit - 100]) {
    const { error } = await wire.call('fill', { bytes });
    expect(error).toMatchObject({
      code: -32603,
      message: 'Response exceeded response size limit',
      data: { limitBytes: limit, sizeBytes: expect.any(Number) },
    });
    expect(error?.data?.sizeBytes).toBeGreaterThan(limit);
  }
  expect((await wire.call('fill', { bytes: limit + 1 })).error).toMatchObject({
    code: -32603,
    message: expect.stringContaining('MCPBASH_MAX_TOOL_OUTPUT_SIZE'),
  });
  expect((await wire.request('resources/read', { uri: 'test://large' })).error).toMatchObject({ code: -32603 });
  expect((await wire.call('fill', { bytes: limit - 10_000 })).result?.content?.[0]?.text).toHaveLength(limit - 10_000);
  expect(JSON.stringify(wire.messages.filter(message => message.error))).not.toContain('xxx');
  const long = await wire.request('resources/read', { uri: `other://${'u'.repeat(9_000_000)}` });
  expect(long.error).toMatchObject({ code: -32601, data: { uri: expect.stringMatching(/^other:/) } });
  expect(JSON.stringify(long).length).toBeLessThan(5_000);
});

it('does not wait for a slow Source to open a session, only to list it', async ({ serve }) => {
  const wire = serve({ source: 'opening-slowly.mjs' });
  await wire.request('ping');
  // The first scan ends when the file `opened` is written; `initialize` waits for it for 2 s only.
  const { result } = await wire.handshake();
  expect(result?.capabilities).toHaveProperty('tools');
  const list = wire.start('tools/list');
  const call = wire.start('tools/call', { name: 'two' });
  await wire.request('ping');
  await sleep(2_500);
  expect([...wire.answersTo(list), ...wire.answersTo(call)]).toEqual([]);
  writeFileSync(join(wire.stateFolder, 'opened'), '');
  expect((await wire.answer(list)).result?.tools?.map(tool => tool.name)).toEqual(['one', 'three', 'two']);
  expect(await wire.answer(call)).toHaveProperty('result');
});

it('ends whatever hangs at its deadline', async ({ session }) => {
  const wire = await session({ source: 'hanging.mjs' });
  const asked = performance.now();
  const requests: [string, Record<string, unknown>][] = [
    ['resources/read', { uri: 'test://note' }],
    ['resources/subscribe', { uri: 'test://note' }],
    ['prompts/get', { name: 'greet' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: '' } }],
  ];
  const answers = await Promise.all(
    requests.map(([method, params]) => wire.request(method, { ...params, timeoutSecs: 1 })),
  );
  for (const answer of answers)
    expect(answer).toMatchObject({ error: { code: -32603, message: expect.stringContaining('timed out after 1 s') } });
  expect(performance.now() - asked).toBeLessThan(tenTimes(1_000));
});

it('frees the slots of what hangs', async ({ session }) => {
  const wire = await session({ source: 'hanging.mjs', env: { MCPBASH_MAX_CONCURRENT_REQUESTS: '1' } });
  const read = { uri: 'test://note', timeoutSecs: 1 };
  await wire.request('resources/read', read);
  expect((await wire.request('resources/read', read)).error?.message).toContain('timed out');
  const cancelled = wire.start('resources/read', { uri: 'test://note' });
  wire.notify('notifications/cancelled', { requestId: cancelled });
  expect(await wire.answer(cancelled)).toMatchObject({ error: { code: -32001 } });
});

it('ends a list and a call whose Source never opens at their deadline', async ({ session }) => {
  const wire = await session({ source: 'hanging.mjs', env: { HANGING: 'open' } });
  const answers = [
    wire.request('tools/list', { timeoutSecs: 1 }),
    wire.request('tools/call', { name: 'x', timeoutSecs: 1 }),
  ];
  for (const answer of await Promise.all(answers))
    expect(answer).toMatchObject({ error: { code: -32603, message: expect.stringContaining('timed out') } });
});

it('says why there is nothing to serve, and serves in the same session once there is', async ({ serve }) => {
  const wire = serve({ source: 'broken.mjs' });
  const { result } = await wire.handshake();
  expect(result?.capabilities).toEqual({ logging: {} });
  const notice = await wire.notice('notifications/message');
  expect(notice.params).toEqual({ level: 'error', logger: 'mcp.registry', data: 'tools.json is not JSON' });
  const requests: [string, Record<string, unknown>][] = [
    ['tools/list', {}],
    ['prompts/list', {}],
    ['tools/call', { name: 'hello' }],
    ['resources/read', { uri: 'x' }],
  ];
  for (const [method, params] of requests)
    expect(await wire.request(method, params)).toMatchObject({
      error: { code: -32603, message: 'tools.json is not JSON' },
    });
  writeFileSync(join(wire.stateFolder, 'repaired'), '');
  const mended = await wire.until(message => message.params?.level === 'notice');
  expect(mended.params?.logger).toBe('mcp.registry');
  expect((await wire.request('tools/list')).result?.tools).toHaveLength(1);
  expect((await wire.call('hello')).result?.content?.[0]?.text).toBe('hello');
  expect(wire.noticesOf('notifications/message')).toHaveLength(2);
});

it('tells once per kind that a refresh failed, and serves what there was', async ({ session, expect }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  await wire.call('break_refresh');
  const notice = await wire.notice('notifications/message');
  expect(notice.params).toMatchObject({ level: 'error', logger: 'mcp.registry' });
  for (const method of ['tools/list', 'prompts/list', 'resources/list']) {
    expect(await wire.request(method)).toMatchObject({
      error: { code: -32603, message: expect.stringContaining('notes.json is not JSON') },
    });
    expect(await wire.request(method)).toHaveProperty('result');
  }
  expect(await wire.call('wait', { ms: 1 })).toHaveProperty('result');
  await wire.call('break_refresh');
  await wire.call('rebuild');
  await expect.poll(() => wire.request('tools/list')).toHaveProperty('result');
});
