import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOf, projectOf } from './project.js';
import { codes } from './route.js';
import { RoutedWire } from './routed-wire.js';

const host = 'files.example';
const bytes = 1_000_000;
const bomb = gzipSync(Buffer.alloc(30 * 1_048_576));
const pages: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/note.txt': response => response.end('a note\n'),
  '/gzip.txt': response => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed')),
  '/moved': response => response.writeHead(302, { location: 'https://127.0.0.1/secret' }).end(),
  '/slow': response => void response.writeHead(200).write('a'),
  '/large': response => response.end(Buffer.alloc(bytes + 1, 'x')),
  '/bomb': response => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  '/endless': response => {
    const more = (): void => void (response.destroyed || response.write(Buffer.alloc(65_536), more));
    more();
  },
};

/** What names resolve to, as far as the server under test knows. */
const names = {
  [host]: ['93.184.216.34'],
  'inside.example': ['10.0.0.7'],
  'carrier.example': ['100.64.0.1'],
  'both.example': ['93.184.216.34', '192.168.0.1'],
};

const temporary = folderOf({});
const origins = folderOf({});
let server: Server;
let wire: RoutedWire;

beforeAll(async () => {
  const keys = folderOf({});
  const [key, certificate] = [join(keys, 'key'), join(keys, 'certificate')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const form = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...form, '-keyout', key, '-out', certificate, ...subject], { stdio: 'ignore' });
  server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, ({ url = '' }, response) => {
    const page = pages[url];
    if (page) page(response);
    else response.writeHead(404).end('gone');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  makeRepository(join(origins, 'repo'));
  wire = new RoutedWire({
    source: projectOf({ 'resources/a.txt': 'a' }),
    preload: fileURLToPath(new URL('public-network.cjs', import.meta.url)),
    env: {
      CONCORD_TEST_NAMES: JSON.stringify(names),
      CONCORD_TEST_PORT: String((server.address() as AddressInfo).port),
      SSL_CERT_FILE: certificate,
      MCPBASH_TMP_ROOT: temporary,
      MCPBASH_HTTPS_ALLOW_ALL: 'true',
      MCPBASH_HTTPS_DENY_HOSTS: 'denied.example',
      MCPBASH_HTTPS_TIMEOUT: '3',
      MCPBASH_HTTPS_MAX_BYTES: String(bytes),
      MCPBASH_ENABLE_GIT_PROVIDER: 'true',
      MCPBASH_GIT_ALLOW_HOSTS: host,
      MCPBASH_GIT_MAX_KB: '1024',
      PATH: `${gitOf(origins)}:${process.env.PATH}`,
    },
  });
  await wire.handshake();
});
afterAll(async () => {
  await wire.end();
  server.closeAllConnections();
  server.close();
});

const read = (uri: string) => wire.request('resources/read', { uri });
const contentOf = async (uri: string) => (await read(uri)).result?.contents;

describe('https', () => {
  it('brings what an allowed host has, packed or not', async () => {
    expect(await contentOf(`https://${host}/note.txt`)).toEqual([
      { uri: `https://${host}/note.txt`, mimeType: 'text/plain', text: 'a note\n' },
    ]);
    expect(await contentOf(`https://${host}/gzip.txt`)).toMatchObject([{ text: 'packed' }]);
  });

  it.each([
    ['a redirect', '/moved', 'redirect', { location: 'https://127.0.0.1/secret' }],
    ['a page that is not there', '/nothing', 'status 404', {}],
    ['a server that does not come to an end', '/slow', 'timed out after 3 s', {}],
    ['too many bytes', '/large', `${bytes} bytes`, {}],
    ['bytes without end', '/endless', `${bytes} bytes`, {}],
    ['too many bytes once they are unpacked', '/bomb', `${bytes} bytes`, {}],
  ])('answers -32603 to %s', async (_, path, message, data) => {
    const { error, result } = await read(`https://${host}${path}`);
    expect(result).toBeUndefined();
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining(message) });
    expect(error?.data ?? {}).toMatchObject(data);
  });

  it.each([
    'localhost',
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '127.1',
    '0177.0.0.1',
    '[::ffff:7f00:1]',
    '[::1]',
    `user@${host}`,
    'inside.example',
    'carrier.example',
    'both.example',
    'denied.example',
  ])('answers -32602 to %s, and asks nobody', async name => {
    expect((await read(`https://${name}/note.txt`)).error).toMatchObject({ code: -32602 });
  });

  it('answers -32603 to a host name that does not exist', async () => {
    expect((await read('https://unknown.example/')).error).toMatchObject({
      code: -32603,
      message: expect.stringContaining('could not be resolved'),
    });
  });
});

describe('git', () => {
  it('brings a file of a repository, of any ref', async () => {
    expect(await contentOf(`git+https://${host}/repo#docs/a.md`)).toMatchObject([{ text: 'second\n' }]);
    expect(await contentOf(`git+https://${host}/repo#v1:docs/a.md`)).toMatchObject([{ text: 'first\n' }]);
    expect((await read(`git+https://${host}/repo#nothing.md`)).error).toMatchObject({ code: codes.notFound });
    expect((await read(`git+https://${host}/repo#outside`)).error).toMatchObject({ code: codes.notFound });
  });

  it.each([
    ['a repository that is not there', `${host}/none#a.md`, 'none'],
    ['a ref that is not there', `${host}/repo#nowhere:docs/a.md`, 'nowhere'],
    ['a repository that is too large', `${host}/repo#big:docs/a.md`, 'larger than 1024 KiB'],
  ])('answers -32603 to %s', async (_, rest, message) => {
    expect((await read(`git+https://${rest}`)).error).toMatchObject({
      code: -32603,
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['a ref that is an option', `${host}/repo#--upload-pack=x:a.md`],
    ['a host that is not allowed', 'other.example/repo#a.md'],
    ['no path', `${host}/repo`],
  ])('answers -32602 to %s', async (_, rest) => {
    expect((await read(`git+https://${rest}`)).error).toMatchObject({ code: -32602 });
  });

  it('answers -32602 where there is no git, or it is off', async () => {
    const source = projectOf({ 'resources/a.txt': 'a' });
    const on = { MCPBASH_ENABLE_GIT_PROVIDER: 'true', MCPBASH_GIT_ALLOW_ALL: 'true' };
    for (const [env, message] of [
      [{ ...on, PATH: folderOf({}) }, 'needs git'],
      [{}, 'MCPBASH_ENABLE_GIT_PROVIDER=true'],
    ] as const) {
      const bare = new RoutedWire({ source, env });
      try {
        await bare.handshake();
        expect((await bare.request('resources/read', { uri: 'git+https://93.184.216.34/r#a' })).error).toMatchObject({
          code: -32602,
          message: expect.stringContaining(message),
        });
      } finally {
        await bare.end();
      }
    }
  });

  it('leaves no clone behind', async () => {
    await read(`git+https://${host}/repo#big:docs/a.md`);
    const below = readdirSync(temporary, { recursive: true }).map(String);
    expect(below.filter(path => path.includes('clone'))).toEqual([]);
  });
});

/** A repository with two commits on its branch, and a branch with a file of three megabytes. */
function makeRepository(folder: string): void {
  const who = ['user.name=t', 'user.email=t@t', 'init.defaultBranch=main'].flatMap(each => ['-c', each]);
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  execFileSync('git', [...who, 'init', '--quiet', folder], { env });
  const git = (...args: string[]) => execFileSync('git', [...who, '-C', folder, ...args], { env, stdio: 'pipe' });
  const commit = (message: string, path: string, content: string | Buffer) => {
    execFileSync('mkdir', ['-p', join(folder, 'docs')]);
    writeFileSync(join(folder, path), content);
    git('add', '.');
    git('commit', '--quiet', '-m', message);
  };
  commit('first', 'docs/a.md', 'first\n');
  git('tag', 'v1');
  execFileSync('ln', ['-s', '/etc/passwd', join(folder, 'outside')]);
  commit('second', 'docs/a.md', 'second\n');
  git('checkout', '--quiet', '-b', 'big');
  commit('big', 'big.bin', randomBytes(3 * 1_048_576));
  git('checkout', '--quiet', 'main');
}

/** A folder with a git that finds the repositories of a host in a folder of this machine. */
function gitOf(folder: string): string {
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  const from = `url.${pathToFileURL(folder).href}/.insteadOf=https://${host}/`;
  return folderOf({
    'git!': `#!/bin/sh\nGIT_ALLOW_PROTOCOL=file exec '${real}' -c '${from}' "$@"\n`,
  });
}
