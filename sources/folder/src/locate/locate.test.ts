import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { asNobody } from '../../test/support/as-nobody.js';
import { projectAt, TestFolders } from '../../test/support/folders.js';
import { findProject, locateProject, NoProject } from './locate.js';

const folders = new TestFolders();
afterAll(() => folders.removeAll());

it('takes a folder with the marker, or with a content folder, for a project', () => {
  for (const file of ['server.d/server.meta.json', 'tools/x/tool.sh', 'resources/a.txt', 'prompts/a.txt']) {
    const root = folders.make({ [file]: '{}' });
    expect(locateProject(root, {}), file).toEqual(projectAt(root));
  }
});

it('takes a folder of executables for a bare one, whose tools are its own files', () => {
  const root = folders.make({ 'hello.sh!': '#!/bin/sh\n', 'README.md': '' });
  expect(locateProject(root, {})).toMatchObject({ root, isBare: true, tools: root });
});

it('refuses anything else with a hint at mcp init', () => {
  const root = folders.make({ 'notes.txt': '', 'README.md!': '', '.hidden.sh!': '', 'lib/x.sh!': '' });
  symlinkSync('/usr', join(root, 'tools'));
  for (const path of [root, join(root, 'notes.txt'), join(root, 'missing')]) {
    expect(() => locateProject(path, {})).toThrow(NoProject);
    expect(() => locateProject(path, {})).toThrow('mcp init');
  }
});

it('takes a file in the place of server.d for the lack of one', () => {
  const root = folders.make({ 'server.d': '', 'tools/x/tool.sh': '' });
  expect(locateProject(root, {})).toEqual(projectAt(root));
  expect(() => locateProject(folders.make({ 'server.d': '' }), {})).toThrow('mcp init');
});

it('refuses a project that nobody can look into, whose policy may be there, and says what to do', async () => {
  const root = folders.make({ 'server.d/policy.sh': '', 'tools/x/tool.sh': '' });
  const refused = { message: `${root}/server.d/server.meta.json cannot be looked at (EACCES)` };
  chmodSync(root, 0o755);
  chmodSync(join(root, 'server.d'), 0o600);
  const look = () => asNobody(() => locateProject(root, {}));
  await expect(look()).rejects.toMatchObject({ ...refused, hint: `chmod u+rx ${root}/server.d` });
  const circle = folders.make({ 'tools/x/tool.sh': '' });
  symlinkSync('server.d', join(circle, 'server.d'));
  expect(() => locateProject(circle, {})).toThrow(NoProject);
  expect(() => locateProject(circle, {})).toThrow('cannot be looked at (ELOOP)');
});

it('gives the canonical path of a project that is reached through a link', () => {
  const root = folders.make({ 'tools/x/tool.sh!': '' });
  const link = `${root}-link`;
  symlinkSync(root, link);
  try {
    expect(locateProject(link, {}).tools).toBe(join(root, 'tools'));
  } finally {
    rmSync(link);
  }
});

it('moves parts where the environment says so, relative ones below the root', () => {
  const elsewhere = folders.make({ 'x/tool.sh!': '' });
  const root = folders.make({ 'server.d/server.meta.json': '{}' });
  const env = { MCPBASH_TOOLS_DIR: elsewhere, MCPBASH_PROMPTS_DIR: 'texts', MCPBASH_RESOURCES_DIR: '' };
  expect(locateProject(root, env)).toMatchObject({
    tools: elsewhere,
    prompts: join(root, 'texts'),
    resources: join(root, 'resources'),
  });
});

it('says which variable moves a part to where no folder is', () => {
  const root = folders.make({ 'tools/x/tool.sh!': '' });
  for (const variable of ['MCPBASH_SERVER_DIR', 'MCPBASH_TOOLS_DIR']) {
    expect(() => locateProject(root, { [variable]: 'missing' })).toThrow(`${variable} names missing`);
  }
});

it('finds the project of a command by flag, by variable, and by the nearest parent with the marker', () => {
  const outer = folders.make({ 'server.d/server.meta.json': '{}', 'inner/server.d/server.meta.json': '{}' });
  const inner = join(outer, 'inner');
  const deep = join(inner, 'a', 'b');
  mkdirSync(deep, { recursive: true });
  const env = { MCPBASH_PROJECT_ROOT: outer };
  expect(findProject({ cwd: deep, env: {} }).root).toBe(inner);
  expect(findProject({ cwd: deep, env }).root).toBe(outer);
  expect(findProject({ cwd: outer, projectRoot: basename(inner), env }).root).toBe(inner);
});

it('says what is wrong with a variable that names nothing, and when there is no marker above', () => {
  const cwd = folders.make({ 'a.txt': '' });
  expect(() => findProject({ cwd, env: { MCPBASH_PROJECT_ROOT: join(cwd, 'missing') } })).toThrow(
    'MCPBASH_PROJECT_ROOT',
  );
  expect(() => findProject({ cwd, env: {} })).toThrow('--project-root');
});
