import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { httpServer, status } from '../../packages/client/src/connect/testing/http-server.js';
import { proxyServer } from '../../packages/client/src/connect/testing/proxy-server.js';
import { run } from '../cli/mcp.js';
import { temporaryFolder } from '../support/engine.js';

/** Calls a tool of a server that no file defines. */
async function call(url: string, tool: string, ...more: string[]) {
  const folder = temporaryFolder();
  const { code, stdout } = await run(['call', url, tool, '--json', ...more], folder);
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

  it('is tried as often as its own command says, whoever came to the server before', async () => {
    let isBusy = false;
    const { url, seen } = await httpServer(({ message }, response) => {
      if (!isBusy || message.method !== 'tools/call') return false;
      status(response, 503);
      return true;
    });
    const folder = temporaryFolder();
    const config = join(folder, 'servers.json');
    writeFileSync(config, JSON.stringify({ mcpServers: { web: { url } } }));
    const read = (...more: string[]) => run(['call', 'web/read', '--config', config, ...more], folder);
    expect((await read()).code).toBe(0);
    isBusy = true;
    const calls = () => seen.filter(({ message }) => message.method === 'tools/call').length;
    const before = calls();
    expect((await read('--retries', '0')).code).toBe(3);
    expect(calls()).toBe(before + 1);
    expect((await read('--retries', '1')).code).toBe(3);
    expect(calls()).toBe(before + 3);
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
    const env = { HTTP_PROXY: proxy.url };
    const through = await run(['list', 'http://mcp.example.test/mcp', '--allow-http', '--json'], folder, { env });
    expect(JSON.parse(through.stdout)).toMatchObject({ connected_servers: 1, total_tools: 2 });
    const asked = proxy.seen.length;
    expect(asked).toBeGreaterThan(0);
    const direct = await run(['list', upstream.url, '--json'], folder, { env: { ...env, NO_PROXY: '127.0.0.1' } });
    expect(JSON.parse(direct.stdout)).toMatchObject({ connected_servers: 1 });
    // A daemon may end what the first command left, the way it came.
    const later = proxy.seen.slice(asked).filter(({ line }) => !line.includes('mcp.example.test'));
    expect(later).toEqual([]);
    expect(through.stdout + through.stderr).not.toContain('word');
  });
});
