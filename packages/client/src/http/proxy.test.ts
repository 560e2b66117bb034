import { describe, expect, it } from 'vitest';
import { http } from '../../test/support/definitions.js';
import { httpServer } from '../../test/support/http-server.js';
import { proxyServer } from '../../test/support/proxy-server.js';
import { connect } from '../connect/connect.js';
import type { ConnectionProblem } from '../connection/connection.js';
import { proxyFor } from '../network/proxy.js';

describe('a proxy', () => {
  it('is used for the whole conversation, with its own credentials and without showing them to the server', async () => {
    const upstream = await httpServer();
    const way = await proxyServer(Number(new URL(upstream.url).port));
    const definition = http('http://mcp.example.test/mcp', { allowHttp: true });
    const connection = await connect(definition, { env: { HTTP_PROXY: way.url } });
    expect(await connection.call('read', {})).toMatchObject({ kept: true });
    await connection.close();
    expect(way.seen[0]!.line).toBe('POST http://mcp.example.test/mcp');
    expect(way.seen[0]!.headers['proxy-authorization']).toBe(
      `Basic ${Buffer.from('user:pass word').toString('base64')}`,
    );
    expect(upstream.seen.at(-1)!.method).toBe('DELETE');
  });

  it('opens a tunnel to an https server, and is unreachable when it does not', async () => {
    const way = await proxyServer();
    const problem: ConnectionProblem = await connect(http('https://mcp.example.test/mcp', { retries: 0 }), {
      env: { https_proxy: way.url },
    }).then(
      () => expect.fail('it worked'),
      error => error,
    );
    expect(problem).toMatchObject({ kind: 'unreachable', details: { sent: false } });
    expect(JSON.stringify(problem) + problem.message).not.toContain('pass');
    expect(way.seen.map(({ line }) => line)).toEqual(['CONNECT mcp.example.test:443']);
  });

  it('is not used for what NO_PROXY names', async () => {
    const upstream = await httpServer();
    const way = await proxyServer();
    const env = { HTTP_PROXY: way.url, NO_PROXY: 'example.com, 127.0.0.1' };
    const connection = await connect(http(upstream.url), { env });
    await connection.close();
    expect(way.seen).toEqual([]);
  });
});

describe('the proxy for an address', () => {
  const both = { HTTP_PROXY: 'http://plain:1', https_proxy: 'secure:2' };

  it.each([
    ['http://a.test/', both, 'http://plain:1/'],
    ['https://a.test/', both, 'http://secure:2/'],
    ['https://a.test/', { HTTP_PROXY: 'http://plain:1' }, undefined],
    ['https://a.test/', { https_proxy: '', HTTPS_PROXY: 'http://upper:3' }, 'http://upper:3/'],
    ['https://a.test/', { ...both, no_proxy: '*' }, undefined],
    ['https://a.test/', { ...both, NO_PROXY: 'test' }, undefined],
    ['https://a.test/', { ...both, NO_PROXY: '.test' }, undefined],
    ['https://a.test/', { ...both, NO_PROXY: '*.test' }, undefined],
    ['https://a.test/', { ...both, NO_PROXY: 'a.test:443' }, undefined],
    ['https://a.test/', { ...both, NO_PROXY: 'a.test:80' }, 'http://secure:2/'],
    ['https://nota.test/', { ...both, NO_PROXY: 'a.test' }, 'http://secure:2/'],
    ['https://[::1]/', { ...both, NO_PROXY: '::1' }, undefined],
  ])('%s in %j is %s', (url, env, expected) => {
    expect(proxyFor(new URL(url), env)?.href).toBe(expected);
  });
});
