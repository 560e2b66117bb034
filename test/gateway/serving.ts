import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
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
export async function gatewayOver(
  servers: Record<string, object>,
  env: Record<string, string> = {},
  client = new Client({ name: 'test', version: '1' }),
): Promise<Client> {
  const { folder, config } = new CommandFolder(servers);
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

/** The address of `mcp serve --http` over these servers, until the test ends. */
export async function httpGatewayOver(servers: Record<string, object>): Promise<URL> {
  const { folder, config } = new CommandFolder(servers);
  const child = spawn(process.execPath, [bin, 'serve', '--http', '127.0.0.1:0', '--config', config], {
    cwd: folder,
    env: homeIn(folder),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await new Promise(resolve => child.once('close', resolve));
  });
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', line => resolve(new URL(line)));
    child.once('exit', code => reject(new Error(`the gateway exited with ${code}`)));
  });
}
