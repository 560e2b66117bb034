import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from './in-process.js';
import { CommandFolder, demo, start } from './mcp.js';

const server = fileURLToPath(new URL('./named-server.mjs', import.meta.url));
const command = ['--', process.execPath, server];
const named = (...more: string[]) => ({ command: process.execPath, args: [server, ...more] });
const folder = new CommandFolder({ one: named('only-one'), two: named(), 'dotted.name': named('files.list') });

/** The command line after `next:`, as the words a shell would make of it. */
function nextWords(stderr: string): string[] {
  const line = /^next: mcp (.+)$/m.exec(stderr)?.[1] ?? '';
  return [...line.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(([, inside, bare]) =>
    inside === undefined ? bare! : inside.replaceAll("'\\''", "'"),
  );
}

describe('the words before -- command', () => {
  it.each([
    [['call', 'plain', 'size=small'], 'plain small'],
    [['call', 'files/read', 'size=large'], 'files/read large'],
    [['call', '読む', 'size=small'], '読む small'],
    [['info', 'files/read'], 'the tool files/read'],
    [['read', 'file:///a/b'], 'contents of file:///a/b'],
    [['prompt', 'ask/this', 'topic=tea'], 'about tea'],
    [['search', 'files', 'read'], 'adhoc/files/read'],
    [['resources'], 'file:///a/b'],
    [['prompts'], 'ask/this'],
    [['list'], '読む'],
  ])('name an item of its server: %j', async (words, expected) => {
    const { code, stdout, stderr } = await folder.quick([...words, ...command]);
    expect([code, stdout], stderr).toEqual([0, expect.stringContaining(expected)]);
  });

  it('are arguments of a configured server that is named before', async () => {
    expect(await folder.quick(['call', 'one/plain', '--', 'size=small'])).toMatchObject({
      code: 0,
      stdout: 'plain small\n',
    });
  });

  it.each([[['read', 'file:///a/b', 'more']], [['list', 'more']]])(
    'are refused where nobody would read them: %j',
    async words => {
      const { code, stderr } = await folder.quick([...words, ...command]);
      expect([code, stderr]).toEqual([1, expect.stringContaining("'more' is one word too many before --")]);
    },
  );

  it.each([
    ['call', 'files/read', 'size=lage'],
    ['call', 'plane'],
    ['call'],
    ['read', 'file:///none'],
    ['prompt', 'ask/this'],
    ['prompt', 'ask/that'],
  ])('stand in what to type next, which works: %s %s', async (...words) => {
    const { stderr, code } = await folder.quick([...words, ...command]);
    if (words[0] === 'read') return expect(code).toBe(0);
    const next = nextWords(stderr).map(word => word.replace('<string>', 'tea').replace('<small|large>', 'small'));
    expect(next).toContain(server);
    expect(await folder.quick(next)).toMatchObject({ code: 0 });
  });

  it('are printed to type next with the flags of the server, and without the values they give it', async () => {
    const flags = ['--cwd', folder.folder, '--env', 'HOME', '--env', 'API_KEY=swordfish-of-the-sea'];
    const { stderr } = await folder.quick(['call', 'nowhere', ...flags, ...command]);
    const kept = ['--cwd', folder.folder, '--env', 'HOME', '--env', 'API_KEY=<value>'];
    expect(nextWords(stderr)).toEqual(['list', ...kept, ...command]);
    const url = await folder.quick(['list', 'http://127.0.0.1:9/mcp', '--header', 'X-Key: swordfish-of-the-sea']);
    expect(`${url.stdout}${stderr}`).not.toContain('swordfish');
  });

  it('are not repeated when the command holds a secret', async () => {
    const { stderr } = await folder.quick([
      'call',
      'plain',
      '--',
      process.execPath,
      server,
      '--token=ghp_0123456789abcdefghijABCDEFGHIJ012345',
    ]);
    expect(stderr).toContain('-- <command>');
    expect(stderr).not.toContain('ghp_');
  });
});

describe('a folder', () => {
  const scripts = join(folder.folder, 'scripts');
  beforeAll(() => {
    mkdirSync(scripts);
    writeFileSync(join(scripts, 'hello.sh'), '#!/bin/sh\necho hello from a script\n');
    chmodSync(join(scripts, 'hello.sh'), 0o755);
  });

  it.each([
    [['list', './scripts'], 'hello'],
    [['info', './scripts'], 'hello'],
    [['info', './scripts/hello'], 'mcp call ./scripts/hello'],
    [['call', './scripts/hello'], 'hello from a script'],
    [['call', './scripts/hello.sh'], 'hello from a script'],
    [['call', './scripts', 'hello'], 'hello from a script'],
    [['call', scripts, 'hello'], 'hello from a script'],
    [['call', `${scripts}/hello`], 'hello from a script'],
    [['resources', './scripts'], '0 resources'],
  ])('is a target: %j', async (words, expected) => {
    const { code, stdout, stderr } = await folder.quick(words);
    expect([code, stdout], stderr).toEqual([0, expect.stringContaining(expected)]);
  });

  it('that is not there is told', async () => {
    expect(await folder.quick(['list', './nowhere/at/all'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no folder'),
    });
    expect(await folder.quick(['list', './scripts/hello.sh'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is no folder'),
    });
  });
});

describe('an address', () => {
  let serving: ReturnType<typeof start>;
  let url = '';
  beforeAll(async () => {
    serving = start(['serve', 'demo', '--http', '127.0.0.1:0'], folder.folder, { stdin: 'open' });
    url = await new Promise<string>(resolve => {
      let text = '';
      const look = (piece: Buffer) => {
        text += piece;
        const [found] = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      };
      serving.child.stdout.on('data', look);
      serving.child.stderr.on('data', look);
    });
  });
  afterAll(async () => {
    serving.child.kill('SIGTERM');
    await serving.ended;
  });

  it.each([
    [['list', 'URL'], 'add('],
    [['info', 'URL', 'add'], 'Adds two numbers'],
    [['call', 'URL', 'add', 'a=1', 'b=2'], '1 + 2 = 3'],
    [['read', 'URL', 'demo://readme'], 'one contract'],
    [['prompt', 'URL', 'review', 'language=go'], 'go'],
    [['resources', 'URL'], 'demo://readme'],
  ])('is a target, and its item is the next word: %j', async (words, expected) => {
    const { code, stdout, stderr } = await folder.quick(words.map(word => (word === 'URL' ? url : word)));
    expect([code, stdout], stderr).toEqual([0, expect.stringContaining(expected)]);
  });
});

describe('the name of a tool', () => {
  it('may follow its server after a dot', async () => {
    expect(await folder.quick(['call', 'one.plain', 'size=small'])).toMatchObject({ code: 0, stdout: 'plain small\n' });
    expect(await folder.quick(['call', 'dotted.name.files.list', 'size=small'])).toMatchObject({
      code: 0,
      stdout: 'files.list small\n',
    });
    expect(await folder.quick(['call', 'dotted.name', 'plain', 'size=small'])).toMatchObject({
      code: 0,
      stdout: 'plain small\n',
    });
  });

  it('is enough where one server has it, and refused with the choices where several have', async () => {
    expect(await folder.quick(['call', 'only-one', 'size=small'])).toMatchObject({
      code: 0,
      stdout: 'only-one small\n',
    });
    expect((await folder.quick(['info', 'only-one'])).stdout).toContain('one/only-one');
    const several = await folder.quick(['call', 'plain', 'size=small']);
    expect(several.code).toBe(1);
    expect(several.stderr).toContain("'plain' is a tool of 3 servers");
    expect(several.stderr).toContain('mcp call one/plain, or mcp call two/plain, or mcp call dotted.name/plain');
    const none = await folder.quick(['call', 'nothing', 'size=small']);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('there is no server "nothing"')]);
  });

  it('is refused while a server that may have it too cannot be asked', async () => {
    const broken = new CommandFolder({ one: named('only-one'), gone: { command: '/nowhere/at/all' } });
    const { code, stderr } = await broken.quick(['call', 'only-one', 'size=small']);
    expect(code).toBe(1);
    expect(stderr).toContain("'only-one' is a tool of 'one', and gone could not be asked");
    expect(stderr).toContain('next: mcp call one/only-one');
  });

  it('works for built-in sources', async () => {
    const own = new CommandFolder({ demo });
    expect(await runInProcess(['call', 'add', 'a=1', 'b=2', '--config', own.config], own.folder)).toMatchObject({
      code: 0,
      stdout: '1 + 2 = 3\n',
    });
  });
});
