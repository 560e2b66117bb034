import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { Stop } from '@concord/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connected, problemOf } from '../../test/support/connections.js';
import { freshPath, http, mcp, stdio } from '../../test/support/definitions.js';
import { discovered, httpServer, json, result, type Seen, status } from '../../test/support/http-server.js';
import { connect } from '../connect/connect.js';
import type { ConnectionProblem } from '../connection/connection.js';

const isCall = ({ message }: Seen): boolean => message.method === 'tools/call';

describe('our own server', () => {
  let url = '';
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    const started = spawn(process.execPath, [mcp, 'serve', 'demo', '--http', '127.0.0.1:0'], {
      env: { PATH: process.env.PATH, XDG_STATE_HOME: freshPath(), MCPBASH_LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    url = await new Promise(resolve => createInterface({ input: started.stdout }).once('line', resolve));
  });
  afterAll(() => void child?.kill('SIGKILL'));

  it.each([
    ['auto', '2026-07-28', 'modern'],
    ['2026-07-28', '2026-07-28', 'modern'],
    ['handshake', '2025-11-25', 'handshake'],
  ] as const)('is listed and called with protocol %s', async (protocol, protocolVersion, era) => {
    const connection = await connected(http(url, { protocol }));
    expect(connection.facts).toMatchObject({ protocolVersion, era });
    const { tools } = await connection.snapshot();
    const names = tools.map(tool => tool.name);
    const direct = await connected(stdio(process.execPath, [mcp, 'serve', 'demo']));
    expect(names).toEqual((await direct.list('tools')).map(tool => tool.name));
    expect(await connection.call(String(names[0]), {})).toHaveProperty('content');
    expect(connection.retryCount).toBe(0);
  });
});

describe('what cannot be reached', () => {
  it('is unreachable: a closed port and a name that does not resolve', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise(resolve => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await new Promise(resolve => server.close(resolve));
    const refused = await problemOf(connect(http(`http://127.0.0.1:${port}/`, { retries: 0 })));
    expect(refused).toMatchObject({ kind: 'unreachable', details: { phase: 'start', sent: false } });
    expect(refused.message).toContain('ECONNREFUSED');
    const unknown = await problemOf(connect(http('https://no-such-host.invalid/', { retries: 0 })));
    expect(unknown.kind).toBe('unreachable');
  });

  it('is refused without a request when it is plain http to another machine', async () => {
    const problem = await problemOf(connect(http('http://example.com/mcp')));
    expect(problem).toMatchObject({ kind: 'unreachable', details: { hint: expect.stringContaining('--allow-http') } });
  });

  it.each([
    [401, {}, 'unauthenticated'],
    [403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' }, 'unauthenticated'],
    [403, {}, 'unreachable'],
  ] as const)('is asked once where it answers with %i %j, which is %s', async (code, headers, kind) => {
    const { url, seen } = await httpServer((_, response) => {
      status(response, code, headers);
      return true;
    });
    const problem = await problemOf(connect(http(url)));
    expect(problem).toMatchObject({ kind, details: { code } });
    expect(problem.details.hint).toBe(kind === 'unauthenticated' ? 'mcp login fixture' : undefined);
    expect(seen).toHaveLength(1);
  });

  it('is a timeout when it takes the request and stays silent', async () => {
    const { url } = await httpServer(() => true);
    // Loaded before, so that the time is spent waiting for the answer.
    await import('./http-transport.js');
    const problem = await problemOf(connect(http(url), { startTimeoutMs: 3_000 }));
    expect(problem).toMatchObject({ kind: 'timeout', details: { phase: 'handshake' } });
  });
});

describe('503', () => {
  const failing = (times: number) => {
    let left = times;
    return httpServer((_, response) => {
      if (left-- <= 0) return false;
      status(response, 503);
      return true;
    });
  };

  it('twice during set-up, then success, is two retries', async () => {
    const { url } = await failing(2);
    const connection = await connected(http(url));
    expect(connection.retryCount).toBe(2);
    expect(await connection.call('write', {})).toMatchObject({ kept: true });
  });

  it('ends at once with retries off, and where the server asks for more time than there is', async () => {
    const { url, seen } = await failing(1);
    expect(await problemOf(connect(http(url, { retries: 0 })))).toMatchObject({
      kind: 'unreachable',
      details: { code: 503 },
    });
    expect(seen).toHaveLength(1);
    const later = await httpServer((_, response) => {
      status(response, 503, { 'retry-after': '120' });
      return true;
    });
    expect((await problemOf(connect(http(later.url), { startTimeoutMs: 5_000 }))).details.code).toBe(503);
    expect(later.seen).toHaveLength(1);
  });

  it.each([
    ['read', 2, 1],
    ['write', 1, 0],
  ])('during a call of %s is met with %i requests', async (name, requests, retries) => {
    let failed = false;
    const { url, seen } = await httpServer((one, response) => {
      if (!isCall(one) || failed) return false;
      failed = true;
      status(response, 503);
      return true;
    });
    const connection = await connected(http(url));
    await connection.list('tools');
    const outcome = await connection.call(name, {}).catch(problem => problem.kind);
    expect(outcome).toEqual(retries > 0 ? expect.objectContaining({ kept: true }) : 'unreachable');
    expect(seen.filter(isCall)).toHaveLength(requests);
    expect(connection.retryCount).toBe(retries);
  });
});

describe('a connection lost during a call', () => {
  it.each([
    ['read', 2],
    ['write', 1],
  ])('is met with %s by %i requests', async (name, requests) => {
    let dropped = false;
    const { url, seen } = await httpServer((one, response) => {
      if (!isCall(one) || dropped) return false;
      dropped = true;
      response.destroy();
      return true;
    });
    const connection = await connected(http(url));
    await connection.list('tools');
    const outcome = await connection.call(name, {}).catch((problem: ConnectionProblem) => problem.details.sent);
    expect(outcome).toEqual(requests > 1 ? expect.objectContaining({ kept: true }) : true);
    expect(seen.filter(isCall)).toHaveLength(requests);
  });

  it('is noticed when only the stream of the answer ends', async () => {
    const { url } = await httpServer((one, response) => {
      if (!isCall(one)) return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n');
      return true;
    });
    const connection = await connected(http(url));
    const problem = await problemOf(connection.call('write', {}));
    expect(problem).toMatchObject({ kind: 'unreachable', details: { sent: true } });
  });
});

describe('a session', () => {
  it('that the server forgot is opened again, once, and the call is repeated', async () => {
    let forgotten = false;
    const { url, seen } = await httpServer((one, response) => {
      if (!isCall(one) || forgotten) return false;
      forgotten = true;
      json(response, 404, { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } });
      return true;
    });
    const connection = await connected(http(url));
    expect(await connection.call('write', {})).toMatchObject({ kept: true });
    expect(connection.retryCount).toBe(1);
    expect(seen.filter(({ message }) => message.method === 'initialize')).toHaveLength(2);
    const opened = seen.find(({ message }) => message.method === 'notifications/initialized');
    expect(opened?.headers['mcp-protocol-version']).toBe('2025-11-25');
    expect(seen.find(isCall)?.headers).toMatchObject({
      'mcp-session-id': 'session-1',
      'mcp-protocol-version': '2025-11-25',
    });
  });

  it('that the server always forgets is a problem', async () => {
    const { url, seen } = await httpServer((one, response) => {
      if (!isCall(one)) return false;
      status(response, 404);
      return true;
    });
    const connection = await connected(http(url));
    expect(await problemOf(connection.call('read', {}))).toMatchObject({ kind: 'unreachable', details: { code: 404 } });
    expect(seen.filter(isCall)).toHaveLength(2);
  });

  it('hears that a call was cancelled before it is ended', async () => {
    const { url, seen } = await httpServer(isCall);
    const connection = await connect(http(url));
    const stop = new Stop();
    const call = problemOf(connection.call('write', {}, { signal: stop }));
    await expect.poll(() => seen.some(isCall)).toBe(true);
    stop.stop();
    expect((await call).kind).toBe('cancelled');
    await connection.close();
    const [called, cancelled, ended] = seen.slice(seen.findIndex(isCall)).filter(({ method }) => method !== 'GET');
    const params = { requestId: called!.message.id };
    expect(cancelled).toMatchObject({ message: { method: 'notifications/cancelled', params } });
    expect(ended).toMatchObject({ method: 'DELETE' });
  });

  it('is ended with the connection', async () => {
    const { url, seen } = await httpServer();
    await (await connect(http(url))).close();
    expect(seen.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 'session-1' } });
  });
});

describe('configured headers', () => {
  const headers = { 'X-Api-Key': 'opal-lantern-77' };

  it('go with every request to the configured origin', async () => {
    const { url, seen } = await httpServer();
    await (await connected(http(url, { headers }))).call('read', {});
    expect(seen.every(one => one.headers['x-api-key'] === 'opal-lantern-77')).toBe(true);
  });

  it('are not sent after a redirect to another origin, which is not followed', async () => {
    const elsewhere = await httpServer();
    const { url } = await httpServer((_, response) => {
      status(response, 307, { location: elsewhere.url });
      return true;
    });
    const problem = await problemOf(connect(http(url, { headers, secrets: ['opal-lantern-77'] })));
    expect(problem).toMatchObject({ kind: 'unreachable', details: { code: 307 } });
    expect(elsewhere.seen).toEqual([]);
  });

  it('are in no message, though the server repeats them', async () => {
    const { url } = await httpServer((one, response) => {
      if (!isCall(one)) return false;
      const { id } = one.message;
      json(response, 200, { jsonrpc: '2.0', id, error: { code: -1, message: `bad key ${one.headers['x-api-key']}` } });
      return true;
    });
    const connection = await connected(http(url, { headers, secrets: ['opal-lantern-77'] }));
    const problem = await problemOf(connection.call('read', {}));
    expect(problem).toMatchObject({ kind: 'rpc_error', message: 'bad key [REDACTED]', details: { code: -1 } });
  });
});

describe('the size of an answer', () => {
  it.each(['application/json', 'text/event-stream'])('is bounded in %s', async type => {
    const { url } = await httpServer((one, response) => {
      if (!isCall(one)) return false;
      const text = JSON.stringify({ jsonrpc: '2.0', id: one.message.id, result: { text: 'x'.repeat(300_000) } });
      response.writeHead(200, { 'content-type': type }).end(type === 'application/json' ? text : `data: ${text}\n\n`);
      return true;
    });
    const large = await connected(http(url));
    expect(await large.call('read', {})).toMatchObject({ text: expect.stringMatching(/^x{300000}$/) });
    const connection = await connected(http(url), { env: { MCP_MAX_MESSAGE_BYTES: '200000' } });
    expect((await problemOf(connection.call('read', {}))).kind).toBe('too_large');
  });
});

describe('the modern era', () => {
  const annotated = {
    name: 'find',
    inputSchema: {
      type: 'object',
      properties: {
        tenant: { type: 'string', 'x-mcp-header': 'Tenant' },
        page: { type: 'integer', 'x-mcp-header': 'Page' },
      },
    },
  };
  const broken = {
    name: 'broken',
    inputSchema: { type: 'object', properties: { n: { type: 'number', 'x-mcp-header': 'N' } } },
  };

  const modernServer = () =>
    httpServer(({ message }, response) => {
      if (message.method === 'server/discover') result(response, message, discovered);
      else if (message.method === 'tools/list')
        result(response, message, { resultType: 'complete', tools: [annotated, broken] });
      else result(response, message, { resultType: 'complete', content: [{ type: 'hologram' }], kept: true });
      return true;
    });

  it('sends annotated parameters as headers, and keeps content of unknown types', async () => {
    const { url, seen } = await modernServer();
    const warnings: string[] = [];
    const connection = await connected(http(url), { onWarning: text => warnings.push(text) });
    expect((await connection.list('tools')).map(tool => tool.name)).toEqual(['find']);
    expect(warnings).toEqual([expect.stringContaining('broken')]);
    const answer = await connection.call('find', { tenant: 'Zürich', page: 3 });
    expect(answer).toEqual({ content: [{ type: 'hologram' }], kept: true });
    expect(seen.find(isCall)?.headers).toMatchObject({
      'mcp-method': 'tools/call',
      'mcp-name': 'find',
      'mcp-param-tenant': `=?base64?${Buffer.from('Zürich').toString('base64')}?=`,
      'mcp-param-page': '3',
      'mcp-protocol-version': '2026-07-28',
    });
  });

  it('is not asked for where a handshake is pinned, and no handshake is tried where it is', async () => {
    const handshake = await httpServer();
    await connected(http(handshake.url, { protocol: 'handshake' }));
    expect(handshake.seen[0]?.message.method).toBe('initialize');
    const problem = await problemOf(connect(http(handshake.url, { protocol: '2026-07-28' })));
    expect(problem.kind).toBe('protocol');
    expect(problem.message).toContain('does not speak 2026-07-28');
  });

  it('has an error of the server behind a status, with its own code', async () => {
    const { url } = await httpServer(({ message }, response) => {
      if (message.method === 'server/discover') result(response, message, discovered);
      else json(response, 400, { jsonrpc: '2.0', id: message.id, error: { code: -32020, message: 'Header mismatch' } });
      return true;
    });
    const connection = await connected(http(url));
    expect(await problemOf(connection.call('find', {}))).toMatchObject({
      kind: 'rpc_error',
      details: { code: -32020 },
    });
  });

  it('cancels a call by closing its stream', async () => {
    let closed = false;
    const { url, seen } = await httpServer((one, response) => {
      if (!isCall(one)) {
        result(response, one.message, discovered);
        return true;
      }
      response.on('close', () => {
        closed = true;
      });
      return true;
    });
    const connection = await connected(http(url));
    expect((await problemOf(connection.call('find', {}, { timeoutMs: 200 }))).kind).toBe('timeout');
    await expect.poll(() => closed).toBe(true);
    expect(seen.some(({ message }) => message.method === 'notifications/cancelled')).toBe(false);
  });
});

describe('the oldest transport', () => {
  const oldServer = (accepts: boolean) => {
    let stream: { write(text: string): unknown } | undefined;
    return httpServer((one, response) => {
      if (one.method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('event: endpoint\ndata: /messages\n\n');
        stream = response;
        return true;
      }
      if (stream === undefined && !accepts) {
        status(response, 405);
        return true;
      }
      const { id, method } = one.message;
      const value =
        method === 'initialize'
          ? { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 'old' } }
          : { content: [], kept: true };
      if (id !== undefined) stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: value })}\n\n`);
      status(response, 202);
      return true;
    });
  };

  it('is used when it is configured', async () => {
    const { url } = await oldServer(true);
    const connection = await connected(http(url, { transport: 'sse' }));
    expect(connection.facts.protocolVersion).toBe('2024-11-05');
    expect(await connection.call('write', {})).toMatchObject({ kept: true });
  });

  it('is the last resort after 405', async () => {
    const { url } = await oldServer(false);
    const connection = await connected(http(url));
    expect(await connection.call('write', {})).toMatchObject({ kept: true });
  });

  it('is unauthenticated after 401 too', async () => {
    const { url } = await httpServer((_, response) => {
      status(response, 401);
      return true;
    });
    expect((await problemOf(connect(http(url, { transport: 'sse' })))).kind).toBe('unauthenticated');
  });
});
