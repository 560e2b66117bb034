import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { asNobody } from '../../../test/support/as-nobody.js';
import { TestFolders } from '../../../test/support/folders.js';
import { locateProject } from '../../locate/locate.js';
import { CannotMake } from './made-files.js';
import { makeContent, makeProject, makeTest } from './make.js';
import { nameFault } from './names.js';
import { toolLanguages } from './tool-files.js';

const folders = new TestFolders();
afterAll(() => folders.removeAll());

const options = { hello: true, readme: true };
const read = (root: string, name: string) => readFileSync(join(root, name), 'utf8');

describe('a new project', () => {
  it('is made once: the second time everything is skipped and stays as it is', async () => {
    const path = join(folders.make({}), 'new', 'place');
    const first = await makeProject(path, { ...options, name: 'weather' });
    expect(first).toMatchObject({ skipped: [], updated: [] });
    expect(JSON.parse(read(path, 'server.d/server.meta.json'))).toMatchObject({ name: 'weather', version: '0.1.0' });
    expect(statSync(join(path, 'tools/hello/tool.sh')).mode & 0o111).toBe(0o111);
    writeFileSync(join(path, 'tools/hello/tool.sh'), 'mine');
    const second = await makeProject(path, options);
    expect(second).toEqual({ ...first, created: [], skipped: expect.arrayContaining([...first.created]) });
    expect(read(path, 'tools/hello/tool.sh')).toBe('mine');
  });

  it('has each line of .gitignore once, and keeps those that were there', async () => {
    const root = folders.make({ '.gitignore': 'mine\nnode_modules/' });
    expect((await makeProject(root, options)).updated).toEqual(['.gitignore']);
    expect(read(root, '.gitignore')).toBe('mine\nnode_modules/\n.registry/\n__pycache__/\n');
    expect((await makeProject(root, options)).skipped).toContain('.gitignore');
    expect(
      read(root, '.gitignore')
        .split('\n')
        .filter(line => line === '.registry/'),
    ).toHaveLength(1);
  });

  it('leaves a hello that somebody wrote in another language alone', async () => {
    const root = folders.make({ 'tools/hello/tool.py!': '#!/usr/bin/env python3\n' });
    await makeProject(root, options);
    expect(readdirSync(join(root, 'tools/hello'))).toEqual(['tool.py']);
  });

  it('has a README that speaks of the tool that greets only where there is one', async () => {
    const readme = async (hello: boolean) =>
      read((await makeProject(folders.make({}), { ...options, hello })).projectRoot, 'README.md');
    expect([await readme(true), await readme(false)]).toEqual([
      expect.stringContaining('mcp run-tool hello'),
      expect.not.stringContaining('hello'),
    ]);
  });

  it('is not made where a file is', async () => {
    const root = folders.make({ file: '' });
    await expect(makeProject(join(root, 'file'), options)).rejects.toThrow(CannotMake);
  });

  it.each([
    ['server.d', 'server.d/server.meta.json'],
    ['tools', 'tools/hello/tool.sh'],
  ])('is not taken for made where a file is in the place of %s', async (file, first) => {
    await expect(makeProject(folders.make({ [file]: '' }), options)).rejects.toMatchObject({
      message: `${first} cannot be written (a file is in the place of its folder)`,
      hint: expect.stringContaining('folder'),
    });
  });

  it('says what is needed where nothing may be written', async () => {
    const root = folders.make({});
    chmodSync(root, 0o555);
    await expect(asNobody(() => makeProject(root, options))).rejects.toMatchObject({
      message: 'server.d/server.meta.json cannot be written (EACCES)',
      hint: 'Let its folder be one that you may write to',
    });
  });

  it.runIf(process.platform === 'linux')('is not made, nor waited for, where no folder can be made', async () => {
    await expect(makeProject('/proc/nothing', options)).rejects.toThrow('cannot be made a project (ENOENT)');
  });
});

describe('new content', () => {
  const project = (files = {}) => locateProject(folders.make({ 'server.d/server.meta.json': '{}', ...files }), {});

  it.each(toolLanguages)('a tool in %s has an entry, metadata, README and test', async language => {
    const { created } = await makeContent(project(), 'tool', 'greet', language);
    expect(created.map(path => path.replace(/\.\w+$/, ''))).toEqual(
      ['tool', 'tool.meta', 'README', 'smoke'].map(name => `tools/greet/${name}`),
    );
  });

  it.each(toolLanguages)('a README says how a tool in %s is called', async language => {
    const own = project();
    await makeContent(own, 'tool', 'greet', language);
    const isModule = ['js', 'ts'].includes(language);
    expect(read(own.tools, 'greet/README.md')).toContain(isModule ? 'parameter of the function' : 'standard input');
  });

  it('puts no second file that could be what runs beside the first', async () => {
    const own = project({ 'tools/greet/tool.sh!': '#!/bin/sh\n' });
    await expect(makeContent(own, 'tool', 'greet', 'python')).rejects.toThrow('tools/greet/tool.sh is there already');
    expect(readdirSync(join(own.tools, 'greet'))).toEqual(['tool.sh']);
  });

  it('is not made behind a link, where nothing is ever looked for', async () => {
    const elsewhere = folders.make({});
    const own = project();
    symlinkSync(elsewhere, own.prompts);
    await expect(makeContent(own, 'prompt', 'greet')).rejects.toThrow('behind a symbolic link');
    expect(readdirSync(join(elsewhere, 'greet'))).toEqual([]);
  });

  it('is not made in a bare folder, whose tools would vanish', async () => {
    const bare = locateProject(folders.make({ 'run.sh!': '#!/bin/sh\n' }), {});
    await expect(makeContent(bare, 'tool', 'greet')).rejects.toThrow('folder of executables');
  });

  it('registers a completion, and keeps what was registered', async () => {
    const own = project({ 'server.d/register.json': '{"version": 1, "tools": null, "_meta": {"a": 1}}' });
    expect(await makeContent(own, 'completion', 'city')).toMatchObject({
      created: ['completions/city.sh'],
      updated: ['server.d/register.json'],
    });
    expect(JSON.parse(read(own.server, 'register.json'))).toEqual({
      version: 1,
      tools: null,
      _meta: { a: 1 },
      completions: [{ name: 'city', path: 'completions/city.sh' }],
    });
    expect((await makeContent(own, 'completion', 'city')).skipped).toContain('server.d/register.json');
  });

  it.each([
    ['a register.json that is broken', { 'server.d/register.json': '{' }, 'not valid JSON'],
    ['a register.json that is refused', { 'server.d/register.json': '{"version": 2}' }, 'version must be 1'],
    ['a register.sh', { 'server.d/register.sh': '' }, 'register.sh registers'],
  ])('makes no completion beside %s', async (_, files, reason) => {
    const own = project(files);
    await expect(makeContent(own, 'completion', 'city')).rejects.toThrow(reason);
    expect(existsSync(own.completions)).toBe(false);
  });

  it('has names that are published as they are', () => {
    for (const name of ['a', 'get-it_2', 'A'.repeat(64)]) expect(nameFault('tool', name)).toBeUndefined();
    for (const name of ['', 'a.b', '../x', 'a/b', 'A'.repeat(65), 'lib', 'tests', '-\n'])
      expect(nameFault('tool', name), name).toMatch(/expected/);
    for (const name of ['README', 'LICENSE-2']) expect(nameFault('prompt', name)).toMatch(/expected/);
    expect([nameFault('provider', 'notes'), nameFault('project', 'a.b')]).toEqual([undefined, undefined]);
    for (const name of ['Notes', 'smoke', '1x']) expect(nameFault('provider', name), name).toMatch(/expected/);
    for (const name of ['..', '.x', 'a/b']) expect(nameFault('project', name), name).toMatch(/expected/);
  });
});

describe.runIf(process.platform !== 'win32')('the tests', () => {
  const run = (script: string, cwd: string, env: Record<string, string>) => {
    const { status, stdout, stderr } = spawnSync('sh', [script], { cwd, encoding: 'utf8', env: { PATH, ...env } });
    return { status, stdout, stderr };
  };
  const PATH = process.env.PATH ?? '';

  it.each(['test/run.sh', 'tools/hello/smoke.sh'])(
    'say in one sentence that there is no command to run them: %s',
    async script => {
      const { projectRoot } = await makeProject(folders.make({}), options);
      await makeTest(locateProject(projectRoot, {}));
      const missing = run(script, projectRoot, { MCP: 'no-such-mcp' });
      expect(missing).toMatchObject({ status: 127, stdout: '' });
      expect(missing.stderr).toBe(
        `${script}: there is no command no-such-mcp; put it on the PATH, or say where it is: MCP=/path/to/mcp ${script}\n`,
      );
    },
  );

  it('find the project and its tools wherever those are, and whatever a shell is set to', async () => {
    const { projectRoot } = await makeProject(folders.make({ 'mcp!': '#!/bin/sh\necho "$*"\n' }), options);
    const tools = 'my $tools';
    const own = locateProject(projectRoot, { MCPBASH_TOOLS_DIR: tools });
    await makeContent(own, 'tool', 'greet');
    await makeTest(own);
    const env = {
      MCP: join(projectRoot, 'mcp'),
      CDPATH: folders.make({ 'test/run.sh': '', [`${tools}/greet/x`]: '' }),
    };
    expect(run('test/run.sh', projectRoot, env).stdout).toMatch(
      `validate --strict --project-root ${projectRoot}\n# ${tools}/greet/smoke.sh\n`,
    );
    expect(run(`${tools}/greet/smoke.sh`, projectRoot, env).stdout).toContain(`--project-root ${projectRoot}\n`);
  });
});

it('gives folders that only their owner writes, whatever the mask', async () => {
  const mask = process.umask(0);
  try {
    const root = join(folders.make({}), 'open');
    await makeProject(root, options);
    for (const name of ['', 'server.d', 'server.d/server.meta.json', 'tools/hello', 'tools/hello/tool.sh'])
      expect([name, statSync(join(root, name)).mode & 0o022]).toEqual([name, 0]);
  } finally {
    process.umask(mask);
  }
});
