import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandFolder, demo, everything, files, fixture, hasPeers, memory, start } from './mcp.js';

const commandFolder = new CommandFolder({ fixture: fixture(), demo });
commandFolder.file('args.json', '{"id": "x", "count": 2}');
commandFolder.file('note.txt', 'text of a note\n');
commandFolder.file('list.json', '[1, 2]');

/** What the tool received. */
async function received(...words: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await commandFolder.quick(['call', 'fixture/types', ...words]);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe('arguments', () => {
  it('reach a string parameter as text, whatever they look like', async () => {
    const all = await Promise.all(['0123', '123', 'true', ''].map(text => received(`id=${text}`)));
    expect(all).toEqual([{ id: '0123' }, { id: '123' }, { id: 'true' }, { id: '' }]);
    const { code, document } = await commandFolder.json('call', 'fixture/types', 'id:=123');
    expect([code, document.error.problems[0].pointer]).toEqual([1, '/id']);
  });

  it('mean the same in every form', async () => {
    const forms = [
      ['id=x', 'count=2'],
      ['--id', 'x', '--count', '2'],
      ['--id=x', '--count=2'],
      ['{"id":"x","count":2}'],
      ['@args.json'],
      ['{"id":"y","count":2}', 'id=x'],
      ['--', 'id=x', 'count=2'],
    ];
    for (const given of await Promise.all(forms.map(form => received(...form))))
      expect(given).toEqual({ id: 'x', count: 2 });
    const input = { stdin: '{"id":"x","count":2}' };
    const [dash, piped, member] = await Promise.all([
      commandFolder.run(['call', 'fixture/types', '-'], input),
      commandFolder.run(['call', 'fixture/types'], input),
      commandFolder.run(['call', 'fixture/types', 'id=@-'], { stdin: 'piped' }),
    ]);
    expect(dash.stdout).toBe('{"id":"x","count":2}\n');
    expect(piped.stdout).toBe(dash.stdout);
    expect(member.stdout).toBe('{"id":"piped"}\n');
  });

  it('arrive with the type their schema declares', async () => {
    const words = ['id=x', '--on', 'list=1', 'list=2', 'options.depth=3', 'level=high', 'either=null', 'size=1e3'];
    expect(await received(...words)).toEqual({
      id: 'x',
      on: true,
      list: [1, 2],
      options: { depth: 3 },
      level: 'high',
      either: 'null',
      size: 1000,
    });
    expect(
      await received('id=x', '--no-on', 'list=[3]', 'options={"depth":4}', '--size', '-5', 'list:=@list.json'),
    ).toEqual({ id: 'x', on: false, list: [3, 1, 2], options: { depth: 4 }, size: -5 });
  });

  it('come from files, and named like flags of ours', async () => {
    expect(await received('id=@note.txt', 'data=@note.txt')).toEqual({
      id: 'text of a note\n',
      data: Buffer.from('text of a note\n').toString('base64'),
    });
    expect(await received('id=@@note.txt', 'json=a', 'timeout=b', 'config=c')).toEqual({
      id: '@note.txt',
      json: 'a',
      timeout: 'b',
      config: 'c',
    });
    const { code, document } = await commandFolder.json('call', 'fixture/types', 'id=@nowhere.txt');
    expect([code, document.error.kind, document.error.message]).toEqual([
      1,
      'invalid_params',
      expect.stringContaining('nowhere.txt'),
    ]);
  });

  it('that are wrong are told all at once, with the line put right', async () => {
    const { code, document } = await commandFolder.json(
      'call',
      'fixture/types',
      'di=x',
      'count=many',
      'level=hig',
      'extra=1',
    );
    expect(code).toBe(1);
    expect(document.error).toMatchObject({ kind: 'invalid_params', code: 400, hint: 'mcp info fixture/types' });
    expect(document.error.message).toBe('4 problems with the arguments of fixture/types');
    expect(document.error.problems).toMatchObject([
      { pointer: '/id', expected: 'string', received: 'nothing', nearest: 'id' },
      { pointer: '/count', expected: 'integer', received: '"many"' },
      { pointer: '/level', expected: 'one of low, high', received: '"hig"', nearest: 'high' },
      { pointer: '/extra', received: '"1"' },
    ]);
    for (const each of document.error.problems)
      expect(each).toMatchObject({ pointer: expect.any(String), expected: expect.any(String) });
    expect(document.error.suggestion).toBe('mcp call fixture/types id=x count=<integer> level=high');
    const words = document.error.suggestion.replace('<integer>', '7').split(' ').slice(1);
    expect((await commandFolder.run(words)).code).toBe(0);
  });

  it('that are wrong are told in words on stderr alone', async () => {
    const { code, stdout, stderr } = await commandFolder.run(['call', 'fixture/types', 'di=x', 'count=many']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      [
        'error: 2 problems with the arguments of fixture/types',
        '  at /id: required; "di" is not a parameter, did you mean "id"?',
        '  at /count: expected integer, got "many"',
        'next: mcp call fixture/types id=x count=<integer>',
        '',
      ].join('\n'),
    );
  });

  it('of a server that no file defines are put right with its command', async () => {
    const { command, args } = fixture();
    const { code, stderr } = await commandFolder.quick(['call', 'types', 'di=x', '--', command, ...args]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`\nnext: mcp call types id=x -- ${[command, ...args].join(' ')}\n`),
    ]);
  });

  it.skipIf(process.platform === 'win32')('from a file without end are refused', async () => {
    const { document } = await commandFolder.json('call', 'fixture/types', 'id=@/dev/zero');
    expect(document.error).toMatchObject({ kind: 'invalid_params', message: expect.stringContaining('larger than') });
  });

  it('that are secret or from a file are not shown when they are wrong', async () => {
    commandFolder.file('secret.txt', 'contents-of-the-file');
    const [named, filed, quoted] = await Promise.all([
      commandFolder.run(['call', 'fixture/types', 'id=x', 'password=hunter2hunter2', '--json']),
      commandFolder.run(['call', 'fixture/types', 'id=x', 'count=@secret.txt', '--json']),
      commandFolder.run(['call', 'fixture/types', `id=it's a "test"; rm -rf <x>`, 'count=no', '--json']),
    ]);
    expect(named.stdout).not.toContain('hunter2');
    expect(filed.stdout).not.toContain('contents-of');
    expect(JSON.parse(filed.stdout).error.problems[0].received).toBe('a string from @secret.txt');
    expect(JSON.parse(quoted.stdout).error.suggestion).toBe(
      `mcp call fixture/types 'id=it'\\''s a "test"; rm -rf <x>' count=<integer>`,
    );
  });

  it.each([
    [['{"id":'], 'ends too early'],
    [['{"id":"x","id":"y"}'], 'twice'],
    [['[1]'], 'key=value'],
    [['id:=nope'], 'unexpected'],
    [[`id:=${'['.repeat(200)}${']'.repeat(200)}`], 'nested deeper than 100 levels'],
    [['nonsense'], 'key=value'],
  ])('%j are refused with a sentence that quotes nothing', async (words, message) => {
    const { code, document } = await commandFolder.json('call', 'fixture/types', ...words);
    expect([code, document.error.kind]).toEqual([1, 'invalid_params']);
    expect(document.error.message).toContain(message);
  });

  it('are not waited for on a silent pipe, and a note says how they would be', async () => {
    const { child, ended } = start(['call', 'fixture/types', '--config', commandFolder.config], commandFolder.folder, {
      stdin: 'open',
    });
    const { code, stderr } = await ended;
    child.stdin.destroy();
    expect([code, stderr]).toEqual([1, expect.stringContaining('pass - to wait')]);
  });

  it('are never refused by what a server had yesterday', async () => {
    const own = new CommandFolder({});
    const flag = join(own.folder, 'grown');
    own.write({ grows: fixture({ FIXTURE_MODE: 'grows', FIXTURE_FLAG: flag }) });
    expect((await own.run(['call', 'grows/types', 'added=x'])).code).toBe(1);
    writeFileSync(flag, '');
    expect(await own.run(['call', 'grows/types', 'added=x'])).toMatchObject({ code: 0, stdout: '{"added":"x"}\n' });
  });

  it('for schemas that cannot be used are sent unchecked, with a warning, and nothing hangs', async () => {
    const own = new CommandFolder({ odd: fixture({ FIXTURE_MODE: 'schemas' }) });
    const [list, huge, remote, endless, backtracks] = await Promise.all([
      own.json('list'),
      own.quick(['call', 'odd/huge', 'p1=x']),
      own.quick(['call', 'odd/remote', 'a=x']),
      own.quick(['call', 'odd/endless', 'a=x']),
      own.quick(['call', 'odd/backtracks', `a=${'a'.repeat(40)}!`, '--timeout', '20s']),
    ]);
    expect(list.document.total_tools).toBe(4);
    for (const ran of [huge, remote])
      expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('sent unchecked') });
    expect([0, 1]).toContain(endless.code);
    expect([0, 1]).toContain(backtracks.code);
    const infos = ['huge', 'remote', 'endless', 'backtracks'].map(name => own.json('info', `odd/${name}`));
    for (const { code } of await Promise.all(infos)) expect(code).toBe(0);
  });

  it('can be looked at without a call, and sent without a check', async () => {
    const own = new CommandFolder({});
    const log = join(own.folder, 'log');
    own.write({ fixture: fixture({ FIXTURE_LOG: log }) });
    const { document } = await own.json('call', 'fixture/types', 'id=1', 'count=2', '--dry-run');
    expect(document).toEqual({ server: 'fixture', tool: 'types', arguments: { id: '1', count: 2 } });
    expect((await own.run(['call', 'fixture/types', 'count=x', '--dry-run'])).code).toBe(1);
    expect(readFileSync(log, 'utf8')).not.toContain('tools/call');
    expect(existsSync(join(own.folder, 'state/mcp/calls.jsonl'))).toBe(false);
    expect((await own.run(['call', 'fixture/types', 'count=x', '--no-validate'])).stdout).toBe('{"count":"x"}\n');
  });
});

describe.skipIf(!hasPeers)('arguments of servers from npm', () => {
  it('may be lists of objects from files', async () => {
    const own = new CommandFolder({});
    own.write({
      files: files(own.folder),
      memory: { ...memory, env: { MEMORY_FILE_PATH: join(own.folder, 'memory.json') } },
      everything,
    });
    const note = own.file('note.txt', 'one\n');
    own.file('edits.json', '[{"oldText": "one", "newText": "two"}]');
    own.file('entities.json', '[{"name": "Ada", "entityType": "person", "observations": ["counts"]}]');
    const [edit, create, sum] = await Promise.all([
      own.run(['call', 'files/edit_file', `path=${note}`, 'edits:=@edits.json']),
      own.run(['call', 'memory/create_entities', 'entities:=@entities.json']),
      own.run(['call', 'everything/get-sum', 'a=one', 'bb=2']),
    ]);
    expect([edit.code, readFileSync(note, 'utf8'), create.code]).toEqual([0, 'two\n', 0]);
    expect(sum.stderr).toContain('next: mcp call everything/get-sum a=<number> b=2');
  });
});
