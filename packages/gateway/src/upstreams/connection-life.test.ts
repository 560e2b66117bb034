import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, type Definition } from '@concord/client';
import { type JsonObject, report } from '@concord/contract';
import { createEngine, invoke, type Source } from '@concord/engine';
import { upstreamSource } from '@concord/source-upstream';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { lastingSource } from './lasting-source.js';

const folder = mkdtempSync(join(tmpdir(), 'concord-life-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const engine = createEngine({ warn: () => {}, env: { XDG_STATE_HOME: folder, CONCORD_CANCEL_GRACE_MS: '1000' } });
const env = {
  MCP_MAX_MESSAGE_BYTES: '200000',
  CONCORD_UPSTREAM_PING_MS: '100',
  CONCORD_UPSTREAM_SILENCE_MS: '400',
};
const script = fileURLToPath(new URL('../../../../test/client/ending-server.mjs', import.meta.url));
const common = { name: 'ending', daemon: false, protocol: 'handshake', secrets: [] } as const;
const stdio = {
  ...common,
  transport: 'stdio',
  command: process.execPath,
  args: [script],
  cwd: folder,
  env: { PATH: process.env.PATH ?? '' },
} as Definition;

/** A lasting source of that server, open, and closed with the test. */
async function reached(definition: Definition, upstreamWaitMs = 60_000): Promise<Source> {
  const source = lastingSource({
    name: 'ending',
    limits: { upstreamRetryMs: 50, upstreamWaitMs },
    tell: () => {},
    connect: async () => {
      const connection = await connect(definition, { env, detectsSilence: true });
      const inner = upstreamSource('ending', connection);
      await inner.refresh!();
      return { source: inner, ended: connection.ended };
    },
  });
  onTestFinished(() => source.close());
  await source.open();
  return source;
}

/** What a call comes to: `ok`, or the kind of its problem, its state and whether a retry may help. */
type Cell = 'ok' | readonly [kind: string, state: string, retryable: boolean];

async function called(source: Source, name: string, args: JsonObject = {}, timeoutMs = 60_000): Promise<Cell> {
  const tool = source.snapshot().tools.find(each => each.name === name)!;
  const { outcome, facts } = await invoke(tool, args, { engine, timeoutMs, onProgress: () => {} });
  if (outcome.ok) return 'ok';
  const { state, problems } = report(outcome, facts) as { state: string; problems: readonly JsonObject[] };
  return [String(problems[0]!.kind), state, problems[0]!.retryable === true];
}

const lost: Cell = ['unavailable', 'unknown', true];
const flooded: Cell = ['too_large', 'unknown', false];
const late: Cell = ['timeout', 'unknown', true];
const malformed: Cell = ['malformed_output', 'unknown', false];
const unsent: Cell = ['unavailable', 'not_started', true];

interface Row {
  readonly way: string;
  /** The call that the end came in. */
  readonly sent: Cell;
  /** A call in flight beside it. */
  readonly bystander: Cell;
  /** The same where no other call waits any more. */
  readonly alone?: Cell;
  /** Its own deadline, where nothing else ends it. */
  readonly timeoutMs?: number;
}

const pipes: readonly Row[] = [
  { way: 'exit', sent: lost, bystander: lost },
  { way: 'kill', sent: lost, bystander: lost },
  { way: 'closed pipe', sent: lost, bystander: lost },
  { way: 'flood, id first', sent: flooded, bystander: lost },
  { way: 'flood, id last', sent: flooded, bystander: lost },
  // Nobody can tell whose answer it is, unless only one is waited for.
  { way: 'endless flood', sent: lost, bystander: lost, alone: flooded },
  { way: 'garbage', sent: late, bystander: 'ok', timeoutMs: 300 },
  { way: 'wrong answer', sent: malformed, bystander: 'ok' },
  { way: 'loop', sent: lost, bystander: lost },
  { way: 'silence', sent: late, bystander: 'ok', timeoutMs: 300 },
];

describe.each(pipes)('over pipes, an end by $way', ({ way, sent, bystander, alone = bystander, timeoutMs }) => {
  it.each(['sent', 'in progress', 'answered'])('when the call is %s', async moment => {
    const source = await reached(stdio);
    const beside = called(source, 'hold');
    expect(await called(source, 'end', { way, moment }, timeoutMs)).toEqual(moment === 'answered' ? 'ok' : sent);
    if (bystander === 'ok') expect(await called(source, 'release')).toEqual('ok');
    expect(await beside).toEqual(moment === 'answered' ? alone : bystander);
    expect(await called(source, 'say')).toEqual('ok');
  });
});

describe('a call that comes while the server is being reached again', () => {
  it('waits for it, and runs', async () => {
    const source = await reached(stdio);
    const first = called(source, 'end', { way: 'exit', moment: 'sent' });
    expect(await first).toEqual(lost);
    // Neither is sent before the new connection stands, and neither fails.
    expect(await Promise.all([called(source, 'say'), called(source, 'say')])).toEqual(['ok', 'ok']);
  });

  it('is not started when the wait is over, or its own time', async () => {
    const url = await web(ending => ending());
    const source = await reached(url.definition, 300);
    await url.close();
    // A socket that was kept for later may still take a call; nobody knows then.
    await expect.poll(() => called(source, 'say'), { timeout: 60_000 }).toEqual(unsent);
    expect(source.state!().phase).not.toBe('ready');
    expect(await called(source, 'say')).toEqual(unsent);
    const patient = await reached({ ...stdio, args: ['-e', 'process.exit(1)'] } as Definition);
    expect(patient.snapshot().tools).toEqual([]);
  });
});

type Ending = (response: ServerResponse, message: JsonObject) => void;

/** A server over HTTP whose tool `end` answers as that function does. */
async function web(
  choose: (fall: () => Ending) => Ending,
): Promise<{ definition: Definition; close(): Promise<void> }> {
  const json = (response: ServerResponse, body: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const result = { content: [{ type: 'text', text: 'done' }] };
  const answer = (response: ServerResponse, { id }: JsonObject) => json(response, { jsonrpc: '2.0', id, result });
  const ending = choose(() => answer);
  const held: (() => void)[] = [];
  let sessions = 0;
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (request.method !== 'POST') return response.writeHead(405).end();
    const message = JSON.parse(Buffer.concat(pieces).toString()) as JsonObject;
    const { id, method } = message;
    const name = (message.params as JsonObject | undefined)?.name;
    if (id === undefined) return response.writeHead(202).end();
    if (method === 'initialize') {
      response.setHeader('mcp-session-id', `session-${++sessions}`);
      const facts = { serverInfo: { name: 'web', version: '1' }, capabilities: { tools: {} } };
      return json(response, { jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', ...facts } });
    }
    if (method === 'tools/list') {
      const tools = ['end', 'hold', 'release', 'say'].map(each => ({ name: each, inputSchema: { type: 'object' } }));
      return json(response, { jsonrpc: '2.0', id, result: { tools } });
    }
    if (name === 'hold') return held.push(() => answer(response, message));
    if (name === 'release') for (const release of held.splice(0)) release();
    if (name === 'end' && (sessions === 1 || !String(ending).includes('404'))) return ending(response, message);
    return answer(response, message);
  };
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/mcp`;
  return { definition: { ...common, transport: 'http', url, headers: {}, allowHttp: false } as Definition, close };
}

/** The beginning of a stream: a note of progress. */
const inProgress = (response: ServerResponse, message: JsonObject) => {
  const token = ((message.params as JsonObject)._meta as JsonObject).progressToken!;
  const note = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: 1 } };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`data: ${JSON.stringify(note)}\n\n`);
};

const answers: readonly (readonly [way: string, ending: Ending, cell: Cell, timeoutMs?: number])[] = [
  ['a reset', response => response.destroy(), lost],
  [
    'a reset in progress',
    (response, message) => {
      inProgress(response, message);
      setTimeout(() => response.destroy(), 50);
    },
    lost,
  ],
  [
    'the end of its stream',
    (response, message) => {
      inProgress(response, message);
      response.end();
    },
    lost,
  ],
  ['HTTP 500', response => response.writeHead(500).end(), lost],
  ['HTTP 503', response => response.writeHead(503).end(), lost],
  ['HTTP 429', response => response.writeHead(429).end(), unsent],
  ['a session that is lost', response => response.writeHead(404).end(), 'ok'],
  ['garbage', response => response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'), malformed],
  [
    'an answer of no kind',
    response => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    malformed,
  ],
  [
    'a flood',
    response => response.writeHead(200, { 'content-type': 'application/json' }).end(`{"x":"${'x'.repeat(300_000)}"}`),
    flooded,
  ],
  ['silence', () => {}, late, 300],
];

describe.each(answers.map(([way, ending, cell, timeoutMs]) => ({ way, ending, cell, timeoutMs })))(
  'over HTTP, $way',
  each => {
    const { ending, cell, timeoutMs } = each;

    it('is the failure of its call alone', async () => {
      const { definition } = await web(() => ending);
      const source = await reached(definition);
      const beside = called(source, 'hold');
      expect(await called(source, 'end', {}, timeoutMs)).toEqual(cell);
      expect(await called(source, 'release')).toEqual('ok');
      expect(await beside).toEqual('ok');
      expect(await called(source, 'say')).toEqual('ok');
    });
  },
);
