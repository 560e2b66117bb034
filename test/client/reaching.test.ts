import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { discovered, httpServer, json, result, status } from '../../packages/client/test/support/http-server.js';
import { proxyServer } from '../../packages/client/test/support/proxy-server.js';
import { has, run } from '../cli/mcp.js';
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

  it('is retried as often as its own command says, whatever commands came before', async () => {
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

  it.each([
    ['isError', { result: { content: [{ type: 'text', text: 'no' }], isError: true } }, 'tool_error'],
    ['a JSON-RPC error', { error: { code: -32050, message: 'no' } }, 'rpc_error'],
  ])('that is answered with %s is over: nothing is executed again, not even what may be', async (_, told, kind) => {
    const { url, seen } = await httpServer(({ message }, response) => {
      if (message.method !== 'tools/call') return false;
      json(response, 200, { jsonrpc: '2.0', id: message.id, ...told });
      return true;
    });
    // The first is annotated read-only: what it does could be done again.
    const answers = await Promise.all(['read', 'write'].map(tool => call(url, tool, '--retries', '3')));
    for (const { code, document } of answers)
      expect([code, document.error?.kind, document.metadata.retry_count]).toEqual([2, kind, undefined]);
    expect(seen.filter(({ message }) => message.method === 'tools/call')).toHaveLength(2);
  });
});

describe('a server over HTTP that speaks only 2026-07-28', () => {
  const serverOfToday = () =>
    httpServer(({ message, headers }, response) => {
      const { id, method } = message;
      const answers: Record<string, object> = {
        'server/discover': discovered,
        'tools/list': { ...discovered, tools: [{ name: 'write', inputSchema: { type: 'object' } }] },
        'tools/call': { resultType: 'complete', content: [{ type: 'text', text: 'done' }] },
      };
      const data = { supported: ['2026-07-28'], requested: '' };
      if (headers['mcp-protocol-version'] !== '2026-07-28')
        json(response, 400, { jsonrpc: '2.0', id, error: { code: -32022, message: 'Unsupported version', data } });
      else if (id === undefined) status(response, 202);
      else result(response, message, answers[String(method)] as typeof message);
      return true;
    });

  it('is listed and called, by itself and when it is asked for', async () => {
    const { url, seen } = await serverOfToday();
    const once = async (...more: string[]) => {
      const folder = temporaryFolder();
      const listed = await run(['list', url, '--json', '--full', ...more], folder);
      expect([listed.code, JSON.parse(listed.stdout)]).toMatchObject([
        0,
        { connected_servers: 1, total_tools: 1, servers: [{ protocol_version: '2026-07-28' }] },
      ]);
      expect(await run(['call', url, 'write', ...more], folder)).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    };
    await Promise.all([once(), once('--protocol', '2026-07-28')]);
    expect(seen.map(({ message }) => message.method)).not.toContain('initialize');
  });

  it('is reported where a handshake is asked for', async () => {
    const { url, seen } = await serverOfToday();
    const { code, document } = await call(url, 'write', '--protocol', 'handshake');
    expect([code, document.error]).toMatchObject([
      2,
      {
        kind: 'protocol',
        message: expect.stringContaining('the server does not take part in a handshake, which "protocol" asks for'),
        hint: 'Without "protocol", the revision is found by itself.',
      },
    ]);
    expect(seen.map(({ message }) => message.method)).not.toContain('server/discover');
  });

  it('is none where the server shakes hands, and then nothing is called', async () => {
    const { url, seen } = await httpServer();
    const { code, document } = await call(url, 'write', '--protocol', '2026-07-28');
    expect([code, document.error]).toMatchObject([
      2,
      { kind: 'protocol', message: expect.stringContaining('the server does not speak 2026-07-28') },
    ]);
    expect(new Set(seen.map(({ message }) => message.method))).toEqual(new Set(['server/discover']));
    expect(await call(url, 'write', '--protocol', 'handshake')).toMatchObject({ code: 0 });
  });
});

const hasOpenssl = has('openssl', 'apt-get install openssl');

/** A key and a certificate for this machine that nobody else vouches for. */
function selfSigned() {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, 'key'), join(folder, 'certificate')];
  const form = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=mcp.example.test', '-addext', 'subjectAltName=DNS:mcp.example.test,IP:127.0.0.1'];
  execFileSync('openssl', [...form, '-keyout', key, '-out', cert, ...names], { stdio: 'ignore' });
  return { file: cert, proof: { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') } };
}

describe.skipIf(!hasOpenssl)('HTTPS_PROXY', () => {
  it('is asked for a tunnel to an https server, unless NO_PROXY names it, command by command', async () => {
    const { file, proof } = selfSigned();
    const upstream = await httpServer(() => false, proof);
    const proxy = await proxyServer(upstream.port);
    const folder = temporaryFolder();
    const list = async (url: string, env: Record<string, string>) => {
      const { stdout, stderr } = await run(['list', url, '--json', '--retries', '0'], folder, { env });
      expect(stdout + stderr).not.toContain('word');
      const { connected_servers, total_tools, servers } = JSON.parse(stdout);
      return [connected_servers, total_tools, servers[0].error_kind];
    };
    const tunnels = () => proxy.seen.splice(0).map(({ line }) => line);
    const trusted = { NODE_EXTRA_CA_CERTS: file };
    const [way, named] = [{ HTTPS_PROXY: proxy.url }, 'https://mcp.example.test/mcp'];
    // Who vouches for the server is said by each command, whatever a daemon was started with.
    expect(await list(named, way)).toEqual([0, 0, 'unreachable']);
    expect(await list(named, { ...way, ...trusted })).toEqual([1, 2, undefined]);
    expect(new Set(tunnels())).toEqual(new Set(['CONNECT mcp.example.test:443']));
    expect(await list(upstream.url, { ...way, ...trusted, NO_PROXY: 'example.com,127.0.0.1' })).toEqual([
      1,
      2,
      undefined,
    ]);
    expect(tunnels()).toEqual([]);
    expect(await list(upstream.url, { ...way, ...trusted })).toEqual([1, 2, undefined]);
    expect(new Set(tunnels())).toEqual(new Set([`CONNECT 127.0.0.1:${upstream.port}`]));
    expect(await list(upstream.url, {})).toEqual([0, 0, 'unreachable']);
    expect(upstream.seen.every(({ headers }) => headers['proxy-authorization'] === undefined)).toBe(true);
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
