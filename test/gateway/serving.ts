import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import { bin, CommandFolder, homeIn } from '../cli/mcp.js';

/** The entry of a server that does what the tests of the gateway need. */
export const upstream = {
  command: process.execPath,
  args: [fileURLToPath(new URL('./upstream-server.mjs', import.meta.url))],
};

/** A client of `mcp serve` over these servers, until the test ends. */
export async function gatewayOver(servers: Record<string, object>, env: Record<string, string> = {}): Promise<Client> {
  const { folder, config } = new CommandFolder(servers);
  const client = new Client({ name: 'test', version: '1' });
  onTestFinished(() => client.close());
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'serve', '--config', config],
    cwd: folder,
    env: { ...homeIn(folder), ...env } as Record<string, string>,
    stderr: 'ignore',
  });
  await client.connect(transport);
  return client;
}
