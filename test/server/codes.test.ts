import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { catalog, type Kind, rpcCodes } from '@concord/contract';
import { expect } from 'vitest';
import { it, type Message, modernMeta, type Wire } from './wire.js';

type Ask = (wire: Wire) => Promise<Message> | Message;
type Code = keyof typeof rpcCodes;
type Scenes = readonly (readonly [code: Code, what: string, ask: Ask])[];

const kinds = Object.keys(catalog) as Kind[];
const seen = new Set<number>();

/** The code of an answer, which is none for a result. */
function codeOf({ error }: Message): number | null {
  if (!error) return null;
  seen.add(error.code);
  return error.code;
}

const raw =
  (text: string): Ask =>
  wire => {
    wire.messages.splice(0);
    wire.write(`${text}\n`);
    return wire.until(message => message.method === undefined);
  };
const message =
  (given: object): Ask =>
  wire =>
    raw(JSON.stringify({ jsonrpc: '2.0', ...given }))(wire);
const request =
  (method: string, params: object = {}): Ask =>
  wire =>
    wire.request(method, params as never);
const modern =
  (method: string, params: object = {}, meta: object = {}): Ask =>
  wire =>
    wire.modern(method, params as never, meta as never);

const beforeInitialize: Scenes = [
  ['notInitialized', 'a request before initialize', request('tools/list')],
  ['invalidParams', 'a version nobody speaks', request('initialize', { protocolVersion: '1999-01-01' })],
];

const inSession: Scenes = [
  ['parseError', 'a line that is not JSON', raw('nonsense')],
  ['invalidRequest', 'a batch where none is taken', raw('[]')],
  ['invalidRequest', 'another JSON-RPC', message({ jsonrpc: '1.0', id: 'a', method: 'ping' })],
  ['invalidRequest', 'a message without method', message({ id: 'b' })],
  ['invalidRequest', 'an id that is none', message({ id: null, method: 'ping' })],
  ['invalidRequest', 'a line over the limit', raw(`"${'x'.repeat(20_000)}"`)],
  ['invalidRequest', 'a second initialize', request('initialize', { protocolVersion: '2025-11-25' })],
  ['methodNotFound', 'an unknown method', request('tools/foo')],
  ['methodNotFound', 'a method of the other era', request('server/discover')],
  ['methodNotFound', 'a log line from a client', request('notifications/message')],
  ['methodNotFound', 'an unknown tool', request('tools/call', { name: 'nope' })],
  ['methodNotFound', 'an unknown prompt', request('prompts/get', { name: 'nope' })],
  ['methodNotFound', 'an unknown resource', request('resources/read', { uri: 'nope://x' })],
  [
    'methodNotFound',
    'an unknown completion',
    request('completion/complete', { ref: { type: 'ref/prompt', name: 'nope' }, argument: { name: 'a', value: '' } }),
  ],
  ['invalidParams', 'params that are none', message({ id: 'c', method: 'tools/call', params: [] })],
  ['invalidParams', 'a call without a name', request('tools/call')],
  ['invalidParams', 'a bad cursor', request('tools/list', { cursor: 'x' })],
  ['invalidParams', 'a bad log level', request('logging/setLevel', { level: 'loud' })],
  ['invalidParams', 'a prompt without its argument', request('prompts/get', { name: 'greet' })],
  ['internalError', 'a response over the limit', request('resources/read', { uri: 'test://large' })],
  [
    'cancelled',
    'a cancelled call',
    wire => {
      const id = wire.start('tools/call', { name: 'wait', arguments: { ms: 60_000 } });
      wire.notify('notifications/cancelled', { requestId: id });
      return wire.answer(id);
    },
  ],
  ['exitBeforeShutdown', 'exit before shutdown', request('exit')],
  [
    'shuttingDown',
    'a request after shutdown',
    async wire => {
      await wire.request('shutdown');
      return wire.request('ping');
    },
  ],
];

const inModern: Scenes = [
  ['methodNotFound', 'a method of the other era', modern('ping')],
  ['invalidParams', 'a request that says nothing of itself', request('tools/list')],
  ['invalidParams', 'an unknown tool', modern('tools/call', { name: 'nope' })],
  ['invalidParams', 'an unknown prompt', modern('prompts/get', { name: 'nope' })],
  ['invalidParams', 'an unknown resource', modern('resources/read', { uri: 'nope://x' })],
  ['invalidParams', 'a state nobody made', modern('tools/call', { name: 'wait', requestState: 'x' })],
  ['internalError', 'a response over the limit', modern('resources/read', { uri: 'test://large' })],
  ['missingClientCapability', 'a tool that insists', modern('tools/call', { name: 'insist' })],
  ['unsupportedProtocolVersion', 'initialize', modern('initialize', { protocolVersion: '2025-11-25' })],
  [
    'unsupportedProtocolVersion',
    'a version nobody speaks',
    modern('tools/list', {}, { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }),
  ],
];

async function play(scenes: Scenes, wire: Wire): Promise<void> {
  for (const [code, what, ask] of scenes) expect(codeOf(await ask(wire)), what).toBe(rpcCodes[code]);
}

it('emits every code of the catalog, each where it belongs, and no other', async ({ serve }) => {
  const source = 'test-tools.mjs';
  const env = { CONCORD_MAX_LINE_BYTES: '10000' };
  const [old, current, demo, http] = [
    serve({ source, env }),
    serve({ source, env }),
    serve(),
    serve({ source: [source, '--http=0'] }),
  ];

  await play(beforeInitialize, old);
  await old.handshake();
  await play(inSession, old);
  await current.modern('tools/list');
  await play(inModern, current);

  await demo.handshake();
  const other = serve();
  for (const kind of kinds) {
    // What the caller does not cancel never ends as cancelled.
    if (kind === 'cancelled') continue;
    const name = `fail_${kind}`;
    const expected = kind === 'invalid_params' ? { handshake: null, modern: null } : catalog[kind].rpc;
    expect(codeOf(await demo.call(name)), kind).toBe(expected.handshake);
    expect(codeOf(await other.modern('tools/call', { name })), kind).toBe(expected.modern);
  }

  while (http.garbage.length === 0) await sleep(20);
  const mismatched = await fetch(http.garbage[0]!, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'another',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait', _meta: modernMeta } }),
  });
  expect(codeOf((await mismatched.json()) as Message)).toBe(rpcCodes.headerMismatch);

  expect([...seen].sort()).toEqual(Object.values(rpcCodes).sort());
});

it('writes no code down but in the catalog', () => {
  const folder = fileURLToPath(new URL('../../packages/server/src/', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const own = files.filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing/'));
  expect(own.length).toBeGreaterThan(50);
  for (const name of own) {
    const code = readFileSync(join(folder, name), 'utf8').replace(/\/\*\*?[\s\S]{0,2000}?\*\/|\/\/.{0,300}/g, '');
    expect(code, name).not.toMatch(/-\s?32_?\d{3}/);
  }
});
