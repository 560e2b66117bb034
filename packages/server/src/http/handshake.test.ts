import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, connect, hello, notice, open, rpc, send, until } from '../../test/support/http-client.js';
import { openTestServer, type TestServer } from '../../test/support/test-server.js';
import { TestSource } from '../../test/support/test-source.js';

let server: TestServer;
beforeEach(async () => {
  server = await openTestServer();
});
afterEach(() => server.close());

const slow = { name: 'slow', arguments: { text: 'x' } };
const cancel = (requestId: string | number) => notice('notifications/cancelled', { requestId });

describe('opening a session', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('echoes %s and gives an id', async version => {
    const reply = await send(server, 'POST', hello(version));
    expect(reply.status).toBe(200);
    expect(reply.headers['mcp-session-id']).toMatch(/^[\x21-\x7e]{36}$/);
    expect(reply.message.result).toMatchObject({ protocolVersion: version, instructions: 'Call echo.' });
    const { completions } = reply.message.result!.capabilities as { completions?: object };
    expect(completions !== undefined).toBe(version !== '2024-11-05');
  });

  it('takes a client that says no more than its version', async () => {
    const reply = await send(server, 'POST', rpc(0, 'initialize', { protocolVersion: '2025-11-25' }));
    expect(reply.headers['mcp-session-id']).toBeDefined();
    expect(reply.message.result).toBeDefined();
  });

  it('makes no session for a version it does not know, nor for a malformed introduction', async () => {
    const unknown = await send(server, 'POST', hello('1999-01-01'));
    expect(unknown).toMatchObject({ status: 200, message: { id: 0, error: { code: -32602 } } });
    expect(unknown.message.error!.data).toMatchObject({ requested: '1999-01-01' });
    expect(unknown.headers['mcp-session-id']).toBeUndefined();
    const odd = rpc(1, 'initialize', { protocolVersion: '2025-11-25', clientInfo: 'me' });
    expect((await send(server, 'POST', odd)).message).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(server.http.openSessions).toBe(0);
  });

  it('is needed for everything else: 400 on POST, 405 on GET and DELETE', async () => {
    expect((await send(server, 'POST', rpc(1, 'tools/list'))).status).toBe(400);
    expect((await send(server, 'POST', rpc(1, 'ping'))).status).toBe(400);
    expect((await send(server, 'GET')).status).toBe(405);
    expect((await send(server, 'DELETE')).status).toBe(405);
  });

  it('happens once', async () => {
    const client = await connect(server);
    expect((await client.post(hello())).message).toMatchObject({ id: 0, error: { code: -32600 } });
  });
});

describe('a session', () => {
  it('answers requests on their own stream', async () => {
    const client = await connect(server);
    const reply = await client.call('a', 'tools/call', { name: 'echo', arguments: { text: 'hi' } });
    expect(reply.headers['content-type']).toBe('text/event-stream');
    expect(reply.message).toMatchObject({ id: 'a', result: { content: [{ text: 'hi' }] } });
    expect((await client.call(1, 'resources/read', { uri: 'test://one' })).text).toContain('content');
    expect((await client.call(2, 'prompts/get', { name: 'greet', arguments: { who: 'Ada' } })).text).toContain('Ada');
    const progress = { ...slow, arguments: { text: 'brief' }, _meta: { progressToken: 9 } };
    expect((await client.call(3, 'tools/call', progress)).messages).toHaveLength(4);
  });

  it('has the gate answer with JSON', async () => {
    const client = await connect(server);
    expect(await client.call(1, 'ping')).toMatchObject({ status: 200, text: '{"jsonrpc":"2.0","id":1,"result":{}}' });
    expect((await client.call(2, 'logging/setLevel', { level: 'WARNING' })).message.result).toEqual({});
    expect((await client.call(3, 'logging/setLevel', { level: 'loud' })).message.error).toMatchObject({ code: -32602 });
    expect((await client.call(4, 'tools/foo')).message.error).toMatchObject({ code: -32601 });
    expect((await client.call(5, 'server/discover')).message.error).toMatchObject({ code: -32601 });
    expect((await client.call(6, 'tools/call', [])).message).toMatchObject({ id: 6, error: { code: -32602 } });
    expect((await client.call(7, 'tools/call', {})).message.error!.message).toContain('params.name');
    expect((await client.call(1.5, 'ping')).message).toMatchObject({ id: null, error: { code: -32600 } });
    expect((await client.post({ jsonrpc: '2.0', id: 8 })).message).toMatchObject({ id: 8, error: { code: -32600 } });
    expect((await client.post(notice('notifications/message'))).message.error).toMatchObject({ code: -32601 });
    expect((await client.post(notice('notifications/other'))).status).toBe(202);
    expect((await client.post({ jsonrpc: '2.0', id: 99, result: {} })).status).toBe(202);
    expect((await client.post([rpc(9, 'ping')])).message.error).toMatchObject({ code: -32600 });
  });

  it('refuses an id that is in progress, and frees it with the answer', async () => {
    const client = await connect(server);
    const first = client.call(1, 'tools/call', slow);
    await until(() => server.source.running === 1);
    expect((await client.call(1, 'tools/list')).message.error!.message).toBe('Request id already in use');
    await client.post(cancel(1));
    await first;
    expect((await client.call(1, 'tools/list')).message.result).toBeDefined();
  });

  it('refuses a version header it does not serve and answers it cannot give, and nothing stays in progress', async () => {
    const client = await connect(server);
    const list = rpc(1, 'tools/list');
    for (const [name, value, status] of [
      ['mcp-protocol-version', '1999-01-01', 400],
      ['accept', 'application/json', 406],
    ] as const)
      expect((await send(server, 'POST', list, { ...client.headers, [name]: value })).status).toBe(status);
    const unusable = await client.post({ ...list, params: { _meta: { progressToken: {} } } });
    expect(unusable.message.error).toMatchObject({ code: -32602, message: expect.stringContaining('progressToken') });
    await server.http.allFinished();
    expect((await client.call(1, 'tools/list')).message.result).toBeDefined();
  });

  it('ends with DELETE, and is unknown from then on', async () => {
    const client = await connect(server);
    const call = client.call(1, 'tools/call', slow).catch(() => undefined);
    await until(() => server.source.running === 1);
    expect((await send(server, 'DELETE', undefined, client.headers)).status).toBe(200);
    await call;
    await until(() => server.source.stopped === 1, 'the tool stopping');
    for (const verb of ['GET', 'DELETE'])
      expect((await send(server, verb, undefined, client.headers)).status).toBe(404);
    expect((await client.call(2, 'ping')).status).toBe(404);
  });

  it('outlives a dropped stream, and so does the call', async () => {
    const client = await connect(server);
    const stream = await open(server, 'POST', rpc(1, 'tools/call', slow), client.headers);
    await until(() => server.source.running === 1);
    stream.drop();
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(server.source.running).toBe(1);
    await client.post(cancel(1));
    await until(() => server.source.stopped === 1);
    expect((await client.call(1, 'ping')).message.result).toEqual({});
  });

  it('never sees the messages of another with the same ids', async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => connect(server)));
    const replies = await Promise.all(
      clients.map((client, index) =>
        client.call(1, 'tools/call', { ...slow, arguments: { text: `brief ${index}` }, _meta: { progressToken: 1 } }),
      ),
    );
    for (const [index, reply] of replies.entries())
      expect(reply.messages.map(message => JSON.stringify(message).match(/brief \d/)?.[0])).toEqual(
        Array(4).fill(`brief ${index}`),
      );
  });
});

describe('cancelling', () => {
  it('answers -32001 on the stream of the request, by id and type', async () => {
    const client = await connect(server);
    const call = client.call('7', 'tools/call', slow);
    await until(() => server.source.running === 1);
    expect((await client.post(cancel(7))).status).toBe(202);
    await new Promise(resolve => setTimeout(resolve, 60));
    expect(server.source.running).toBe(1);
    await client.post(cancel('7'));
    expect((await call).message).toMatchObject({ id: '7', error: { code: -32001, message: 'Tool cancelled' } });
    expect(server.source.stopped).toBe(1);
  });

  it('closes the stream without an answer when told to', async () => {
    const quiet = await openTestServer({ MCPBASH_CANCEL_RESPONSE: 'none' });
    try {
      const client = await connect(quiet);
      const call = client.call(1, 'tools/call', slow);
      await until(() => quiet.source.running === 1);
      await client.post(cancel(1));
      expect(await call).toMatchObject({ status: 200, messages: [] });
      expect((await client.call(1, 'tools/list')).message.result).toBeDefined();
    } finally {
      await quiet.close();
    }
  });
});

describe('the end of a session', () => {
  it('comes with exit after shutdown, and the server goes on', async () => {
    const client = await connect(server);
    expect((await client.call(1, 'exit')).message.error).toMatchObject({ code: -32005 });
    expect((await client.call(2, 'shutdown')).message.result).toEqual({});
    expect((await client.call(3, 'tools/list')).message.error).toMatchObject({ code: -32003 });
    expect((await client.call(4, 'exit')).message.result).toEqual({});
    await until(() => server.http.openSessions === 0);
    expect((await client.call(5, 'ping')).status).toBe(404);
    expect((await connect(server)).id).toBeDefined();
  });

  it('comes after shutdown by itself, with what is in progress cancelled', async () => {
    const brief = await openTestServer({ MCPBASH_SHUTDOWN_TIMEOUT: '1' });
    try {
      const client = await connect(brief);
      const call = client.call(1, 'tools/call', slow);
      await until(() => brief.source.running === 1);
      await client.call(2, 'shutdown');
      await client.post(notice('exit'));
      expect((await call).message.error).toMatchObject({ code: -32001, data: { reason: 'shutdown' } });
      await until(() => brief.http.openSessions === 0);
    } finally {
      await brief.close();
    }
  });
});

describe('the stream of a session', () => {
  it('brings changes of lists, of resources, and log lines at the level asked for', async () => {
    const client = await connect(server);
    const other = await connect(server);
    await client.call(1, 'resources/subscribe', { uri: 'test://one' });
    const stream = await open(server, 'GET', undefined, client.headers);
    const deaf = await open(server, 'GET', undefined, other.headers);
    expect((await send(server, 'GET', undefined, client.headers)).status).toBe(409);
    server.source.grow();
    server.source.touch('test://one');
    server.host.notifier.tell('error', 'mcp.registry', 'broken');
    server.host.notifier.tell('debug', 'mcp.registry', 'unheard');
    await until(() => stream.messages.length === 3 && deaf.messages.length === 2);
    expect(stream.messages.sort((one, two) => (String(one.method) < String(two.method) ? -1 : 1))).toMatchObject([
      { method: 'notifications/message', params: { level: 'error', logger: 'mcp.registry', data: 'broken' } },
      { method: 'notifications/resources/updated', params: { uri: 'test://one' } },
      { method: 'notifications/tools/list_changed' },
    ]);
    await client.call(2, 'resources/unsubscribe', { uri: 'test://one' });
    expect(server.source.watched).toEqual([]);
    stream.drop();
    deaf.drop();
  });

  it('brings log lines about its own session to its client, and to no other', async () => {
    const [client, other] = [await connect(server), await connect(server)];
    const [stream, deaf] = [
      await open(server, 'GET', undefined, client.headers),
      await open(server, 'GET', undefined, other.headers),
    ];
    expect((await client.post({ jsonrpc: '2.0', id: 99, result: {} })).status).toBe(202);
    await until(() => stream.messages.length > 0);
    expect(stream.messages[0]).toMatchObject({
      method: 'notifications/message',
      params: { level: 'warning', logger: 'mcp.rpc', data: 'dropped a response to no request of this server' },
    });
    server.source.grow();
    await until(() => deaf.messages.length > 0);
    expect(deaf.messages).toMatchObject([{ method: 'notifications/tools/list_changed' }]);
    expect(server.logged()).toContain('a response to no request of this server');
    stream.drop();
    deaf.drop();
  });

  it('stays silent before notifications/initialized', async () => {
    const first = await send(server, 'POST', hello());
    const headers = { 'mcp-session-id': String(first.headers['mcp-session-id']) };
    const stream = await open(server, 'GET', undefined, headers);
    server.source.grow();
    await new Promise(resolve => setTimeout(resolve, 100));
    await send(server, 'POST', notice('notifications/initialized'), headers);
    server.host.notifier.tell('error', 'mcp.core', 'now');
    await until(() => stream.messages.length > 0);
    expect(stream.messages).toMatchObject([{ method: 'notifications/message' }]);
    stream.drop();
  });
});

it('tells why nothing can be served, in the capabilities, on the stream and in each answer', async () => {
  const broken = new TestSource();
  broken.open = async () => {
    throw new Error('The registry is broken');
  };
  const unusable = await openTestServer({}, {}, broken);
  try {
    const first = await send(unusable, 'POST', hello());
    expect(first.message.result).toMatchObject({ capabilities: { logging: {} } });
    const client = await connect(unusable);
    const stream = await open(unusable, 'GET', undefined, client.headers);
    await until(() => stream.messages.length > 0);
    const params = { level: 'error', logger: 'mcp.registry', data: expect.stringContaining('broken') };
    expect(stream.messages).toMatchObject([{ method: 'notifications/message', params }]);
    const reply = await client.call(1, 'tools/list');
    expect(reply.message.error).toMatchObject({ code: -32603, message: expect.stringContaining('broken') });
    stream.drop();
  } finally {
    await unusable.close();
  }
});

describe('asking', () => {
  const answerTo = async (action: object) => {
    const client = await connect(server, '2025-11-25', { elicitation: {} });
    const stream = await open(server, 'POST', rpc(1, 'tools/call', { name: 'ask' }), client.headers);
    await until(() => stream.messages.length === 1);
    const question = stream.messages[0]!;
    expect(question).toMatchObject({ method: 'elicitation/create', params: { message: 'Your name?' } });
    expect((await client.post({ jsonrpc: '2.0', id: question.id!, result: action as never })).status).toBe(202);
    await stream.ended;
    return JSON.stringify(stream.messages.at(-1));
  };

  it.each(['accept', 'decline', 'cancel'])('brings the tool a %s', async action => {
    const content = action === 'accept' ? { content: { name: 'Ada' } } : {};
    const text = await answerTo({ action, ...content });
    expect(text).toContain(`\\"action\\":\\"${action}\\"`);
    expect(text.includes('Ada')).toBe(action === 'accept');
  });

  it('declines at once for a client that cannot be asked', async () => {
    const client = await connect(server);
    expect((await client.call(1, 'tools/call', { name: 'ask' })).text).toContain('decline');
  });
});

describe('roots', () => {
  const here = pathToFileURL(import.meta.dirname).href;
  const known = async (client: Client) => {
    const reply = await client.call('known', 'tools/call', { name: 'roots' });
    return (reply.message.result!.content as { text: string }[])[0]!.text;
  };

  it('are asked for on the own stream of a session, once it is there, and again when they change', async () => {
    const client = await connect(server, '2025-11-25', { roots: { listChanged: true } });
    const stream = await open(server, 'GET', undefined, client.headers);
    await until(() => stream.messages.length === 1, 'the question');
    expect(stream.messages[0]).toMatchObject({ method: 'roots/list' });
    expect(await known(client)).toBe('null');
    await client.post({ jsonrpc: '2.0', id: stream.messages[0]!.id!, result: { roots: [{ uri: here }] } });
    const expected = JSON.stringify([realpathSync(import.meta.dirname)]);
    // The answer is looked at on the disk before it counts.
    await expect.poll(() => known(client)).toBe(expected);

    await client.post(notice('notifications/roots/list_changed'));
    await until(() => stream.messages.length === 2, 'the second question');
    await client.post({ jsonrpc: '2.0', id: stream.messages[1]!.id!, result: { roots: [] } });
    await expect.poll(() => known(client)).toBe('[]');
    stream.drop();
  });

  it('are not asked of a client that has none', async () => {
    const client = await connect(server);
    const stream = await open(server, 'GET', undefined, client.headers);
    server.source.grow();
    await until(() => stream.messages.length > 0);
    expect(stream.messages).toMatchObject([{ method: 'notifications/tools/list_changed' }]);
    stream.drop();
  });
});

describe('a batch', () => {
  it('is answered as one array in a 2025-03-26 session, each message by itself', async () => {
    const client = await connect(server, '2025-03-26');
    const reply = await client.post([
      rpc(1, 'ping'),
      rpc(2, 'tools/call', { name: 'echo', arguments: { text: 'hi' } }),
      rpc(3, 'tools/foo'),
      notice('notifications/other'),
      rpc(4, 'tools/call', {}),
      rpc(5, 'initialize', {}),
      7,
      [],
    ]);
    expect(reply.status).toBe(200);
    expect(reply.messages).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: { content: [{ text: 'hi' }] } },
      { id: 3, error: { code: -32601 } },
      { id: 4, error: { code: -32602 } },
      { id: 5, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
    ]);
  });

  it('has 1 to 100 messages, and may bring no answer at all', async () => {
    const client = await connect(server, '2025-03-26');
    for (const batch of [[], Array.from({ length: 101 }, (_, id) => rpc(id, 'ping'))])
      expect((await client.post(batch)).message).toMatchObject({ id: null, error: { code: -32600 } });
    expect((await client.post([notice('notifications/other')])).status).toBe(202);
  });

  it('ends with its session', async () => {
    const client = await connect(server, '2025-03-26');
    const batch = client.post([rpc(1, 'tools/call', slow), rpc(2, 'ping')]);
    await until(() => server.source.running === 1);
    await send(server, 'DELETE', undefined, client.headers);
    expect((await batch).messages).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
  });
});
