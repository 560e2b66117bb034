import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { connected, problemOf } from '../../test/support/connections.js';
import { freshPath, hostile, isAlive, leftServers, mcp, stdio } from '../../test/support/definitions.js';
import { connect } from '../connect/connect.js';

afterAll(async () => {
  // The limit of the hook is the only one.
  while (leftServers().length > 0) await sleep(10);
});

describe('our own server', () => {
  it.each([
    ['auto', '2025-11-25', 'handshake'],
    ['handshake', '2025-11-25', 'handshake'],
    ['2026-07-28', '2026-07-28', 'modern'],
  ] as const)('is listed and called with protocol %s', async (protocol, protocolVersion, era) => {
    const connection = await connected(stdio(process.execPath, [mcp, 'serve', 'demo'], { protocol }));
    expect(connection.facts).toMatchObject({ protocolVersion, era });
    const catalog = await connection.snapshot();
    expect(catalog.tools.length).toBeGreaterThan(0);
    const [tool] = catalog.tools;
    const result = await connection.call(String(tool?.name), {});
    expect(result).toHaveProperty('content');
    expect(result).not.toHaveProperty('resultType');
  });
});

describe('the revision', () => {
  it.each([
    ['2024', '2024-11-05'],
    ['2025-03', '2025-03-26'],
    ['2025-06', '2025-06-18'],
    ['good', '2025-11-25'],
  ])('of a server in mode %s is %s', async (mode, protocolVersion) => {
    const connection = await connected(hostile(mode).definition);
    expect(connection.facts).toMatchObject({ protocolVersion, era: 'handshake', instructions: 'beware' });
    expect(connection.facts.serverInfo.name).toBe('hostile');
  });

  it('is found by a second request on the same connection when the server has no handshake', async () => {
    const { definition, notes } = hostile('modern-only');
    const connection = await connected(definition);
    expect(connection.facts).toMatchObject({ era: 'modern', serverInfo: { name: 'hostile' } });
    expect(await connection.call('echo', {})).toMatchObject({ extra: { kept: true } });
    expect(notes().filter(note => note.startsWith('start'))).toHaveLength(1);
  });

  it('is no reason to exit for a server that exits on an unknown first request', async () => {
    expect((await connected(hostile('exits-on-unknown').definition)).facts.era).toBe('handshake');
  });

  it('that nobody knows is a breach of protocol', async () => {
    const problem = await problemOf(connect(hostile('future').definition));
    expect(problem).toMatchObject({ kind: 'protocol', details: { phase: 'handshake' } });
    expect(problem.message).toContain('2031-01-01');
  });

  it('that was pinned and is not spoken is told clearly', async () => {
    const modern = await problemOf(connect(hostile('good', { protocol: '2026-07-28' }).definition));
    expect(modern).toMatchObject({ kind: 'protocol', details: { code: -32601 } });
    expect(modern.message).toContain('does not speak 2026-07-28');
    const handshake = await problemOf(connect(hostile('modern-only', { protocol: 'handshake' }).definition));
    expect(handshake).toMatchObject({ kind: 'protocol', details: { code: -32022 } });
  });
});

describe('a server that does not start', () => {
  it('is spawn_failed when its program or its folder is not there', async () => {
    const program = await problemOf(connect(stdio('no-such-program', [])));
    expect(program).toMatchObject({ kind: 'spawn_failed', details: { phase: 'start' } });
    expect(program.message).toContain('no-such-program: ENOENT');
    const folder = await problemOf(connect(stdio('node', [], { cwd: '/no/such/folder' })));
    expect(folder.message).toContain('in /no/such/folder');
  });

  it('is server_exited with its status and its last words, after one more try', async () => {
    const { definition, notes } = hostile('exits-7', {
      env: { API_TOKEN: 'opal-lantern-77' },
      secrets: ['opal-lantern-77'],
    });
    const problem = await problemOf(connect(definition));
    expect(problem).toMatchObject({ kind: 'server_exited', details: { code: 7, phase: 'handshake' } });
    expect(problem.details.stderrTail).toEqual(['cannot open [REDACTED]', 'second line']);
    expect(notes().filter(note => note.startsWith('start'))).toHaveLength(2);
  });

  it('is started once when retries are off', async () => {
    const { definition, notes } = hostile('exits-7', { retries: 0 });
    expect((await problemOf(connect(definition))).kind).toBe('server_exited');
    expect(notes().filter(note => note.startsWith('start'))).toHaveLength(1);
  });

  it('is a timeout that names the phase when it never answers', async () => {
    const problem = await problemOf(connect(hostile('silent').definition, { startTimeoutMs: 400 }));
    expect(problem).toMatchObject({ kind: 'timeout', details: { phase: 'handshake' } });
    expect(problem.message).toBe('fixture: timed out after 400 ms during handshake');
  });

  it('is waited for as long as it may take', async () => {
    const slow = () => hostile('slow-start', { env: { START_DELAY_MS: '1200' } }).definition;
    const [connection, problem] = await Promise.all([
      connected(slow()),
      problemOf(connect(slow(), { startTimeoutMs: 400 })),
    ]);
    expect(await connection.call('echo', {})).toHaveProperty('extra');
    expect(problem).toMatchObject({ kind: 'timeout', details: { phase: 'handshake' } });
  });

  it('is cancelled when the caller stops it', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 200);
    expect((await problemOf(connect(hostile('silent').definition, { signal: stop.signal }))).kind).toBe('cancelled');
  });
});

describe('what is on stdout', () => {
  it('may have junk before, between and after messages', async () => {
    const junk: string[] = [];
    const connection = await connected(hostile('junk').definition, { onJunk: line => junk.push(line) });
    expect(await connection.call('echo', {})).toHaveProperty('extra');
    expect(await connection.call('echo', {})).toHaveProperty('extra');
    expect(junk).toEqual(expect.arrayContaining(['hello from a banner', '{"not":"json-rpc"}', 'between', 'after {']));
  });

  it('is a breach of protocol, with the first line, when it is junk without end', async () => {
    const problem = await problemOf(connect(hostile('endless-junk').definition));
    expect(problem.kind).toBe('protocol');
    expect(problem.message).toContain('"DEBUG something is going on"');
    expect(problem.details.hint).toContain('stderr');
  });

  it.each(['single-bytes', 'two-in-one', 'duplicates'])('is understood in mode %s', async mode => {
    const connection = await connected(hostile(mode).definition);
    expect(await connection.list('tools')).toHaveLength(2);
    expect(await connection.call('echo', {})).toHaveProperty('extra');
    expect(await connection.call('write', {})).toHaveProperty('extra');
  });

  it('with answers to other requests only is a timeout, and the request is cancelled', async () => {
    const { definition, notes } = hostile('wrong-ids');
    const connection = await connected(definition);
    const problem = await problemOf(connection.call('echo', {}, { timeoutMs: 300 }));
    expect(problem).toMatchObject({ kind: 'timeout', details: { phase: 'call', sent: true } });
    await expect.poll(notes).toContain('notifications/cancelled 2');
  });

  it('arrives whole with 20 MB in one message', async () => {
    const connection = await connected(hostile('large').definition);
    const { content } = (await connection.call('echo', {})) as { content: { text: string }[] };
    expect(content[0]?.text).toHaveLength(10 * 2 ** 20);
    expect(content[0]?.text.endsWith('üü')).toBe(true);
  });

  it('is too large above the limit, and the connection ends', async () => {
    const connection = await connected(hostile('too-large').definition);
    expect((await problemOf(connection.call('echo', {}))).kind).toBe('too_large');
    expect(await connection.ended).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('bytes') });
    const small = await connected(hostile('large').definition, { env: { MCP_MAX_MESSAGE_BYTES: '100000' } });
    expect((await problemOf(small.call('echo', {}))).kind).toBe('too_large');
  });
});

describe('lists', () => {
  it('are read page by page, in order', async () => {
    const tools = await (await connected(hostile('pages').definition)).list('tools');
    expect(tools.map(tool => tool.name)).toEqual(Array.from({ length: 1_000 }, (_, index) => `tool-${index}`));
  });

  it('with a cursor that comes twice are a breach of protocol', async () => {
    const connection = await connected(hostile('repeating-cursor').definition);
    const problem = await problemOf(connection.list('tools'));
    expect(problem.kind).toBe('protocol');
    expect(problem.message).toContain('the same cursor twice');
  });

  it('keep what nobody knows, and are empty where the server has none', async () => {
    const catalog = await (await connected(hostile('good').definition)).snapshot();
    expect(catalog.tools[0]?.['x-unknown']).toEqual([1, { kept: true }]);
    expect(catalog).toMatchObject({ resources: [], resourceTemplates: [], prompts: [] });
  });
});

describe('a list that changes', () => {
  it('is told of, unasked in the handshake eras and by subscription in the modern one', async () => {
    const methods: string[] = [];
    const handshake = await connected(hostile('good').definition, { onNotification: method => methods.push(method) });
    const kinds: unknown[] = [];
    const forget = handshake.onChange(changed => kinds.push(changed));
    await handshake.call('echo', { change: true });
    forget();
    await handshake.call('echo', { change: true });
    expect(kinds).toEqual([['tools']]);
    expect(methods).toEqual(Array(2).fill('notifications/tools/list_changed'));
    const modern = await connected(hostile('modern-only').definition);
    modern.onChange(changed => kinds.push(changed));
    await expect.poll(() => kinds).toEqual([['tools'], ['tools']]);
  });
});

describe('a call', () => {
  it('gives the result as it was sent, and progress on the way', async () => {
    const connection = await connected(hostile('good').definition);
    const progress: unknown[] = [];
    let sent = 0;
    const result = await connection.call(
      'echo',
      {},
      {
        onProgress: value => progress.push(value.progress),
        onSent: () => {
          sent += 1;
        },
      },
    );
    expect(result).toMatchObject({ content: [{ type: 'hologram', beams: [1] }], extra: { kept: true } });
    expect(progress).toEqual([1]);
    expect(sent).toBe(1);
    expect(connection.retryCount).toBe(0);
  });

  it('that fails has the code of the server and no secret, and is not repeated', async () => {
    const { definition, notes } = hostile('rpc-error', {
      env: { API_TOKEN: 'opal-lantern-77' },
      secrets: ['opal-lantern-77'],
    });
    const connection = await connected(definition);
    const problem = await problemOf(connection.call('echo', {}, { retries: 3 }));
    expect(problem).toMatchObject({ kind: 'rpc_error', message: 'no: [REDACTED]', details: { code: -32050 } });
    expect(JSON.stringify(problem.details)).not.toContain('opal');
    expect(notes().filter(note => note === 'call echo')).toHaveLength(1);
  });

  it('that the caller stops is cancelled at the server', async () => {
    const { definition, notes } = hostile('no-answer');
    const connection = await connected(definition);
    const stop = new AbortController();
    const call = problemOf(connection.call('echo', {}, { signal: stop.signal }));
    await expect.poll(notes).toContain('call echo');
    stop.abort();
    expect((await call).kind).toBe('cancelled');
    await expect.poll(notes).toContain('notifications/cancelled 2');
  });

  it('gets -32601 for what the server asks, or the answer of a handler', async () => {
    const none = await connected(hostile('good').definition);
    expect(await none.call('echo', { ask: 'roots/list' })).toMatchObject({ answer: { code: -32601 } });
    expect(await none.call('echo', { ask: 'ping' })).toMatchObject({ answer: {} });
    const some = await connected(hostile('good').definition, { handlers: { 'roots/list': () => ({ roots: [] }) } });
    expect(await some.call('echo', { ask: 'roots/list' })).toMatchObject({ answer: { roots: [] } });
  });

  it('that is asked for input ends with input_required, or with the answer of a handler', async () => {
    const none = await connected(hostile('asks').definition);
    expect(await problemOf(none.call('echo', {}))).toMatchObject({ kind: 'input_required' });
    const some = await connected(hostile('asks').definition, {
      handlers: { 'elicitation/create': () => ({ action: 'accept', content: { name: 'Ada' } }) },
    });
    expect(await some.call('echo', {})).toMatchObject({
      responses: { name: { action: 'accept', content: { name: 'Ada' } } },
      state: 's1',
    });
  });
});

describe('a server that dies during a call', () => {
  it('is server_exited with its last words, and the connection has ended', async () => {
    const connection = await connected(hostile('dies').definition);
    const problem = await problemOf(connection.call('write', {}));
    expect(problem).toMatchObject({
      kind: 'server_exited',
      details: { code: 3, sent: true, stderrTail: ['about to die'] },
    });
    expect(await connection.ended).toMatchObject({ kind: 'server_exited', message: problem.message });
    const later = await problemOf(connection.call('write', {}));
    expect([later.kind, later.message, later.details.sent]).toEqual(['server_exited', problem.message, false]);
    expect(later.details.stderrTail).toBeUndefined();
  });

  it('is started again for a tool that may be repeated', async () => {
    const { definition, notes } = hostile('dies-once', { env: { COUNT_FILE: freshPath() } });
    const connection = await connected(definition);
    await connection.list('tools');
    expect(await connection.call('echo', {})).toHaveProperty('extra');
    expect(connection.retryCount).toBe(1);
    expect(notes().filter(note => note === 'call echo')).toHaveLength(2);
  });

  it('is not for another: exactly one execution', async () => {
    const file = freshPath();
    const { definition, notes } = hostile('dies-once', { env: { COUNT_FILE: file } });
    const connection = await connected(definition);
    await connection.list('tools');
    expect((await problemOf(connection.call('write', {}))).kind).toBe('server_exited');
    expect(existsSync(file)).toBe(true);
    expect(notes().filter(note => note === 'call write')).toHaveLength(1);
    expect(connection.retryCount).toBe(0);
  });
});

describe('the end', () => {
  it('comes with the end of stdin, and what the server does then is waited for', async () => {
    const { definition, notes } = hostile('slow-end');
    const connection = await connect(definition);
    await connection.close();
    expect(notes().slice(-2)).toEqual(['stdin ended', 'exit']);
    expect(await connection.ended).toBeUndefined();
    expect((await problemOf(connection.call('echo', {}))).kind).toBe('cancelled');
  });

  it.concurrent('is forced on a server that ignores it, and on its children', async () => {
    const stubborn = hostile('ignores-term');
    const parent = hostile('grandchild');
    const connections = await Promise.all([connect(stubborn.definition), connect(parent.definition)]);
    await Promise.all(connections.map(connection => connection.close()));
    expect(stubborn.notes().slice(-2)).toEqual(['stdin ended', 'term']);
    const pids = [...stubborn.notes(), ...parent.notes()].flatMap(
      note => /^(?:start|grandchild) (\d+)$/.exec(note)?.[1] ?? [],
    );
    expect(pids).toHaveLength(3);
    await expect.poll(() => pids.map(Number).filter(isAlive)).toEqual([]);
  });
});

it('is not held up by a flood on stderr, of which the end is kept', async () => {
  const connection = await connected(hostile('floods-stderr').definition);
  const before = process.memoryUsage().rss;
  await expect.poll(() => connection.stderrTail().at(-1)).toBe('the flood is over');
  expect(connection.stderrTail()).toHaveLength(20);
  expect(await connection.call('echo', {})).toHaveProperty('extra');
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
});

it('streams the lines of stderr to who wants them, without secrets', async () => {
  const lines: string[] = [];
  const { definition } = hostile('exits-7', {
    env: { API_TOKEN: 'opal-lantern-77' },
    secrets: ['opal-lantern-77'],
    retries: 0,
  });
  await problemOf(connect(definition, { onServerLog: line => lines.push(line) }));
  expect(lines).toEqual(['cannot open [REDACTED]', 'second line']);
});
