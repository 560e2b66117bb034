import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyClient, clients } from '../interop/clients.js';
import { servedOverHttp } from '../interop/serving.js';
import { projectOf, put, shellTool } from './project.js';

const root = projectOf({
  ...shellTool('echo', 'cat', { inputSchema: { type: 'object', properties: { a: { type: 'number' } } } }),
  ...shellTool('fails', 'echo partial; echo wrong >&2; exit 7'),
  ...shellTool(
    'own_error',
    `printf %s '{"code":-32602,"message":"mine","data":{"hint":"h"}}' > "$MCP_TOOL_ERROR_FILE"`,
  ),
  ...shellTool('slow', 'sleep 30', { timeoutSecs: 1 }),
  ...shellTool('endless', 'echo $$ > "$MCPBASH_PROJECT_ROOT/pid"; sleep 60'),
  ...shellTool(
    'asks',
    `printf '{"message":"who?","schema":{"type":"object","properties":{"name":{"type":"string"}}}}' > "$MCP_ELICIT_REQUEST_FILE"
     while [ ! -e "$MCP_ELICIT_RESPONSE_FILE" ]; do sleep 0.05; done; cat "$MCP_ELICIT_RESPONSE_FILE"`,
  ),
  'tools/module/tool.mjs':
    'export default async (args, ctx) => ({ asked: await ctx.elicit("who?", { type: "object", properties: { name: { type: "string" } } }) });',
  'resources/a.md': '# a\n',
  'prompts/greet.txt': 'Hello {{name}}',
  'prompts/greet.meta.json': { arguments: [{ name: 'name', required: true }] },
  'providers/code.sh!': '#!/bin/sh\necho "no such thing" >&2; exit 3\n',
});
const url = servedOverHttp(root);

describe.each(Object.entries(clients))('of a folder, the SDK client %s', (name, connect) => {
  const isModern = name.includes('modern');
  let client: AnyClient;
  beforeAll(async () => {
    client = await connect(await url, root);
    await client.listTools();
  });
  afterAll(() => client?.close());

  const errorOf = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: { code: number; message: string; data?: object }) => error,
    );

  it('calls tools, and sees each failure as what it is', async () => {
    expect(await client.callTool({ name: 'echo', arguments: { a: 1 } })).toMatchObject({ structuredContent: { a: 1 } });
    expect(await client.callTool({ name: 'echo', arguments: { a: 'x' } })).toMatchObject({ isError: true });
    expect(await client.callTool({ name: 'fails' })).toMatchObject({
      isError: true,
      content: [
        { type: 'text', text: 'partial\n' },
        { type: 'text', text: 'exit code 7\nwrong' },
      ],
      _meta: { exitCode: 7, stderr: 'wrong\n' },
    });
    expect(await errorOf(client.callTool({ name: 'own_error' }))).toMatchObject({ code: -32602, data: { hint: 'h' } });
    expect(await errorOf(client.callTool({ name: 'slow' }))).toMatchObject({
      code: -32603,
      message: expect.stringContaining('timed out after 1 s'),
      data: { type: 'timeout', reason: 'fixed', exitCode: 124 },
    });
    expect(await errorOf(client.callTool({ name: 'nothing' }))).toMatchObject({ code: isModern ? -32602 : -32601 });
  });

  it('answers what a tool asks, whatever runs it', async () => {
    const answer = { action: 'accept', content: { name: 'Ada' } };
    expect(await client.callTool({ name: 'asks' })).toMatchObject({ structuredContent: answer });
    expect(await client.callTool({ name: 'module' })).toMatchObject({ structuredContent: { asked: answer } });
  });

  it('reads resources and prompts', async () => {
    const uri = pathToFileURL(`${root}/resources/a.md`).href;
    expect(await client.readResource({ uri })).toMatchObject({
      contents: [{ text: '# a\n', mimeType: 'text/markdown' }],
    });
    expect(await errorOf(client.readResource({ uri: 'code://x' }))).toMatchObject({
      code: isModern ? -32602 : -32601,
      message: expect.stringContaining('no such thing'),
    });
    expect(await client.getPrompt({ name: 'greet', arguments: { name: 'Ann' } })).toMatchObject({
      messages: [{ content: { text: 'Hello Ann' } }],
    });
  });

  it('cancels a call, and the process ends', async () => {
    put(root, { pid: '' });
    const stop = new AbortController();
    const call = errorOf(
      client.callTool({ name: 'endless' }, ...(name.startsWith('v1') ? [undefined] : []), { signal: stop.signal }),
    );
    const pid = await eventually(() => Number(readFileSync(`${root}/pid`, 'utf8')) || undefined);
    stop.abort();
    await call;
    await eventually(() => (isRunning(pid) ? undefined : true));
  });
});

async function eventually<Value>(look: () => Value | undefined): Promise<Value> {
  for (let wait = 0; wait < 400; wait += 1) {
    const found = look();
    if (found !== undefined) return found;
    await after(25);
  }
  throw new Error('too late');
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
