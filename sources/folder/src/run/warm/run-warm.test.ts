import { chmodSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { addFiles, itemAt, makeProject, TestRun } from '../../../test/support/projects.js';
import { runWarm } from './run-warm.js';
import { WarmPool } from './warm-pool.js';

const project = makeProject({});
const context = new TestRun(project, { MCPBASH_MAX_TOOL_OUTPUT_SIZE: '100000' });
const pools: WarmPool[] = [];
afterAll(() => Promise.all(pools.map(pool => pool.close())));

/** A program that answers by what its argument says. */
const program = `#!/usr/bin/env node
const say = line => process.stdout.write(JSON.stringify(line) + '\\n');
say({ ready: true });
let waiting;
require('node:readline').createInterface({ input: process.stdin }).on('line', text => {
  const { id, args = {}, cancel, elicitResult, meta, roots, timeoutMs } = JSON.parse(text);
  if (elicitResult) return say({ id: waiting, result: elicitResult });
  if (cancel) return args.deaf ? undefined : say({ id, result: 'stopped' });
  switch (args.do) {
    case 'die': process.stderr.write('dying\\n'); return process.exit(9);
    case 'kill': return process.kill(process.pid, 'SIGSEGV');
    case 'junk': return process.stdout.write('hello\\n');
    case 'other': return say({ id: 'another', result: 1 });
    case 'fail': return say({ id, exitCode: 4, stderr: 'no good', result: { a: 1 } });
    case 'error': return say({ id, error: { code: 42, message: 'mine', data: { a: 1 } } });
    case 'hang': return;
    case 'ask': waiting = id; return say({ id, elicit: { message: 'Name?', schema: { type: 'object' } } });
    case 'report': say({ id, progress: { progress: 1, total: 2 } }); say({ id, log: { level: 'info', data: 'x' } }); break;
    case 'endless': return void setInterval(() => process.stdout.write('x'.repeat(50000)), 1);
    case 'flood': return void setInterval(() => process.stderr.write('x'.repeat(50000)), 1);
  }
  say({ id, result: { pid: process.pid, args, meta, root: roots[0].path, timeoutMs, warm: process.env.MCP_PERSISTENT } });
});
`;

function tool(source = program, more: object = {}) {
  const folder = `t${pools.length}`;
  addFiles(project.root, { [`tools/${folder}/tool!`]: source });
  const item = itemAt(project, `tools/${folder}/tool`, { mode: 'persistent', ...more });
  const pool = new WarmPool(item, context);
  pools.push(pool);
  return async (args = {}, request = {}) =>
    (await context.call(item, (each, given, call) => runWarm(each, given, call, context, pool), args, request)).outcome;
}

const pidOf = (outcome: { data?: unknown }) => (outcome.data as { pid: number }).pid;

describe('a warm executable', () => {
  it('answers 100 calls from one process, which knows what it is to do', async () => {
    const call = tool();
    const outcomes = [];
    for (let n = 0; n < 100; n += 1) outcomes.push(await call({ n }, { meta: { a: 1 } }));
    expect(new Set(outcomes.map(pidOf)).size).toBe(1);
    expect(outcomes[7]!.data).toMatchObject({
      args: { n: 7 },
      meta: { a: 1 },
      root: project.root,
      timeoutMs: 30_000,
      warm: '1',
    });
  });

  it.each([
    ['a crash', { do: 'die' }, { exitCode: 9, problems: [{ kind: 'command_failed', message: 'dying' }] }],
    ['a signal', { do: 'kill' }, { exitCode: 139 }],
    ['junk on stdout', { do: 'junk' }, { problems: [{ kind: 'malformed_output' }] }],
    ['the answer to another call', { do: 'other' }, { problems: [{ kind: 'malformed_output' }] }],
    ['a flood on stderr', { do: 'flood' }, { problems: [{ kind: 'too_large', details: { stream: 'stderr' } }] }],
    ['a line without end', { do: 'endless' }, { problems: [{ kind: 'too_large', details: { stream: 'stdout' } }] }],
  ])('is replaced after %s', async (_, args, expected) => {
    const call = tool();
    const before = pidOf(await call());
    expect(await call(args)).toMatchObject({ ok: false, ...expected });
    expect(pidOf(await call())).not.toBe(before);
  });

  it('is replaced when it does not come back in time, and kept when it does', async () => {
    const deaf = tool(program.replace("args.deaf ? undefined : say({ id, result: 'stopped' })", 'undefined'), {
      timeoutSecs: 1,
    });
    const before = pidOf(await deaf());
    expect(await deaf({ do: 'hang' })).toMatchObject({ problems: [{ kind: 'timeout' }] });
    expect(pidOf(await deaf())).not.toBe(before);
    const polite = tool(program, { timeoutSecs: 1 });
    const same = pidOf(await polite());
    expect(await polite({ do: 'hang' })).toMatchObject({ problems: [{ kind: 'timeout' }] });
    expect(pidOf(await polite())).toBe(same);
  });

  it.each([
    ['while it made ready', program.replace('say({ ready: true });', 'setTimeout(say, 300, { ready: true });'), {}],
    ['and it did not hear that', program.replace('if (cancel)', 'if (cancel) return; if (cancel)'), { do: 'hang' }],
  ])('has not died when its callers withdrew %s', async (_, source, args) => {
    const call = tool(source);
    for (let n = 0; n < 3; n += 1) {
      const caller = new AbortController();
      const withdrawn = call(args, { signal: caller.signal });
      await after(100);
      caller.abort();
      expect(await withdrawn).toMatchObject({ problems: [{ kind: 'cancelled' }] });
    }
    await after(100);
    expect(await call()).toMatchObject({ ok: true });
  });

  it('makes way for another at once when the project has changed', async () => {
    const call = tool();
    const before = pidOf(await call());
    pools.at(-1)!.renew();
    expect(pidOf(await call())).not.toBe(before);
  });

  it('is looked at again by a call that had to wait', async () => {
    const call = tool();
    await call();
    const caller = new AbortController();
    const first = call({ do: 'hang' }, { signal: caller.signal });
    const second = call();
    await new Promise(setImmediate);
    chmodSync(`${project.root}/tools/t${pools.length - 1}/tool`, 0o777);
    caller.abort();
    expect(await first).toMatchObject({ problems: [{ kind: 'cancelled' }] });
    expect(await second).toMatchObject({ problems: [{ kind: 'forbidden' }] });
  });

  it('serves those that waited in the order they came, also when another takes its place', async () => {
    const call = tool();
    await call();
    const caller = new AbortController();
    const first = call({ do: 'hang' }, { signal: caller.signal });
    const served: number[] = [];
    const others = [1, 2, 3].map(async n => served.push(((await call({ n })).data as { args: { n: number } }).args.n));
    await new Promise(setImmediate);
    pools.at(-1)!.renew();
    caller.abort();
    await Promise.all([first, ...others]);
    expect(served).toEqual([1, 2, 3]);
  });

  it('fails, chooses its own error, reports and asks', async () => {
    const call = tool();
    const heard: unknown[] = [];
    expect(await call({ do: 'fail' })).toMatchObject({
      exitCode: 4,
      result: { structuredContent: { a: 1 }, _meta: { stderr: 'no good' } },
    });
    expect(await call({ do: 'error' })).toMatchObject({
      problems: [{ rpc: { code: 42, data: { a: 1 } }, message: 'mine' }],
    });
    const onAsk = async (questions: object) =>
      Object.fromEntries(Object.keys(questions).map(key => [key, { action: 'accept', content: { name: 'Ann' } }]));
    expect(await call({ do: 'ask' }, { onAsk })).toMatchObject({
      data: { action: 'accept', content: { name: 'Ann' } },
    });
    await call(
      { do: 'report' },
      { onProgress: (each: unknown) => heard.push(each), onLog: (each: unknown) => heard.push(each) },
    );
    expect(heard).toEqual([{ progress: 1, total: 2 }, expect.objectContaining({ data: 'x' })]);
  });

  it('that dies three times at its start is left alone for a while', async () => {
    const call = tool('#!/bin/sh\necho "no luck" >&2\nexit 3\n');
    for (let n = 0; n < 3; n += 1)
      expect(await call()).toMatchObject({ problems: [{ kind: 'io', message: expect.stringContaining('no luck') }] });
    expect(await call()).toMatchObject({ problems: [{ message: expect.stringContaining('three times') }] });
  });

  it('that dies three times at its start is not started for those that waited meanwhile', async () => {
    const call = tool('#!/bin/sh\necho "no luck" >&2\nexit 3\n');
    const failed = (why: RegExp) => ({ problems: [{ kind: 'io', message: expect.stringMatching(why) }] });
    const died = failed(/run: no luck/);
    const refused = failed(/three times/);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => call()));
    expect(outcomes).toMatchObject([died, died, died, refused, refused]);
  });
});
