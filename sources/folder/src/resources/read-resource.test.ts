// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are what these texts are about
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callOf,
  contentsWith,
  makeProject,
  resource,
  settingsOf,
  template,
} from '../../test/support/resource-project.js';
import { canRead, readResource } from './read-resource.js';
import { runProvider } from './run-provider.js';

const made = makeProject();
const { project, write, script } = made;
afterAll(() => made.remove());

const contents = contentsWith({
  resources: [
    resource('notes', 'file://./resources/notes.md', { mimeType: 'text/x-notes' }),
    resource('odd', 'odd://thing'),
    resource('by-name', 'app://by-name', { provider: 'exit' }),
    resource('evil', 'app://evil', { provider: '../outside' }),
  ],
  templates: [template('item', 'app://items/{id}/{+rest}', { provider: 'vars', mimeType: 'application/json' })],
});

beforeAll(() => {
  write('resources/notes.md', 'notes\n\n');
  script('outside', 'echo never');
  // Exits with the number in its URI, after saying what the URI ends with.
  script(
    'providers/exit.sh',
    'IFS=/ read -r _ _ code text <<X\n$1\nX\n[ -z "$text" ] || printf %s "$text" >&2\nexit "$code"',
  );
  script('providers/vars', 'printf %s "$MCP_RESOURCE_VARS_JSON"');
  script('providers/bytes.bin', 'printf "\\377\\000\\001"');
  script('providers/env', 'env; echo "args=$# $1"; pwd');
  script('providers/echo.sh', 'printf "mine %s" "$1"');
});

const read = (uri: string, env: Record<string, string> = {}, signal?: AbortSignal) =>
  readResource(uri, contents, project, settingsOf(env), callOf(signal));
const problemOf = async (work: Promise<unknown>) => {
  const given = await work.then(
    result => ({ result }),
    error => error.problem ?? error,
  );
  return given as { kind: string; message: string; details?: unknown };
};

describe('reading a resource', () => {
  it('finds it by URI and by name, with its own URI and declared type', async () => {
    const expected = [{ uri: 'file://./resources/notes.md', mimeType: 'text/x-notes', text: 'notes\n\n' }];
    expect(await read('file://./resources/notes.md')).toEqual(expected);
    expect(await read('notes')).toEqual(expected);
  });

  it('gives the variables of a template to its provider', async () => {
    const [{ text, ...facts } = { text: '' }] = (await read('app://items/a%20b/c/d')) as { text: string }[];
    expect(facts).toEqual({ uri: 'app://items/a%20b/c/d', mimeType: 'application/json' });
    expect(JSON.parse(text)).toEqual({ id: 'a b', rest: 'c/d' });
  });

  it('asks the provider of the scheme last, one of the project before one that is built in', async () => {
    expect(await read('echo://a')).toEqual([{ uri: 'echo://a', mimeType: 'text/plain', text: 'mine echo://a' }]);
    expect(await read('bytes://x')).toEqual([{ uri: 'bytes://x', mimeType: 'application/octet-stream', blob: '/wAB' }]);
    expect(await read('BYTES://x')).toMatchObject([{ blob: '/wAB' }]);
  });

  it('says when there is nobody to ask', async () => {
    expect(await problemOf(read('odd://thing'))).toMatchObject({
      kind: 'io',
      message: 'Unsupported resource provider',
    });
    expect(await problemOf(read('gopher://x'))).toMatchObject({ kind: 'io', message: 'Unsupported resource provider' });
    expect(await problemOf(read('no-such-name'))).toMatchObject({ kind: 'not_found' });
  });

  it('takes no path for the name of a provider', async () => {
    expect(await problemOf(read('app://evil'))).toMatchObject({ message: 'Unsupported resource provider' });
    expect(await problemOf(read('../outside:x'))).toMatchObject({ kind: 'not_found' });
  });

  it('knows beforehand what it would try', () => {
    const known = [
      'notes',
      'app://items/1/2',
      'file:///x',
      'https://x',
      'git+https://x',
      'echo://x',
      'bytes://x',
      'VARS:x',
    ];
    expect(known.filter(uri => !canRead(uri, contents, project))).toEqual([]);
    expect(['gopher://x', 'other', 'http://x', ''].filter(uri => canRead(uri, contents, project))).toEqual([]);
  });

  it('gives back the text of a built-in echo', async () => {
    const bare = makeProject();
    try {
      const echo = (uri: string) => readResource(uri, contentsWith(), bare.project, settingsOf(), callOf());
      expect(await echo('echo://hello%20world.json')).toMatchObject([
        { mimeType: 'text/plain', text: 'hello world.json' },
      ]);
      expect(await problemOf(echo('echo:hello'))).toMatchObject({ kind: 'invalid_params' });
      expect(await problemOf(echo('echo://%'))).toMatchObject({ kind: 'invalid_params' });
    } finally {
      bare.remove();
    }
  });
});

describe('a provider of the project', () => {
  it.each([
    [2, 'invalid_path'],
    [3, 'not_found'],
    [4, 'invalid_params'],
    [5, 'io'],
    [6, 'too_large'],
    [9, 'io'],
  ])('that exits with %i fails as %s, with what it said', async (code, kind) => {
    expect(await problemOf(read(`exit://${code}/because`))).toMatchObject({ kind, message: 'because' });
    expect(await problemOf(read(`exit://${code}/`))).toMatchObject({ kind, message: 'Unable to read resource' });
  });

  it('may say where to look instead', async () => {
    const { kind, details } = await problemOf(read('exit://7/redirect:https:'));
    expect({ kind, details }).toEqual({ kind: 'io', details: { location: 'https:' } });
  });

  it('says no secret and no more than 4 KiB', async () => {
    script('providers/leaky', `printf 'with %s ' "$MY_TOKEN" >&2; head -c 100000 /dev/zero | tr '\\0' x >&2; exit 5`);
    const env = {
      MCPBASH_PROVIDER_ENV_MODE: 'allowlist',
      MCPBASH_PROVIDER_ENV_ALLOWLIST: 'MY_TOKEN',
      MY_TOKEN: 'hunter2hunter2',
    };
    const { message } = await problemOf(read('leaky:x', env));
    expect(message).toMatch(/^with /);
    expect(message).not.toContain('hunter2');
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4096);
  });

  it('gets the URI as its only argument, the facts, and nothing it should not', async () => {
    const hidden = {
      FOO: 'foo',
      MCPBASH_REMOTE_TOKEN: 'token-of-the-server',
      CONCORD_HTTP_TOKEN: 'token-of-the-server',
    };
    const [{ text } = { text: '' }] = (await read('env://a b;$(id)`id`', hidden)) as { text: string }[];
    const lines = text.split('\n');
    expect(lines).toContain('args=1 env://a b;$(id)`id`');
    expect(lines).toContain('MCP_RESOURCE_URI=env://a b;$(id)`id`');
    expect(lines).toContain('MCP_RESOURCE_METADATA={}');
    expect(lines).toContain(`MCPBASH_PROJECT_ROOT=${project.root}`);
    expect(lines).toContain(project.root);
    expect(text).not.toMatch(/FOO|token-of-the-server/);
  });

  it('is not asked with a NUL', async () => {
    expect(await problemOf(read('bytes://\0'))).toMatchObject({ kind: 'invalid_params' });
  });

  it('is ended when it floods, and leaves nothing behind', async () => {
    script('providers/flood', 'yes flood & echo $! > flood.pid; yes flood; wait');
    expect(await problemOf(read('flood:x'))).toMatchObject({ kind: 'too_large' });
    script('providers/flood', 'yes flood >&2');
    expect(await problemOf(read('flood:x', { MCPBASH_MAX_TOOL_STDERR_SIZE: '1000' }))).toMatchObject({
      kind: 'too_large',
    });
    await gone(Number(readFileSync(join(project.root, 'flood.pid'), 'utf8')));
  });

  it('is ended with its children when it takes too long', async () => {
    const file = script('providers/hang', 'trap "" TERM; sleep 600 & echo $! > hang.pid; wait; sleep 600');
    const request = { uri: 'hang:x', project, settings: settingsOf(), call: callOf() };
    const { kind, message } = await problemOf(runProvider(file, 'hang', request, 0.5));
    expect({ kind, message }).toEqual({ kind: 'timeout', message: 'The provider of hang timed out after 0.5 s' });
    await gone(Number(readFileSync(join(project.root, 'hang.pid'), 'utf8')));
  });

  it('is ended when the call is withdrawn', async () => {
    script('providers/slow', 'echo $$ > slow.pid; exec sleep 600');
    const controller = new AbortController();
    const reading = problemOf(read('slow:x', {}, controller.signal));
    await until(
      () => existsSync(join(project.root, 'slow.pid')) && readFileSync(join(project.root, 'slow.pid')).length > 0,
    );
    controller.abort();
    expect(await reading).toMatchObject({ kind: 'cancelled' });
    await gone(Number(readFileSync(join(project.root, 'slow.pid'), 'utf8')));
  });

  it('may close its output early or leave a child with it', async () => {
    script('providers/closes', 'printf early; exec >&- 2>&-; sleep 0.2');
    expect(await read('closes:x')).toMatchObject([{ text: 'early' }]);
    script('providers/leaves', 'printf left; sleep 600 &');
    expect(await read('leaves:x')).toMatchObject([{ text: 'left' }]);
  });

  it('that kills itself, cannot be started or must not be run fails in its own words', async () => {
    script('providers/dies', 'echo dying >&2; kill -SEGV $$');
    expect(await problemOf(read('dies:x'))).toMatchObject({ kind: 'io', message: expect.stringContaining('dying') });
    write('providers/broken', '#!/no/such/program\n', 0o755);
    expect(await problemOf(read('broken:x'))).toMatchObject({
      kind: 'io',
      message: expect.stringContaining('/no/such/program, is not there'),
    });
    write('providers/plain.dat', 'text');
    expect(await problemOf(read('plain:x'))).toMatchObject({
      kind: 'io',
      message: expect.stringContaining('providers/plain.dat'),
    });
    write('providers/open.sh', 'echo open', 0o777);
    expect(await problemOf(read('open:x'))).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('writable'),
    });
  });

  it('runs through its interpreter, or as a program of Node, when it has no execute bit', async () => {
    write('providers/sh.sh', 'printf "sh %s" "$1"');
    expect(await read('sh:x')).toMatchObject([{ text: 'sh sh:x' }]);
    write('providers/js.mjs', 'process.stdout.write(`js ${process.argv[2]}`)');
    expect(await read('js:x')).toMatchObject([{ text: 'js js:x' }]);
    write('providers/js.mjs.bak', 'nonsense', 0o755);
    expect(await read('js:x')).toMatchObject([{ text: 'js js:x' }]);
  });
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(resolve => setTimeout(resolve, 10));
}

function gone(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(0);
  return until(() => {
    try {
      // A process nobody has waited for yet is dead all the same.
      process.kill(pid, 0);
      return process.platform === 'linux' && /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return true;
    }
  });
}
