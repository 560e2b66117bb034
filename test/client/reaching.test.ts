import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { httpServer, status } from '../../packages/client/src/connect/testing/http-server.js';
import { proxyServer } from '../../packages/client/src/connect/testing/proxy-server.js';
import { run } from '../cli/mcp.js';
import { temporaryFolder } from '../support/engine.js';

/** Calls a tool of a server that no file defines. */
async function call(url: string, tool: string, ...more: string[]) {
  const folder = temporaryFolder();
  const env = { XDG_CACHE_HOME: join(folder, 'cache'), MCP_NO_DAEMON: '1' };
  const { code, stdout } = await run(['call', url, tool, '--json', ...more], folder, { env });
  return {
    code,
    document: JSON.parse(stdout) as { error?: { kind: string }; metadata: { retry_count?: number | null } },
  };
}

describe('a call over HTTP', () => {
  it('counts what was tried again: two 503, then success', async () => {
    let left = 2;
    const { url } = await httpServer((_, response) => {
      if (left-- <= 0) return false;
      status(response, 503);
      return true;
    });
    expect(await call(url, 'write')).toMatchObject({ code: 0, document: { metadata: { retry_count: 2 } } });
  });

  it('is tried once with --retries 0', async () => {
    const { url, seen } = await httpServer((_, response) => {
      status(response, 503);
      return true;
    });
    expect(await call(url, 'write', '--retries', '0')).toMatchObject({
      code: 3,
      document: { error: { kind: 'unreachable' } },
    });
    expect(seen).toHaveLength(1);
  });

  it('goes on in a new session where the server forgot the old one', async () => {
    let isForgotten = false;
    const { url } = await httpServer(({ message }, response) => {
      if (message.method !== 'tools/call' || isForgotten) return false;
      isForgotten = true;
      status(response, 404);
      return true;
    });
    expect(await call(url, 'write')).toMatchObject({ code: 0, document: { metadata: { retry_count: 1 } } });
  });

  it.each([
    ['read', 0, 2],
    ['write', 3, 1],
  ])('of %s that is lost on the way ends with %i after %i executions', async (tool, code, executions) => {
    let calls = 0;
    const { url } = await httpServer(({ message }, response) => {
      if (message.method !== 'tools/call' || ++calls > 1) return false;
      response.destroy();
      return true;
    });
    expect(await call(url, tool)).toMatchObject({ code });
    expect(calls).toBe(executions);
  });
});

describe('a proxy of the environment', () => {
  it('is used, unless NO_PROXY names the server', async () => {
    const upstream = await httpServer();
    const proxy = await proxyServer(Number(new URL(upstream.url).port));
    const folder = temporaryFolder();
    const env = { HTTP_PROXY: proxy.url, XDG_CACHE_HOME: join(folder, 'cache'), MCP_NO_DAEMON: '1' };
    const through = await run(['list', 'http://mcp.example.test/mcp', '--allow-http', '--json'], folder, { env });
    expect(JSON.parse(through.stdout)).toMatchObject({ connected_servers: 1, total_tools: 2 });
    const asked = proxy.seen.length;
    expect(asked).toBeGreaterThan(0);
    const direct = await run(['list', upstream.url, '--json'], folder, { env: { ...env, NO_PROXY: '127.0.0.1' } });
    expect(JSON.parse(direct.stdout)).toMatchObject({ connected_servers: 1 });
    expect(proxy.seen).toHaveLength(asked);
    expect(through.stdout + through.stderr).not.toContain('word');
  });
});
