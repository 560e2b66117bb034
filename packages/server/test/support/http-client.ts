import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Json, JsonObject } from '@concord/contract';
import { WAIT_LIMIT_MS } from '../../../../test/support/time.js';
import type { TestServer } from './test-server.js';

/** What came back, read to its end. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The JSON-RPC messages of the body, whether it was JSON or a stream. */
  readonly messages: readonly JsonObject[];
  /** The only one, or the last. */
  readonly message: JsonObject & { readonly error?: JsonObject; readonly result?: JsonObject };
}

type Headers = Readonly<Record<string, string>>;

const usual: Headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** A server, and the address to come from where it is another one than usual. */
type Way = Pick<TestServer, 'port'> & { readonly localAddress?: string };

/** Sends one request over a connection of its own, with any header at all. */
export function send(
  { port, localAddress }: Way,
  method: string,
  body?: Json | Buffer,
  headers: Headers = {},
  path = '/mcp',
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: false });
    const all = body === undefined ? { accept: usual.accept!, ...headers } : { ...usual, ...headers };
    const from = localAddress === undefined ? {} : { localAddress };
    const req = request({ host: '127.0.0.1', ...from, port, path, method, headers: all, agent }, res => {
      const chunks: Buffer[] = [];
      res.on('data', chunk => chunks.push(chunk));
      res.on('end', () => resolve(reply(res.statusCode!, res.headers, Buffer.concat(chunks).toString())));
      res.on('error', reject);
    });
    req.on('error', reject);
    req.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
}

function reply(status: number, headers: IncomingHttpHeaders, text: string): Reply {
  const found = headers['content-type']?.startsWith('text/event-stream')
    ? parseEvents(text)
    : text === ''
      ? []
      : [JSON.parse(text) as JsonObject].flat();
  return { status, headers, text, messages: found as JsonObject[], message: (found.at(-1) ?? {}) as Reply['message'] };
}

export function parseEvents(text: string): JsonObject[] {
  return text.split('\n').flatMap(line => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as JsonObject] : []));
}

/** A stream that is read while it is open. */
export interface Stream {
  readonly status: number;
  readonly messages: JsonObject[];
  readonly raw: () => string;
  readonly ended: Promise<void>;
  drop(): void;
}

/** Opens a stream and goes on reading it. */
export async function open(
  { port }: Pick<TestServer, 'port'>,
  method: string,
  body?: Json,
  headers: Headers = {},
): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const all = { ...usual, ...headers };
    const req = request({ host: '127.0.0.1', port, path: '/mcp', method, headers: all, agent: false }, res => {
      const messages: JsonObject[] = [];
      let text = '';
      res.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        messages.splice(0, messages.length, ...parseEvents(text.slice(0, text.lastIndexOf('\n') + 1)));
      });
      const ended = new Promise<void>(done => res.on('close', done).on('error', () => {}));
      resolve({ status: res.statusCode!, messages, raw: () => text, ended, drop: () => req.destroy() });
    });
    req.on('error', reject);
    req.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

export const rpc = (id: Json, method: string, params?: Json): JsonObject =>
  ({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) }) as JsonObject;

export const notice = (method: string, params?: JsonObject): JsonObject =>
  ({ jsonrpc: '2.0', method, ...(params && { params }) }) as JsonObject;

export const hello = (version = '2025-11-25', capabilities: JsonObject = {}): JsonObject =>
  rpc(0, 'initialize', { protocolVersion: version, capabilities, clientInfo: { name: 'test', version: '1' } });

/** A session that has said hello. */
export interface Client {
  readonly id: string;
  readonly headers: Headers;
  call(id: Json, method: string, params?: Json): Promise<Reply>;
  post(body: Json): Promise<Reply>;
}

export async function connect(
  server: Way,
  version?: string,
  capabilities?: JsonObject,
  more: Headers = {},
): Promise<Client> {
  const first = await send(server, 'POST', hello(version, capabilities), more);
  const id = String(first.headers['mcp-session-id']);
  const headers = { ...more, 'mcp-session-id': id };
  await send(server, 'POST', notice('notifications/initialized'), headers);
  return {
    id,
    headers,
    call: (callId, method, params) => send(server, 'POST', rpc(callId, method, params), headers),
    post: body => send(server, 'POST', body, headers),
  };
}

const version = '2026-07-28';

/** A request of the modern era and the headers that go with it. */
export function modern(
  id: Json,
  method: string,
  params: JsonObject = {},
  meta: JsonObject = {},
): { body: JsonObject; headers: Headers } {
  const name = params.name ?? params.uri;
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    ...meta,
  };
  return {
    body: rpc(id, method, { ...params, _meta: envelope }),
    headers: {
      'mcp-protocol-version': String(envelope['io.modelcontextprotocol/protocolVersion']),
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
  };
}

/** Sends a modern request, with some headers changed. */
export function ask(
  server: Pick<TestServer, 'port'>,
  { body, headers }: ReturnType<typeof modern>,
  more: Headers = {},
): Promise<Reply> {
  return send(server, 'POST', body, { ...headers, ...more });
}

/** Waits until something holds. */
export async function until(holds: () => boolean, what = 'it'): Promise<void> {
  const deadline = performance.now() + WAIT_LIMIT_MS;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen in time`);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
