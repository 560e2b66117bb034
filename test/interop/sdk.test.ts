import { catalog } from '@concord/contract';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoOverHttp, mcp, serverEnvironment } from './serving.js';

/** What the tests use of a client, alike in both generations of the SDK. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: object, ...rest: unknown[]): Promise<Record<string, unknown>>;
  readResource(params: { uri: string }): Promise<{ contents: object[] }>;
  getPrompt(params: object): Promise<{ messages: object[] }>;
  complete(params: object): Promise<{ completion: { values: string[] } }>;
  close(): Promise<void>;
}

const info = { name: 'interop', version: '1.0.0' };
const command = () => ({ command: process.execPath, args: [mcp, 'serve', 'demo'], env: serverEnvironment() });
const elicitation = { capabilities: { elicitation: {} } };
const accept = async () => ({ action: 'accept' as const, content: { name: 'Ada' } });

const clients: Readonly<Record<string, (url: URL) => Promise<AnyClient>>> = {
  'v1 over stdio': async () => {
    const client = new ClientV1(info, elicitation);
    const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
    client.setRequestHandler(ElicitRequestSchema, accept);
    await client.connect(new StdioV1(command()));
    return client as unknown as AnyClient;
  },
  'v1 over HTTP': async url => {
    const client = new ClientV1(info, elicitation);
    const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
    client.setRequestHandler(ElicitRequestSchema, accept);
    await client.connect(new HttpV1(url) as never);
    return client as unknown as AnyClient;
  },
  'v2 over stdio, handshake': async () => {
    const client = new ClientV2(info, { ...elicitation, versionNegotiation: { mode: 'legacy' } });
    client.setRequestHandler('elicitation/create', accept);
    await client.connect(new StdioV2(command()));
    return client as unknown as AnyClient;
  },
  'v2 over stdio, modern': async () => {
    const client = new ClientV2(info, { ...elicitation, versionNegotiation: { mode: { pin: '2026-07-28' } } });
    client.setRequestHandler('elicitation/create', accept);
    await client.connect(new StdioV2(command()));
    return client as unknown as AnyClient;
  },
  'v2 over HTTP, modern': async url => {
    const client = new ClientV2(info, { ...elicitation, versionNegotiation: { mode: { pin: '2026-07-28' } } });
    client.setRequestHandler('elicitation/create', accept);
    await client.connect(new HttpV2(url));
    return client as unknown as AnyClient;
  },
  'v2 over HTTP, handshake': async url => {
    const client = new ClientV2(info, { ...elicitation, versionNegotiation: { mode: 'legacy' } });
    client.setRequestHandler('elicitation/create', accept);
    await client.connect(new HttpV2(url));
    return client as unknown as AnyClient;
  },
};

const url = demoOverHttp();

describe.each(Object.entries(clients))('the SDK client %s', (name, connect) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connect(await url);
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
