import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { addFiles, itemAt, makeProject, TestRun } from '../../../test/support/projects.js';
import { ModulePool } from './module-pool.js';
import { runModule } from './run-module.js';

const project = makeProject({});
const context = new TestRun(project, { MCPBASH_MAX_TOOL_STDERR_SIZE: '100000' });
const pools: ModulePool[] = [];
afterAll(() => {
  for (const pool of pools) pool.close();
});

let count = 0;

/** A tool of this source; calls of it go through one pool. */
function tool(source: string, more: object = {}, extension = 'mjs') {
  const folder = `t${count++}`;
  addFiles(project.root, { [`tools/${folder}/tool.${extension}`]: source });
  const item = itemAt(project, `tools/${folder}/tool.${extension}`, { runtime: 'module', ...more });
  const pool = new ModulePool(item, context);
  pools.push(pool);
  return {
    item,
    call: async (args = {}, request = {}) =>
      (await context.call(item, (each, given, call) => runModule(each, given, call, context, pool), args, request))
        .outcome,
  };
}

describe('a module', () => {
  it('does not begin in a thread that has it when its file may not be run any more, nor when it is another', async () => {
    const source = (by: string) =>
      `import { appendFileSync } from 'node:fs'; export default ({ log }) => { appendFileSync(log, '${by} '); };`;
    const log = `${project.root}/begun`;
    const { item, call } = tool(source('first'), { instances: 1 });
    await call({ log });
    writeFileSync(item.file, source('second'));
    await Promise.all([call({ log }), call({ log })]);
    chmodSync(item.file, 0o666);
    expect(await call({ log })).toMatchObject({ problems: [{ kind: 'forbidden' }] });
    chmodSync(item.file, 0o644);
    await call({ log });
    expect(readFileSync(log, 'utf8')).toBe('first second second second ');
  });

  it('is looked at again by a call that had to wait', async () => {
    const { item, call } = tool(
      'export default ({ wait }, { signal }) => wait && new Promise((_, no) => signal.addEventListener("abort", no));',
      {
        instances: 1,
      },
    );
    await call();
    const caller = new AbortController();
    const first = call({ wait: true }, { signal: caller.signal });
    const second = call();
    await new Promise(setImmediate);
    chmodSync(item.file, 0o777);
    caller.abort();
    expect(await first).toMatchObject({ problems: [{ kind: 'cancelled' }] });
    expect(await second).toMatchObject({ problems: [{ kind: 'forbidden' }] });
  });

  it.each([
    ['a string', `'hi ' + args.name`, { ok: true, text: 'hi Ann', meta: { exitCode: 0 } }],
    ['JSON', `({ a: [1] })`, { ok: true, text: '{"a":[1]}', data: { a: [1] } }],
    ['nothing', `undefined`, { ok: true, text: '' }],
    [
      'a result',
      `({ content: [{ type: 'text', text: 'x' }] })`,
      { ok: true, result: { content: [{ type: 'text', text: 'x' }] } },
    ],
  ])('returns %s', async (_, value, expected) => {
    expect(await tool(`export default args => (${value});`).call({ name: 'Ann' })).toMatchObject(expected);
  });

  it.each([
    [
      'a throw',
      `throw new Error('no good')`,
      { exitCode: 1, result: { isError: true, content: [{ text: 'no good' }] } },
    ],
    ['process.exit(3)', `process.exit(3)`, { exitCode: 3, problems: [{ kind: 'command_failed' }] }],
    ['a cycle', `const a = {}; a.a = a; return a`, { problems: [{ kind: 'malformed_output' }] }],
    ['a function', `return { f() {} }`, { problems: [{ kind: 'malformed_output' }] }],
    ['a BigInt', `return 1n`, { problems: [{ kind: 'malformed_output' }] }],
    [
      '2 GiB',
      `const all = []; for (;;) all.push(new Array(1e6).fill(all.length + 0.5))`,
      { problems: [{ kind: 'command_failed' }] },
    ],
    [
      'an uncaught error',
      `setTimeout(() => { throw new Error('later') }); await new Promise(() => {})`,
      { exitCode: 1 },
    ],
    [
      'its own error',
      `throw Object.assign(new Error('mine'), { name: 'ToolError', code: 42, data: { a: 1 } })`,
      { problems: [{ message: 'mine', rpc: { code: 42, data: { a: 1 } } }] },
    ],
  ])('fails only its own call with %s', async (_, body, expected) => {
    const { call } = tool(`export default async ({ fail }) => { if (fail) { ${body} } return 'fine'; };`);
    expect(await call({ fail: true })).toMatchObject({ ok: false, ...expected });
    expect(await call()).toMatchObject({ ok: true, text: 'fine' });
  });

  it('has all of its messages delivered when it ends its thread, however late', async () => {
    const { call } = tool(
      `export default ({ last }) => {
        if (last) for (let n = 0; n < 300; n += 1) console.error('line ' + n);
        if (last) process.exit(3);
      };`,
    );
    await call();
    const ended = call({ last: true });
    // The words and the end have come when there is time to hear them.
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500));
    const stderr = expect.stringMatching(/^(line \d{1,3}\n){300}$/);
    expect(await ended).toMatchObject({ exitCode: 3, problems: [{ stderr }] });
  });

  it.each(['process.exit(3)', 'throw new Error("late")', 'Promise.reject(new Error("late"))'])(
    'that has answered and then does %s leaves the next call alone',
    async late => {
      // The next call comes while the thread is on its way to its end.
      const { call } = tool(
        `const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
        export default ({ late }) => {
          if (late) process.once('exit', wait);
          if (late) setImmediate(() => { ${late}; });
          return 'fine';
        };`,
        { instances: 1 },
      );
      for (let n = 0; n < 2; n += 1)
        for (const late of [true, false]) expect(await call({ late })).toMatchObject({ ok: true, text: 'fine' });
    },
  );

  it('says nothing more in a call that is over', async () => {
    addFiles(project.root, { 'late.txt': 'not for the next call' });
    const { call } = tool(
      `let first; export default async (args, context) => {
        if (!first) return void (first = context);
        first.progress(1); first.log('error', 'late'); first.resource('late.txt');
        return first.elicit('Who?', { type: 'object' });
      };`,
      { instances: 1 },
    );
    const heard: unknown[] = [];
    const hear = (word: unknown) => void heard.push(word);
    const onAsk = async () => ({});
    await call();
    const outcome = await call({}, { onProgress: hear, onLog: hear, onAsk });
    expect([outcome.data, outcome.content, heard]).toEqual([{ action: 'error' }, undefined, []]);
  });

  it.each([
    ['nothing', 'null'],
    ['half of a word', '{ type: "printed" }'],
    ['an error that is none', '{ type: "error", code: 1.5, message: "m" }'],
    ['a result that is none', '{ type: "result", json: "{" }'],
  ])('that says %s in the place of its thread fails only its own call', async (_, word) => {
    const { call } = tool(
      `import { parentPort, workerData } from 'node:worker_threads';
      const isHidden = port => port?.constructor.name === 'MessagePort' && port !== parentPort;
      export default async ({ forge }) => {
        if (workerData !== null) return 'told of its thread';
        if (!forge) return 'fine';
        process._getActiveHandles().find(isHidden).postMessage(${word});
        await new Promise(() => {});
      };`,
      { instances: 1 },
    );
    expect(await call({ forge: true })).toMatchObject({ ok: false });
    expect(await call()).toMatchObject({ ok: true, text: 'fine' });
  });

  it('is ended out of a busy loop when its time is up, and serves the next call', async () => {
    const { call } = tool(`export default ({ spin }) => { while (spin); return 'fine'; };`, { timeoutSecs: 3 });
    const late = await call({ spin: true });
    expect(late).toMatchObject({
      ok: false,
      problems: [{ kind: 'timeout', details: { reason: 'fixed', exitCode: 124 } }],
    });
    expect(await call()).toMatchObject({ text: 'fine' });
  });

  it('prints where nobody is disturbed, by every way there is, and reads nothing', async () => {
    const { call } = tool(`
      import fs, { writeSync, readFileSync } from 'node:fs';
      import { spawnSync, execSync } from 'node:child_process';
      export default async () => {
        console.log('one'); process.stdout.write('two\\n'); fs.writeSync(1, 'three\\n'); writeSync(2, Buffer.from('four\\n'));
        fs.writeFileSync(1, 'five\\n'); await new Promise(done => fs.write(1, 'six\\n', done));
        spawnSync('echo', ['never'], { stdio: 'inherit' }); execSync('echo never >&2', { stdio: 'inherit' });
        const refused = [];
        for (const read of [() => readFileSync(0), () => readFileSync('/dev/stdin'), () => fs.openSync('/dev/fd/1', 'w')])
          try { read(); } catch (error) { refused.push(error.code); }
        let stdin = ''; for await (const piece of process.stdin) stdin += piece;
        return { refused, stdin };
      };`);
    const outcome = await call();
    expect(outcome).toMatchObject({ data: { refused: ['EBADF', 'EBADF', 'EBADF'], stdin: '' } });
    expect(outcome.meta!.stderr).toBe('one\ntwo\nthree\nfour\nfive\nsix\n');
  });

  it('that prints without end is stopped', async () => {
    const { call } = tool(
      `export default async () => { for (;;) { console.log('x'.repeat(999)); await new Promise(setImmediate); } };`,
    );
    expect(await call()).toMatchObject({ ok: false, problems: [{ kind: 'too_large' }] });
  });

  it('reports, asks, and hands over files', async () => {
    addFiles(project.root, { 'data.txt': 'of the project' });
    const { call } = tool(`export default async (args, ctx) => {
      ctx.progress(1, 2, 'half'); ctx.log('warning', { a: 1 });
      const answer = await ctx.elicit('Name?', { type: 'object', properties: { name: { type: 'string' } } });
      ctx.resource('data.txt'); ctx.resource('/etc/passwd');
      return { answer, meta: ctx.meta, root: ctx.projectRoot, roots: ctx.roots.map(each => each.path), name: ctx.name };
    };`);
    const heard: unknown[] = [];
    const outcome = await call(
      {},
      {
        meta: { a: 1 },
        onProgress: (progress: unknown) => heard.push(progress),
        onLog: (line: unknown) => heard.push(line),
        onAsk: async (questions: object) =>
          Object.fromEntries(Object.keys(questions).map(key => [key, { action: 'accept', content: { name: 'Ann' } }])),
      },
    );
    expect(outcome).toMatchObject({
      data: {
        answer: { action: 'accept', content: { name: 'Ann' } },
        meta: { a: 1 },
        root: project.root,
        roots: [project.root],
      },
      content: [{ type: 'resource', resource: { text: 'of the project', mimeType: 'text/plain' } }],
    });
    expect(heard).toEqual([
      { progress: 1, total: 2, message: 'half' },
      expect.objectContaining({ level: 'warning', data: { a: 1 } }),
      expect.objectContaining({ level: 'warning', data: expect.stringContaining('outside') }),
    ]);
  });

  it('sees no more of the environment than an executable does', async () => {
    process.env.CONCORD_TEST_SECRET = 'no';
    const { call } = tool(`export default () => process.env.CONCORD_TEST_SECRET ?? 'unseen';`);
    expect(await call()).toMatchObject({ text: 'unseen' });
  });

  it('serves new code after it was edited', async () => {
    const { call, item } = tool(`export default () => 'old';`);
    expect(await call()).toMatchObject({ text: 'old' });
    await after(20);
    writeFileSync(item.file, `export default () => 'newer';`);
    expect(await call()).toMatchObject({ text: 'newer' });
  });

  it('may be TypeScript, and import what we give authors', async () => {
    const source = `import { ToolError } from '@concord/folder/tool';
      export default (args: { n: number }): { n: number } => { if (args.n < 0) throw new ToolError(7, 'negative'); return { n: args.n }; };`;
    const { call } = tool(source, {}, 'ts');
    expect(await call({ n: 1 })).toMatchObject({ data: { n: 1 } });
    expect(await call({ n: -1 })).toMatchObject({ problems: [{ rpc: { code: 7 }, message: 'negative' }] });
    const broken = tool('enum A { B }\nexport default () => 1;', {}, 'ts');
    expect(await broken.call()).toMatchObject({ problems: [{ kind: 'io', message: expect.stringMatching(/enum/) }] });
  });

  it('is told of its call in members of its own, the same however it looks at them', async () => {
    const { call } = tool(`let first; export default (args, context) => {
      const { signal } = context;
      first ??= context;
      const copies = [{ ...context }, new Proxy(context, {}), Object.create(context)];
      return { isSignal: signal instanceof AbortSignal, same: copies.every(each => each.signal === signal),
        own: context === first || first.signal !== signal, members: Object.keys(context).sort() };
    };`);
    const members = [
      'elicit',
      'elicitUrl',
      'log',
      'meta',
      'name',
      'progress',
      'projectRoot',
      'requestId',
      'resource',
      'roots',
      'signal',
    ];
    for (let n = 0; n < 2; n++)
      expect(await call()).toMatchObject({ data: { isSignal: true, same: true, own: true, members } });
  });

  it('is told of the name and the roots of each call, whoever had the thread before', async () => {
    const { item, call } = tool(
      'export default (args, { name, roots }) => { const told = [name, roots.map(({ path }) => path)]; roots.pop(); return told; };',
      { instances: 1 },
    );
    const [some, others] = [['/a'], ['/b', '/c']];
    for (const [name, roots] of [
      ['one', some],
      ['one', some],
      ['two', some],
      ['two', others],
      ['one', some],
    ] as const) {
      Object.assign(item, { writtenName: name });
      expect((await call({}, { roots })).data).toEqual([name, roots]);
    }
  });

  it('keeps calls apart that run at the same time', async () => {
    const { call } = tool(
      `export default async ({ n }) => { await new Promise(done => setTimeout(done, 20)); return n; };`,
    );
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => call({ n: { n } })));
    expect(outcomes.map(each => each.data)).toEqual(Array.from({ length: 20 }, (_, n) => ({ n })));
  });
});
