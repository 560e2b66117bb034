import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, makeProject, resource, settingsOf } from '../../test/support/resource-project.js';
import { contentsOf } from '../read/contents.js';
import { canonicalInside, openUnchanged } from '../read/open-inside.js';
import { readFile } from './file.js';

const made = makeProject();
const { project, write } = made;
const outside = mkdtempSync(join(tmpdir(), 'concord-outside-'));

beforeAll(() => {
  write('resources/a.txt', 'a\n\n');
  write('resources/sub/b c%.txt', 'b');
  write('secret.txt', 'secret');
  writeFileSync(join(outside, 'x.txt'), 'x');
  symlinkSync(join(outside, 'x.txt'), join(project.resources, 'out.txt'));
  symlinkSync(outside, join(project.resources, 'out'));
  symlinkSync(join(project.resources, 'a.txt'), join(project.resources, 'in.txt'));
  symlinkSync('loop', join(project.resources, 'loop'));
  mkdirSync(`${project.resources}2`);
  write('resources2/near.txt', 'near');
});
afterAll(() => {
  made.remove();
  rmSync(outside, { recursive: true, force: true });
});

const read = async (uri: string, env: Record<string, string> = {}, signal?: AbortSignal): Promise<string> => {
  const request = { uri, project, settings: settingsOf(env), call: callOf(signal) };
  return (await readFile(request)).bytes.toString();
};
const failure = (uri: string, env: Record<string, string> = {}) =>
  read(uri, env).then(
    text => text,
    error => error.problem?.kind,
  );
const urlOf = (...parts: string[]): string => pathToFileURL(join(project.root, ...parts)).href;

describe('file resources', () => {
  it.each([
    ['an absolute URI', () => urlOf('resources/a.txt'), 'a\n\n'],
    ['a path under the root', () => 'file://./resources/a.txt', 'a\n\n'],
    ['a path without slashes', () => 'file:resources/a.txt', 'a\n\n'],
    ['this machine by name', () => `file://localhost${project.resources}/a.txt`, 'a\n\n'],
    ['percent-encoding', () => urlOf('resources/sub/b c%.txt'), 'b'],
    ['a link that stays inside', () => urlOf('resources/in.txt'), 'a\n\n'],
    ['dots that stay inside', () => `file://${project.resources}/sub/../a.txt`, 'a\n\n'],
  ])('are read by %s', async (_what, uri, text) => expect(await read(uri())).toBe(text));

  it.each([
    ['an absolute path', () => urlOf('secret.txt')],
    ['dots', () => `file://${project.resources}/../secret.txt`],
    ['encoded dots', () => `file://${project.resources}/%2e%2e/secret.txt`],
    ['an encoded slash', () => `file://${project.resources}/..%2fsecret.txt`],
    ['a relative path', () => 'file://./secret.txt'],
    ['a link', () => urlOf('resources/out.txt')],
    ['a link of a folder', () => urlOf('resources/out/x.txt')],
    ['a folder that begins like the root', () => urlOf('resources2/near.txt')],
    ['a missing file outside', () => urlOf('nothing.txt')],
    ['a missing file behind a link', () => urlOf('resources/out/nothing.txt')],
    ['the root itself', () => urlOf('resources')],
    ['/etc/passwd', () => 'file:///etc/passwd'],
  ])('are not read outside the roots by %s', async (_what, uri) => expect(await failure(uri())).toBe('invalid_path'));

  it('are not found when they are missing', async () => {
    expect(await failure(urlOf('resources/none.txt'))).toBe('not_found');
    expect(await failure(urlOf('resources/a.txt/b'))).toBe('not_found');
    expect(await failure(urlOf('resources/loop'))).toBe('not_found');
    expect(await failure(`file://${project.resources}/${'n'.repeat(300)}`)).toBe('not_found');
  });

  it.each(['file:///a%00b', 'file:///a%zz', 'file:///%ff', 'file://otherhost/a', 'file:', 'file://', 'http://x/a.txt'])(
    'are refused with the URI %s',
    async uri => expect(await failure(uri)).toBe('invalid_params'),
  );

  it('take the folders of MCP_RESOURCES_ROOTS as they are written, and no others', async () => {
    const roots = `${outside}:resources2`;
    expect(await read(pathToFileURL(join(outside, 'x.txt')).href, { MCP_RESOURCES_ROOTS: roots })).toBe('x');
    expect(await read(urlOf('resources2/near.txt'), { MCP_RESOURCES_ROOTS: roots })).toBe('near');
    expect(await failure(urlOf('resources/a.txt'), { MCP_RESOURCES_ROOTS: roots })).toBe('invalid_path');
    for (const pattern of [
      `${project.root}/*`,
      `${project.root}/resources[0-9]`,
      `${project.root}/resource?`,
      '/nowhere',
    ]) {
      expect(await failure(urlOf('resources2/near.txt'), { MCP_RESOURCES_ROOTS: pattern })).toBe('invalid_path');
    }
    const starred = write('res*/s.txt', 's');
    expect(await read(pathToFileURL(starred).href, { MCP_RESOURCES_ROOTS: join(project.root, 'res*') })).toBe('s');
    expect(await failure(urlOf('resources/a.txt'), { MCP_RESOURCES_ROOTS: join(project.root, 'res*') })).toBe(
      'invalid_path',
    );
  });

  it('are regular files', async () => {
    execFileSync('mkfifo', [join(project.resources, 'pipe')]);
    expect(await failure(urlOf('resources/pipe'))).toBe('io');
    expect(await failure(urlOf('resources/sub'))).toBe('io');
    expect(await failure('file:///dev/zero', { MCP_RESOURCES_ROOTS: '/dev' })).toBe('io');
  });

  it('are at most as large as the cap, whatever size they claim', async () => {
    const file = write('resources/big.bin', '');
    truncateSync(file, 5 * 1024 ** 3);
    expect(await failure(urlOf('resources/big.bin'))).toBe('too_large');
    truncateSync(file, 10_485_761);
    expect(await failure(urlOf('resources/big.bin'))).toBe('too_large');
    truncateSync(file, 100);
    expect(await read(urlOf('resources/big.bin'), { MCPBASH_MAX_RESOURCE_BYTES: '100' })).toHaveLength(100);
    expect(await failure(urlOf('resources/big.bin'), { MCPBASH_MAX_RESOURCE_BYTES: '99' })).toBe('too_large');
    if (process.platform !== 'linux') return;
    const env = { MCP_RESOURCES_ROOTS: '/proc', MCPBASH_MAX_RESOURCE_BYTES: '3' };
    expect(await failure('file:///proc/version', env)).toBe('too_large');
    expect(await read('file:///proc/version', { MCP_RESOURCES_ROOTS: '/proc' })).toContain('Linux');
  });

  it('are not read for a call that was withdrawn', async () => {
    await expect(read(urlOf('resources/a.txt'), {}, AbortSignal.abort())).rejects.toMatchObject({
      problem: { kind: 'cancelled' },
    });
  });

  it('are the data file of a resource that publishes another URI', async () => {
    const item = resource('a', 'app://a', { provider: 'file', file: join(project.resources, 'a.txt') });
    const { bytes } = await readFile({ uri: 'app://a', item, project, settings: settingsOf(), call: callOf() });
    expect(bytes.toString()).toBe('a\n\n');
  });
});

describe('a path that was checked', () => {
  const kindOf = (work: Promise<unknown>) =>
    work.then(
      () => 'opened',
      error => error.problem.kind,
    );

  it('does not open when a link took its place', async () => {
    const file = write('resources/swap.txt', 'mine');
    const checked = await canonicalInside(file, [project.resources]);
    unlinkSync(file);
    symlinkSync(join(outside, 'x.txt'), file);
    expect(await kindOf(openUnchanged(checked))).toBe('invalid_path');
  });

  it('does not open when a link took the place of its folder', async () => {
    const file = write('resources/folder/x.txt', 'mine');
    const checked = await canonicalInside(file, [project.resources]);
    renameSync(join(project.resources, 'folder'), join(project.resources, 'moved'));
    symlinkSync(outside, join(project.resources, 'folder'));
    expect(await kindOf(openUnchanged(checked))).toBe('invalid_path');
  });

  it('does not wait for a pipe that took its place', async () => {
    const file = write('resources/piped.txt', 'mine');
    const checked = await canonicalInside(file, [project.resources]);
    unlinkSync(file);
    execFileSync('mkfifo', [file]);
    expect(await kindOf(openUnchanged(checked))).toBe('io');
  });

  it('is missing when it has gone', async () => {
    const file = write('resources/gone.txt', 'mine');
    const checked = await canonicalInside(file, [project.resources]);
    unlinkSync(file);
    expect(await kindOf(openUnchanged(checked))).toBe('not_found');
  });
});

describe('contents', () => {
  const text = Buffer.from('\ufeffgrüße\n\n');
  it.each([
    [
      'text byte for byte',
      undefined,
      { bytes: text, name: 'a.txt' },
      { mimeType: 'text/plain', text: text.toString() },
    ],
    [
      'the declared type',
      'text/x-mine',
      { bytes: text, name: 'a.json' },
      { mimeType: 'text/x-mine', text: text.toString() },
    ],
    [
      'the type of the extension',
      undefined,
      { bytes: text, name: 'a.JSON' },
      { mimeType: 'application/json', text: text.toString() },
    ],
    ['text without an extension', undefined, { bytes: text }, { mimeType: 'text/plain', text: text.toString() }],
    [
      'bytes without an extension',
      undefined,
      { bytes: Buffer.of(255, 0) },
      { mimeType: 'application/octet-stream', blob: '/wA=' },
    ],
    [
      'bytes that are no text, declared as such',
      'text/plain',
      { bytes: Buffer.of(255) },
      { mimeType: 'text/plain', blob: '/w==' },
    ],
    ['text of a type that is none', 'image/png', { bytes: Buffer.from('x') }, { mimeType: 'image/png', blob: 'eA==' }],
    [
      'a picture that is text',
      undefined,
      { bytes: text, name: 'a.svg' },
      { mimeType: 'image/svg+xml', text: text.toString() },
    ],
    [
      'a type with parameters',
      'application/json; charset=utf-8',
      { bytes: text },
      { mimeType: 'application/json; charset=utf-8', text: text.toString() },
    ],
    ['nothing at all', undefined, { bytes: Buffer.alloc(0) }, { mimeType: 'text/plain', text: '' }],
  ])('keep %s', (_what, declared, content, expected) => {
    expect(contentsOf('u:', declared, content)).toEqual({ uri: 'u:', ...expected });
  });
});
