import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { bin, CommandFolder, type Document, homeIn } from '../cli/mcp.js';
import { WAIT_LIMIT_MS } from '../support/time.js';

const script = fileURLToPath(new URL('./upstream-server.mjs', import.meta.url));

/** The entry of a server that does what the tests of the gateway need; it is told how to misbehave, and a file to tell things by. */
export function upstreamOf(mode: string, file = '') {
  return { command: process.execPath, args: [script, mode, file] };
}
export const upstream = upstreamOf('good');

/** Waits that are long for people are short here. */
export const hurried = { CONCORD_UPSTREAM_RETRY_MS: '20' };

/** Servers of the configuration, or a folder that has one. */
type Served = Record<string, object> | CommandFolder;

/** How `mcp serve` is started, and who connects. */
export interface GatewayOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly client?: Client;
}

/** A client of `mcp serve` over these servers, on its standard input and output, until the test ends. */
export async function gatewayOver(served: Served, options: GatewayOptions = {}) {
  const { args, cwd, env } = commandFor(served, options);
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd, env, stderr: 'pipe' });
  const stderr = collected(transport.stderr!);
  return { ...(await connected(transport, options.client)), stderr };
}

/** `mcp serve --http` over these servers, until the test ends: its address, and a way to connect to it. */
export async function httpGatewayOver(served: Served, options: GatewayOptions = {}) {
  const { args, cwd, env } = commandFor(served, options);
  const child = spawn(process.execPath, [...args, '--http', '127.0.0.1:0'], { cwd, env });
  onTestFinished(async () => {
    if (child.kill('SIGTERM')) await new Promise(resolve => child.once('close', resolve));
  });
  const stderr = collected(child.stderr);
  const url = await new Promise<URL>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', line => resolve(new URL(line)));
    child.once('exit', code => reject(new Error(`the gateway exited with ${code}: ${stderr()}`)));
  });
  return { url, stderr, connect: (client?: Client) => connected(new StreamableHTTPClientTransport(url), client) };
}

function commandFor(served: Served, { args = [], env = {} }: GatewayOptions) {
  const { folder, config } = served instanceof CommandFolder ? served : new CommandFolder(served);
  return { args: [bin, 'serve', ...args, '--config', config], cwd: folder, env: homeIn(folder, env) };
}

/** What a stream has given so far, as text. */
function collected(stream: NodeJS.EventEmitter): () => string {
  const pieces: Buffer[] = [];
  stream.on('data', (piece: Buffer) => pieces.push(piece));
  return () => Buffer.concat(pieces).toString();
}

/** A connected client, what it can be asked for in a test, and what it was told. */
async function connected(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  client = new Client({ name: 'test', version: '1' }),
) {
  const told: Document[] = [];
  client.fallbackNotificationHandler = async notification => void told.push(notification);
  onTestFinished(() => client.close());
  // Its types allow for an absent session id, those of the client do not.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  /** The answer to a request, a result or an error. */
  const ask = (method: string, params: Record<string, unknown> = {}): Promise<Document> =>
    client.request({ method, params }, ResultSchema, { timeout: WAIT_LIMIT_MS }).then(
      result => ({ result }),
      ({ code, message, data }) => ({ error: { code, message, data } }),
    );
  const call = async (name: string, args: object = {}) => (await ask('tools/call', { name, arguments: args })).result;
  /** The names of what is listed. */
  const names = async (kind: 'tools' | 'prompts' = 'tools'): Promise<readonly string[]> =>
    (await ask(`${kind}/list`)).result[kind].map((each: Document) => each.name);
  return { client, ask, call, names, told, close: () => client.close() };
}

/** What an answer says of its call. */
export function outcomeOf({ result, error }: Document): Document {
  return (result ?? error.data)._meta['io.concord/outcome'];
}
