import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { bin, type CommandFolder, homeIn } from './mcp.js';

export type Era = 'handshake' | 'modern';

/** What a gateway sent its client and wrote to its log. */
export interface Heard {
  readonly messages: string[];
  readonly log: string[];
}

const environment = (folder: string) => ({ ...homeIn(folder), CONCORD_LOG_LEVEL: 'debug', MCP_LOG_LEVEL: 'debug' });

/** Does all that a client can do with `mcp serve` over standard input and output. */
export async function walkOverStdio(commandFolder: CommandFolder, era: Era): Promise<Heard> {
  const { folder, config } = commandFolder;
  const heard: Heard = { messages: [], log: [] };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'serve', '--config', config],
    cwd: folder,
    env: environment(folder),
    stderr: 'pipe',
  });
  transport.stderr?.on('data', piece => heard.log.push(String(piece)));
  await walk(transport, era, heard);
  return heard;
}

/** The same over HTTP. */
export async function walkOverHttp(commandFolder: CommandFolder, era: Era): Promise<Heard> {
  const { folder, config } = commandFolder;
  const heard: Heard = { messages: [], log: [] };
  const child = spawn(process.execPath, [bin, 'serve', '--http', '127.0.0.1:0', '--config', config], {
    cwd: folder,
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.on('data', piece => heard.log.push(String(piece)));
  const ended = new Promise(resolve => child.once('close', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = await new Promise<string>(resolve => createInterface({ input: child.stdout }).once('line', resolve));
  await walk(new StreamableHTTPClientTransport(new URL(url)), era, heard);
  child.kill('SIGTERM');
  await ended;
  return heard;
}

async function walk(transport: Transport, era: Era, { messages }: Heard): Promise<void> {
  let listener: Transport['onmessage'];
  // The client listens more than once: to find the era, and then for good.
  Object.defineProperty(transport, 'onmessage', {
    get: (): Transport['onmessage'] =>
      listener &&
      ((message, ...more) => {
        messages.push(JSON.stringify(message));
        listener?.(message, ...more);
      }),
    set: (given: Transport['onmessage']) => {
      listener = given;
    },
  });
  const client = new Client(
    { name: 'walk', version: '1' },
    {
      capabilities: { elicitation: {}, sampling: {} },
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  );
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { name: 'Ada' } }));
  await client.connect(transport);
  messages.push(JSON.stringify([client.getInstructions(), client.getServerVersion(), client.getServerCapabilities()]));
  // What is refused was heard as well: whether the client likes an answer is not the question.
  const ask = (asked: () => Promise<unknown>) => asked().catch(() => {});
  if (era === 'handshake') await ask(() => client.setLoggingLevel('debug'));
  await ask(() => client.listTools());
  const { resources } = await client.listResources();
  await ask(() => client.listResourceTemplates());
  await ask(() => client.listPrompts());
  for (const name of ['tells', 'shows', 'fails', 'refuses', 'floods', 'asks', 'keys', 'unheard-of', 'dies'])
    await ask(() => client.callTool({ name, arguments: {} }, { onprogress: () => {} }));
  await ask(() => client.callTool({ name: 'tells', arguments: { count: 'none' } }));
  for (const { uri } of resources) {
    await ask(() => client.readResource({ uri }));
    if (era === 'handshake') await ask(() => client.subscribeResource({ uri }));
  }
  await ask(() => client.readResource({ uri: 'leaking://nowhere' }));
  for (const name of ['told', 'useless', 'unheard-of']) await ask(() => client.getPrompt({ name, arguments: {} }));
  const argument = { name: 'who', value: '' };
  await ask(() => client.complete({ ref: { type: 'ref/prompt', name: 'told' }, argument }));
  await ask(() => client.complete({ ref: { type: 'ref/resource', uri: 'leaking://{which}' }, argument }));
  await client.close();
}
