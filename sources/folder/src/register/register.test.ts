import { chmodSync, existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Files, TestFolders } from '../../test/support/folders.js';
import { locateProject } from '../locate/locate.js';
import { folderSettings } from '../project/settings.js';
import { buildContents } from '../snapshot/build.js';
import { Register, type RegisterOptions } from './register.js';

const folders = new TestFolders();
afterAll(() => folders.removeAll());
const script = '#!/bin/sh\necho hi\n';
const content: Files = {
  'tools/found/tool.sh!': script,
  'tools/other.sh!': script,
  'prompts/p.txt': 'Hi',
  'resources/r.txt': 'x',
  'resources/t.meta.json': '{"name":"t","description":"found","uriTemplate":"a:{b}"}',
  'completions/c.sh!': script,
};

function place(files: Files, env: Record<string, string> = {}, options: RegisterOptions = {}) {
  const root = folders.make({ ...content, ...files });
  const project = locateProject(root, {});
  const settings = folderSettings(env, () => {});
  const build = () => buildContents(project, settings, options);
  return { root, project, settings, build, register: new Register(project, settings, options) };
}

const json = (value: object) => ({ 'server.d/register.json': JSON.stringify(value, null, 1) });
const names = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);

const everything = {
  version: 1,
  _meta: { note: 'any' },
  tools: [{ name: 'manual.one', description: 'd', path: 'other.sh', timeoutSecs: 8, arguments: {} }],
  resources: [{ name: 'echo', description: 'd', uri: 'echo://hi', path: 'not-there.txt', provider: 'echo' }],
  resourceTemplates: [
    { name: 't', description: 'registered', uriTemplate: 'c:{d}' },
    { name: 'u', description: 'd', uriTemplate: 'e:{f}' },
  ],
  prompts: [{ name: 'manual', description: 'd', path: 'p.txt', role: 'assistant' }],
  completions: [{ name: 'p', path: 'completions/c.sh', timeoutSecs: 2 }],
};

it('puts what is registered in the place of what would be found, and templates over it', async () => {
  const { build, root } = place(json(everything));
  const { contents } = await build();
  expect(contents.tools).toMatchObject([
    { name: 'manual_one', writtenName: 'manual.one', timeoutSecs: 8, file: join(root, 'tools/other.sh') },
  ]);
  expect(contents.resources).toMatchObject([{ name: 'echo', uri: 'echo://hi', provider: 'echo' }]);
  expect(contents.templates.map(({ name, uriTemplate }) => [name, uriTemplate])).toEqual([
    ['t', 'c:{d}'],
    ['u', 'e:{f}'],
  ]);
  expect(contents.prompts).toMatchObject([{ name: 'manual', role: 'assistant' }]);
  expect(contents.completions).toEqual([{ name: 'p', file: join(root, 'completions/c.sh'), timeoutSecs: 2 }]);
  expect(contents.diagnostics.filter(({ level }) => level === 'error')).toEqual([]);
});

it('finds a kind that is left out or null, and empties one that is an empty list', async () => {
  const { build } = place(json({ version: 1, tools: [], prompts: null, resourceTemplates: [] }));
  const { contents } = await build();
  const { tools, resources, templates, prompts } = contents;
  expect([tools, resources, templates, prompts].map(names)).toEqual([[], ['r'], [], ['p']]);
});

it('leaves out a registered item that cannot be used, and only that', async () => {
  const tools = [
    { name: 'gone', path: 'gone.sh' },
    { name: 'out', path: '../resources/r.txt' },
    { name: 'by-root', path: 'tools/other.sh', description: 'd' },
    { name: 'by-root', path: 'found/tool.sh', description: 'd' },
    { name: 'wrong', path: 'other.sh', timeoutSecs: 'x' },
  ];
  const { build } = place(json({ version: 1, tools, completions: [{ name: 'x', path: '/bin/sh' }] }));
  const { contents } = await build();
  expect(contents.tools).toMatchObject([{ name: 'by-root', entry: { path: 'found/tool.sh' } }]);
  expect(contents.completions).toEqual([]);
  const errors = contents.diagnostics.filter(({ level }) => level === 'error');
  expect(errors.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '4 gone is left out: there is no gone.sh in tools',
    '8 out is left out: there is no ../resources/r.txt in tools',
    '25 timeoutSecs must be a number of seconds above 0',
    '29 x is left out: there is no /bin/sh in the project',
    'undefined the name by-root is taken by tools/found/tool.sh: left out',
  ]);
});

it.each([
  ['not JSON', '{"version": 1,\n}', 'is not valid JSON (line 2)'],
  ['no object', '[]', 'is not a JSON object'],
  ['a byte order mark', '\ufeff{"version":1}', 'byte order mark'],
  ['another version', '{"version":2}', 'version must be 1'],
  ['a version in words', '{"version":"1"}', 'version must be 1'],
  ['an unknown key', '{"version":1,\n"tool":[]}', 'unknown key "tool"; did you mean "tools"? (line 2)'],
  ['no list', '{"version":1,"tools":{}}', 'tools must be a list or null'],
  ['a tool without path', '{"version":1,"tools":[{"name":"a"}]}', 'tools[0] must have a name and path'],
  ['a resource without address', '{"version":1,"resources":[{"name":"a"}]}', 'must have a name and path or uri'],
  ['an item without name', '{"version":1,\n"prompts":[\n{"path":"p.txt"}]}', '(line 3)'],
  ['an item that is none', '{"version":1,"completions":[1]}', 'completions[0]'],
  ['too many bytes', `{"version":1,"_meta":{"a":"${'x'.repeat(500)}"}}`, 'is larger than 400 bytes'],
])('refuses the whole of a registration with %s', async (_what, text, reason) => {
  const { register, build, root } = place(
    { 'server.d/register.json': text, 'server.d/register.sh': 'touch ran; mcp_register_tool "{}"' },
    { MCPBASH_MAX_MANUAL_REGISTRY_BYTES: '400', MCPBASH_ALLOW_PROJECT_HOOKS: 'true' },
  );
  expect(await register.read()).toMatchObject({ kind: 'bad', reason: expect.stringContaining(reason) as string });
  const { contents, registration } = await build();
  expect(names(contents.tools)).toEqual(['found']);
  expect(registration.kind).toBe('bad');
  expect(existsSync(join(root, 'ran'))).toBe(false);
  expect(contents.diagnostics).toContainEqual(
    expect.objectContaining({ level: 'error', section: 'server', file: 'server.d/register.json' }) as never,
  );
});

it('refuses a registration that is a link, lies in one, or that a group could write', async () => {
  const linked = place({ 'server.d/real.json': '{"version":1,"tools":[]}' });
  symlinkSync('real.json', join(linked.root, 'server.d/register.json'));
  expect(await linked.register.read()).toMatchObject({
    kind: 'bad',
    reason: expect.stringContaining('is a link') as string,
  });
  for (const path of ['server.d/register.json', 'server.d', '']) {
    const open = place(json({ version: 1, tools: [] }));
    chmodSync(join(open.root, path), path.endsWith('.json') ? 0o664 : 0o775);
    expect(await open.register.read(), path).toMatchObject({
      kind: 'bad',
      reason: expect.stringContaining('writable by the group') as string,
    });
  }
  const moved = place(json({ version: 1, tools: [] }));
  renameSync(join(moved.root, 'server.d'), join(moved.root, 'elsewhere'));
  symlinkSync('elsewhere', join(moved.root, 'server.d'));
  expect(await moved.register.read()).toMatchObject({ kind: 'bad' });
});

it('has the same fingerprint for the same fault in the same content, and another for another', async () => {
  const { register, root } = place({ 'server.d/register.json': '{' });
  const fingerprint = async () => {
    const read = await register.read();
    return read.kind === 'bad' ? read.fingerprint : undefined;
  };
  const first = await fingerprint();
  expect(await fingerprint()).toBe(first);
  writeFileSync(join(root, 'server.d/register.json'), '{ ');
  expect(await fingerprint()).not.toBe(first);
});

const equalScript = `#!/usr/bin/env bash
set -euo pipefail
echo 'noise on the way'
mcp_tools_manual_begin
mcp_tools_register_manual '${JSON.stringify(everything.tools[0])}'
mcp_tools_manual_finalize
mcp_register_resource '${JSON.stringify(everything.resources[0], null, 2)}'
printf '%s\\n' '${JSON.stringify(everything.resourceTemplates[0])}' '${JSON.stringify(everything.resourceTemplates[1])}' |
  while IFS= read -r line; do mcp_resources_templates_register_manual "$line"; done
mcp_register_prompt '${JSON.stringify(everything.prompts[0])}'
mcp_completion_manual_begin
mcp_completion_register_manual '${JSON.stringify(everything.completions[0])}'
mcp_completion_manual_finalize
if [[ "\${BASH_SOURCE[0]}" == "$0" ]]; then exit 1; fi
return 0
`;
const allowed = { MCPBASH_ALLOW_PROJECT_HOOKS: 'true' };

it('gives with a script what the equal file gives, and nothing without permission', async () => {
  const byFile = (await place(json(everything)).build()).contents;
  const byScript = place({ 'server.d/register.sh': equalScript }, allowed);
  const { contents } = await byScript.build();
  const entries = (all: typeof contents) =>
    [all.tools, all.resources, all.templates, all.prompts].map(items => items.map(({ entry }) => entry));
  expect(entries(contents)).toEqual(entries(byFile));
  expect(names(contents.completions)).toEqual(names(byFile.completions));

  const refused = await place({ 'server.d/register.sh': equalScript }).build();
  expect(names(refused.contents.tools)).toEqual(['found']);
  expect(refused.registration).toMatchObject({
    note: expect.stringContaining('MCPBASH_ALLOW_PROJECT_HOOKS') as string,
  });
});

it('takes one object that a script prints, an empty list that it finalizes, and nothing', async () => {
  const read = (text: string) => place({ 'server.d/register.sh': text }, allowed).register.read();
  expect(await read(`echo '{"version":1,"tools":[]}'`)).toMatchObject({ kind: 'registered', tools: [] });
  expect(await read('mcp_tools_manual_begin; mcp_tools_manual_finalize')).toMatchObject({ tools: [] });
  expect(await read('mcp_register_tool ""')).toEqual({ kind: 'none' });
});

it.each([
  ['that fails', 'echo broken >&2; exit 3', 'failed with exit code 3: broken'],
  ['that prints junk', 'echo junk', 'is not valid JSON'],
  ['that registers junk', `mcp_register_tool '{"name":'`, 'is not valid JSON'],
  ['that registers two at once', `mcp_register_tool '{"name":"a","path":"b"},{"name":"c"}'`, 'is not valid JSON'],
  ['that registers too little', `mcp_register_tool '{"name":"a"}'`, 'tools[0] must have a name and path'],
  [
    'that prints without end',
    'while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done',
    'printed more than 1000 bytes',
  ],
  ['that does not end', 'sleep 30', 'did not end within 0.3 s'],
])('refuses a script %s', async (_what, text, reason) => {
  const env = { ...allowed, MCPBASH_MANUAL_BUFFER_MAX_BYTES: '1000' };
  const options = { timeoutMs: text.startsWith('sleep') ? 300 : 10_000 };
  const { register } = place({ 'server.d/register.sh': text }, env, options);
  expect(await register.read()).toMatchObject({ kind: 'bad', reason: expect.stringContaining(reason) as string });
});

it('runs a script again only when it has changed, in the environment it is given', async () => {
  const text = 'echo run >>"$WHERE"; [ -z "$SECRET" ]';
  const where = join(folders.make({}), 'runs');
  process.env.SECRET = 'unseen';
  const hookEnvironment = () => ({ PATH: process.env.PATH!, WHERE: where });
  const { register, root } = place({ 'server.d/register.sh': text }, allowed, { hookEnvironment });
  const runs = async () => {
    expect(await register.read()).toEqual({ kind: 'none' });
    return readFileSync(where, 'utf8').length / 'run\n'.length;
  };
  expect([await runs(), await runs()]).toEqual([1, 1]);
  writeFileSync(join(root, 'server.d/register.sh'), `${text}\n`);
  expect(await runs()).toBe(2);
  delete process.env.SECRET;
});

it('refuses a script that a group could write, without running it', async () => {
  const { register, root } = place({ 'server.d/register.sh': 'touch ran' }, allowed);
  chmodSync(join(root, 'server.d/register.sh'), 0o664);
  expect(await register.read()).toMatchObject({ kind: 'bad' });
  expect(existsSync(join(root, 'ran'))).toBe(false);
});
