import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { asNobody } from '../../test/support/as-nobody.js';
import { type Files, TestFolders } from '../../test/support/folders.js';
import { locateProject } from '../locate/locate.js';
import type { Contents } from '../project/items.js';
import { folderSettings } from '../project/settings.js';
import { BuildFailed, type ScanOptions, scanProject } from './scan.js';

const folders = new TestFolders();
afterAll(() => folders.removeAll());
const settings = folderSettings({}, () => {});
const script = '#!/bin/sh\necho hi\n';

async function scan(files: Files, options?: ScanOptions) {
  const root = folders.make(files);
  return { root, ...(await scanProject(locateProject(root, {}), settings, options)) };
}

const names = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);
const told = ({ diagnostics }: Pick<Contents, 'diagnostics'>) =>
  diagnostics.map(({ level, file, line, message }) => `${level} ${file}${line ? `:${line}` : ''} ${message}`);
const errors = (contents: Pick<Contents, 'diagnostics'>) => told(contents).filter(line => line.startsWith('error'));

it('lists the executables of a bare folder and nothing else', async () => {
  const found = await scan({ 'hello.sh!': script, 'README.md!': '', 'notes.txt': '', 'sub/x.sh!': script });
  expect(names(found.tools)).toEqual(['hello']);
  expect(found.tools[0]).toMatchObject({ runtime: 'process', within: found.root, file: join(found.root, 'hello.sh') });
});

it('describes a tool by the comment its file begins with, unless metadata does', async () => {
  const commented = '#!/bin/sh\n# Says hi.\necho hi\n';
  const found = await scan({
    'a.sh!': commented,
    'b.sh!': commented,
    'b.meta.json': '{"description": "Greets"}',
  });
  expect(found.tools.map(({ description }) => description)).toEqual(['Says hi.', 'Greets']);
  expect(told(found).filter(line => line.includes('no description'))).toEqual([]);
});

it('lists one tool of a tool folder, and none of its helpers', async () => {
  const found = await scan({
    'tools/x/tool.sh!': script,
    'tools/x/lib/util.sh!': script,
    'tools/x/helper.py!': '#!/usr/bin/env python3\n',
    'tools/x/smoke.sh!': script,
    'tools/x/README.md': 'x',
    'tools/x/data.json': '{}',
    'tools/loose.sh!': script,
  });
  expect(names(found.tools)).toEqual(['x']);
  expect(told(found)).toEqual(['warning tools/x/tool.sh the tool x has no description']);
});

it('passes by what is hidden, excluded, a folder link, or a link that leads out', async () => {
  const outside = folders.make({ 'evil.sh!': script, 'tool/tool.sh!': script });
  const root = folders.make({
    'tools/.hidden/tool.sh!': script,
    'tools/x/.tool.sh!': script,
    'tools/node_modules/p/tool.sh!': script,
    'tools/ok/tool.sh!': script,
    'resources/.git/config': 'x',
    'resources/a.txt': 'x',
    'resources/b.bak': 'x',
    'resources/c.txt~': 'x',
    'resources/CHANGELOG.md': 'x',
    'prompts/LICENSE.txt': 'x',
    'prompts/p.test.md': 'x',
    'prompts/p.md': 'x',
  });
  symlinkSync(join(outside, 'evil.sh'), join(root, 'tools/ok/evil.sh'));
  writeFileSync(join(root, 'tools/ok/evil.sh.meta.json'), '{"name":"evil"}');
  symlinkSync(join(outside, 'tool'), join(root, 'tools/linked'));
  symlinkSync('/etc/passwd', join(root, 'resources/passwd.txt'));
  symlinkSync('loop.txt', join(root, 'resources/loop.txt'));
  symlinkSync('..', join(root, 'resources/up'));
  symlinkSync('a.txt', join(root, 'resources/inside.txt'));
  const found = await scanProject(locateProject(root, {}), settings);
  expect(names(found.tools)).toEqual(['ok']);
  expect(names(found.resources)).toEqual(['a', 'inside']);
  expect(names(found.prompts)).toEqual(['p']);
  expect(told(found).filter(line => line.includes('link'))).toEqual([
    'warning resources/loop.txt is a link that cannot be followed (ELOOP), and is passed by',
    'warning resources/passwd.txt is a link that leads out of resources, and is passed by',
    'warning tools/ok/evil.sh is a link that leads out of tools, and is passed by',
  ]);
});

it('keeps the first of two tools with one name, also when they differ before they are mapped', async () => {
  const found = await scan({
    'tools/a/tool.sh!': script,
    'tools/a/tool.meta.json': '{"name":"same.name"}',
    'tools/b/tool.sh!': script,
    'tools/b/tool.meta.json': '{"name":"same_name"}',
    'tools/c/tool.sh!': script,
  });
  expect(found.tools.map(({ name, writtenName, meta }) => ({ name, writtenName, meta }))).toEqual([
    { name: 'c', writtenName: 'c', meta: undefined },
    { name: 'same_name', writtenName: 'same.name', meta: { 'io.concord/name': 'same.name' } },
  ]);
  expect(errors(found)).toEqual(['error tools/b/tool.sh the name same_name is taken by tools/a/tool.sh: left out']);
  expect(told(found)).toContain('warning tools/a/tool.meta.json:1 the name "same.name" is published as same_name');
});

it('takes away only the tool whose metadata is broken, with file and line', async () => {
  const found = await scan({
    'tools/a/tool.sh!': script,
    'tools/a/tool.meta.json': '{\n  "name": "a",\n  "description" "x"\n}',
    'tools/b/tool.sh!': script,
    'tools/c/tool.sh!': script,
    'tools/c/tool.meta.json': '{\n "timeoutSecs": "30"\n}',
  });
  expect(names(found.tools)).toEqual(['b']);
  expect(errors(found)).toEqual([
    'error tools/a/tool.meta.json:3 is not valid JSON',
    'error tools/c/tool.meta.json:2 timeoutSecs must be a number of seconds above 0',
  ]);
});

it('runs Python, modules and scripts without execute bit, and says why others cannot be run', async () => {
  const found = await scan({
    'tools/p/tool.py': '#!/usr/bin/env python3\n',
    'tools/n/tool.js': 'export default () => 1',
    'tools/s/tool.sh': 'echo',
    'tools/bad/tool.py': 'print(1)',
    'tools/empty/notes.txt': '',
    'tools/two/a!': script,
    'tools/two/b!': script,
  });
  expect(found.tools.map(({ name, runtime }) => [name, runtime])).toEqual([
    ['n', 'module'],
    ['p', 'process'],
    ['s', 'process'],
  ]);
  expect(errors(found)).toEqual([
    'error tools/bad tool.py cannot be run: it has neither the execute bit nor a `#!` line',
    'error tools/empty has no entry: no file in it can be run',
    'error tools/two has no entry: several executable files in it could be it',
  ]);
});

it('finds the entry by metadata, by name, by folder, and as the only executable', async () => {
  const found = await scan({
    'tools/a/tool.meta.json': '{"entry":"bin/main.sh","name":"a"}',
    'tools/a/bin/main.sh!': script,
    'tools/a/tool.sh!': script,
    'tools/b/b.sh!': script,
    'tools/b/other.sh!': script,
    'tools/c/run!': script,
    'tools/c/data.txt': '',
    'tools/d/tool.js': '',
    'tools/d/tool.sh!': script,
    'tools/e/tool.meta.json': '{"entry":"../b/b.sh","name":"e"}',
  });
  expect(found.tools.map(({ name, entry }) => [name, entry.path])).toEqual([
    ['a', 'a/bin/main.sh'],
    ['b', 'b/b.sh'],
    ['d', 'd/tool.sh'],
    ['run', 'c/run'],
  ]);
  expect(told(found)).toEqual(
    expect.arrayContaining([
      'error tools/e the entry ../b/b.sh is not there',
      'warning tools/d has several files that could be its entry: tool.js, tool.sh; tool.sh is taken',
    ]),
  );
});

it('lists further files that are described, at any depth, and describes data by nobody else', async () => {
  const found = await scan({
    'tools/loose.sh!': script,
    'tools/loose.meta.json': '{"description":"beside"}',
    'tools/header.sh!': '#!/bin/sh\n# mcp: {"name": "by-header", "description": "d"}\n',
    'tools/group/one/tool.sh!': script,
    'tools/group/one/tool.meta.json': '{}',
    'tools/group/two.py!': '#!/usr/bin/env python3\n"""\nsee mcp: {the docs}\n"""\n',
    'tools/group/two.meta.json': '{}',
    'tools/group/two.csv': 'data of two',
    'tools/group/lost.meta.json': '{}',
  });
  expect(names(found.tools)).toEqual(['by-header', 'loose', 'one', 'two']);
  expect(errors(found)).toEqual([]);
  expect(told(found)).toContain('warning tools/group/lost.meta.json describes no file');
});

it('normalises every field of a tool, and tells unknown keys with the nearest known one', async () => {
  const found = await scan({
    'tools/x/tool.sh!': script,
    'tools/x/tool.meta.json': JSON.stringify({
      name: 'x',
      title: 'X',
      description: 'does',
      arguments: { properties: { a: { type: 'string' } } },
      outputSchema: { type: 'object' },
      timeoutSecs: 2.5,
      timeoutHint: 'wait',
      progressExtendsTimeout: true,
      maxTimeoutSecs: 9,
      annotations: { destructiveHint: false },
      _meta: { ui: 1 },
      mode: 'persistent',
      instances: 2,
      lock: 'db-{a}',
      icons: null,
      _comment: 'free',
      timeoutSec: 3,
    }),
    'tools/y/tool.sh!': script,
    'tools/y/tool.meta.json': '{"description":"d","inputSchema":[],"lock":"k","annotations":{"readOnlyHint":true}}',
  });
  const [x, y] = found.tools;
  const shared = {
    title: 'X',
    description: 'does',
    inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
    outputSchema: { type: 'object' },
    timeoutSecs: 2.5,
    timeoutHint: 'wait',
    progressExtendsTimeout: true,
    maxTimeoutSecs: 9,
    annotations: { destructiveHint: false },
    runtime: 'process',
    mode: 'persistent',
    instances: 2,
    lock: 'db-{a}',
  };
  expect(x).toEqual({
    ...shared,
    name: 'x',
    writtenName: 'x',
    meta: { ui: 1 },
    file: join(found.root, 'tools/x/tool.sh'),
    within: join(found.root, 'tools'),
    entry: { ...shared, name: 'x', _meta: { ui: 1 }, path: 'x/tool.sh' },
  });
  expect(y).toMatchObject({ inputSchema: { type: 'object' } });
  expect(y).not.toHaveProperty('lock');
  expect(found.diagnostics).toEqual([
    {
      level: 'warning',
      section: 'tools',
      message: 'has an unknown key "timeoutSec"',
      file: 'tools/x/tool.meta.json',
      line: 1,
      hint: 'did you mean "timeoutSecs"?',
    },
    expect.objectContaining({ message: 'inputSchema is not an object, and any arguments are accepted' }) as never,
  ]);
});

it('lists resources and templates, but no README, executable or completion script', async () => {
  const found = await scan({
    'resources/one/one.txt': 'x',
    'resources/one/one.meta.json': '{"name":"one","description":"d","uri":"file://./resources/one/one.txt"}',
    'resources/one/README.md': 'x',
    'resources/two/two.tar.gz': 'x',
    'resources/two/README.md': 'x',
    'resources/run.sh!': script,
    'resources/one/one.completion.sh!': script,
    'resources/rows.meta.json': '{"description":"d","uriTemplate":"db://{table}","provider":"db"}',
    'resources/static.meta.json': '{"description":"d","uriTemplate":"db://table"}',
    'resources/both.meta.json': '{"description":"d",\n"uri":"a:b",\n"uriTemplate":"db://{x}"}',
    'resources/alone.meta.json': '{"description":"d","uri":"echo://hi"}',
    'resources/nothing.meta.json': '{"description":"d"}',
    'resources/clash.meta.json': '{"name":"one","description":"d","uriTemplate":"a:{b}"}',
    'resources/header.txt': '<!-- mcp: {"name":"headed","mimeType":"text/x"} -->\n',
  });
  const two = join(found.root, 'resources/two/two.tar.gz');
  expect(found.resources.map(({ name, uri, file }) => [name, uri, file?.slice(found.root.length)])).toEqual([
    ['alone', 'echo://hi', '/resources/alone.meta.json'],
    ['headed', pathToFileURL(join(found.root, 'resources/header.txt')).href, '/resources/header.txt'],
    ['one', 'file://./resources/one/one.txt', '/resources/one/one.txt'],
    ['two/two.tar', pathToFileURL(two).href, '/resources/two/two.tar.gz'],
  ]);
  expect(found.templates).toMatchObject([{ name: 'rows', uriTemplate: 'db://{table}', provider: 'db' }]);
  expect(errors(found)).toEqual([
    'error resources/both.meta.json:3 has both uri and uriTemplate',
    'error resources/clash.meta.json the template one has the name of a resource: left out',
    'error resources/nothing.meta.json describes no file, and has neither uri nor uriTemplate',
    'error resources/static.meta.json:1 uriTemplate has no {variable}',
  ]);
});

it('lists prompts with their arguments, from a schema or a list', async () => {
  const found = await scan({
    'prompts/a.txt': 'Hi {{name}}',
    'prompts/a.meta.json': JSON.stringify({
      description: 'd',
      role: 'system',
      path: 'ignored',
      arguments: {
        type: 'object',
        properties: { name: { type: 'string', description: 'who', enum: ['x'] }, other: true },
        required: ['name'],
      },
    }),
    'prompts/b.html': '<!-- mcp: {"name":"bee","role":"assistant","arguments":[{"name":"q","required":true}]} -->',
    'prompts/sub/c.md': 'Use mcp: {topic}',
    'prompts/d.json': '{}',
    'prompts/e.txt': 'x',
    'prompts/e.txt.meta.json': '{"arguments":[{"description":"no name"}]}',
  });
  expect(found.prompts.map(({ name, role, arguments: given }) => ({ name, role, given }))).toEqual([
    {
      name: 'a',
      role: 'user',
      given: [
        { name: 'name', description: 'who', required: true },
        { name: 'other', required: false },
      ],
    },
    { name: 'bee', role: 'assistant', given: [{ name: 'q', required: true }] },
    { name: 'c', role: 'user', given: [] },
  ]);
  expect(Object.keys(found.prompts[0]!.schemas)).toEqual(['name']);
  expect(errors(found)).toHaveLength(1);
});

it('knows who it is: metadata, then VERSION, package.json and the name of the folder', async () => {
  const described = await scan({
    'server.d/server.meta.json': JSON.stringify({
      name: 'my-server',
      description: 'd',
      websiteUrl: 'https://x',
      icons: [
        { src: 'logo.svg' },
        { src: 'https://x/y.png', theme: 'dark' },
        { src: '../../x.png' },
        { src: 'gone.png' },
      ],
      license: 'MIT',
    }),
    'server.d/server.instructions.md': 'Be kind.\n',
    'server.d/logo.svg': '<svg/>',
    VERSION: '1.2.3\n',
    'package.json': '{"version":"9.9.9"}',
  });
  expect(described.identity).toEqual({
    name: 'my-server',
    title: 'My Server',
    version: '1.2.3',
    description: 'd',
    websiteUrl: 'https://x',
    icons: [
      { mimeType: 'image/svg+xml', src: `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}` },
      { src: 'https://x/y.png', theme: 'dark' },
    ],
    instructions: 'Be kind.\n',
  });
  expect(told(described)).toEqual([
    'warning server.d/server.meta.json:1 the icon ../../x.png is dropped: there is no such file',
    'warning server.d/server.meta.json:1 the icon gone.png is dropped: there is no such file',
  ]);
  const plain = await scan({ 'tools/x/tool.sh!': script, 'package.json': '{"version":"9.9.9"}' });
  expect(plain.identity).toMatchObject({ name: plain.root.split('/').at(-1), version: '9.9.9' });
  expect((await scan({ 'prompts/a.txt': '' })).identity.version).toBe('0.0.0');
});

it('leaves out what others can write, also by its folder or its metadata', async () => {
  const root = folders.make({
    'tools/a/tool.sh!': script,
    'tools/b/tool.sh!': script,
    'tools/c/tool.sh!': script,
    'tools/c/tool.meta.json': '{}',
    'tools/ok/tool.sh!': script,
    'resources/r.txt': 'x',
    'prompts/p.txt': 'x',
  });
  for (const path of ['tools/a/tool.sh', 'tools/c/tool.meta.json', 'resources/r.txt', 'prompts/p.txt']) {
    chmodSync(join(root, path), 0o666);
  }
  chmodSync(join(root, 'tools/b'), 0o777);
  const found = await scanProject(locateProject(root, {}), settings);
  expect([names(found.tools), names(found.resources), names(found.prompts)]).toEqual([['ok'], [], []]);
  expect(errors(found).map(line => line.split(' ')[1])).toEqual([
    'prompts/p.txt',
    'resources/r.txt',
    'tools/a/tool.sh',
    'tools/b',
    'tools/c/tool.meta.json',
  ]);
});

it('asks a module about itself only when nobody else says anything', async () => {
  const asked: string[] = [];
  const files = {
    'tools/a/tool.mjs': 'export default {}',
    'tools/b/tool.ts': 'enum A {}',
    'tools/c/tool.js': '',
    'tools/c/tool.meta.json': '{}',
    'tools/d/tool.js': '',
  };
  const found = await scan(files, {
    moduleMeta: async file => {
      asked.push(file.split('/').at(-2)!);
      if (file.endsWith('.ts')) return { diagnostic: { message: 'needs more than erasing', line: 1 } };
      if (file.includes('/d/')) throw new Error('crashed');
      return { name: 'from-module', description: 'd' };
    },
  });
  expect(asked.sort()).toEqual(['a', 'b', 'd']);
  expect(names(found.tools)).toEqual(['c', 'from-module']);
  expect(errors(found)).toEqual([
    'error tools/b/tool.ts:1 needs more than erasing',
    'error tools/d/tool.js could not be asked about itself: Error: crashed',
  ]);
});

it('fails as a whole when the root has gone, or there are too many files', async () => {
  const root = folders.make({ 'tools/x/tool.sh!': script, 'resources/a': '', 'resources/b': '', 'resources/c': '' });
  const project = locateProject(root, {});
  await expect(scanProject(project, settings, { maxFiles: 3 })).rejects.toThrow(BuildFailed);
  await expect(scanProject(project, settings, { maxFiles: 4 })).resolves.toBeDefined();
  await expect(scanProject({ ...project, root: `${root}/gone` }, settings)).rejects.toThrow('cannot be read (ENOENT)');
});

it('leaves out a folder that cannot be read, and fails when that is a content folder or the root', async () => {
  const root = folders.make({ 'tools/a/tool.sh!': script, 'tools/b/tool.sh!': script, 'resources/r.txt': '' });
  chmodSync(root, 0o755);
  const project = locateProject(root, {});
  const look = () => asNobody(() => scanProject(project, settings));
  chmodSync(join(root, 'tools/a'), 0o000);
  const found = await look();
  expect([names(found.tools), errors(found)]).toEqual([['b'], ['error tools/a cannot be read (EACCES)']]);
  chmodSync(join(root, 'resources'), 0o000);
  await expect(look()).rejects.toThrow('resources cannot be read (EACCES)');
  chmodSync(root, 0o000);
  await expect(look()).rejects.toThrow('the project folder cannot be read (EACCES)');
  for (const path of ['', 'resources', 'tools/a']) chmodSync(join(root, path), 0o755);
});

it('leaves out what cannot be looked at, read or run, and says what to do', async () => {
  const root = folders.make({
    'tools/a/tool.sh!': script,
    'tools/b/tool.sh': script,
    'tools/c/tool.sh!': script,
    'tools/c/tool.meta.json': '{}',
    'prompts/p/p.txt': '',
  });
  chmodSync(root, 0o755);
  chmodSync(join(root, 'tools/b/tool.sh'), 0o000);
  chmodSync(join(root, 'tools/c/tool.meta.json'), 0o000);
  chmodSync(join(root, 'prompts'), 0o644);
  const found = await asNobody(() => scanProject(locateProject(root, {}), settings));
  chmodSync(join(root, 'prompts'), 0o755);
  expect([names(found.tools), errors(found)]).toEqual([
    ['a'],
    [
      'error prompts/p cannot be looked at (EACCES)',
      'error tools/b tool.sh cannot be run: it cannot be read (EACCES)',
      'error tools/c/tool.meta.json cannot be read (EACCES)',
    ],
  ]);
  for (const { level, hint } of found.diagnostics) if (level === 'error') expect(hint).toContain('chmod u+r');
});

it('looks at a part only when asked to', async () => {
  const files = { 'tools/a/tool.sh!': script, 'tools/ab/tool.sh!': script, 'prompts/p.txt': '' };
  const found = await scan(files, { filter: 'tools/a' });
  expect([names(found.tools), names(found.prompts)]).toEqual([['a'], []]);
});

it('tells authors of scripts without a first line when they want to know', async () => {
  const files = { 'tools/a/tool.sh!': 'echo', 'tools/a/tool.meta.json': '{"description":"d"}' };
  expect(told(await scan(files, { thorough: true }))).toEqual([
    'warning tools/a/tool.sh is a script without a `#!` line',
  ]);
  expect(told(await scan(files))).toEqual([]);
});

it('tells authors of first lines that name no program there is', async () => {
  const described = (name: string, first: string) => ({
    [`tools/${name}/tool.sh!`]: `${first}\necho\n`,
    [`tools/${name}/tool.meta.json`]: '{"description":"d"}',
  });
  const files = {
    ...described('a', '#!/no/such/program'),
    ...described('b', '#!/bin/sh\r'),
    ...described('c', '#!/bin/sh'),
    ...described('d', '#!sh'),
    ...described('e', '#!/usr/bin/env -S LANG=C no-such-program -u'),
    ...described('f', '#!/usr/bin/env -S LANG=C sh -u'),
    'tools/g/tool.sh': '#!sh\necho\n',
    'tools/g/tool.meta.json': '{"description":"d"}',
  };
  expect(told(await scan(files, { thorough: true }))).toEqual([
    'error tools/a/tool.sh:1 cannot be started: the program of its `#!` line, /no/such/program, is not there',
    'error tools/b/tool.sh:1 cannot be started: its `#!` line ends as on Windows; save it with LF line ends',
    'error tools/d/tool.sh:1 cannot be started: its `#!` line names sh without its path',
    'error tools/e/tool.sh:1 cannot be started: the program of its `#!` line, no-such-program, is not on the PATH',
  ]);
});

it('passes by names with control characters, and shows them in a way that is safe to print', async () => {
  const root = folders.make({ 'tools/ok/tool.sh!': script });
  writeFileSync(join(root, 'tools/ok/a\nb\x1b[31m.sh'), script);
  mkdirSync(join(root, 'tools/bad\rfolder'));
  const found = await scanProject(locateProject(root, {}), settings);
  expect(names(found.tools)).toEqual(['ok']);
  expect(found.diagnostics.map(({ file }) => file)).toEqual([
    'tools/bad\\u000dfolder',
    'tools/ok/a\\u000ab\\u001b[31m.sh',
    'tools/ok/tool.sh',
  ]);
});

it('takes a byte order mark, and refuses metadata that is huge, deep, not UTF-8, empty or no object', async () => {
  const bad: Record<string, string | Uint8Array> = {
    huge: `{"description":"${'x'.repeat(1_048_576)}"}`,
    deep: `{"_meta":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
    latin: Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]),
    empty: '',
    list: '[]',
  };
  const files: Record<string, string | Uint8Array> = {
    'tools/bom/tool.sh!': script,
    'tools/bom/tool.meta.json': '\ufeff{"name":"bom"}',
  };
  for (const [name, content] of Object.entries(bad)) {
    files[`tools/${name}/tool.sh!`] = script;
    files[`tools/${name}/tool.meta.json`] = content;
  }
  const found = await scan(files);
  expect(names(found.tools)).toEqual(['bom']);
  expect(errors(found)).toEqual([
    'error tools/deep/tool.meta.json is nested deeper than 256 levels',
    'error tools/empty/tool.meta.json:1 is empty',
    'error tools/huge/tool.meta.json is larger than 1048576 bytes',
    'error tools/latin/tool.meta.json is not UTF-8',
    'error tools/list/tool.meta.json:1 is not a JSON object',
  ]);
});

it('takes names of the prototype for names like any other', async () => {
  const found = await scan({
    'tools/__proto__/tool.sh!': script,
    'tools/constructor/tool.sh!': script,
    'tools/constructor/tool.meta.json': '{"toString":1,"__proto__":{"a":1},"description":"d"}',
    'prompts/p.txt': '',
    'prompts/p.meta.json': '{"description":"d","arguments":{"properties":{"__proto__":{"enum":["a"]}}}}',
  });
  expect(names(found.tools)).toEqual(['__proto__', 'constructor']);
  expect(Object.keys(found.prompts[0]!.schemas)).toEqual(['__proto__']);
  expect(told(found)).toContain('warning tools/constructor/tool.meta.json:1 has an unknown key "toString"');
});
