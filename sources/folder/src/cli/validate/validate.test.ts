import { chmodSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { asNobody } from '../../../test/support/as-nobody.js';
import { type Files, TestFolders } from '../../../test/support/folders.js';
import { locateProject } from '../../locate/locate.js';
import { isValid, validateProject } from './validate.js';

const folders = new TestFolders();
afterAll(() => folders.removeAll());

const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };
const options = { env, version: '0.1.0', fix: false, strict: false, explainDefaults: false };
const marker = { 'server.d/server.meta.json': '{"name": "x"}' };

async function validated(files: Files, more: Partial<typeof options> = {}) {
  const root = folders.make({ ...marker, ...files });
  const validation = await validateProject(locateProject(root, env), { ...options, ...more });
  return { root, validation, lines: validation.messages.map(({ level, file, line }) => `${level} ${file}:${line}`) };
}

const tool = (meta: object, script = '#!/bin/sh\n') => ({
  'tools/t/tool.sh!': script,
  'tools/t/tool.meta.json': `${JSON.stringify({ description: 'd', ...meta }, null, 2)}\n`,
});

/** What is wrong, and where it must be found. */
const faults: readonly (readonly [string, Files, string])[] = [
  [
    'broken JSON',
    { ...tool({}), 'tools/t/tool.meta.json': '{\n  "name": "t",\n  oops\n}' },
    'error tools/t/tool.meta.json:3',
  ],
  [
    'a type no schema has',
    tool({ inputSchema: { properties: { a: { type: 'strin' } } } }),
    'error tools/t/tool.meta.json:3',
  ],
  [
    'a schema elsewhere',
    tool({ outputSchema: { $ref: 'https://example.com/s.json' } }),
    'error tools/t/tool.meta.json:3',
  ],
  [
    'a schema of a hundred levels',
    tool({ inputSchema: JSON.parse(`${'{"not":'.repeat(100)}{}${'}'.repeat(100)}`) }),
    'error tools/t/tool.meta.json:3',
  ],
  ['a huge schema', tool({ inputSchema: { description: 'x'.repeat(300_000) } }), 'error tools/t/tool.meta.json:3'],
  [
    'a TypeScript enum',
    {
      'tools/t/tool.ts': 'export default () => 1;\n\nenum A { B }\n',
      'tools/t/tool.meta.json': '{"description": "d"}',
    },
    'error tools/t/tool.ts:3',
  ],
  [
    'a module without a function',
    { 'tools/t/tool.mjs': 'export default 1;\n', 'tools/t/tool.meta.json': '{"description": "d"}' },
    'error tools/t/tool.mjs:1',
  ],
  [
    'a module that cannot be read',
    { 'tools/t/tool.mjs': 'export default (;\n', 'tools/t/tool.meta.json': '{"description": "d"}' },
    'error tools/t/tool.mjs:1',
  ],
  ['a missing entry', { 'tools/t/data.txt': '' }, 'error tools/t:undefined'],
  [
    'both uri and uriTemplate',
    { 'resources/r.meta.json': '{\n  "description": "d",\n  "uri": "a:b",\n  "uriTemplate": "a:{b}"\n}' },
    'error resources/r.meta.json:4',
  ],
  ['a provider that cannot run', { 'providers/notes.txt': 'hello\n' }, 'error providers/notes.txt:1'],
  [
    'a broken registration',
    { 'server.d/register.json': '{"version": 1,\n"tolls": []}' },
    'error server.d/register.json:2',
  ],
  ['a policy with an enum', { 'server.d/policy.ts': 'enum A { B }\n' }, 'error server.d/policy.ts:1'],
  ['no description', { 'tools/t/tool.sh!': '#!/bin/sh\n' }, 'warning tools/t/tool.sh:1'],
  ['an unknown key', tool({ descripton: '' }), 'warning tools/t/tool.meta.json:3'],
  ['a mapped name', tool({ name: 'a.b' }), 'warning tools/t/tool.meta.json:3'],
  ['YAML', { ...tool({}), 'tools/t/tool.meta.yaml': '' }, 'warning tools/t/tool.meta.yaml:1'],
  ['no #! line', tool({}, 'echo hi\n'), 'warning tools/t/tool.sh:1'],
  ['a policy that no shell can read', { 'server.d/policy.sh': 'true\nif\n' }, 'error server.d/policy.sh:3'],
  ['two policies', { 'server.d/policy.js': '', 'server.d/policy.sh': '' }, 'warning server.d/policy.js:1'],
  [
    'an idle completion',
    { 'prompts/p.txt': 'hi', 'prompts/p.completion.sh': '#!/bin/sh\n' },
    'warning prompts/p.completion.sh:1',
  ],
  ['roots that are none', { 'config/roots.json': '{"roots": [{"path": "/nowhere"}]}' }, 'warning config/roots.json:1'],
  ['a file nobody reads', { 'server.d/env.sh': 'A=1\n' }, 'info server.d/env.sh:1'],
];

describe('validate', () => {
  it.each(faults)('finds %s, says where and what to do', async (_, files, place) => {
    const { lines, validation } = await validated(files);
    expect(lines).toContain(place);
    for (const message of validation.messages) expect(message.hint, message.message).toMatch(/\w/);
    const count = (level: string) => validation.messages.filter(each => each.level === level).length;
    expect([validation.errors, validation.warnings]).toEqual([count('error'), count('warning')]);
    expect(isValid(validation)).toBe(!place.startsWith('error'));
    expect(isValid({ ...validation, strict: true })).toBe(place.startsWith('info'));
  });

  it('names both files of a clash', async () => {
    const { validation } = await validated({
      ...tool({ name: 'same' }),
      'tools/u/tool.sh!': '#!/bin/sh\n',
      'tools/u/tool.meta.json': '{"name": "same", "description": "d"}',
    });
    expect(JSON.stringify(validation.messages)).toMatch(
      /tools\/u\/tool\.sh.*tools\/t\/tool\.sh|tools\/t\/tool\.sh.*tools\/u\/tool\.sh/,
    );
  });

  it('tells of links in a circle', async () => {
    const root = folders.make({ ...marker, ...tool({}) });
    symlinkSync('round.sh', join(root, 'tools/t/round.sh'));
    const { messages } = await validateProject(locateProject(root, env), options);
    expect(messages).toMatchObject([
      { level: 'warning', file: 'tools/t/round.sh', message: expect.stringContaining('ELOOP') },
    ]);
  });

  it('tells of what may not be looked into or read', async () => {
    const root = folders.make({
      ...marker,
      ...tool({}),
      'tools/u/tool.sh!': '#!/bin/sh\n',
      'tools/u/tool.meta.json': '{"description": "d"}',
    });
    chmodSync(root, 0o755);
    chmodSync(join(root, 'tools/t/tool.sh'), 0o111);
    chmodSync(join(root, 'tools/u'), 0o644);
    const { messages } = await asNobody(() => validateProject(locateProject(root, env), options));
    chmodSync(join(root, 'tools/u'), 0o755);
    expect(messages.map(({ level, file }) => `${level} ${file}`)).toEqual(
      expect.arrayContaining(['error tools/u/tool.meta.json', 'error tools/u/tool.sh', 'warning tools/t/tool.sh']),
    );
    expect(messages.find(({ file }) => file === 'tools/u')?.message).toContain('it cannot be looked at (EACCES)');
    for (const { hint } of messages) expect(hint).toMatch(/\w/);
  });

  it('says what would keep a server from starting', async () => {
    const settings = { MCPBASH_TOOL_ENV_MODE: 'inherit', MCPBASH_ROOTS: '/nowhere', MCPBASH_MAX_TIMEOUT_SECS: 'x' };
    const { validation } = await validated(tool({}), { env: { ...env, ...settings } });
    expect([validation.errors, validation.warnings]).toEqual([2, 1]);
    for (const name of Object.keys(settings)) expect(JSON.stringify(validation.messages)).toContain(name);
  });

  it('says when a list is too large to be served', async () => {
    const { validation } = await validated(tool({}), {
      env: { ...env, MCPBASH_REGISTRY_MAX_BYTES: '10' } as typeof env,
    });
    expect(validation.messages).toMatchObject([{ level: 'error', section: 'tools', file: 'tools' }]);
  });

  it('explains defaults, and has them in any case', async () => {
    const root = folders.make({ 'tools/t/tool.sh!': '#!/bin/sh\n', VERSION: '1.2.3\n' });
    const { defaults, messages } = await validateProject(locateProject(root, env), {
      ...options,
      explainDefaults: true,
    });
    expect(defaults).toMatchObject({ version: '1.2.3' });
    expect(messages.filter(({ level }) => level === 'info').map(({ message }) => message.split(' ')[0])).toEqual([
      'name',
      'title',
      'version',
    ]);
  });

  it('mends modes when asked, and nothing else', async () => {
    const root = folders.make({
      ...marker,
      'tools/t/tool.sh': '#!/bin/sh\n',
      'tools/t/tool.meta.json': '{"description": "d"}',
    });
    const script = join(root, 'tools/t/tool.sh');
    chmodSync(join(root, 'server.d/server.meta.json'), 0o664);
    chmodSync(join(root, 'tools/t'), 0o777);
    const project = locateProject(root, env);
    const before = await validateProject(project, options);
    expect(before).toMatchObject({ errors: 1, fixesApplied: 0 });
    expect(statSync(script).mode & 0o777).toBe(0o644);
    const after = await validateProject(project, { ...options, fix: true });
    expect(after).toMatchObject({ errors: 0, warnings: 0, fixesApplied: 3, messages: [] });
    expect(statSync(script).mode & 0o777).toBe(0o755);
    expect(statSync(join(root, 'tools/t')).mode & 0o777).toBe(0o755);
  });
});
