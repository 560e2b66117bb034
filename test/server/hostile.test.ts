import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { tenTimes, WAIT_LIMIT_MS } from '../support/time.js';
import { command, it, modernMeta } from './wire.js';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const many = (from: string, count: number) => Array.from({ length: count }, (_, at) => `demo://items/${from}${at}`);

it('answers -32602 to any _meta that is none, whatever the method and the route', async ({ session }) => {
  for (const direct of ['1', '0']) {
    const wire = await session({ env: { CONCORD_DIRECT: direct } });
    for (const method of ['tools/list', 'tools/call', 'resources/read', 'completion/complete', 'ping'])
      for (const _meta of [null, 5, 'x', [], { progressToken: {} }, { progressToken: 1.5 }])
        expect(await wire.request(method, { name: 'echo', _meta })).toMatchObject({ error: { code: -32602 } });
  }
});

it('goes on after an initialize whose _meta is none', async ({ serve }) => {
  const wire = serve();
  expect(await wire.request('initialize', { protocolVersion: '2025-11-25', _meta: 5 })).toHaveProperty('error');
  expect(await wire.handshake()).toHaveProperty('result');
});

it('passes over members a request has no use for', async ({ session }) => {
  const wire = await session();
  wire.send({ jsonrpc: '2.0', id: 'more', method: 'tools/list', extra: 1, result: {} });
  expect(await wire.answer('more')).toHaveProperty('result');
});

it('refuses an id that it could not give back', async ({ session }) => {
  const wire = await session();
  wire.write('{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/list"}\n');
  expect(await wire.answer(null)).toMatchObject({ error: { code: -32600 } });
});

it('answers -32700 to nesting that could exhaust the stack, wherever it stands', async ({ serve }) => {
  const wire = serve();
  const params = [`"protocolVersion":${nested(100_000)}`, `"_meta":{"a/b":${nested(100_000)}}`];
  for (const [index, each] of params.entries()) {
    wire.write(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{${each}}}\n`);
    await wire.eventually(() => wire.messages.length === index + 1);
    expect(wire.messages.at(-1)).toMatchObject({ id: null, error: { code: -32700 } });
  }
  expect(await wire.handshake()).toHaveProperty('result');
});

it('never logs half of a secret that stands where a line is cut', async ({ serve }) => {
  const token = 'q7'.repeat(20);
  const wire = serve({ env: { MCPBASH_REMOTE_TOKEN: token } });
  wire.write(`${'x'.repeat(1_024 - 20)}${token}\n`);
  await wire.answer(null);
  await wire.eventually(() => wire.stderr.some(line => line.includes('could not be read')));
  expect(wire.stderr.join('\n')).not.toContain('q7q7q7');
});

it('answers -32603 to more subscriptions than a connection may have, over several listens', async ({ serve }) => {
  const wire = serve();
  const listen = (from: string) =>
    wire.start('subscriptions/listen', {
      notifications: { resourceSubscriptions: many(from, 600) },
      _meta: modernMeta,
    });
  listen('1');
  await wire.notice('notifications/subscriptions/acknowledged');
  expect(await wire.answer(listen('2'))).toMatchObject({ error: { code: -32603 } });
  expect(await wire.modern('tools/list')).toHaveProperty('result');
});

it('lets a client listen before there is a snapshot', async ({ serve }) => {
  const wire = serve({ source: 'opening-slowly.mjs' });
  const notifications = { resourceSubscriptions: ['test://one'] };
  wire.start('subscriptions/listen', { notifications, _meta: modernMeta });
  await wire.notice('notifications/subscriptions/acknowledged');
});

it('answers -32603 where a Source cannot watch, and is not hurt by it', async ({ session, serve }) => {
  const wire = await session({ source: 'unruly.mjs' });
  for (const _ of [1, 2])
    expect(await wire.request('resources/subscribe', { uri: 'test://note' })).toMatchObject({
      error: { code: -32603 },
    });
  const modern = serve({ source: 'unruly.mjs' });
  await modern.modern('tools/list');
  const notifications = { resourceSubscriptions: ['test://note'] };
  expect(await modern.modern('subscriptions/listen', { notifications })).toMatchObject({ error: { code: -32603 } });
});

it('keeps the last snapshot when a new one cannot be published', async ({ session }) => {
  const wire = await session({ source: 'unruly.mjs' });
  await wire.call('spoil');
  const { params } = await wire.notice('notifications/message');
  expect(params).toMatchObject({ level: 'error', logger: 'mcp.registry' });
  expect(await wire.request('prompts/list')).toMatchObject({ error: { code: -32603 } });
  expect(await wire.request('prompts/list')).toMatchObject({ result: { prompts: [] } });
});

it('says why nothing is served when a Source cannot be listened to', async ({ serve }) => {
  const wire = serve({ source: 'unlistenable.mjs' });
  expect((await wire.handshake()).result?.capabilities).toEqual({ logging: {} });
  expect(await wire.request('tools/list')).toMatchObject({ error: { code: -32603, message: 'nobody may listen' } });
});

it('closes a Source that gave no way to stop listening', async ({ session }) => {
  const wire = await session({ source: 'unruly.mjs' });
  wire.endInput();
  expect(await wire.exited).toMatchObject({ code: 0 });
  expect(wire.stderr).toContain('the source was closed');
});

it('takes the dotted spelling of a tool that declares one, and of no other', async ({ session, serve }) => {
  const wire = await session({ source: 'unruly.mjs' });
  expect((await wire.call('spoken.name')).result?.content).toEqual([{ type: 'text', text: 'spoken' }]);
  expect(await wire.call('plain.name')).toMatchObject({ error: { code: -32601 } });
  for (const name of ['written.with dots', 'written_with_dots'])
    expect((await wire.call(name)).result?.content).toEqual([{ type: 'text', text: 'written' }]);
  const plain = (await wire.request('tools/list')).result?.tools;
  for (const { name } of plain!) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(plain?.find(tool => tool.name === 'written_with_dots')).toMatchObject({
    _meta: { 'io.concord/name': 'written.with dots' },
  });
  const both = serve({ source: ['unruly.mjs', 'demo', '--dotted-names'] });
  await both.handshake();
  const { result } = await both.request('tools/list');
  const names = result?.tools?.map(tool => tool.name);
  expect(names).toContain('unruly__spoken.name');
  expect(names).toContain('unruly__written_with_dots');
  expect(await both.call('unruly__spoken.name')).toHaveProperty('result');
});

it('answers a call that does not listen before a signal ends the process', async ({ session }) => {
  const wire = await session({ source: 'unruly.mjs' });
  const id = wire.start('tools/call', { name: 'deaf' });
  await wire.request('ping');
  const asked = performance.now();
  wire.signal('SIGTERM');
  expect(await wire.answer(id)).toMatchObject({ error: { code: -32001, data: { reason: 'SIGTERM' } } });
  const { code, at } = await wire.exited;
  expect(code).toBe(143);
  expect(at - asked).toBeLessThan(tenTimes(2_000));
});

it('waits for a slow reader before it leaves at the end of input', async () => {
  const bytes = 5_000_000;
  const server = spawn(process.execPath, [command, 'serve', 'demo'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'slow', version: '1' } };
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize })}\n`);
  const params = { name: 'huge', arguments: { bytes } };
  server.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params })}\n`);
  await sleep(2_500);
  let read = '';
  for await (const chunk of server.stdout.setEncoding('utf8')) read += chunk;
  expect(JSON.parse(read.trimEnd().split('\n').at(-1)!)).toMatchObject({ id: 2, result: expect.anything() });
});

it('does not take a time that no timer can hold', async ({ session }) => {
  const wire = await session({ env: { CONCORD_EOF_DRAIN_SECS: '9999999', CONCORD_PAGE_SIZE: '2000' } });
  const id = wire.start('tools/call', { name: 'slow', arguments: { steps: 1, stepMs: 300 } });
  wire.endInput();
  expect(await wire.answer(id)).toHaveProperty('result');
  await wire.exited;
  const [first, second] = wire.stderr.map(line => (JSON.parse(line) as { msg: string }).msg);
  expect([first, second].sort()).toEqual([
    'CONCORD_EOF_DRAIN_SECS must be a whole number from 0 to 2147483; using the default 30',
    'CONCORD_PAGE_SIZE must be a whole number from 1 to 1000; using the default 200',
  ]);
});

it('answers a call over HTTP that waits for a Source that never opens', async ({ serve }) => {
  const wire = serve({ source: ['hanging.mjs', '--http=0'], env: { HANGING: 'open' } });
  while (wire.garbage.length === 0) await sleep(20);
  const params = { name: 'any', timeoutSecs: 1, _meta: modernMeta };
  const response = await fetch(wire.garbage[0]!, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'any',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    signal: AbortSignal.timeout(WAIT_LIMIT_MS),
  });
  const error = { code: -32603, message: 'tools/call timed out after 1 s' };
  expect(await response.json()).toMatchObject({ id: 1, error });
});

it('refuses to start over HTTP when names collide, and announces nothing', async ({ serve }) => {
  const wire = serve({ source: ['demo', 'demo', '--http=0'] });
  expect(await wire.exited).toMatchObject({ code: 1 });
  expect(wire.stderr.at(-1)).toContain("is given by both 'demo' and 'demo'");
  expect(wire.garbage).toEqual([]);
});

it('refuses to start with a Source that cannot be loaded, in one sentence', async ({ serve }) => {
  const wire = serve({ source: 'unloadable.mjs' });
  expect(await wire.exited).toMatchObject({ code: 1 });
  expect(wire.stderr).toEqual([expect.stringMatching(/^error: The source '.*' could not be loaded: no luck today$/)]);
});

it('refuses to start with a Source that does not say who it is, in one sentence', async ({ serve }) => {
  const wire = serve({ source: 'nobody.mjs' });
  expect(await wire.exited).toMatchObject({ code: 1 });
  expect(wire.stderr).toEqual([
    "error: The source 'nobody' cannot be served: its `identity` must be an object with name and version",
  ]);
});

it('refuses a completion whose value is no string', async ({ demo: wire }) => {
  const ref = { type: 'ref/prompt', name: 'review' };
  const params = { ref, argument: { name: 'language', value: {} } };
  expect(await wire.request('completion/complete', params)).toMatchObject({ error: { code: -32602 } });
});
