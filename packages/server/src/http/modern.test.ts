import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask, modern, open, send, until } from '../../test/support/http-client.js';
import { openTestServer, type TestServer } from '../../test/support/test-server.js';

let server: TestServer;
beforeEach(async () => {
  server = await openTestServer();
});
afterEach(() => server.close());

const call = (id: string | number, name: string, text = 'hi', meta = {}, extra = {}) =>
  modern(id, 'tools/call', { name, arguments: { text }, ...extra }, meta);
const form = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };

describe('a modern call', () => {
  it('answers with JSON when there is nothing to say before the result', async () => {
    const reply = await ask(server, call(7, 'echo'));
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json');
    expect(reply.message).toMatchObject({
      id: 7,
      result: { resultType: 'complete', content: [{ type: 'text', text: 'hi' }] },
    });
  });

  it('turns into a stream at the first progress, which comes before the result', async () => {
    const reply = await ask(server, call('a', 'slow', 'brief', { progressToken: 'p' }));
    expect(reply.headers['content-type']).toBe('text/event-stream');
    expect(reply.messages.map(message => message.method ?? message.id)).toEqual([
      ...Array(3).fill('notifications/progress'),
      'a',
    ]);
    expect(reply.messages[0]).toMatchObject({ params: { progressToken: 'p', progress: 1 } });
  });

  it('answers malformed calls with a sentence', async () => {
    const nameless = await ask(server, modern(1, 'tools/call', {}));
    expect(nameless.message.error).toMatchObject({ code: -32602, message: expect.stringContaining('params.name') });
    const wrong = await ask(server, modern(2, 'tools/call', { name: 'echo', arguments: [] }));
    expect(wrong.message).toMatchObject({ id: 2, error: { code: -32602 } });
    expect(wrong.message.error!.message).toContain('params.arguments');
    expect((await ask(server, call(3, 'nothing'))).message.error).toMatchObject({ code: -32602 });
  });

  it('is cancelled by dropping the connection', async () => {
    const { body, headers } = call(1, 'slow', 'x', { progressToken: 1 });
    const stream = await open(server, 'POST', body, headers);
    await until(() => stream.messages.length > 1);
    stream.drop();
    await until(() => server.source.stopped === 1, 'the tool stopping');
    await server.http.allFinished();
    expect(server.source.running).toBe(0);
  });

  it('is cancelled by dropping the connection before anything was answered', async () => {
    const { body, headers } = call(1, 'slow');
    const leaving = new AbortController();
    const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const init = { method: 'POST', body: JSON.stringify(body), headers: { ...headers, ...types } };
    const reply = fetch(server.url, { ...init, signal: leaving.signal });
    await until(() => server.source.running === 1);
    leaving.abort();
    await expect(reply).rejects.toThrow('aborted');
    await until(() => server.source.stopped === 1, 'the tool stopping');
  });

  it('knows two clients apart that use the same ids and tokens', async () => {
    const texts = Array.from({ length: 8 }, (_, index) => `brief ${index}`);
    const replies = await Promise.all(texts.map(text => ask(server, call(1, 'slow', text, { progressToken: 1 }))));
    for (const [index, reply] of replies.entries()) {
      const seen = reply.messages.map(message => JSON.stringify(message).match(/brief \d/)?.[0]);
      expect(seen).toEqual(Array(4).fill(texts[index]));
    }
  });
});

describe('headers and body', () => {
  const mismatch = { status: 400, message: { id: 1, error: { code: -32020 } } };

  it('agree about method, name and version', async () => {
    expect(await ask(server, call(1, 'echo'), { 'mcp-name': 'slow' })).toMatchObject(mismatch);
    expect(await ask(server, call(1, 'echo'), { 'mcp-method': 'tools/list' })).toMatchObject(mismatch);
    expect(await ask(server, call(1, 'echo'), { 'mcp-protocol-version': '2025-11-25' })).toMatchObject(mismatch);
    expect((await ask(server, call(1, 'echo'), { 'mcp-name': `=?base64?${btoa('echo')}?=` })).status).toBe(200);
  });

  it('agree about arguments that travel in both', async () => {
    const region = call(1, 'region', 'Zürich');
    const encoded = `=?base64?${Buffer.from('Zürich').toString('base64')}?=`;
    for (const value of [undefined, 'Bern', '=?base64?!?=', '=?base64?/w==?='])
      expect(await ask(server, region, value === undefined ? {} : { 'mcp-param-region': value })).toMatchObject(
        mismatch,
      );
    expect((await ask(server, region, { 'MCP-PARAM-Region': encoded })).message.result).toBeDefined();
    expect(
      (await ask(server, call(2, 'region', 'Bern'), { 'mcp-param-region': ' Bern ' })).message.result,
    ).toBeDefined();
    expect((await ask(server, modern(3, 'tools/call', { name: 'region' }))).message.result).toBeDefined();
    expect((await ask(server, call(4, 'echo'), { 'mcp-param-region': 'other' })).message.result).toBeDefined();
  });
});

describe('what the modern era does not have', () => {
  it('is an unknown version: 400, -32022', async () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    expect(await ask(server, modern(1, 'tools/list', {}, meta))).toMatchObject({
      status: 400,
      message: { id: 1, error: { code: -32022, data: { requested: '2099-01-01', supported: ['2026-07-28'] } } },
    });
  });

  it.each(['initialize', 'ping', 'shutdown', 'logging/setLevel', 'resources/subscribe', 'tools/foo'])(
    'answers %s with 404, -32601',
    async method => {
      expect(await ask(server, modern(1, method, { uri: 'test://one', level: 'info' }))).toMatchObject({
        status: 404,
        message: { id: 1, error: { code: -32601 } },
      });
    },
  );

  it.each([
    ['tools/list', {}, { progressToken: {} }, 'params._meta.progressToken must be a string or an integer'],
    ['tools/list', { timeoutSecs: 0 }, {}, 'params.timeoutSecs must be an integer from 1 to 600'],
    ['tools/call', { name: '' }, {}, 'params.name must be a non-empty string'],
  ] as const)(
    'names the field of %s that cannot be used, as every gate does',
    async (method, params, meta, message) => {
      const { message: answer } = await ask(server, modern(1, method, params, meta as never));
      expect(answer).toMatchObject({ id: 1, error: { code: -32602, message } });
    },
  );

  it('has no GET and no DELETE', async () => {
    for (const verb of ['GET', 'DELETE'])
      expect(await send(server, verb)).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });
});

describe('input_required', () => {
  const asked = (reply: { message: { result?: object } }) =>
    reply.message.result as { resultType: string; requestState: string; inputRequests: object };
  const answering = (requestState: string, content: object = { name: 'Ada' }) =>
    call(2, 'ask', 'x', form, { requestState, inputResponses: { who: { action: 'accept', content } } });

  it('goes on with the same run when the answer comes', async () => {
    const first = asked(await ask(server, call(1, 'ask', 'x', form)));
    expect(first).toMatchObject({
      resultType: 'input_required',
      inputRequests: { who: { method: 'elicitation/create' } },
    });
    const reply = await ask(server, answering(first.requestState));
    expect(reply.message).toMatchObject({ id: 2, result: { resultType: 'complete' } });
    expect(reply.text).toContain('Ada');
    expect(server.host.pausedCalls.size).toBe(0);
  });

  it('refuses a state that was used, altered, or belongs to another call', async () => {
    const { requestState } = asked(await ask(server, call(1, 'ask', 'x', form)));
    const refused = { message: { id: 2, error: { code: -32602, message: 'Invalid or expired requestState' } } };
    expect(await ask(server, answering(`${requestState}x`))).toMatchObject(refused);
    const elsewhere = call(2, 'ask', 'y', form, { requestState, inputResponses: {} });
    expect(await ask(server, elsewhere)).toMatchObject(refused);
    expect((await ask(server, answering(requestState))).message.result).toBeDefined();
    expect(await ask(server, answering(requestState))).toMatchObject(refused);
  });

  it('is bound to whose token began it', async () => {
    const [one, two] = ['one', 'two'].map(name => `${name}-${'x'.repeat(32)}`);
    const guarded = await openTestServer({}, { token: [one!, two!] });
    try {
      const as = (token?: string) => ({ authorization: `Bearer ${token}` });
      const { requestState } = asked(await ask(guarded, call(1, 'ask', 'x', form), as(one)));
      expect((await ask(guarded, answering(requestState), as(two))).message.error).toMatchObject({ code: -32602 });
      expect((await ask(guarded, answering(requestState), as(one))).message.result).toBeDefined();
    } finally {
      await guarded.close();
    }
  });

  it('takes a decline and a cancel, and declines for a client that cannot be asked', async () => {
    for (const action of ['decline', 'cancel']) {
      const { requestState } = asked(await ask(server, call(1, 'ask', 'x', form)));
      const back = call(2, 'ask', 'x', form, { requestState, inputResponses: { who: { action } } });
      expect((await ask(server, back)).text).toContain(`{\\"action\\":\\"${action}\\"}`);
    }
    expect((await ask(server, call(3, 'ask'))).text).toContain('{\\"action\\":\\"decline\\"}');
  });
});

describe('a listen stream', () => {
  const listen = (id: number, notifications: object) => {
    const { body, headers } = modern(id, 'subscriptions/listen', { notifications } as never);
    return open(server, 'POST', body, headers);
  };

  it('is acknowledged first, then hears what it asked for, tagged, and nothing else', async () => {
    const tools = await listen(1, { toolsListChanged: true });
    const one = await listen(1, { resourceSubscriptions: ['test://one'] });
    const same = await listen(2, { resourceSubscriptions: ['test://one', 'test://one'] });
    await until(() => [tools, one, same].every(stream => stream.messages.length === 1));
    expect(tools.messages[0]).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
    expect(server.source.watched).toEqual(['test://one']);

    server.source.grow();
    server.source.touch('test://one');
    server.source.touch('test://two');
    await until(() => [tools, one, same].every(stream => stream.messages.length === 2));
    await new Promise(resolve => setTimeout(resolve, 50));
    const tag = (id: number) => ({ _meta: { 'io.modelcontextprotocol/subscriptionId': id } });
    expect(tools.messages.slice(1)).toMatchObject([{ method: 'notifications/tools/list_changed', params: tag(1) }]);
    const updated = (id: number) => ({
      method: 'notifications/resources/updated',
      params: { uri: 'test://one', ...tag(id) },
    });
    expect(one.messages.slice(1)).toMatchObject([updated(1)]);
    expect(same.messages.slice(1)).toMatchObject([updated(2)]);

    one.drop();
    await until(() => server.http.openStreams === 2);
    expect(server.source.watched).toEqual(['test://one']);
    same.drop();
    await until(() => server.source.watched.length === 0, 'the end of watching');
    tools.drop();
  });

  it('asks for at most 1024 resources', async () => {
    const resourceSubscriptions = Array.from({ length: 1_025 }, (_, index) => `test://${index}`);
    const refused = modern(1, 'subscriptions/listen', { notifications: { resourceSubscriptions } });
    expect((await ask(server, refused)).message.error).toMatchObject({ code: -32603 });
    expect(server.source.watched).toEqual([]);
  });

  it('outlives a Source that cannot watch', async () => {
    server.source.watch = () => {
      throw new Error('cannot watch');
    };
    const notifications = { resourceSubscriptions: ['test://one'] };
    const { body, headers } = modern(1, 'subscriptions/listen', { notifications });
    const stream = await open(server, 'POST', body, headers);
    await until(() => server.logged().includes('could not watch'));
    stream.drop();
    expect((await ask(server, call(1, 'echo'))).status).toBe(200);
  });
});
