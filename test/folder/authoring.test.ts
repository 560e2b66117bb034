import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { runInProcess } from '../cli/in-process.js';
import { temporaryFolder } from '../support/engine.js';
import { folderOf, projectOf, shellTool } from './project.js';
import { it, type Message, type RoutedWire } from './routed-wire.js';

// What authors write and are told about, as their clients see it.

const home = temporaryFolder();
const mcp = (cwd: string, ...args: string[]) =>
  runInProcess(args, home, { cwd, env: { MCPBASH_TMP_ROOT: temporaryFolder() } });
const textOf = ({ result }: Message) => result?.content?.[0]?.text;
const names = async (wire: RoutedWire, kind: 'tools' | 'resources' | 'prompts') =>
  ((await wire.request(`${kind}/list`)).result![kind] as { name: string }[]).map(({ name }) => name);

describe('what the command line makes', () => {
  it('is served as it is', async ({ session }) => {
    const root = folderOf({});
    for (const words of [
      'init',
      'new prompt ask',
      'new resource facts',
      'new resource more-facts',
      'new completion ask',
    ])
      expect((await mcp(root, ...words.split(' '))).code, words).toBe(0);
    const languages = ['sh', 'bash', 'js', 'ts'];
    for (const language of languages)
      expect((await mcp(root, 'new', 'tool', `in-${language}`, '--lang', language)).code).toBe(0);
    const wire = await session({ source: root });
    const tools = ['hello', ...languages.map(language => `in-${language}`)];
    expect(await names(wire, 'tools')).toEqual(tools.sort());
    for (const name of tools) {
      const said = await Promise.all([wire.call(name), wire.call(name, { name: 'Ada' })]);
      expect([name, ...said.map(each => textOf(each)?.trim())]).toEqual([name, 'Hello World', 'Hello Ada']);
    }
    const resources = (await wire.request('resources/list')).result!.resources as { uri: string; name: string }[];
    expect(resources.map(({ name }) => name)).toEqual(['facts', 'more-facts']);
    for (const { uri } of resources)
      expect((await wire.request('resources/read', { uri })).result).toMatchObject({
        contents: [{ text: expect.stringContaining('Facts.\n') }],
      });
    const prompt = await wire.request('prompts/get', { name: 'ask', arguments: { name: 'Ada' } });
    expect(JSON.stringify(prompt.result)).toContain('Ada');
    const ref = { type: 'ref/prompt', name: 'ask' };
    const completed = await wire.request('completion/complete', { ref, argument: { name: 'name', value: '' } });
    expect((completed.result!.completion as { values: string[] }).values.length).toBeGreaterThan(0);
  });
});

describe('what validate reports', () => {
  it('two tools of one name: the first is served, and both files are named', async ({ session }) => {
    const root = projectOf({
      ...shellTool('one', 'echo first', { name: 'same' }),
      ...shellTool('two', 'echo second', { name: 'same' }),
      ...shellTool('three', 'echo third'),
    });
    const wire = await session({ source: root });
    expect(await names(wire, 'tools')).toEqual(['same', 'three']);
    expect([textOf(await wire.call('same')), textOf(await wire.call('three'))]).toEqual(['first\n', 'third\n']);
    const { stdout } = await mcp(root, 'validate');
    expect(stdout).toMatch(/tools\/two\/.*tools\/one\/|tools\/one\/.*tools\/two\//);
  });

  it('broken metadata: it takes its own tool away, and file and line are given', async ({ session }) => {
    const root = projectOf({
      ...shellTool('well', 'echo fine'),
      'tools/broken/tool.sh!': '#!/bin/sh\necho never\n',
      'tools/broken/tool.meta.json': '{\n  "name": "broken",\n  "description":\n}\n',
    });
    const wire = await session({ source: root });
    expect(await names(wire, 'tools')).toEqual(['well']);
    expect(textOf(await wire.call('well'))).toBe('fine\n');
    const { code, stdout } = await mcp(root, 'validate');
    expect([code, stdout]).toEqual([1, expect.stringMatching(/tools\/broken\/tool\.meta\.json:[34]: /)]);
  });

  it('nothing about tools in Python, in Node without #!, and of a shell without the bit', async ({ session }) => {
    const root = projectOf({
      'tools/py/tool.py!': '#!/usr/bin/env python3\nprint("python")\n',
      'tools/py/tool.meta.json': { description: 'python' },
      'tools/node/tool.mjs': 'export default () => "node";\n',
      'tools/node/tool.meta.json': { description: 'node' },
      'tools/plain/tool.sh': 'echo plain\n',
      'tools/plain/tool.meta.json': { description: 'plain' },
    });
    const wire = await session({ source: root });
    const said = await Promise.all(['py', 'node', 'plain'].map(name => wire.call(name)));
    expect(said.map(each => textOf(each)?.trim())).toEqual(['python', 'node', 'plain']);
    expect((await mcp(root, 'validate')).code).toBe(0);
  });

  it('an env.sh, which the server never runs', async ({ session }) => {
    const root = projectOf({
      ...shellTool('shows', 'printf "%s" "$MCP_FROM_FILE"'),
      'server.d/env.sh!': 'export MCP_FROM_FILE=read\ntouch "$(dirname "$0")/ran" ran\n',
    });
    const wire = await session({ source: root });
    expect(textOf(await wire.call('shows'))).toBe('');
    expect(['ran', 'server.d/ran'].map(name => existsSync(join(root, name)))).toEqual([false, false]);
    expect((await mcp(root, 'validate')).stdout).toContain('mcp run-tool --with-server-env');
  });

  it('links that leave the project, each with its file', async () => {
    const root = projectOf(shellTool('well', 'echo fine'));
    symlinkSync('/etc/hostname', join(root, 'tools/well/linked.sh'));
    symlinkSync('/etc', join(root, 'tools/etc'));
    const { stdout } = await mcp(root, 'validate');
    expect(stdout).toContain('tools/well/linked.sh');
  });
});
