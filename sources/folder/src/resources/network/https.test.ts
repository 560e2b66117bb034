import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, makeProject, settingsOf } from '../../../test/support/resource-project.js';
import { type Destination, type Network, readHttps, systemNetwork } from './https.js';

const { project, remove } = makeProject();
const folder = mkdtempSync(join(tmpdir(), 'concord-tls-'));
const host = 'files.example';
const allowed = { MCPBASH_HTTPS_ALLOW_HOSTS: `other.example, FILES.example` };
const megabyte = Buffer.alloc(1_048_576);

const pages: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  '/data.json': (_request, response) => response.end('{"a":1}\n'),
  '/agent': (request, response) =>
    response.end(
      `${request.headers['user-agent']} ${request.headers.host} ${(request.socket as TLSSocket & { servername: string }).servername}`,
    ),
  '/gzip': (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed')),
  '/deflate': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateSync('packed')),
  '/br': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'BR' }).end(brotliCompressSync('packed')),
  '/unknown': (_request, response) => response.writeHead(200, { 'content-encoding': 'zip' }).end('x'),
  '/broken': (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed'),
  '/bomb': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(30 * 1_048_576))),
  '/claims': (_request, response) => response.writeHead(200, { 'content-length': '99999999' }).flushHeaders(),
  '/endless': (_request, response) => {
    const more = (): void => void (response.destroyed || response.write(megabyte, more));
    more();
  },
  '/moved': (_request, response) => response.writeHead(302, { location: 'https://127.0.0.1/secret' }).end(),
  '/missing': (_request, response) => response.writeHead(404).end('gone'),
  '/slow': (_request, response) => void response.writeHead(200).write('a'),
  '/cut': (_request, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('a');
    response.socket?.destroy();
  },
};

let authority = '';
let server: ReturnType<typeof createServer>;
let asked: Destination[] = [];

beforeAll(async () => {
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const form = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...form, '-keyout', key, '-out', certificate, ...subject], { stdio: 'ignore' });
  authority = readFileSync(certificate, 'utf8');
  server = createServer({ key: readFileSync(key), cert: authority }, (request, response) =>
    (pages[request.url ?? ''] ?? pages['/missing']!)(request, response),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
  remove();
});

/** Names resolve to a public address, and that address is the server of this test. */
function network(addresses: readonly string[] = ['93.184.216.34']): Network {
  return {
    lookup: async () => addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    connect: destination => {
      asked.push(destination);
      const { port } = server.address() as AddressInfo;
      const here = [{ address: '127.0.0.1', family: 4 }];
      return systemNetwork.connect({ ...destination, addresses: here, port, authorities: authority });
    },
  };
}

const read = async (uri: string, env: Record<string, string> = allowed, context = network(), signal?: AbortSignal) => {
  const request = { uri, project, settings: settingsOf(env), call: callOf(signal) };
  return (await readHttps(request, context)).bytes;
};
const problemOf = async (...given: Parameters<typeof read>) => {
  asked = [];
  return read(...given).then(
    bytes => ({ kind: `read ${bytes.length} bytes`, message: '', details: undefined }),
    error => error.problem ?? error,
  );
};

describe('https resources', () => {
  it('are read from the address that was checked, under the name that was asked', async () => {
    asked = [];
    expect(`${await read(`https://${host}/data.json`)}`).toBe('{"a":1}\n');
    expect(asked).toEqual([
      { host, port: 443, addresses: [{ address: '93.184.216.34', family: 4 }], authorities: undefined },
    ]);
    expect(`${await read(`https://${host.toUpperCase()}.:8443/agent`)}`).toMatch(
      /^concord\/\d\S* files\.example\.:8443 files\.example$/,
    );
    expect(asked.at(-1)).toMatchObject({ host, port: 8443 });
    expect(`${await read(`https://${host}/agent`, { ...allowed, MCPBASH_HTTPS_USER_AGENT: 'me/1' })}`).toContain(
      'me/1',
    );
  });

  it.each(['/gzip', '/deflate', '/br'])('are unpacked from %s', async path =>
    expect(`${await read(`https://${host}${path}`)}`).toBe('packed'),
  );

  it.each([
    'http://files.example/',
    'https:files.example',
    'https:///files.example/',
    'https://',
    'https://user@files.example/',
    'https://user:password@files.example/',
    'https://files.example\\@127.0.0.1/',
    'https://files.example%00.other/',
    'https://files.ex ample/',
    'https://files.example/\n',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://127.000.000.001/',
    'https://１２７.0.0.1/',
    'https://8.8.8.08/',
    'https://134744072/',
    `https://files.example/${'a'.repeat(9_000)}`,
  ])('are refused with the URI %s, allowed or not', async uri => {
    expect(await problemOf(uri, { MCPBASH_HTTPS_ALLOW_ALL: 'true' })).toMatchObject({ kind: 'invalid_params' });
    expect(asked).toEqual([]);
  });

  it.each([
    '127.0.0.1',
    '[::ffff:7f00:1]',
    '[::1]',
    '10.0.0.1',
    '169.254.169.254',
    'localhost',
    'a.localhost',
    'x.local',
    'x.internal',
    'localhost.',
  ])('are never read from %s', async name => {
    expect(await problemOf(`https://${name}/`, { MCPBASH_HTTPS_ALLOW_ALL: 'true' })).toMatchObject({
      kind: 'invalid_params',
    });
    expect(
      await problemOf(`https://${name}/`, { MCPBASH_HTTPS_ALLOW_HOSTS: name.replace(/[[\]]/g, '') }),
    ).toMatchObject({ kind: 'invalid_params' });
    expect(await problemOf(`https://${name}/`, {})).toMatchObject({ kind: 'invalid_params' });
    expect(asked).toEqual([]);
  });

  it.each([['10.0.0.1'], ['100.64.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:10.0.0.1'], ['fd00::1']])(
    'are not read from a name with the address %s',
    async (...addresses) => {
      expect(await problemOf(`https://${host}/data.json`, allowed, network(addresses))).toMatchObject({
        kind: 'invalid_params',
      });
      expect(asked).toEqual([]);
    },
  );

  it('need a host that is allowed, and not denied', async () => {
    const uri = `https://${host}/data.json`;
    expect(await problemOf(uri, {})).toMatchObject({
      kind: 'invalid_params',
      message: expect.stringContaining('MCPBASH_HTTPS_ALLOW_HOSTS'),
    });
    expect(await problemOf(uri, { MCPBASH_HTTPS_ALLOW_HOSTS: 'example, sub.files.example' })).toMatchObject({
      kind: 'invalid_params',
    });
    expect(await problemOf(uri, { ...allowed, MCPBASH_HTTPS_DENY_HOSTS: 'Files.Example.' })).toMatchObject({
      kind: 'invalid_params',
    });
    expect(await problemOf(uri, { MCPBASH_HTTPS_ALLOW_ALL: 'true' })).toMatchObject({ kind: 'read 8 bytes' });
  });

  it('fail on a name that does not resolve', async () => {
    expect(await problemOf(`https://${host}/`, allowed, network([]))).toMatchObject({ kind: 'io' });
    const failing = { ...network(), lookup: () => Promise.reject(new Error('ENOTFOUND')) };
    expect(await problemOf(`https://${host}/`, allowed, failing)).toMatchObject({ kind: 'io' });
  });

  it('fail on another name in the certificate', async () => {
    const env = { MCPBASH_HTTPS_ALLOW_ALL: 'true' };
    expect(await problemOf('https://other.example/data.json', env)).toMatchObject({
      kind: 'io',
      message: expect.stringContaining('ALTNAME'),
    });
  });

  it('do not follow redirects, and say where one leads', async () => {
    expect(await problemOf(`https://${host}/moved`)).toMatchObject({
      kind: 'io',
      details: { location: 'https://127.0.0.1/secret' },
    });
    expect(asked).toHaveLength(1);
  });

  it.each(['/missing', '/unknown', '/broken', '/cut'])('fail on what is wrong with %s', async path =>
    expect(await problemOf(`https://${host}${path}`)).toMatchObject({ kind: 'io' }),
  );

  it.each(['/endless', '/bomb', '/claims'])('are cut off at the cap: %s', async path =>
    expect(await problemOf(`https://${host}${path}`)).toMatchObject({ kind: 'too_large' }),
  );

  it('have the smaller of two caps, and never more than 20 MiB', async () => {
    const uri = `https://${host}/data.json`;
    expect(await problemOf(uri, { ...allowed, MCPBASH_HTTPS_MAX_BYTES: '7' })).toMatchObject({ kind: 'too_large' });
    expect(await problemOf(uri, { ...allowed, MCPBASH_HTTPS_MAX_BYTES: '8' })).toMatchObject({ kind: 'read 8 bytes' });
    expect(await problemOf(uri, { ...allowed, MCPBASH_MAX_RESOURCE_BYTES: '7' })).toMatchObject({ kind: 'too_large' });
    const generous = { MCPBASH_HTTPS_MAX_BYTES: '999999999', MCPBASH_MAX_RESOURCE_BYTES: '999999999' };
    expect(await problemOf(`https://${host}/endless`, { ...allowed, ...generous })).toMatchObject({
      kind: 'too_large',
      message: expect.stringContaining('20971520'),
    });
  });

  it('end with their time, while they are looked up too', async () => {
    const env = { ...allowed, MCPBASH_HTTPS_TIMEOUT: '1' };
    const stuck = { ...network(), lookup: () => new Promise<never>(() => {}) };
    const ends = await Promise.all([problemOf(`https://${host}/slow`, env), problemOf(`https://${host}/`, env, stuck)]);
    expect(ends).toMatchObject([
      { kind: 'timeout' },
      { kind: 'timeout', message: `Reading from ${host} timed out after 1 s` },
    ]);
  });

  it('end with the call', async () => {
    const controller = new AbortController();
    const context: Network = {
      ...network(),
      connect: destination => {
        controller.abort();
        return network().connect(destination);
      },
    };
    expect(await problemOf(`https://${host}/slow`, allowed, context, controller.signal)).toMatchObject({
      kind: 'cancelled',
    });
    expect(await problemOf(`https://${host}/slow`, allowed, network(), AbortSignal.abort())).toMatchObject({
      kind: 'cancelled',
    });
  });
});
