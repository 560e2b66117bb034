import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { folderOf, projectOf } from './project.js';
import { codes } from './route.js';
import { itWith, type RoutedWire } from './routed-wire.js';

const read = async (wire: RoutedWire, uri: string) => wire.request('resources/read', { uri });

const outside = folderOf({ 'secret.txt': 'no' });
const root = projectOf({
  'resources/text.md': '# A title\n\n\n',
  'resources/typed.data': 'a,b\n',
  'resources/typed.data.meta.json': { name: 'typed', mimeType: 'text/csv', uri: 'file://./resources/typed.data' },
  'resources/blob.bin': '\u0000\u0001',
  'resources/big.txt': 'x'.repeat(5_000),
  'resources/README.md': '# never listed',
  'resources/item.meta.json': { name: 'item', uriTemplate: 'code://{number}/of/{+rest}', provider: 'code' },
  'providers/code.sh!': `#!/bin/sh
case "$1" in
  code://fail/*) echo "no good: $1" >&2; exit "\${1##*/}";;
  code://silent/*) exit "\${1##*/}";;
  *) printf '%s %s' "$1" "$MCP_RESOURCE_VARS_JSON";;
esac
`,
  'prompts/greet.txt': `Hello {{name}}, \${name}! \${PATH} {{other}} {{nick}}.`,
  'prompts/greet.meta.json': {
    description: 'greets',
    arguments: {
      type: 'object',
      properties: { name: { type: 'string', enum: ['Ann', 'Anna', 'Bob'] }, nick: {} },
      required: ['name'],
    },
  },
  'prompts/pick.txt': '{{what}}',
  'prompts/pick.meta.json': { arguments: [{ name: 'what', required: true }] },
  'prompts/pick.completion.sh!':
    '#!/bin/sh\ni=0; printf "["; while [ $i -lt 150 ]; do [ $i -gt 0 ] && printf ,; printf \'"v%s"\' $i; i=$((i+1)); done; printf "]"\n',
});
symlinkSync(join(outside, 'secret.txt'), join(root, 'resources', 'link.txt'));

const it = itWith({ source: root, env: { MCPBASH_MAX_RESOURCE_BYTES: '4000' } });

it('lists resources, templates and prompts, with nothing internal in them', async ({ shared: wire }) => {
  const { resources } = (await wire.request('resources/list')).result as { resources: Record<string, unknown>[] };
  expect(resources.map(each => each.name)).toEqual(['big', 'blob', 'text', 'typed']);
  expect(resources[3]).toEqual({ uri: 'file://./resources/typed.data', name: 'typed', mimeType: 'text/csv' });
  expect((await wire.request('resources/templates/list')).result).toMatchObject({
    resourceTemplates: [{ name: 'item', uriTemplate: 'code://{number}/of/{+rest}' }],
  });
  const { prompts } = (await wire.request('prompts/list')).result as { prompts: object[] };
  expect(prompts[0]).toEqual({
    name: 'greet',
    description: 'greets',
    arguments: [
      { name: 'name', required: true },
      { name: 'nick', required: false },
    ],
  });
});

it('reads text byte for byte, and the rest as it is', async ({ shared: wire }) => {
  const uri = pathToFileURL(join(root, 'resources/text.md')).href;
  expect((await read(wire, uri)).result).toEqual({
    contents: [{ uri, mimeType: 'text/markdown', text: '# A title\n\n\n' }],
  });
  expect((await read(wire, 'file://./resources/typed.data')).result).toMatchObject({
    contents: [{ mimeType: 'text/csv', text: 'a,b\n' }],
  });
  expect((await read(wire, pathToFileURL(join(root, 'resources/blob.bin')).href)).result).toMatchObject({
    contents: [{ blob: 'AAE=' }],
  });
  expect((await read(wire, pathToFileURL(join(root, 'resources/big.txt')).href)).error).toMatchObject({ code: -32603 });
  expect((await read(wire, 'text')).result).toMatchObject({ contents: [{ text: '# A title\n\n\n' }] });
});

it('refuses what lies outside, and says what is missing', async ({ shared: wire }) => {
  const base = pathToFileURL(join(root, 'resources')).href;
  const away = [
    `${base}/../server.d/server.meta.json`,
    `${base}/%2e%2e/server.d/server.meta.json`,
    pathToFileURL(join(root, 'resources/link.txt')).href,
    pathToFileURL(join(outside, 'secret.txt')).href,
    'file:///etc/passwd',
  ];
  for (const uri of away) {
    expect((await read(wire, uri)).error?.code, uri).toBe(codes.outside);
  }
  expect((await read(wire, `${base}/nothing.txt`)).error?.code).toBe(codes.notFound);
  expect((await read(wire, 'nowhere://x')).error).toMatchObject({
    code: -32603,
    message: 'Unsupported resource provider',
  });
});

it('takes the name of a root as it is written', async ({ session }) => {
  const parent = folderOf({ 'r*/in.txt': 'in', 'rest/out.txt': 'out', '[r]est/in.txt': 'in' });
  const roots = ['r*', '[r]est'].map(name => join(parent, name)).join(':');
  const wire = await session({ source: projectOf({}), env: { MCP_RESOURCES_ROOTS: roots } });
  const at = (path: string) => read(wire, pathToFileURL(join(parent, path)).href);
  for (const path of ['r*/in.txt', '[r]est/in.txt'])
    expect((await at(path)).result).toMatchObject({ contents: [{ text: 'in' }] });
  expect((await at('rest/out.txt')).error?.code).toBe(codes.outside);
});

it('gives the exit codes of a provider their meaning', async ({ shared: wire }) => {
  const meanings = { 2: codes.outside, 3: codes.notFound, 4: -32602, 5: -32603, 6: -32603, 9: -32603 };
  for (const [exit, code] of Object.entries(meanings)) {
    const uri = `code://fail/of/${exit}`;
    expect((await read(wire, uri)).error, exit).toMatchObject({ code, message: `no good: ${uri}` });
    expect((await read(wire, `code://silent/of/${exit}`)).error, exit).toMatchObject({
      code,
      message: 'Unable to read resource',
    });
  }
  expect((await read(wire, 'code://7/of/a/b')).result).toMatchObject({
    contents: [{ text: 'code://7/of/a/b {"number":"7","rest":"a/b"}' }],
  });
});

it('turns away addresses that are not public, before anything is asked', async ({ session }) => {
  const closed = await session({ source: root });
  expect((await read(closed, 'https://example.com/')).error?.code).toBe(-32602);
  expect((await read(closed, 'git+https://example.com/r#a')).error?.code).toBe(-32602);
  const wire = await session({ source: root, env: { MCPBASH_HTTPS_ALLOW_ALL: 'true' } });
  for (const host of ['localhost', '127.0.0.1', '2130706433', '0x7f000001', '[::ffff:7f00:1]', 'user@example.com'])
    expect((await read(wire, `https://${host}/`)).error?.code, host).toBe(-32602);
});

it('reports changes of a resource for as long as a client is subscribed', async ({ session, expect }) => {
  const project = projectOf({
    'resources/a.txt': 'one',
    'providers/clock.sh!': '#!/bin/sh\ncat "$MCPBASH_PROJECT_ROOT/time"\necho >> "$MCPBASH_PROJECT_ROOT/runs"\n',
    time: '1',
  });
  const wire = await session({ source: project, env: { MCPBASH_RESOURCES_POLL_INTERVAL_SECS: '1' } });
  const uri = pathToFileURL(join(project, 'resources/a.txt')).href;
  const leave = await Promise.all([uri, 'clock://now'].map(each => wire.subscribe(each)));
  const updates = (of: string) =>
    wire.noticesOf('notifications/resources/updated').filter(({ params }) => params?.uri === of);
  // What is to change has to be read before.
  await expect.poll(() => existsSync(join(project, 'runs'))).toBe(true);
  await after(300);
  writeFileSync(join(project, 'resources/a.txt'), 'two');
  writeFileSync(join(project, 'time'), '2');
  await wire.eventually(() => updates(uri).length === 1 && updates('clock://now').length === 1, 'both updates');
  await Promise.all(leave.map(unsubscribe => unsubscribe()));
  writeFileSync(join(project, 'resources/a.txt'), 'three');
  writeFileSync(join(project, 'time'), '3');
  await after(2_500);
  expect([updates(uri).length, updates('clock://now').length]).toEqual([1, 1]);
});

it('fills in prompts, once', async ({ shared: wire }) => {
  const get = (args: object) => wire.request('prompts/get', { name: 'greet', arguments: { ...args } });
  expect((await get({ name: `\${name} {{nick}}` })).result).toMatchObject({
    messages: [
      {
        role: 'user',
        content: { type: 'text', text: `Hello \${name} {{nick}}, \${name} {{nick}}! \${PATH} {{other}} .` },
      },
    ],
  });
  expect((await get({})).error).toMatchObject({ code: -32602, message: expect.stringContaining('name') });
  expect((await wire.request('prompts/get', { name: 'nothing' })).error?.code).toBe(codes.notFound);
});

it('completes arguments from scripts and from the schema', async ({ shared: wire }) => {
  const complete = async (name: string, argument: string, value: string, more = {}) =>
    wire.request('completion/complete', {
      ref: { type: 'ref/prompt', name },
      argument: { name: argument, value },
      ...more,
    });
  expect((await complete('greet', 'name', 'An')).result).toMatchObject({
    completion: { values: ['Ann', 'Anna'], hasMore: false },
  });
  const first = (await complete('pick', 'what', '')).result as {
    completion: { values: string[]; nextCursor: string; hasMore: boolean };
  };
  expect([first.completion.values.length, first.completion.hasMore]).toEqual([100, true]);
  const second = (await complete('pick', 'what', '', { cursor: first.completion.nextCursor })).result as typeof first;
  expect([second.completion.values[0], second.completion.values.length, second.completion.hasMore]).toEqual([
    'v100',
    50,
    false,
  ]);
  expect((await complete('pick', 'what', '', { cursor: 'junk' })).error?.code).toBe(-32602);
  expect((await complete('nothing', 'x', '')).error?.code).toBe(codes.notFound);
});
