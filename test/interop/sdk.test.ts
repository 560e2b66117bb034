import { catalog } from '@concord/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyClient, clients } from './clients.js';
import { servedOverHttp } from './serving.js';

const url = servedOverHttp('demo');

describe.each(Object.entries(clients))('the SDK client %s', (name, connect) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connect(await url, 'demo');
  });
  afterAll(() => client?.close());

  it('lists every tool', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(tool => tool.name)).toContain('echo');
    expect(tools.length).toBeGreaterThan(20);
  });

  it('calls a tool', async () => {
    await client.listTools();
    expect(await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).toMatchObject({
      content: [{ type: 'text', text: '1 + 2 = 3' }],
      structuredContent: { sum: 3 },
      _meta: { 'io.concord/outcome': { ok: true, state: 'finished' } },
    });
  });

  it('accepts structured content that is an array', async () => {
    await client.listTools();
    const { structuredContent } = await client.callTool({ name: 'list_numbers', arguments: { count: 2 } });
    expect([{ result: [1, 2] }, [1, 2]]).toContainEqual(structuredContent);
  });

  const kinds = Object.keys(catalog).filter(kind => kind !== 'cancelled');
  it.each(kinds)('sees the failure %s as what it is, and no validation error', async kind => {
    await client.listTools();
    const outcome = await client.callTool({ name: `fail_${kind}` }).then(
      result => result._meta,
      (error: { data?: { _meta?: object } }) => error.data?._meta,
    );
    expect(outcome).toMatchObject({ 'io.concord/outcome': { ok: false, problems: [{ kind }] } });
  });

  it('sees a broken build with its code', async () => {
    await client.listTools();
    expect(await client.callTool({ name: 'broken_build' })).toMatchObject({
      isError: true,
      structuredContent: { success: false, errors: [{ code: 'CS0103', category: 'Compilation' }] },
    });
  });

  it('reads a resource, gets a prompt and a completion', async () => {
    expect((await client.readResource({ uri: 'demo://items/7' })).contents).toMatchObject([
      { mimeType: 'application/json' },
    ]);
    expect((await client.getPrompt({ name: 'review', arguments: { language: 'go' } })).messages).toHaveLength(1);
    const asked = { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'language', value: 'ja' } };
    expect((await client.complete(asked)).completion.values).toEqual(['java', 'javascript']);
  });

  it('answers what a tool asks', async () => {
    expect(await client.callTool({ name: 'ask_name' })).toMatchObject({ content: [{ text: 'Hello, Ada!' }] });
  });

  it('gets progress, and can cancel', async () => {
    const controller = new AbortController();
    const seen: number[] = [];
    const options = {
      signal: controller.signal,
      onprogress: ({ progress }: { progress: number }) => {
        seen.push(progress);
        if (progress === 2) controller.abort();
      },
    };
    const params = { name: 'slow', arguments: { steps: 1_000, stepMs: 20 } };
    const running = name.startsWith('v1')
      ? client.callTool(params, undefined, options)
      : client.callTool(params, options);
    await expect(running).rejects.toThrow();
    expect(seen.slice(0, 2)).toEqual([1, 2]);
    expect(await client.callTool({ name: 'echo', arguments: { message: 'still here' } })).toMatchObject({
      content: [{ text: 'still here' }],
    });
  });

  it('never sees a secret', async () => {
    const result = JSON.stringify(await client.callTool({ name: 'leak' }));
    expect(result).toContain('[REDACTED]');
    expect(result).not.toContain('a1B2a1B2');
  });
});
