import type { JsonObject } from '@concord/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { addFiles, executables, itemAt, makeProject, TestRun } from '../../test/support/projects.js';
import { sdk } from '../../test/support/shells.js';
import { runWarm } from '../run/warm/run-warm.js';
import { WarmPool } from '../run/warm/warm-pool.js';

const project = makeProject({});
const context = new TestRun(project, { MCP_SDK: sdk, MCPBASH_PROJECT_ROOT: project.root });
const pools: WarmPool[] = [];
afterAll(() => Promise.all(pools.map(pool => pool.close())));

let count = 0;
const begin = `#!${process.execPath}\nimport(process.env.MCP_SDK + '/tool.mjs').then(async tool => {\n`;

function program(body: string, more: object = {}) {
  const folder = `t${count++}`;
  addFiles(project.root, { [`tools/${folder}/tool!`]: `${begin}${body}\n});\n` });
  return itemAt(project, `tools/${folder}/tool`, more);
}

/** An answer to every question. */
const answering = (content: JsonObject) => ({
  canElicit: true,
  onAsk: async (questions: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.keys(questions).map(key => [key, { action: 'accept', content }])),
});

describe('a program in Node', () => {
  it('learns what it is called with, and reports while it runs', async () => {
    const item = program(`
      tool.progress(1, 2, 'half');
      tool.log('info', { a: 1 });
      const answer = await tool.elicitChoice('Which?', { a: 'A' });
      console.log(JSON.stringify(tool.json({ args: tool.args(), meta: tool.meta(), root: tool.roots()[0].path, cancelled: tool.isCancelled(),
        path: tool.requirePath('tools'), answer })));`);
    const progress: object[] = [];
    const logs: object[] = [];
    const { outcome } = await context.call(
      item,
      executables(context),
      { x: 'é' },
      {
        meta: { progressToken: 1, m: 2 },
        onProgress: each => progress.push(each),
        onLog: each => logs.push(each),
        ...answering({ choice: 'a' }),
      },
    );
    expect(outcome).toMatchObject({
      ok: true,
      data: {
        args: { x: 'é' },
        meta: { m: 2 },
        root: project.root,
        cancelled: false,
        path: project.tools,
        answer: { action: 'accept', content: { choice: 'a' } },
      },
    });
    expect(progress).toEqual([{ progress: 1, total: 2, message: 'half' }]);
    expect(logs).toMatchObject([{ level: 'info', data: { a: 1 } }]);
  });

  it('is declined where nobody can be asked, and reads arguments from a file', async () => {
    const item = program(`console.log(JSON.stringify([await tool.elicitConfirm('Sure?'), tool.args().long.length]));`);
    const { outcome } = await context.call(item, executables(context), { long: 'x'.repeat(70_000) });
    expect(outcome.data).toEqual([{ action: 'decline', content: null }, 70_000]);
  });

  it('fails with an error of its own', async () => {
    const { outcome } = await context.call(
      program(`tool.fail(42, 'mine', { a: 1 }); console.log('on');`),
      executables(context),
    );
    expect(outcome).toMatchObject({ ok: false, problems: [{ message: 'mine', rpc: { code: 42, data: { a: 1 } } }] });
  });
});

describe('a warm program in Node', () => {
  const item = program(
    `tool.serve(async (args, context) => {
      console.log('to stderr');
      switch (args.do) {
        case 'fail': throw new Error('no good');
        case 'error': throw new tool.ToolError(7, 'mine', { a: 1 });
        case 'odd': return () => {};
        case 'nothing': return;
        case 'wait': return new Promise(resolve => context.signal.addEventListener('abort', () => resolve('stopped')));
        case 'ask': return Promise.all([context.elicit('a', { type: 'object' }), context.elicitUrl('b', 'https://x/')]);
      }
      context.progress(1, 2, 'm');
      context.log('notice', 'x');
      return { pid: process.pid, name: context.name, root: context.roots[0].path, projectRoot: context.projectRoot, meta: context.meta };
    });`,
    { mode: 'persistent', name: 'warm' },
  );
  const pool = new WarmPool(item, context);
  pools.push(pool);
  const call = async (args = {}, request = {}) =>
    (await context.call(item, (each, given, made) => runWarm(each, given, made, context, pool), args, request)).outcome;

  it('serves many calls, and says how each ended', async () => {
    const progress: object[] = [];
    const first = await call({}, { meta: { m: 1 }, onProgress: (each: object) => progress.push(each) });
    expect(first).toMatchObject({
      ok: true,
      data: { name: 'warm', root: project.root, projectRoot: project.root, meta: { m: 1 } },
      meta: { stderr: 'to stderr\n' },
    });
    expect(progress).toEqual([{ progress: 1, total: 2, message: 'm' }]);
    expect(await call({ do: 'fail' })).toMatchObject({
      ok: false,
      exitCode: 1,
      result: { content: [{ text: 'no good' }, { text: 'exit code 1\nto stderr' }] },
    });
    expect(await call({ do: 'error' })).toMatchObject({
      problems: [{ message: 'mine', rpc: { code: 7, data: { a: 1 } } }],
    });
    expect(await call({ do: 'odd' })).toMatchObject({
      ok: false,
      result: { content: [{ text: 'The result is not JSON' }, { text: 'exit code 1\nto stderr' }] },
    });
    expect(await call({ do: 'nothing' })).toMatchObject({ ok: true, text: '' });
    expect(await call({ do: 'ask' }, answering({ n: 1 }))).toMatchObject({
      data: Array.from({ length: 2 }, () => ({ action: 'accept', content: { n: 1 } })),
    });
    expect(await call({ do: 'wait' }, { timeoutMs: 300 })).toMatchObject({
      ok: false,
      problems: [{ kind: 'timeout' }],
    });
    expect((await call()).data).toMatchObject({ pid: (first.data as { pid: number }).pid });
  });
});
