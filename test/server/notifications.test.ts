import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { it, modernMeta } from './wire.js';

const subscriptionId = 'io.modelcontextprotocol/subscriptionId';

it('sends progress and logs of a tool while it runs, in order, before its response', async ({ session }) => {
  const wire = await session();
  const id = wire.start('tools/call', {
    name: 'slow',
    arguments: { steps: 3, stepMs: 150 },
    _meta: { progressToken: 'p' },
  });
  await wire.notice('notifications/progress');
  expect(wire.answersTo(id)).toEqual([]);
  await wire.answer(id);
  await wire.request('ping');
  const order = wire.messages.slice(1, -1).map(({ method, params }) => [method, params?.progress ?? params?.data]);
  expect(order).toEqual([
    ['notifications/progress', 1],
    ['notifications/message', 'step 1 of 3'],
    ['notifications/progress', 2],
    ['notifications/message', 'step 2 of 3'],
    ['notifications/progress', 3],
    ['notifications/message', 'step 3 of 3'],
    [undefined, undefined],
  ]);
});

it('gives a progress token back as it came, and never a smaller value', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  for (const progressToken of [7, '7']) {
    await wire.call('count', { values: [1, 3, 2, 3, 4] }, { _meta: { progressToken } });
    const reports = wire
      .noticesOf('notifications/progress')
      .filter(each => each.params?.progressToken === progressToken);
    expect(reports.map(each => each.params)).toEqual([1, 3, 4].map(progress => ({ progressToken, progress })));
  }
  await wire.call('count', { values: [1], total: 2 }, { _meta: { progressToken: 'total' } });
  expect(wire.noticesOf('notifications/progress').at(-1)?.params).toEqual({
    progressToken: 'total',
    progress: 1,
    total: 2,
  });
  await wire.call('count', { values: [1] });
  expect(wire.noticesOf('notifications/progress')).toHaveLength(7);
});

it('keeps to its limits of progress and log lines, and lets the last progress through', async ({ session }) => {
  const wire = await session({
    source: 'test-tools.mjs',
    env: { MCPBASH_MAX_PROGRESS_PER_MIN: '1', MCPBASH_MAX_LOGS_PER_MIN: '1' },
  });
  await wire.call('count', { values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, { _meta: { progressToken: 1 } });
  expect(wire.noticesOf('notifications/progress').map(each => each.params?.progress)).toEqual([10]);
  await wire.call('shout', { times: 10 });
  expect(wire.noticesOf('notifications/message').map(each => each.params?.data)).toEqual(['line 1']);
});

it('takes log levels in any letter case, and sends nothing below the level', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  expect(await wire.request('logging/setLevel', { level: 'WARNING' })).toMatchObject({ result: {} });
  for (const level of ['loud', '', undefined, 7])
    expect(await wire.request('logging/setLevel', { level })).toMatchObject({
      error: { code: -32602, message: 'Invalid log level' },
    });
  for (const level of ['debug', 'info', 'notice', 'warning', 'error', 'emergency']) await wire.call('shout', { level });
  expect(wire.noticesOf('notifications/message').map(each => each.params?.level)).toEqual([
    'warning',
    'error',
    'emergency',
  ]);
});

it('sends logs in the modern era only to a request that asks for them', async ({ serve }) => {
  const wire = serve({ source: 'test-tools.mjs' });
  const shout = { name: 'shout', arguments: { level: 'info' } };
  await wire.modern('tools/call', shout);
  await wire.modern('tools/call', shout, { 'io.modelcontextprotocol/logLevel': 'error' });
  expect(wire.noticesOf('notifications/message')).toEqual([]);
  await wire.modern('tools/call', shout, { 'io.modelcontextprotocol/logLevel': 'debug' });
  expect(wire.noticesOf('notifications/message')).toHaveLength(1);
});

for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])
  it(`tells a silent client of ${version} once that there is a new tool`, async ({ serve }) => {
    const wire = serve({ source: 'test-tools.mjs' });
    await wire.handshake(version);
    await wire.call('grow_later', { ms: 50 });
    await wire.notice('notifications/tools/list_changed');
    await sleep(300);
    expect(wire.messages.filter(message => message.method !== undefined)).toHaveLength(1);
    const { result } = await wire.request('tools/list');
    expect(result?.tools?.map(tool => tool.name)).toContain('grown_1');
  });

it('joins a burst of changes to one notification per kind', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  await wire.call('grow', { times: 10, kinds: ['tools', 'prompts'] });
  await wire.notice('notifications/prompts/list_changed');
  await sleep(300);
  const methods = wire.messages.flatMap(message => message.method ?? []).sort();
  expect(methods).toEqual(['notifications/prompts/list_changed', 'notifications/tools/list_changed']);
});

it('tells of changes to a resource from subscribe to unsubscribe', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  const uri = 'test://note';
  expect(await wire.request('resources/subscribe', { uri: 'test://nope' })).toMatchObject({ error: { code: -32601 } });
  expect(await wire.request('resources/subscribe', {})).toMatchObject({ error: { code: -32602 } });
  for (let twice = 0; twice < 2; twice++)
    expect(await wire.request('resources/subscribe', { uri })).toMatchObject({ result: {} });
  await wire.call('touch', { uri });
  await wire.call('touch', { uri: 'test://large' });
  expect((await wire.notice('notifications/resources/updated')).params).toEqual({ uri });
  for (let twice = 0; twice < 2; twice++)
    expect(await wire.request('resources/unsubscribe', { uri })).toMatchObject({ result: {} });
  await wire.call('touch', { uri });
  await wire.request('ping');
  expect(wire.noticesOf('notifications/resources/updated')).toHaveLength(1);
});

it('acknowledges a listener of the modern era first and then tells it what it asked for', async ({ serve }) => {
  const wire = serve({ source: 'test-tools.mjs' });
  const notifications = { toolsListChanged: true, resourceSubscriptions: ['test://note'] };
  const id = wire.start('subscriptions/listen', { notifications, _meta: modernMeta });
  const acknowledged = await wire.notice('notifications/subscriptions/acknowledged');
  expect(wire.messages).toHaveLength(1);
  expect(acknowledged.params?._meta).toMatchObject({ [subscriptionId]: id });
  await wire.modern('tools/call', { name: 'grow', arguments: { kinds: ['tools', 'prompts'] } });
  for (const uri of ['test://note', 'test://large'])
    await wire.modern('tools/call', { name: 'touch', arguments: { uri } });
  const changed = await wire.notice('notifications/tools/list_changed');
  const updated = await wire.notice('notifications/resources/updated');
  expect(changed.params?._meta).toMatchObject({ [subscriptionId]: id });
  expect(updated.params).toMatchObject({ uri: 'test://note', _meta: { [subscriptionId]: id } });
  await sleep(200);
  expect(wire.messages.filter(message => message.method !== undefined)).toHaveLength(3);

  wire.notify('notifications/cancelled', { requestId: id, _meta: modernMeta });
  await wire.modern('tools/call', { name: 'touch', arguments: { uri: 'test://note' } });
  await wire.modern('tools/list');
  expect(wire.noticesOf('notifications/resources/updated')).toHaveLength(1);
});

it('does not wait at its end for a client that only listens', async ({ serve }) => {
  const wire = serve({ source: 'test-tools.mjs', env: { CONCORD_EOF_DRAIN_SECS: '3600' } });
  wire.start('subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: modernMeta });
  await wire.notice('notifications/subscriptions/acknowledged');
  wire.endInput();
  expect(await wire.exited).toMatchObject({ code: 0 });
});
