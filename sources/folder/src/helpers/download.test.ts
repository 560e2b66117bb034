import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Network } from '../resources/network/https.js';
import { download } from './download.js';

const folder = mkdtempSync(join(tmpdir(), 'concord-download-'));
let flaky = 0;
const pages: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  '/data': (request, response) => response.end(`for ${request.headers['user-agent']}`),
  '/moved': (_, response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
  '/large': (_, response) => response.end('x'.repeat(2_000)),
  '/missing': (_, response) => response.writeHead(404).end(),
  '/silent': () => {},
  '/flaky': (_, response) => {
    flaky += 1;
    if (flaky < 3) response.socket?.destroy();
    else response.end('at last');
  },
};
const server = createServer((request, response) => pages[request.url ?? '']!(request, response));
beforeAll(() => new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Every name is a public address, which is the server of this test; what TLS does is tried where it is used. */
const network = (address = '93.184.216.34'): Network => ({
  lookup: async () => [{ address, family: 4 }],
  connect: () => connect((server.address() as AddressInfo).port, '127.0.0.1'),
});
const allow = ['files.example'];

it('gives what it read, and writes it into a file', async () => {
  const out = join(folder, 'out');
  const bytes = await download('https://files.example/data', { allow, out, userAgent: 'me/1' }, network());
  expect(bytes.toString()).toBe('for me/1');
  expect(readFileSync(out, 'utf8')).toBe('for me/1');
  expect(readdirSync(folder)).toEqual(['out']);
});

it.each([
  ['no https', 'http://files.example/data', {}, { type: 'invalid_url' }],
  ['an address in disguise', 'https://0x7f000001/', {}, { type: 'invalid_url' }],
  ['a user', 'https://a:b@files.example/', {}, { type: 'invalid_url' }],
  ['a host nobody allowed', 'https://other.example/', {}, { type: 'host_blocked' }],
  ['a host that is denied', 'https://files.example/data', { deny: ['files.example'] }, { type: 'host_blocked' }],
  ['this machine', 'https://localhost/', { allow: ['localhost'] }, { type: 'host_blocked' }],
  ['a redirect', 'https://files.example/moved', {}, { type: 'redirect', location: 'https://elsewhere.example/' }],
  ['too much', 'https://files.example/large', { maxBytes: 1_000 }, { type: 'size_exceeded' }],
  ['a page that is not there', 'https://files.example/missing', {}, { type: 'network_error' }],
  ['a server that does not answer', 'https://files.example/silent', { timeoutSecs: 1 }, { type: 'timeout' }],
  [
    'a file that cannot be written',
    'https://files.example/data',
    { out: join(folder, 'none/x') },
    { type: 'write_error' },
  ],
] as const)('fails for %s', async (_, url, options, expected) => {
  await expect(download(url, { allow, ...options }, network())).rejects.toMatchObject({
    name: 'DownloadFailure',
    ...expected,
  });
});

it('refuses a name that leads to an address that is not public, and allows nothing by itself', async () => {
  await expect(download('https://files.example/data', { allow }, network('10.0.0.1'))).rejects.toMatchObject({
    type: 'host_blocked',
  });
  await expect(download('https://files.example/data', {}, network())).rejects.toMatchObject({ type: 'host_blocked' });
});

it('tries again where that can help', async () => {
  const options = { allow, attempts: 3, retryDelayMs: 1 };
  expect((await download('https://files.example/flaky', options, network())).toString()).toBe('at last');
  expect(flaky).toBe(3);
});
