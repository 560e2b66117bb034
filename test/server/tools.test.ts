import { expect } from 'vitest';
import { it, type Message } from './wire.js';

const outcome = 'io.concord/outcome';

it('names the malformed part of a call, and runs nothing', async ({ testTools: wire }) => {
  const malformed: [Record<string, unknown>, string][] = [
    [{}, 'params.name'],
    [{ name: 7 }, 'params.name'],
    [{ name: '' }, 'params.name'],
    [{ name: 'strict', arguments: 'x' }, 'params.arguments'],
    [{ name: 'strict', arguments: [] }, 'params.arguments'],
    [{ name: 'strict', arguments: null }, 'params.arguments'],
    [{ name: 'strict', arguments: { count: 1 }, timeoutSecs: 0 }, 'params.timeoutSecs'],
    [{ name: 'strict', arguments: { count: 1 }, timeoutSecs: 601 }, 'params.timeoutSecs'],
  ];
  for (const [params, field] of malformed) {
    const { error } = await wire.request('tools/call', params);
    expect(error?.code).toBe(-32602);
    expect(error?.message).toContain(field);
  }
  expect(await wire.request('tools/call')).toMatchObject({ error: { code: -32602 } });
  expect((await wire.call('how_often')).result?.content?.[0]?.text).toBe('0');
});

for (const era of ['handshake', 'modern'])
  it(`explains every broken argument at once in a result, and runs nothing (${era})`, async ({ serve }) => {
    const wire = serve({ source: 'test-tools.mjs' });
    if (era === 'handshake') await wire.handshake();
    const call = (name: string, args: Record<string, unknown>): Promise<Message> =>
      era === 'modern' ? wire.modern('tools/call', { name, arguments: args }) : wire.call(name, args);
    const { result } = await call('strict', { count: 'many', colour: 'blue', titl: 'x' });
    expect(result?.isError).toBe(true);
    expect(result?.content).toHaveLength(1);
    const problems = result?._meta?.['io.concord/problems'] as Record<string, unknown>[];
    expect(problems).toHaveLength(3);
    for (const problem of problems) {
      expect(problem).toHaveProperty('pointer');
      expect(problem).toHaveProperty('expected');
      expect(problem).toHaveProperty('received');
    }
    expect(problems.map(problem => problem.nearest).filter(Boolean)).toEqual(['title']);
    expect(result?.content?.[0]?.text).toContain('title');
    expect(result?._meta?.[outcome]).toMatchObject({ ok: false, state: 'not_started' });
    expect((await call('how_often', {})).result?.content?.[0]?.text).toBe('0');
  });

it('answers -32601 to what it does not have in a session', async ({ demo: wire }) => {
  expect(await wire.call('ecko')).toMatchObject({
    error: { code: -32601, data: { kind: 'tool', name: 'ecko', nearest: 'echo' } },
  });
  expect(await wire.request('prompts/get', { name: 'nope' })).toMatchObject({ error: { code: -32601 } });
  for (const uri of ['demo://nope', 'other://x', 'demo://items/x'])
    expect(await wire.request('resources/read', { uri })).toMatchObject({ error: { code: -32601, data: { uri } } });
  const ref = { type: 'ref/prompt', name: 'nope' };
  expect(await wire.request('completion/complete', { ref, argument: { name: 'a', value: '' } })).toMatchObject({
    error: { code: -32601 },
  });
});

it('answers -32602 to what it does not have in the modern era', async ({ serve }) => {
  const wire = serve();
  expect(await wire.modern('tools/call', { name: 'ecko' })).toMatchObject({
    error: { code: -32602, data: { kind: 'tool', name: 'ecko', nearest: 'echo' } },
  });
  expect(await wire.modern('prompts/get', { name: 'nope' })).toMatchObject({ error: { code: -32602 } });
  expect(await wire.modern('resources/read', { uri: 'demo://nope' })).toMatchObject({
    error: { code: -32602, data: { uri: 'demo://nope' } },
  });
});

it('stamps results of the modern era alike on both routes', async ({ serve }) => {
  const wire = serve();
  const args = { name: 'echo', arguments: { message: 'hi' } };
  const [first, second] = [await wire.modern('tools/call', args), await wire.modern('tools/call', args)];
  for (const { result } of [first, second])
    expect(result).toMatchObject({
      resultType: 'complete',
      content: [{ type: 'text', text: 'hi' }],
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'demo' }, [outcome]: { ok: true } },
    });
  expect(Object.keys(first.result ?? {}).sort()).toEqual(Object.keys(second.result ?? {}).sort());
});

it('wraps structured content that is no object for sessions, and only for them', async ({ demo, serve }) => {
  expect((await demo.call('list_numbers', { count: 2 })).result?.structuredContent).toEqual({ result: [1, 2] });
  const modern = serve();
  await modern.modern('tools/list');
  const { result } = await modern.modern('tools/call', { name: 'list_numbers', arguments: { count: 2 } });
  expect(result?.structuredContent).toEqual([1, 2]);
});

it('puts each kind of failure of a text tool where the contract says', async ({ demo: wire }) => {
  const errors = { not_found: -32601, timeout: -32603, too_large: -32603, forbidden: -32603, internal: -32603 };
  for (const [kind, code] of Object.entries(errors)) {
    const { error } = await wire.call(`fail_${kind}`);
    expect(error?.code).toBe(code);
    expect(error?.data?._meta).toHaveProperty([outcome], expect.objectContaining({ ok: false }));
  }
  expect((await wire.call('fail_timeout')).error?.message).toContain('timed out');
  const { result } = await wire.call('fail_command_failed');
  expect(result).toMatchObject({ isError: true, _meta: { exitCode: 1, stderr: '' } });
  expect((await wire.call('fail_malformed_output')).result).toMatchObject({ isError: true });
  expect((await wire.call('broken_build')).result).toMatchObject({ isError: true, structuredContent: {} });
});

it('keeps a newline in an error message one newline', async ({ testTools: wire }) => {
  const { error } = await wire.call('two_lines');
  expect(error?.message).toBe('first line\nsecond line');
});

it('takes a tool that died by itself for failed, not cancelled', async ({ testTools: wire }) => {
  expect((await wire.call('killed')).result).toMatchObject({ isError: true });
});

it('completes at most a hundred values a page and goes on from its cursor', async ({ testTools: wire }) => {
  const question = { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'a' } };
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { result } = await wire.request('completion/complete', { ...question, ...(cursor && { cursor }) });
    const { completion } = result as { completion: { values: string[]; total: number; nextCursor?: string } };
    expect(completion.values.length).toBeLessThanOrEqual(100);
    expect(completion.total).toBe(250);
    seen.push(...completion.values);
    cursor = completion.nextCursor;
  } while (cursor !== undefined);
  expect(new Set(seen).size).toBe(250);
  for (const bad of ['', 'junk', 7])
    expect(await wire.request('completion/complete', { ...question, cursor: bad })).toMatchObject({
      error: { code: -32602 },
    });
  expect(await wire.request('completion/complete', { ...question, ref: { type: 'ref/other' } })).toMatchObject({
    error: { code: -32602 },
  });
});

it('names the argument a prompt misses', async ({ testTools: wire }) => {
  const { error } = await wire.request('prompts/get', { name: 'greet' });
  expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('who') });
  const { result } = await wire.request('prompts/get', { name: 'greet', arguments: { who: 'you' } });
  expect(result?.messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Hello you' } }]);
});

it('names the tools of several sources after them', async ({ session }) => {
  const wire = await session({ source: ['demo', 'many.mjs'] });
  expect((await wire.call('demo__echo', { message: 'hi' })).result?.content?.[0]?.text).toBe('hi');
  expect(await wire.call('many__tool_0001')).toHaveProperty('result');
  expect(await wire.call('echo', { message: 'hi' })).toMatchObject({ error: { code: -32601 } });
});
