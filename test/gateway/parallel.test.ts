import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it, onTestFinished } from 'vitest';
import { bin, CommandFolder, demo, homeIn } from '../cli/mcp.js';

const meeting = {
  command: process.execPath,
  args: [fileURLToPath(new URL('./meeting-server.mjs', import.meta.url))],
};

/** A client of `mcp serve` over these servers. */
async function gatewayOver(servers: Record<string, object>, env: Record<string, string> = {}): Promise<Client> {
  const { folder, config } = new CommandFolder(servers);
  const client = new Client({ name: 'test', version: '1' });
  const args = [bin, 'serve', '--config', config];
  const all = { ...homeIn(folder), ...env } as Record<string, string>;
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: folder, env: all, stderr: 'ignore' }),
  );
  return client;
}

it('passes 200 calls on at once, and a server whose calls all wait takes no place of another', async () => {
  const client = await gatewayOver({ meeting, demo }, { CONCORD_MAX_UPSTREAM_REQUESTS: '200' });
  const meet = () => client.callTool({ name: 'meeting__meet', arguments: { calls: 200 } });
  const calls = Array.from({ length: 199 }, meet);
  const sum = await client.callTool({ name: 'demo__add', arguments: { a: 1, b: 2 } });
  expect(sum.structuredContent).toEqual({ sum: 3 });
  const results = await Promise.all([...calls, meet()]);
  expect(results.every(({ isError }) => isError !== true)).toBe(true);
});

it('passes no more calls on to a server at once than its operator says', async () => {
  const client = await gatewayOver({ meeting, demo }, { CONCORD_MAX_UPSTREAM_REQUESTS: '1' });
  const order: string[] = [];
  const first = new AbortController();
  const meet = (calls: number, signal?: AbortSignal) =>
    client.callTool({ name: 'meeting__meet', arguments: { calls } }, undefined, { signal });
  const givenUp = meet(2, first.signal).catch(() => order.push('the first is given up'));
  const second = meet(1).then(() => order.push('the second is answered'));
  await client.callTool({ name: 'demo__add', arguments: { a: 1, b: 2 } });
  first.abort();
  await Promise.all([givenUp, second]);
  expect(order).toEqual(['the first is given up', 'the second is answered']);
});
