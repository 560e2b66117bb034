import { realpathSync } from 'node:fs';
import { expect } from 'vitest';
import { it, type Message, modernMeta, type Wire } from './wire.js';

const able = { elicitation: {} };

async function asked(wire: Wire): Promise<Message> {
  return wire.until(message => message.method === 'elicitation/create', 'a question');
}

const cases: [Record<string, unknown>, string][] = [
  [{ result: { action: 'accept', content: { name: 'Ada' } } }, 'Hello, Ada!'],
  [{ result: { action: 'decline' } }, 'No name: decline'],
  [{ result: { action: 'cancel' } }, 'No name: cancel'],
  [{ result: { action: 'accept', content: { name: 7 } } }, 'No name: decline'],
  [{ result: { action: 'accept' } }, 'No name: decline'],
  [{ error: { code: -32603, message: 'broken' } }, 'No name: error'],
];

for (const direct of ['1', '0'])
  it(`gives a tool what the client answered (CONCORD_DIRECT=${direct})`, async ({ serve }) => {
    const wire = serve({ env: { CONCORD_DIRECT: direct } });
    await wire.handshake('2025-11-25', able);
    for (const [answer, text] of cases) {
      const id = wire.start('tools/call', { name: 'ask_name' });
      const question = await asked(wire);
      expect(question.params).toMatchObject({ mode: 'form', message: 'What is your name?' });
      wire.messages.splice(0);
      wire.send({ jsonrpc: '2.0', id: question.id, ...answer });
      expect((await wire.answer(id)).result?.content?.[0]?.text).toBe(text);
    }
  });

it('takes silence for a cancel', async ({ serve }) => {
  const wire = serve({ env: { MCPBASH_ELICITATION_TIMEOUT: '1' } });
  await wire.handshake('2025-11-25', able);
  expect((await wire.call('ask_name')).result?.content?.[0]?.text).toBe('No name: cancel');
});

it('withdraws its question when the call is cancelled', async ({ serve }) => {
  const wire = serve();
  await wire.handshake('2025-11-25', able);
  const id = wire.start('tools/call', { name: 'ask_name' });
  const question = await asked(wire);
  wire.notify('notifications/cancelled', { requestId: id });
  expect(await wire.answer(id)).toMatchObject({ error: { code: -32001 } });
  expect((await wire.notice('notifications/cancelled')).params).toMatchObject({ requestId: question.id });
});

it('declines at once for a client that cannot be asked, in both eras', async ({ session, serve }) => {
  const old = await session();
  expect((await old.call('ask_name')).result?.content?.[0]?.text).toBe('No name: decline');
  const modern = serve();
  const { result } = await modern.modern('tools/call', { name: 'ask_name' });
  expect(result?.content?.[0]?.text).toBe('No name: decline');
});

it('holds no slot while it waits for a person', async ({ serve }) => {
  const wire = serve({ env: { MCPBASH_MAX_CONCURRENT_REQUESTS: '1' } });
  await wire.handshake('2025-11-25', able);
  wire.start('tools/call', { name: 'ask_name' });
  await asked(wire);
  expect(await wire.call('echo', { message: 'hi' })).toHaveProperty('result');
});

const meta = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': able };

function ask(wire: Wire, more: Record<string, unknown> = {}): Promise<Message> {
  return wire.request('tools/call', { name: 'ask_name', arguments: {}, ...more, _meta: meta });
}

it('asks with input_required in the modern era, and goes on with the answer', async ({ serve }) => {
  const wire = serve();
  await wire.modern('tools/list');
  const answers: [Record<string, unknown>, string][] = [
    [{ action: 'accept', content: { name: 'Ada' } }, 'Hello, Ada!'],
    [{ action: 'decline' }, 'No name: decline'],
    [{ action: 'cancel' }, 'No name: cancel'],
  ];
  for (const [answer, text] of answers) {
    const { result: question } = await ask(wire);
    expect(question).toMatchObject({
      resultType: 'input_required',
      inputRequests: { name: { method: 'elicitation/create', params: { message: 'What is your name?' } } },
    });
    const { requestState } = question!;
    const { result } = await ask(wire, { inputResponses: { name: answer }, requestState });
    expect(result?.content?.[0]?.text).toBe(text);
    expect(await ask(wire, { inputResponses: { name: answer }, requestState })).toMatchObject({
      error: { code: -32602, message: 'Invalid or expired requestState' },
    });
  }
});

it('refuses a state that was altered, made for another call, or is too old', async ({ serve }) => {
  const wire = serve({ env: { MCPBASH_ELICITATION_TIMEOUT: '1' } });
  const { result } = await ask(wire);
  const requestState = result?.requestState as string;
  const inputResponses = { name: { action: 'accept', content: { name: 'Ada' } } };
  const refusal = { error: { code: -32602, message: 'Invalid or expired requestState' } };
  const altered = `${requestState.slice(0, -2)}${requestState.endsWith('A') ? 'BB' : 'AA'}`;
  expect(await ask(wire, { inputResponses, requestState: altered })).toMatchObject(refusal);
  expect(await ask(wire, { inputResponses, requestState, name: 'echo' })).toMatchObject(refusal);
  await wire.modern('tools/call', { name: 'slow', arguments: { steps: 1, stepMs: 1_500 } });
  expect(await ask(wire, { inputResponses, requestState })).toMatchObject(refusal);
});

it('uses answers that come with the first request', async ({ serve }) => {
  const wire = serve();
  const inputResponses = { name: { action: 'accept', content: { name: 'Ada' } } };
  expect((await ask(wire, { inputResponses })).result?.content?.[0]?.text).toBe('Hello, Ada!');
});

it('learns the roots of a client, and again when they change', async ({ serve, expect }) => {
  const wire = serve({ source: 'test-tools.mjs' });
  await wire.handshake('2025-11-25', { roots: { listChanged: true } });
  const question = await wire.notice('roots/list');
  expect((await wire.call('roots')).result?.content?.[0]?.text).toBe('null');
  const here = realpathSync(import.meta.dirname);
  const uris = [
    `file://${here}`,
    `file://localhost${here}/../server`,
    'file:///not/there',
    'https://x.example',
    `file://h${here}`,
  ];
  wire.send({ jsonrpc: '2.0', id: question.id, result: { roots: uris.map(uri => ({ uri })) } });
  const known = async () => (await wire.call('roots')).result?.content?.[0]?.text;
  // The answer is looked at on the disk before it counts.
  await expect.poll(known).toBe(JSON.stringify([here]));

  wire.messages.splice(0);
  for (let times = 0; times < 3; times++) wire.notify('notifications/roots/list_changed');
  const again = await wire.notice('roots/list');
  wire.send({ jsonrpc: '2.0', id: again.id, error: { code: -32603, message: 'broken' } });
  await wire.request('ping');
  expect(await known()).toBe(JSON.stringify([here]));
  expect(wire.noticesOf('roots/list')).toHaveLength(1);
});

it('does not ask a client for roots that has none', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  wire.notify('notifications/roots/list_changed');
  await wire.call('wait', { ms: 1_200 });
  expect(wire.noticesOf('roots/list')).toEqual([]);
});
