import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Files, putFiles, TestFolders } from '../../test/support/folders.js';
import { locateProject } from '../locate/locate.js';
import { folderSettings } from '../project/settings.js';
import { buildContents } from './build.js';
import { refreshRegistry } from './refresh.js';
import { registryStatus } from './registry-files.js';

const folders = new TestFolders();
afterAll(() => folders.removeAll());
const script = '#!/bin/sh\necho hi\n';
const files: Files = {
  'tools/a/tool.sh!': script,
  'tools/a/tool.meta.json':
    '{"name":"a.b","description":"d","timeoutSecs":3,"icons":[{"src":"i.svg"}],"_meta":{"k":1}}',
  'tools/a/i.svg': '<svg/>',
  'tools/m/tool.mjs': 'export default () => 1',
  'resources/r.txt': 'x',
  'resources/alone.meta.json': '{"description":"d","uri":"echo://x"}',
  'resources/t.meta.json': '{"description":"d","uriTemplate":"a:{b}"}',
  'prompts/p.txt': 'x',
  'prompts/p.meta.json': '{"description":"d","arguments":[{"name":"q","required":true}]}',
};

function place(env: Record<string, string> = {}) {
  const root = folders.make(files);
  const project = locateProject(root, {});
  const settings = folderSettings(env, () => {});
  return { root, project, settings, build: () => buildContents(project, settings) };
}

const names = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);

it('gives the same hashes for the same content, and another one for the kind that changed', async () => {
  const { root, build } = place();
  const [first, second] = [await build(), await build()];
  expect(second.lists).toEqual(first.lists);
  expect(second.fingerprint).toBe(first.fingerprint);
  writeFileSync(join(root, 'tools/a/tool.meta.json'), '{"name":"a.b","description":"other"}');
  const third = await build();
  expect(third.lists.tools.hash).not.toBe(first.lists.tools.hash);
  expect(third.lists.prompts).toEqual(first.lists.prompts);
});

it('changes the fingerprint, but no list, for what is not listed', async () => {
  const { root, build } = place();
  const first = await build();
  putFiles(root, { 'tools/m/tool.meta.json': '{"timeoutSecs":9}' });
  const second = await build();
  expect(second.lists).toEqual(first.lists);
  expect(second.fingerprint).not.toBe(first.fingerprint);
});

it('fails when a list is larger than it may be', async () => {
  const { project, build } = place();
  const { bytes } = (await build()).lists.tools;
  const settings = (limit: number) => folderSettings({ MCPBASH_REGISTRY_MAX_BYTES: String(limit) }, () => {});
  await expect(buildContents(project, settings(bytes))).resolves.toBeDefined();
  await expect(buildContents(project, settings(bytes - 1))).rejects.toThrow('MCPBASH_REGISTRY_MAX_BYTES');
});

it('loads from registry files what a scan would find, item by item, until a refresh sees more', async () => {
  const { root, project, settings, build } = place();
  const found = await build();
  expect(await refreshRegistry(project, settings)).toEqual({
    tools: { status: 'ok', count: 2, error: null },
    resources: { status: 'ok', count: 2, error: null },
    templates: { status: 'ok', count: 1, error: null },
    prompts: { status: 'ok', count: 1, error: null },
  });
  const fixed = folderSettings({ MCPBASH_STATIC_REGISTRY: '1' }, () => {});
  const loaded = await buildContents(project, fixed);
  expect(loaded.isFromRegistry).toBe(true);
  const { diagnostics: _found, ...expected } = found.contents;
  expect(loaded.contents).toMatchObject(expected);
  expect(loaded.lists).toEqual(found.lists);

  putFiles(root, { 'tools/later/tool.sh!': script });
  expect(names((await buildContents(project, fixed)).contents.tools)).toEqual(['a_b', 'm']);
  await refreshRegistry(project, settings);
  expect(names((await buildContents(project, fixed)).contents.tools)).toEqual(['a_b', 'later', 'm']);
});

it('scans when a registry file is missing, spoiled, or of another format, and holds paths against the same rules', async () => {
  const fixed = folderSettings({ MCPBASH_STATIC_REGISTRY: '1' }, () => {});
  const file = 'tools.json';
  const spoil: readonly ((path: string) => void)[] = [
    path => rmSync(path),
    path => writeFileSync(path, '{'),
    path => writeFileSync(path, readFileSync(path, 'utf8').replace('a.b', 'b.a')),
    path => writeFileSync(path, readFileSync(path, 'utf8').replace('"format_version":1', '"format_version":2')),
  ];
  const { root, project, settings } = place();
  for (const change of spoil) {
    await refreshRegistry(project, settings);
    change(join(root, '.registry', file));
    expect(await buildContents(project, fixed)).toMatchObject({ isFromRegistry: false });
  }
  await refreshRegistry(project, settings);
  rmSync(join(root, 'tools/a/tool.sh'));
  const loaded = await buildContents(project, fixed);
  expect([loaded.isFromRegistry, names(loaded.contents.tools)]).toEqual([true, ['m']]);
});

it('reports a list over the cap as failed and writes the others, nothing but whole files', async () => {
  const { root, project, build } = place();
  const limit = (await build()).lists.tools.bytes - 1;
  const settings = folderSettings({ MCPBASH_REGISTRY_MAX_BYTES: String(limit) }, () => {});
  const result = await refreshRegistry(project, settings);
  expect(result.tools).toMatchObject({ status: 'failed', error: expect.stringContaining(`${limit} bytes`) as string });
  expect(result.prompts.status).toBe('ok');
  expect(readdirSync(join(root, '.registry')).sort()).toEqual([
    'prompts.json',
    'resource-templates.json',
    'resources.json',
  ]);
});

it('skips what a filter leaves alone, writes nothing when told so, and knows what is there', async () => {
  const { root, project, settings } = place();
  expect((await registryStatus(project, settings)).tools).toMatchObject({ status: 'missing', count: null });
  await refreshRegistry(project, settings, { write: false });
  expect(readdirSync(root)).not.toContain('.registry');
  expect(await refreshRegistry(project, settings, { filter: 'tools/a' })).toMatchObject({
    tools: { status: 'ok', count: 1 },
    resources: { status: 'skipped' },
    prompts: { status: 'skipped' },
  });
  const path = join(root, '.registry/tools.json');
  const written = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  expect(Object.keys(written)).toEqual(['format_version', 'version', 'generatedAt', 'items', 'hash', 'total']);
  expect(await registryStatus(project, settings)).toMatchObject({
    tools: { status: 'present', path, count: 2, hash: written.hash, mtime: Math.floor(statSync(path).mtimeMs / 1000) },
    prompts: { status: 'missing' },
  });
});

it('fails every list when the project cannot be read', async () => {
  const { root, project, settings } = place();
  rmSync(root, { recursive: true });
  const { tools, prompts } = await refreshRegistry(project, settings);
  expect([tools.status, prompts.status]).toEqual(['failed', 'failed']);
});
