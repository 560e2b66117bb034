import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../test/support/projects.js';
import { defineTool, ToolError, testTool } from './tool.js';

const project = makeProject({
  'server.d/server.meta.json': '{"name":"test"}',
  'tools/greet/tool.sh!': `#!/bin/sh
. "$MCP_SDK/tool-sdk.sh"
mcp_progress 1 working 2
mcp_log_info greet hello
case $(mcp_args_get '.do' --default greet) in
  fail) mcp_fail 42 mine '{"a":1}' ;;
  exit) echo complaint >&2; exit 7 ;;
  ask) mcp_elicit_string 'Name?' name ;;
  roots) mcp_roots_list ;;
  *) mcp_result_success "$(mcp_json_obj greeting "Hello $(mcp_args_get '.name' --default World)")" ;;
esac
`,
  'tools/greet/tool.meta.json': JSON.stringify({
    inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
  }),
  'tools/module/tool.mjs': `
import { defineTool, ToolError, error } from '@concord/folder/tool';
export default defineTool({
  name: 'module', description: 'A module',
  inputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
  run: async ({ n }, context) => {
    if (n === 0) throw new ToolError(-32602, 'not 0');
    if (n === 1) return error('not_found', 'none', { hint: 'look' });
    return { n, answer: await context.elicit('How many?', { type: 'object' }) };
  },
});
`,
  'tools/broken/tool.mjs': 'export default 5;',
});
const greet = join(project.tools, 'greet/tool.sh');
const leftBehind = () =>
  readdirSync(tmpdir()).filter(name => name.startsWith('concord-run-') && name.includes(`-${process.pid}-`));

describe('testTool', () => {
  it('calls an executable by its file or its folder', async () => {
    expect(await testTool(greet)).toMatchObject({
      ok: true,
      exitCode: 0,
      text: '{"success":true,"result":{"greeting":"Hello World"}}',
      data: { success: true, result: { greeting: 'Hello World' } },
      progress: [{ progress: 1, total: 2, message: 'working' }],
      logs: [{ level: 'info', logger: expect.stringContaining('greet'), data: 'hello' }],
    });
    expect(await testTool(join(project.tools, 'greet'), { name: 'Ann' })).toMatchObject({
      data: { result: { greeting: 'Hello Ann' } },
    });
  });

  it('leaves nothing behind', async () => {
    await Promise.all([testTool(greet), testTool(greet, { do: 'exit' })]);
    expect(leftBehind()).toEqual([]);
  });

  it('shows how a call failed', async () => {
    expect(await testTool(greet, { do: 'fail' })).toMatchObject({
      ok: false,
      text: 'mine',
      error: { code: 42, message: 'mine', data: { a: 1 } },
    });
    expect(await testTool(greet, { do: 'exit' })).toMatchObject({
      ok: false,
      exitCode: 7,
      text: 'complaint\nexit code 7',
      stderr: 'complaint\n',
    });
    expect(await testTool(greet, { name: 5 })).toMatchObject({ ok: false, text: expect.stringContaining('/name') });
  });

  it('answers what a tool asks, and gives it roots', async () => {
    const questions: unknown[] = [];
    const elicit = (question: unknown) => {
      questions.push(question);
      return { action: 'accept', content: { name: 'Ann' } } as const;
    };
    expect(await testTool(greet, { do: 'ask' }, { elicit })).toMatchObject({
      data: { action: 'accept', content: { name: 'Ann' } },
    });
    expect(questions).toMatchObject([{ message: 'Name?', schema: { type: 'object' } }]);
    expect(await testTool(greet, { do: 'ask' })).toMatchObject({ data: { action: 'decline' } });
    expect(await testTool(greet, { do: 'roots' }, { roots: [project.tools] })).toMatchObject({ text: project.tools });
  });

  it('calls a module by its file, in a thread of its own', async () => {
    const file = join(project.tools, 'module/tool.mjs');
    const elicit = { action: 'accept', content: { n: 1 } } as const;
    expect(await testTool(file, { n: 2 }, { elicit })).toMatchObject({ ok: true, data: { n: 2, answer: elicit } });
    expect(await testTool(file, { n: 0 })).toMatchObject({ error: { code: -32602, message: 'not 0' } });
    expect(await testTool(file, { n: 1 })).toMatchObject({
      ok: false,
      data: { error: { type: 'not_found', hint: 'look' } },
    });
    expect(await testTool(file, {})).toMatchObject({ ok: false, text: expect.stringContaining('n') });
  });

  it('calls what a module exports, in this thread', async () => {
    const tool = defineTool({
      name: 'here',
      inputSchema: { type: 'object', properties: { n: { type: 'integer' } } },
      outputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
      run: async ({ n = 0 }, context) => {
        context.progress(n);
        context.log('info', 'x');
        if (n === 0) throw new ToolError(1, 'no');
        if (n === 1) throw new Error('worse');
        if (n === 2) return { n: 'two' } as never;
        return { n: (await context.elicit('?', {})).action === 'decline' ? n : 0 };
      },
    });
    expect(await testTool(tool, { n: 3 })).toMatchObject({
      ok: true,
      data: { n: 3 },
      progress: [{ progress: 3 }],
      logs: [{ data: 'x' }],
    });
    expect(await testTool(tool)).toMatchObject({ error: { code: 1, message: 'no' } });
    expect(await testTool(tool, { n: 1 })).toMatchObject({ ok: false, text: 'worse', exitCode: 1 });
    expect(await testTool(tool, { n: 2 })).toMatchObject({ ok: false, text: expect.stringContaining('/n') });
    expect(await testTool(tool, { n: 'x' })).toMatchObject({ ok: false });
    expect(await testTool((args: { a: number }) => args.a + 1, { a: 1 })).toMatchObject({ text: '2' });
  });

  it('says why something is no tool', async () => {
    await expect(testTool(join(project.tools, 'broken/tool.mjs'))).rejects.toThrow(
      /is no tool of the project.*neither a function/s,
    );
    await expect(testTool(join(project.root, 'server.d/server.meta.json'))).rejects.toThrow(
      /is no tool|lies in no project/,
    );
    await expect(testTool(5 as never)).rejects.toThrow('default export');
  });
});
