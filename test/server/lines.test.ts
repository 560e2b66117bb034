import { expect } from 'vitest';
import { it } from './wire.js';

const initialize = {
  jsonrpc: '2.0',
  id: 'first',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'wire', version: '1' } },
};

it('answers -32700 to a line that is not JSON, and serves the next request', async ({ session }) => {
  const wire = await session();
  wire.write('this is not JSON\n');
  expect(await wire.answer(null)).toMatchObject({ id: null, error: { code: -32700, message: 'Parse error' } });
  expect(await wire.request('ping')).toMatchObject({ result: {} });
});

it('describes an unreadable line in its log without repeating its secrets', async ({ session }) => {
  const wire = await session();
  const secret = ['ghp', '_', 'a1B2'.repeat(9)].join('');
  wire.write(`{"token":\t"${secret}"\n`);
  await wire.answer(null);
  const notice = await wire.notice('notifications/message');
  await wire.eventually(() => wire.stderr.length > 0, 'the log line');
  const described = {
    message: 'a line could not be read',
    bytes: secret.length + 12,
    sha256: expect.stringMatching(/^[0-9a-f]{16}$/),
    // Read back from JSON, control characters are what they were: escaped once.
    start: expect.stringMatching(/^\{"token":\t"/),
  };
  expect((JSON.parse(wire.stderr[0]!) as { data: unknown }).data).toEqual(described);
  expect(notice.params).toEqual({ level: 'warning', logger: 'mcp.rpc', data: described });
  expect(wire.stderr.join('\n') + wire.lines.join('\n')).not.toContain(secret);
});

it('answers what cannot be read in its turn, behind the initialize it followed', async ({ serve }) => {
  const wire = serve({ env: { CONCORD_MAX_LINE_BYTES: '1000' } });
  wire.write(`${JSON.stringify(initialize)}\nnonsense\n${'x'.repeat(1_001)}\n`);
  await wire.eventually(() => wire.messages.length === 3, 'three answers');
  expect(wire.messages.map(message => message.error?.code)).toEqual([undefined, -32700, -32600]);
});

it('answers -32700 to a byte that is not UTF-8', async ({ session }) => {
  const wire = await session();
  wire.write(
    Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"pi'), Buffer.from([0xff]), Buffer.from('"}\n')]),
  );
  expect(await wire.answer(null)).toMatchObject({ error: { code: -32700 } });
  expect(await wire.request('ping')).toMatchObject({ result: {} });
});

it('answers -32700 to JSON that nests beyond reason, and takes what is merely deep', async ({ session }) => {
  const wire = await session();
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const ping = (depth: number) => `{"jsonrpc":"2.0","id":"deep","method":"ping","params":{"x":${nested(depth)}}}\n`;
  for (const line of [`${nested(1_000_000)}\n`, ping(1_000_000), `${'['.repeat(1_000_000)}\n`]) {
    wire.messages.splice(0);
    wire.write(line);
    expect((await wire.answer(null)).error?.code).toBe(-32700);
  }
  wire.write(ping(900));
  expect(await wire.answer('deep')).toMatchObject({ result: {} });
});

it('answers -32600 with the limit to a line over 10 MiB, and goes on', async ({ session }) => {
  const wire = await session();
  wire.write(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'x'.repeat(11 * 1_048_576)}"}}\n`);
  const answer = await wire.answer(null);
  expect(answer.error).toMatchObject({ code: -32600, message: 'Request too large', data: { limitBytes: 10_485_760 } });
  expect(await wire.request('ping')).toMatchObject({ result: {} });
});

it('takes carriage returns, blank lines and a byte order mark', async ({ serve }) => {
  const wire = serve();
  wire.write(
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(`${JSON.stringify(initialize)}\r\n\r\n \t\n`)]),
  );
  expect(await wire.answer('first')).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  expect(await wire.request('ping')).toMatchObject({ result: {} });
  expect(wire.messages).toHaveLength(2);
});

it('takes a character that is cut in two by the transport', async ({ session }) => {
  const wire = await session();
  const line = Buffer.from(
    `${JSON.stringify({ jsonrpc: '2.0', id: 'ä', method: 'tools/call', params: { name: 'echo', arguments: { message: '日本' } } })}\n`,
  );
  for (const byte of line) wire.write(Buffer.from([byte]));
  expect((await wire.answer('ä')).result?.content).toEqual([{ type: 'text', text: '日本' }]);
});

it('answers the last line before end of input even without its newline', async ({ session }) => {
  const wire = await session();
  wire.write('{"jsonrpc":"2.0","id":"last","method":"ping"}');
  wire.endInput();
  expect(await wire.answer('last')).toMatchObject({ result: {} });
  expect(await wire.exited).toMatchObject({ code: 0 });
});

it('serves initialize, initialized and a call written in one chunk before end of input', async ({ serve }) => {
  const wire = serve();
  const call = {
    jsonrpc: '2.0',
    id: 'call',
    method: 'tools/call',
    params: { name: 'echo', arguments: { message: 'hi' } },
  };
  wire.send(initialize, { jsonrpc: '2.0', method: 'notifications/initialized' }, call);
  wire.endInput();
  expect(await wire.exited).toMatchObject({ code: 0 });
  expect(wire.messages.map(message => message.id)).toEqual(['first', 'call']);
  expect(wire.messages[1]?.result?.content).toEqual([{ type: 'text', text: 'hi' }]);
});

it('keeps what dependencies print while they are loaded away from stdout and shows it on stderr', async ({ serve }) => {
  const wire = serve({ preload: 'chatty-dependency.cjs' });
  await wire.handshake();
  expect(wire.garbage).toEqual([]);
  const strays = wire.stderr.map(line => (JSON.parse(line) as { data?: { text?: string } }).data?.text);
  expect(strays).toContain('chatty while loading\n');
});

it('keeps what tools print away from stdout and shows it on stderr', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  expect((await wire.call('print')).result?.content).toEqual([{ type: 'text', text: 'printed' }]);
  for (const origin of ['console.log', 'console.info', 'write'])
    await wire.eventually(() => wire.stderr.some(line => line.includes(`stray from ${origin}`)), origin);
  expect(wire.garbage).toEqual([]);
});
