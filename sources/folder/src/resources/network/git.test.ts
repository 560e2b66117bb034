import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, makeProject, settingsOf } from '../../../test/support/resource-project.js';
import { deadlineOf } from './deadline.js';
import { type Repositories, readGit } from './git.js';
import { GitClone } from './git-clone.js';
import { gitTarget } from './git-uri.js';

const { project, remove } = makeProject();
const folder = mkdtempSync(join(tmpdir(), 'concord-git-'));
const origin = join(folder, 'origin');
const temporary = join(folder, 'temporary');
const marker = join(folder, 'ran');
const on = { MCPBASH_ENABLE_GIT_PROVIDER: 'true', MCPBASH_GIT_ALLOW_ALL: 'true', MCPBASH_TMP_ROOT: temporary };

const git = (...args: string[]): string => {
  const who = ['user.name=t', 'user.email=t@t', 'protocol.file.allow=always', 'init.defaultBranch=main'];
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  return execFileSync('git', [...who.flatMap(each => ['-c', each]), '-C', origin, ...args], {
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  });
};

beforeAll(() => {
  mkdirSync(join(origin, 'docs'), { recursive: true });
  mkdirSync(temporary);
  git('init', '--quiet');
  writeFileSync(join(origin, 'docs', 'a b.md'), 'first\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  git('tag', 'v1');
  writeFileSync(join(origin, 'docs', 'a b.md'), 'second\n');
  writeFileSync(join(origin, 'bytes.bin'), Buffer.of(255, 0, 1));
  symlinkSync('docs/a b.md', join(origin, 'inside'));
  symlinkSync('/etc/passwd', join(origin, 'outside'));
  symlinkSync('../../etc/passwd', join(origin, 'climbs'));
  symlinkSync('docs/none', join(origin, 'dangling'));
  symlinkSync('loop', join(origin, 'loop'));
  writeFileSync(join(origin, '.gitattributes'), '*.txt filter=evil\n');
  writeFileSync(join(origin, 'filtered.txt'), 'as it is\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'second');
  git('branch', 'big');
  git('checkout', '--quiet', 'big');
  writeFileSync(join(origin, 'big.bin'), randomBytes(3 * 1_048_576));
  git('add', '.');
  git('commit', '--quiet', '-m', 'big');
  git('checkout', '--quiet', 'main');
  git('config', 'uploadpack.allowAnySHA1InWant', 'true');
});
afterAll(() => {
  remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The host is a public one, and the folder of this test stands in for it. */
const repositories: Repositories = {
  lookup: async () => [{ address: '93.184.216.34', family: 4 }],
  protocol: 'file',
  remoteOf: () => pathToFileURL(origin).href,
};
const read = async (uri: string, env: Record<string, string> = on, context = repositories, signal?: AbortSignal) => {
  try {
    const request = { uri, project, settings: settingsOf(env), call: callOf(signal) };
    return (await readGit(request, context)).bytes.toString('latin1');
  } finally {
    expect(readdirSync(temporary)).toEqual([]);
  }
};
const problemOf = (...given: Parameters<typeof read>) =>
  read(...given).then(
    text => ({ kind: `read ${text}`, message: '' }),
    error => error.problem ?? error,
  );
const at = (fragment: string): string => `git+https://git.example/team/repository.git#${fragment}`;

describe('git resources', () => {
  it('are read at HEAD, a branch, a tag and a commit, and leave no clone', async () => {
    const [commit = ''] = git('rev-parse', 'v1').split('\n');
    expect(await read(at('docs/a%20b.md'))).toBe('second\n');
    expect(await read(at('main:/docs/./a b.md'))).toBe('second\n');
    expect(await read(at('v1:docs/a%20b.md'))).toBe('first\n');
    expect(await read(at(`${commit}:docs/a%20b.md`))).toBe('first\n');
    expect(await read(at('bytes.bin'))).toBe('\u00ff\u0000\u0001');
  });

  it('follow links inside the repository and none out of it', async () => {
    expect(await read(at('inside'))).toBe('second\n');
    for (const path of [
      'outside',
      'climbs',
      'dangling',
      'loop',
      '../etc/passwd',
      'docs/../../x',
      'none',
      'docs/a b.md/x',
    ]) {
      expect(await problemOf(at(path)), path).toMatchObject({ kind: 'not_found' });
    }
    expect(await problemOf(at('docs'))).toMatchObject({ kind: 'io' });
  });

  it('run no filter, and nothing else the environment of the server would have git do', async () => {
    const evil = join(folder, 'evil.gitconfig');
    const run = `touch ${marker}`;
    writeFileSync(evil, `[filter "evil"]\n smudge = ${run}\n[core]\n fsmonitor = ${run}\n sshCommand = ${run}\n`);
    const inherited = { MCPBASH_PROVIDER_ENV_MODE: 'inherit', MCPBASH_PROVIDER_ENV_INHERIT_ALLOW: 'true' };
    const given = { GIT_CONFIG_GLOBAL: evil, GIT_DIR: '/nowhere', GIT_EXEC_PATH: '/nowhere', GIT_TRACE: marker };
    expect(await read(at('filtered.txt'), { ...on, ...inherited, ...given })).toBe('as it is\n');
    expect(existsSync(marker)).toBe(false);
  });

  it('go to the address that was checked, and follow no redirect', async () => {
    const asked: string[] = [];
    const server = createHttpServer((request, response) => {
      asked.push(`${request.headers.host?.split(':')[0]}${request.url}`);
      response.writeHead(302, { location: '/elsewhere/info/refs?service=git-upload-pack' }).end();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const deadline = deadlineOf(30, new AbortController().signal, 'test');
    const pin = `git.example:${port}:127.0.0.1`;
    const clone = new GitClone(folder, {
      env: { PATH: process.env.PATH },
      protocol: 'http',
      pin,
      deadline,
      mostBytes: 1e6,
    });
    try {
      await expect(clone.fetch(`http://git.example:${port}/first`, 'HEAD')).rejects.toMatchObject({
        problem: { kind: 'io' },
      });
      expect(asked).toEqual(['git.example/first/info/refs?service=git-upload-pack']);
    } finally {
      server.close();
    }
  });

  it('speak no other protocol', async () => {
    const wrong = { ...repositories, protocol: 'https' };
    expect(await problemOf(at('inside'), on, wrong)).toMatchObject({
      kind: 'io',
      message: expect.stringMatching(/not allowed/),
    });
    const helper = { ...repositories, protocol: 'https', remoteOf: () => `ext::sh -c touch% ${marker}` };
    expect(await problemOf(at('inside'), on, helper)).toMatchObject({ kind: 'io' });
    expect(existsSync(marker)).toBe(false);
  });

  it('are off unless they are turned on, and only from hosts that are allowed and public', async () => {
    const refused = { kind: 'invalid_params' };
    expect(await problemOf(at('inside'), { ...on, MCPBASH_ENABLE_GIT_PROVIDER: '' })).toMatchObject(refused);
    expect(await problemOf(at('inside'), { ...on, MCPBASH_GIT_ALLOW_ALL: '' })).toMatchObject(refused);
    expect(await problemOf(at('inside'), { ...on, MCPBASH_GIT_DENY_HOSTS: 'git.example' })).toMatchObject(refused);
    const inside: Repositories = { ...repositories, lookup: async () => [{ address: '10.0.0.1', family: 4 }] };
    expect(await problemOf(at('inside'), on, inside)).toMatchObject(refused);
    expect(await problemOf('git+https://localhost/x#y')).toMatchObject(refused);
  });

  it('need git', async () => {
    const { kind, message } = await problemOf(at('inside'), { ...on, PATH: temporary });
    expect({ kind, message }).toEqual({ kind: 'invalid_params', message: expect.stringContaining('git') });
  });

  it('fail when the repository or the ref is not there', async () => {
    expect(await problemOf(at('no-such-branch:inside'))).toMatchObject({ kind: 'io' });
    const nowhere = { ...repositories, remoteOf: () => pathToFileURL(join(folder, 'nowhere')).href };
    expect(await problemOf(at('inside'), on, nowhere)).toMatchObject({ kind: 'io' });
  });

  it('fail when the repository or the file is too large', async () => {
    expect(await problemOf(at('big:inside'), { ...on, MCPBASH_GIT_MAX_KB: '1024' })).toMatchObject({
      kind: 'io',
      message: 'The repository is larger than 1024 KiB',
    });
    expect(await problemOf(at('docs/a b.md'), { ...on, MCPBASH_MAX_RESOURCE_BYTES: '6' })).toMatchObject({
      kind: 'too_large',
    });
  });

  it('are given up as soon as they grow too large', async () => {
    const grows = join(folder, 'grows');
    const lines = [
      '#!/bin/sh',
      'head -c 3000000 /dev/zero > "$(pwd)/clone.git/objects/pack/tmp_pack_x"',
      'exec sleep 600',
    ];
    writeFileSync(grows, lines.join('\n'), { mode: 0o755 });
    const growing = { ...repositories, protocol: 'ext', remoteOf: () => `ext::${grows}` };
    const { message } = await problemOf(at('inside'), { ...on, MCPBASH_GIT_MAX_KB: '1024' }, growing);
    expect(message).toBe('The repository is larger than 1024 KiB');
  });

  it('end with their time and with the call', async () => {
    // Takes a connection and says nothing.
    const silent = createServer();
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const stuck = { ...repositories, protocol: 'git', remoteOf: () => `git://127.0.0.1:${port}/x` };
    try {
      expect(await problemOf(at('inside'), { ...on, MCPBASH_GIT_TIMEOUT: '1' }, stuck)).toMatchObject({
        kind: 'timeout',
      });
      const controller = new AbortController();
      silent.once('connection', () => controller.abort());
      expect(await problemOf(at('inside'), on, stuck, controller.signal)).toMatchObject({ kind: 'cancelled' });
    } finally {
      silent.close();
    }
  });
});

describe('the URI of a git resource', () => {
  it.each([
    ['git+https://h.example/r#p', 'HEAD', 'p'],
    ['git+https://h.example/r#feature/x:a/b', 'feature/x', 'a/b'],
    ['git+https://h.example/r#v1.0:a:b', 'v1.0', 'a:b'],
    ['GIT+HTTPS://h.example/r#%61', 'HEAD', 'a'],
  ])('%s names ref and path', (uri, ref, path) => expect(gitTarget(uri)).toMatchObject({ ref, path }));

  it.each([
    'git+https://h.example/r',
    'git+https://h.example/r#',
    'git+https://h.example/r#main:',
    'git+https://h.example/#a',
    'git+https:///r#a',
    'git+ssh://h.example/r#a',
    'git://h.example/r#a',
    'git+https://user@h.example/r#a',
    'git+https://2130706433/r#a',
    'git+https://h.example/r#-x:a',
    'git+https://h.example/r#--upload-pack=x:a',
    'git+https://h.example/r#%2dx:a',
    'git+https://h.example/r#+x:a',
    'git+https://h.example/r#a..b:a',
    'git+https://h.example/r#HEAD@{1}:a',
    'git+https://h.example/r#a b:a',
    'git+https://h.example/r#a%0ab',
    'git+https://h.example/r#a%00b',
    'git+https://h.example/r#%zz',
    `git+https://h.example/r#${'r'.repeat(300)}:a`,
  ])('is refused as %s', uri => {
    expect(() => gitTarget(uri)).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ kind: 'invalid_params' }) }),
    );
  });
});
