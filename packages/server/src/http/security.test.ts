import { Agent, request } from 'node:http';
import { connect as dial } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ask,
  connect,
  hello,
  modern,
  notice,
  open,
  type Reply,
  rpc,
  send,
  until,
} from '../../test/support/http-client.js';
import { openTestServer, type TestServer } from '../../test/support/test-server.js';
import { RefusedToStart } from '../settings/refused-to-start.js';
import { serveHttp } from './serve-http.js';

const verbs = ['POST', 'GET', 'DELETE', 'OPTIONS'] as const;
const token = 'a-token-of-more-than-thirty-two-characters';
const other = 'another-token-of-more-than-thirty-two-chars';
const bearer = { authorization: `Bearer ${token}` };

let server: TestServer;
afterEach(() => server.close());

const bodyFor = (verb: string) => (verb === 'POST' ? hello() : undefined);

function expectRefusal(reply: Reply, status: number): void {
  expect(reply.status).toBe(status);
  expect(reply.message).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32600 } });
}

describe('the Host guard', () => {
  it.each(verbs)('refuses a foreign host on %s', async verb => {
    server = await openTestServer();
    for (const host of ['evil.example', `evil.example:${server.port}`, '127.0.0.1.evil.example', 'x y'])
      expectRefusal(await send(server, verb, bodyFor(verb), { host }), 403);
    expect(server.http.openSessions).toBe(0);
  });

  it('lets the names of loopback and those given pass, with any port', async () => {
    server = await openTestServer({}, { allowHosts: ['Mcp.Example'] });
    for (const host of ['localhost', `127.0.0.1:${server.port}`, '[::1]:1', 'mcp.example:443'])
      expect((await send(server, 'POST', hello(), { host })).status).toBe(200);
  });

  it('is the only guard of the health check', async () => {
    server = await openTestServer({}, { token });
    const health = (headers: Record<string, string>) => send(server, 'GET', undefined, headers, '/healthz');
    expect(await health({ origin: 'http://evil.example' })).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    expect((await health({ host: 'evil.example' })).status).toBe(403);
    expect((await send(server, 'POST', {}, {}, '/healthz')).status).toBe(405);
  });
});

describe('the Origin guard', () => {
  it.each(verbs)('refuses foreign, null and unparsable origins on %s, without a CORS header', async verb => {
    server = await openTestServer();
    for (const origin of [
      'http://evil.example',
      'null',
      '',
      'not an origin',
      'ftp://localhost',
      'http://localhost.evil',
    ]) {
      const reply = await send(server, verb, bodyFor(verb), { origin });
      expectRefusal(reply, 403);
      expect(Object.keys(reply.headers).filter(name => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('lets programs and local pages pass, and shares nothing with pages', async () => {
    server = await openTestServer();
    for (const headers of [{}, { origin: 'http://localhost:3000' }, { origin: 'https://[::1]' }]) {
      const reply = await send(server, 'POST', hello(), headers as Record<string, string>);
      expect(reply.status).toBe(200);
      expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('shares with a page that was named, and answers its browser before it has credentials', async () => {
    const origin = 'https://app.example';
    server = await openTestServer({}, { allowOrigins: ['https://App.example/'], token });
    const preflight = await send(server, 'OPTIONS', undefined, {
      origin,
      'access-control-request-headers': 'authorization,mcp-session-id',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'authorization,mcp-session-id',
      vary: 'Origin',
    });
    const reply = await send(server, 'POST', hello(), { origin, ...bearer });
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' });
    expectRefusal(await send(server, 'POST', hello(), { origin: 'https://other.example', ...bearer }), 403);
  });
});

describe('the bearer guard', () => {
  it.each(verbs)('asks for the token on %s', async verb => {
    server = await openTestServer({}, { token });
    for (const headers of [{}, { authorization: `Bearer ${other}` }, { authorization: token }]) {
      const reply = await send(server, verb, bodyFor(verb), headers as Record<string, string>);
      expectRefusal(reply, 401);
      expect(reply.headers['www-authenticate']).toBe('Bearer');
      expect(reply.text).not.toContain(token);
    }
  });

  it('never looks for a token in the URL', async () => {
    server = await openTestServer({}, { token });
    for (const name of ['token', 'access_token', 'authorization'])
      expect((await send(server, 'POST', hello(), {}, `/mcp?${name}=${token}`)).status).toBe(401);
  });

  it.each(['Authorization', 'X-MCPBash-Remote-Token', 'X-MCP-Remote-Token'])('takes the token in %s', async name => {
    server = await openTestServer({}, { token });
    const value = name === 'Authorization' ? `bearer ${token}` : token;
    expect((await send(server, 'POST', hello(), { [name]: value })).status).toBe(200);
  });

  it('answers 429 with Retry-After from the eleventh failure on, and still knows its own clients', async () => {
    server = await openTestServer({}, { token });
    for (let failure = 1; failure <= 10; failure++) expect((await send(server, 'POST', hello())).status).toBe(401);
    const reply = await send(server, 'POST', hello());
    expectRefusal(reply, 429);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(50);
    expect((await send(server, 'POST', hello(), bearer)).status).toBe(200);
  });

  it('is never answered with the token, nor logs it', async () => {
    server = await openTestServer({}, { token });
    await send(server, 'POST', hello(), { authorization: `Bearer ${other}` });
    await connect(server, '2025-11-25', {}, bearer);
    expect(server.logged()).not.toContain(token);
    expect(server.logged()).not.toContain(other);
  });
});

describe('what a client may send', () => {
  it('is JSON, by its type', async () => {
    server = await openTestServer();
    for (const type of ['text/plain', 'application/jsonp', 'multipart/form-data; boundary=x'])
      expectRefusal(await send(server, 'POST', hello(), { 'content-type': type }), 415);
    expect((await send(server, 'POST', hello(), { 'content-type': 'application/json; charset=utf-8' })).status).toBe(
      200,
    );
  });

  it('is no longer than the limit, declared or not', async () => {
    server = await openTestServer({ CONCORD_HTTP_MAX_BODY: '1000' });
    const large = Buffer.from(JSON.stringify(rpc(1, 'x'.repeat(1_000))));
    expectRefusal(await send(server, 'POST', large), 413);
    expectRefusal(await send(server, 'POST', large, { 'transfer-encoding': 'chunked' }), 413);
    expect((await send(server, 'POST', hello())).status).toBe(200);
  });

  it('can be read: invalid JSON, invalid UTF-8 and bottomless nesting are -32700', async () => {
    server = await openTestServer();
    const deep = Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"x","params":${'['.repeat(200_000)}`);
    for (const body of [Buffer.from('{'), Buffer.from([0x22, 0xff, 0x22]), deep, Buffer.from('')]) {
      const reply = await send(server, 'POST', body);
      expect(reply).toMatchObject({ status: 400, message: { id: null, error: { code: -32700 } } });
    }
    const brackets = rpc(1, 'tools/call', { name: 'echo', arguments: { text: '[{'.repeat(5_000) } });
    expect((await (await connect(server)).post(brackets)).message.result).toBeDefined();
  });

  it('has headers of at most 16 KiB', async () => {
    server = await openTestServer();
    const head = await exchange(server, `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`);
    expect(head).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('arrives in time, headers and body', async () => {
    server = await openTestServer({}, { timeouts: { headersMs: 300, bodyMs: 300 } });
    const headers = exchange(server, 'POST /mcp HTTP/1.1\r\nHost: localhost\r\n');
    const start =
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';
    const body = exchange(server, start);
    expect(await headers).toMatch(/^HTTP\/1\.1 408 /);
    expect(await body).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":-32600/);
  });

  it('is told to go on only after the guards have passed', async () => {
    server = await openTestServer({}, { token });
    const start =
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n';
    expect(await exchange(server, `${start}\r\n`)).toMatch(/^HTTP\/1\.1 401 /);
    const authorized = `${start}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n\r\n{}`;
    expect(await exchange(server, authorized)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
  });

  it('goes to a path that exists', async () => {
    server = await openTestServer({}, { token });
    for (const path of ['/', '/mcp/', '/.well-known/oauth-protected-resource', '//mcp', 'http://localhost/mcp'])
      expectRefusal(await send(server, 'GET', undefined, {}, path), 404);
    expect((await send(server, 'PUT', {}, bearer)).status).toBe(405);
  });
});

describe('a session', () => {
  it('is found neither by guessing nor with another token', async () => {
    server = await openTestServer({}, { token: [token, other] });
    const mine = await connect(server, '2025-11-25', {}, bearer);
    expect(mine.id).toMatch(/^[0-9a-f-]{36}$/);
    const strangers = [
      { ...bearer, 'mcp-session-id': mine.id.replace(/.$/, last => (last === '0' ? '1' : '0')) },
      { ...bearer, 'mcp-session-id': '__proto__' },
      { authorization: `Bearer ${other}`, 'mcp-session-id': mine.id },
    ];
    for (const headers of strangers)
      for (const verb of ['POST', 'GET', 'DELETE'] as const)
        expectRefusal(await send(server, verb, verb === 'POST' ? rpc(1, 'ping') : undefined, headers), 404);
    expect((await mine.call(1, 'ping')).message).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  it('is one of so many: where all are in use 503 with Retry-After, and a freed place can be taken', async () => {
    server = await openTestServer({ CONCORD_HTTP_MAX_SESSIONS: '3' });
    const busy = await Promise.all([1, 2, 3].map(() => connect(server)));
    const streams = await Promise.all(busy.map(({ headers }) => open(server, 'GET', undefined, headers)));
    const refused = await send(server, 'POST', hello());
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBeDefined();
    await send(server, 'DELETE', undefined, busy[0]!.headers);
    expect((await send(server, 'POST', hello())).status).toBe(200);
    for (const stream of streams) stream.drop();
  });

  it('makes room when it is idle: those that never finished their handshake first, then the oldest, one in use never', async () => {
    server = await openTestServer({ CONCORD_HTTP_MAX_SESSIONS: '3' });
    const [old, busy] = [await connect(server), await connect(server)];
    const stream = await open(server, 'GET', undefined, busy.headers);
    const unfinished = { 'mcp-session-id': String((await send(server, 'POST', hello())).headers['mcp-session-id']) };
    const isThere = async (headers: Record<string, string>) =>
      (await send(server, 'POST', rpc(9, 'ping'), headers)).status === 200;
    const joins = async () => {
      let joined = await send(server, 'POST', hello());
      for (; joined.status === 503; joined = await send(server, 'POST', hello())) await sleep(50);
      const headers = { 'mcp-session-id': String(joined.headers['mcp-session-id']) };
      await send(server, 'POST', notice('notifications/initialized'), headers);
      return headers;
    };
    // Long enough that none of them was just used.
    await sleep(300);
    const first = await joins();
    expect([server.http.openSessions, await isThere(unfinished)]).toEqual([3, false]);
    await joins();
    expect([await isThere(old.headers), await isThere(busy.headers), await isThere(first)]).toEqual([
      false,
      true,
      true,
    ]);
    stream.drop();
  });

  it('takes no place of another address where its own has as many as it may', async () => {
    server = await openTestServer({ CONCORD_HTTP_MAX_SESSIONS_PER_ADDRESS: '2' });
    const other = await connect({ ...server, localAddress: '127.0.0.2' });
    for (let at = 0; at < 20; at++) expect([200, 503]).toContain((await send(server, 'POST', hello())).status);
    expect(server.http.openSessions).toBe(3);
    expect((await other.call(1, 'ping')).status).toBe(200);
  });

  it('ends when nobody uses it, and not while a stream is open', async () => {
    server = await openTestServer({ CONCORD_HTTP_SESSION_IDLE: '3' });
    const idle = await connect(server);
    const busy = await connect(server);
    const call = busy.call(1, 'tools/call', { name: 'slow', arguments: { text: 'x' } });
    await until(() => server.http.openSessions === 1, 'the end of the idle session');
    expect((await idle.call(2, 'ping')).status).toBe(404);
    await busy.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    expect((await call).message.error).toMatchObject({ code: -32001 });
  });
});

it('lets no error tell about the machine', async () => {
  server = await openTestServer();
  const client = await connect(server);
  const replies = [
    await client.call(1, 'tools/call', { name: '../../etc/passwd' }),
    await client.call(2, 'resources/read', { uri: 'file:///etc/%2e%2e/passwd\u0000' }),
    await ask(server, modern(3, 'resources/read', { uri: 'file:///etc/passwd' })),
    await send(server, 'POST', Buffer.from('nonsense')),
  ];
  for (const { text } of replies) expect(text).not.toMatch(/ at |node_modules|\/work\/|\/home\/|zod/i);
});

describe('starting', () => {
  const start = (options: object) =>
    serveHttp(server.host, { hostname: '127.0.0.1', port: 0, allowHosts: [], allowOrigins: [], ...options });

  it('is refused where strangers could call', async () => {
    server = await openTestServer();
    for (const hostname of ['0.0.0.0', '::', '192.0.2.1', 'mcp.example']) {
      await expect(start({ hostname })).rejects.toThrow(RefusedToStart);
      await expect(start({ hostname, token })).rejects.toThrow('--allow-host');
      await expect(start({ hostname, allowHosts: ['x'] })).rejects.toThrow('token');
    }
    await expect(start({ token: 'short' })).rejects.toThrow('at least 32 characters');
  });

  it.each([
    [{ token: `${token} ${other}` }, 'without blanks'],
    [{ token: `${token}\u00e4` }, 'visible ASCII'],
    ...['tools.example:443', 'https://tools.example', 'tools.example/mcp', '', 'a b', '[::1]:80'].map(
      name => [{ allowHosts: [name] }, '--allow-host takes the name of a host'] as const,
    ),
    ...['app.example', 'null', 'https://app.example/path', 'https://a b'].map(
      origin => [{ allowOrigins: [origin] }, '--allow-origin takes an origin'] as const,
    ),
  ] as const)('is refused with %j, which no request could meet', async (options, why) => {
    server = await openTestServer();
    const refusal = start(options);
    await expect(refusal).rejects.toThrow(RefusedToStart);
    await expect(refusal).rejects.toThrow(why);
    await expect(refusal).rejects.not.toThrow(token);
  });

  it('takes every address a Host header can have', async () => {
    server = await openTestServer({}, { allowHosts: ['tools.example', '::1', '[2001:db8::1]', '192.0.2.1'] });
    for (const host of ['[2001:db8::1]:80', '192.0.2.1'])
      expect((await send(server, 'POST', hello(), { host })).status).toBe(200);
  });

  it('on every address asks for the given host, and not for loopback names', async () => {
    server = await openTestServer({}, { hostname: '0.0.0.0', token, allowHosts: ['mcp.example'] });
    expect((await send(server, 'POST', hello(), { ...bearer, host: 'mcp.example' })).status).toBe(200);
    expect((await send(server, 'POST', hello(), { ...bearer, host: 'localhost' })).status).toBe(403);
    const page = { ...bearer, host: 'mcp.example', origin: 'http://localhost' };
    expect((await send(server, 'POST', hello(), page)).status).toBe(403);
  });

  it('says when the address is taken', async () => {
    server = await openTestServer();
    await expect(start({ port: server.port })).rejects.toThrow(RefusedToStart);
  });
});

it('leaves a connection alone whose refused request has been read', async () => {
  server = await openTestServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (body: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
      const options = { host: '127.0.0.1', port: server.port, path: '/mcp', method: 'POST', headers: all, agent };
      const req = request(options, res =>
        res
          .resume()
          .on('end', () => resolve(res.statusCode!))
          .on('error', reject),
      );
      req.on('error', reject).end(body);
    });
  expect(await post('{', {})).toBe(400);
  // Takes longer than an unwanted body is given to arrive.
  const { body, headers } = modern(1, 'tools/call', { name: 'slow', arguments: { text: 'x' } });
  expect(await post(JSON.stringify(body), headers)).toBe(200);
  agent.destroy();
});

/** Writes bytes and gives everything that comes back until the other side closes. */
function exchange({ port }: TestServer, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = dial(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', chunk => {
      received += chunk;
    });
    socket.on('close', () => resolve(received)).on('error', reject);
  });
}
