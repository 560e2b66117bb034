import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { command } from '../server/wire.js';
import { folderOf, projectOf, shellTool } from './project.js';
import { it } from './routed-wire.js';

/** A PATH without jq. */
const path = folderOf({});
for (const name of 'awk cat dash date env grep mkfifo mv node pwd readlink rm sed sh sleep tail tr wc'.split(' ')) {
  const found = spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).stdout.trim();
  if (found.startsWith('/')) symlinkSync(found, join(path, name));
}
const env = { PATH: path };

it('lets a shell tool do everything without jq', async ({ session }) => {
  const begin = '. "$MCP_SDK/tool-sdk.sh"\n';
  const source = projectOf({
    ...shellTool('greet', `${begin}printf 'Hello '; mcp_args_get '.name' --default World`),
    ...shellTool('plain', `${begin}mcp_result_success "{\\"first\\":\\"$(mcp_args_get '.list[0].x // "none"')\\"}"`),
    ...shellTool('filter', `${begin}mcp_args_get '.list | length'`),
    ...shellTool('strict', `${begin}count=$(mcp_args_int .count --min 1); mcp_emit_text "$count"`),
    ...shellTool('inside', `${begin}mcp_require_path .path`),
    ...shellTool(
      'cut',
      `${begin}mcp_json_truncate "$(mcp_args_get .list)" 5 | { read -r json; mcp_result_success "$json"; }`,
    ),
    ...shellTool(
      'watch',
      `${begin}mcp_run_with_progress --pattern '([0-9]+)%' --extract match1 -- sh -c 'echo 10% >&2; echo 90% >&2; echo done'`,
    ),
  });
  const wire = await session({ source, env });
  const textOf = async (name: string, args = {}) => (await wire.call(name, args)).result?.content?.[0]?.text;
  expect(await textOf('greet')).toBe('Hello World\n');
  expect(await textOf('greet', { name: 'Ann "B"' })).toBe('Hello Ann "B"\n');
  expect((await wire.call('plain', { list: [{ x: 'y' }] })).result).toMatchObject({
    structuredContent: { success: true, result: { first: 'y' } },
  });
  expect((await wire.call('plain', {})).result?.structuredContent).toMatchObject({ result: { first: 'none' } });
  expect((await wire.call('filter')).result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^The filter '.list \| length' needs jq/) }, { text: 'exit code 3' }],
  });
  expect((await wire.call('strict', { count: 0 })).error).toMatchObject({
    code: -32602,
    message: '.count must be >= 1',
  });
  expect(await textOf('inside', { path: 'tools/../server.d' })).toBe(join(source, 'server.d'));
  expect((await wire.call('inside', { path: '/etc' })).error).toMatchObject({ code: -32602 });
  expect((await wire.call('cut', { list: [1, 2, 3] })).result?.structuredContent).toEqual({
    success: true,
    result: { result: [1, 2], truncated: true, kept: 2, total: 3 },
  });
  const id = wire.start('tools/call', { name: 'watch', arguments: {}, _meta: { progressToken: 'p' } });
  expect((await wire.answer(id)).result).toMatchObject({ content: [{ text: 'done\n' }] });
  expect(wire.noticesOf('notifications/progress').map(each => each.params)).toEqual([
    { progressToken: 'p', progress: 10, message: '10%' },
    { progressToken: 'p', progress: 90, message: '90%' },
  ]);
});

it('gives modules and programs in Node their functions', async ({ session }) => {
  const source = projectOf({
    'tools/module/tool.mjs': `
      import { defineTool, download, testTool, ToolError } from '@concord/folder/tool';
      export default defineTool({
        name: 'module', description: 'A module',
        inputSchema: { type: 'object', properties: { tool: { type: 'string' } } },
        run: async ({ tool }, { projectRoot }) => {
          if (tool) return testTool(projectRoot + '/tools/' + tool, { n: 1 });
          await download('https://localhost/', { allow: ['localhost'] }).catch(({ type, message }) => { throw new ToolError(42, message, { type }); });
        },
      });`,
    ...shellTool('other', '. "$MCP_SDK/tool-sdk.sh"; mcp_emit_json "$(mcp_args_raw)"'),
    'tools/third/tool.mjs': `export default ({ n }) => ({ n: n + 1 });`,
    'tools/third/tool.meta.json': { description: 'third' },
    'tools/warm/tool.mjs!': `#!/usr/bin/env node
      const { serve } = await import(process.env.MCP_SDK + '/tool.mjs');
      serve(({ n }, { projectRoot }) => ({ n, pid: process.pid, projectRoot }));`,
    'tools/warm/tool.meta.json': { description: 'warm', mode: 'persistent' },
  });
  const wire = await session({ source });
  expect((await wire.request('tools/list')).result?.tools).toContainEqual(
    expect.objectContaining({ name: 'module', description: 'A module' }),
  );
  expect((await wire.call('module')).error).toMatchObject({ code: 42, data: { type: 'host_blocked' } });
  expect((await wire.call('module', { tool: 'other' })).result?.structuredContent).toMatchObject({
    ok: true,
    data: { n: 1 },
  });
  expect((await wire.call('module', { tool: 'third' })).result?.structuredContent).toMatchObject({
    ok: true,
    data: { n: 2 },
  });
  const warm = [await wire.call('warm', { n: 1 }), await wire.call('warm', { n: 2 })].map(
    each => each.result?.structuredContent,
  );
  expect(warm).toMatchObject([{ n: 1, projectRoot: source }, { n: 2 }]);
  expect(warm[0]?.pid).toBe(warm[1]?.pid);
});

it('keeps `mcp helper` out of sight, and says what it expects', () => {
  const home = join(path, 'home');
  mkdirSync(home);
  const mcp = (words: readonly string[], input = '') =>
    spawnSync(process.execPath, [command, ...words], {
      input,
      encoding: 'utf8',
      env: { PATH: path, HOME: home },
      cwd: home,
    });
  expect(mcp(['--help']).stdout).not.toContain('helper');
  expect(mcp(['helper', 'nope'])).toMatchObject({ status: 1, stderr: expect.stringContaining('json-truncate') });
  expect(mcp(['helper', 'download'], 'junk')).toMatchObject({ status: 1, stdout: '' });
  expect(mcp(['helper', 'extract-cli-error'], '["{\\"errors\\":[{\\"message\\":\\"bad\\"}]}","x","1"]').stdout).toBe(
    'bad',
  );
  const secret = '["{\\"key\\": hunter2","--env","CONFIG"]';
  const told = mcp(['helper', 'config-load'], secret);
  expect(told).toMatchObject({
    status: 1,
    stdout: '{}',
    stderr: expect.stringContaining('the variable CONFIG is not a JSON object'),
  });
  expect(told.stderr).not.toContain('hunter2');
  for (const [flags, type] of [
    [['--url', 'https://x.example/', '--out', 'o', '--alow', 'x.example'], 'invalid_params'],
    [['--url', 'https://x.example/', '--out', 'o', '--timeout', '61'], 'invalid_params'],
    [['--url', 'https://x.example/'], 'invalid_params'],
    [['--url', 'https://x.example/', '--out', 'o'], 'host_blocked'],
    [['--out', 'o'], 'invalid_url'],
  ] as const)
    expect({
      flags,
      answer: JSON.parse(mcp(['helper', 'download'], JSON.stringify(flags)).stdout) as unknown,
    }).toMatchObject({
      flags,
      answer: { success: false, error: { type } },
    });
});
