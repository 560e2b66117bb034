import { spawnSync } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { type Outcome, success } from '@concord/contract';
import { invoke, type Tool } from '@concord/engine';
import { describe, expect, it } from 'vitest';
import { testEngine, testTool } from './support/engine.js';

const engine = testEngine({ CONCORD_CANCEL_GRACE_MS: '50' });
const call = (tool: Tool, args: unknown = {}, more = {}) => invoke(tool, args, { engine, ...more });
const kindOf = (outcome: Outcome) => (outcome.ok ? 'success' : outcome.problems[0].kind);

describe('a tool that behaves', () => {
  it('gives its outcome and the facts of its call', async () => {
    const { outcome, facts } = await call(
      testTool(async args => success({ text: `hi ${args.name}` })),
      { name: 'Ada' },
    );
    expect(outcome).toEqual({ ok: true, text: 'hi Ada' });
    expect(facts).toMatchObject({
      tool: 'probe',
      toolVersion: '1.2.3',
      state: 'finished',
      redactions: 0,
      truncated: false,
    });
    expect(facts.requestId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('keeps a request id it can trust and replaces one it cannot', async () => {
    const tool = testTool(async () => success());
    expect((await call(tool, {}, { requestId: 'abc-1' })).facts.requestId).toBe('abc-1');
    for (const requestId of ['', 'a b', 'x'.repeat(129), 'new\nline', `password=${'Hunter2'}Hunter2`])
      expect((await call(tool, {}, { requestId })).facts.requestId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('reports progress and logs while it runs, and nothing after', async () => {
    const seen: unknown[] = [];
    let late = () => {};
    const tool = testTool(async (_, running) => {
      running.progress(1, 3, 'one');
      running.log('info', { at: 'one' });
      late = () => running.progress(2);
      return success();
    });
    const sinks = { onProgress: (report: unknown) => seen.push(report), onLog: (line: unknown) => seen.push(line) };
    await call(tool, {}, sinks);
    late();
    expect(seen).toEqual([
      { progress: 1, total: 3, message: 'one' },
      { level: 'info', logger: 'probe', data: { at: 'one' } },
    ]);
  });

  it('is not disturbed by a caller whose sinks throw', async () => {
    const tool = testTool(async (_, running) => {
      running.progress(1);
      return success();
    });
    const onProgress = () => {
      throw new Error('deaf');
    };
    expect((await call(tool, {}, { onProgress })).outcome.ok).toBe(true);
  });
});

describe('a tool that misbehaves', () => {
  const cyclic: { ok: true; data: unknown } = { ok: true, data: undefined };
  cyclic.data = cyclic;
  const hostile = {
    get ok() {
      throw new Error('no');
    },
  };
  const twice = {
    // biome-ignore lint/suspicious/noThenProperty: a thenable that settles twice is the point
    then(resolve: (value: Outcome) => void) {
      resolve(success({ text: 'first' }));
      resolve(success({ text: 'second' }));
    },
  };
  const cases: Record<string, [run: () => unknown, kind: string, state: string]> = {
    'throws at once': [
      () => {
        throw new Error('broken');
      },
      'internal',
      'unknown',
    ],
    rejects: [() => Promise.reject(new Error('broken')), 'internal', 'unknown'],
    'throws what is no error': [() => Promise.reject({ odd: true }), 'internal', 'unknown'],
    'returns undefined': [() => undefined, 'malformed_output', 'finished'],
    'returns a string': [() => 'fine', 'malformed_output', 'finished'],
    'returns a cyclic value': [() => cyclic, 'malformed_output', 'finished'],
    'returns a function in its data': [() => ({ ok: true, data: { f() {} } }), 'malformed_output', 'finished'],
    'returns a getter that throws': [() => hostile, 'malformed_output', 'finished'],
    'returns a failure without problems': [() => ({ ok: false, problems: [] }), 'malformed_output', 'finished'],
    'returns an unknown kind': [
      () => ({ ok: false, problems: [{ kind: 'x', message: '' }] }),
      'malformed_output',
      'finished',
    ],
    'settles twice': [() => twice, 'success', 'finished'],
    'never settles': [() => new Promise(() => {}), 'timeout', 'unknown'],
    'fails on the file system': [
      () => import('node:fs/promises').then(fs => fs.readFile('/nowhere/at/all')),
      'io',
      'unknown',
    ],
  };
  it.each(Object.entries(cases))('that %s yields a valid outcome', async (_, [run, kind, state]) => {
    const { outcome, facts } = await call(testTool(run as Tool['run']), {}, { timeoutMs: 100 });
    expect(kindOf(outcome)).toBe(kind);
    expect(facts.state).toBe(state);
    expect((await call(testTool(async () => success()))).outcome.ok).toBe(true);
  });

  it('that ends its worker with process.exit yields a valid outcome', async () => {
    const tool = testTool(
      () =>
        new Promise((resolve, reject) => {
          const worker = new Worker('process.exit(7)', { eval: true });
          worker.once('exit', code => reject(new Error(`the worker exited with ${code}`)));
          worker.once('message', resolve);
        }),
    );
    const { outcome } = await call(tool);
    expect(outcome).toMatchObject({ ok: false, problems: [{ kind: 'internal', message: 'the worker exited with 7' }] });
  });

  it('that writes to stdout leaves the engine usable', () => {
    const script = `
      import { success } from '@concord/contract';
      import { createEngine, invoke } from '@concord/engine';
      const engine = createEngine({ env: {} });
      const tool = { name: 'noisy', description: '', inputSchema: { type: 'object' }, dialect: 'text',
        run: async () => { console.log('noise'); process.stdout.write('more noise'); return success({ text: 'done' }); } };
      for (let round = 0; round < 2; round++) process.stderr.write((await invoke(tool, {}, { engine })).outcome.text);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(stdout).toBe('noise\nmore noisenoise\nmore noise');
    expect(stderr).toBe('donedone');
  });

  it('that ignores its signal is left behind, and keeps its lock until it really ends', async () => {
    let finish = () => {};
    const lockKey = () => ({ keys: [{ key: 'k', mode: 'write' as const }], operation: 'build', target: 'App' });
    const stubborn = testTool(() => new Promise(resolve => (finish = () => resolve(success()))), { lockKey });
    const next = testTool(async () => success(), { lockKey });
    const { outcome, facts } = await call(stubborn, {}, { timeoutMs: 20 });
    expect([kindOf(outcome), facts.state]).toEqual(['timeout', 'unknown']);
    expect(kindOf((await call(next)).outcome)).toBe('conflict');
    finish();
    await expect.poll(async () => kindOf((await call(next)).outcome)).toBe('success');
  });
});

describe('cancelling', () => {
  const during = async (tool: Tool, more = {}) => {
    const controller = new AbortController();
    const running = call(tool, {}, { signal: controller.signal, ...more });
    setTimeout(() => controller.abort(), 20);
    return running;
  };

  it('before the call starts nothing', async () => {
    let ran = false;
    const tool = testTool(async () => {
      ran = true;
      return success();
    });
    const { outcome, facts } = await call(tool, {}, { signal: AbortSignal.abort() });
    expect([kindOf(outcome), facts.state, ran]).toEqual(['cancelled', 'not_started', false]);
  });

  it('during validate gives cancelled, and nothing was started', async () => {
    const slowCheck = () => new Promise<[]>(resolve => setTimeout(() => resolve([]), 60));
    const { outcome, facts } = await during(testTool(async () => success(), { check: slowCheck }));
    expect([kindOf(outcome), facts.state]).toEqual(['cancelled', 'not_started']);
  });

  it('during the wait for a lock gives cancelled, and nothing was started', async () => {
    const lockKey = () => ({
      keys: [{ key: 'waited-for', mode: 'write' as const }],
      operation: 'build',
      target: 'App',
      waitMs: 60_000,
    });
    let finish: (() => void) | undefined;
    const holder = call(testTool(() => new Promise(resolve => (finish = () => resolve(success()))), { lockKey }));
    await expect.poll(() => finish).toBeDefined();
    const { outcome, facts } = await during(testTool(async () => success(), { lockKey }));
    expect([kindOf(outcome), facts.state]).toEqual(['cancelled', 'not_started']);
    finish!();
    expect((await holder).outcome.ok).toBe(true);
  });

  it('during run gives cancelled with the partial output the tool hands over', async () => {
    const tool = testTool(
      (_, running) =>
        new Promise(resolve => running.signal.addEventListener('abort', () => resolve(success({ text: 'half\n' })))),
    );
    const { outcome, facts } = await during(tool);
    expect(outcome).toMatchObject({
      ok: false,
      exitCode: -1,
      text: 'half\n',
      problems: [{ kind: 'cancelled', rawOutput: 'half\n[Output truncated]' }],
    });
    expect(facts.state).toBe('finished');
  });

  it('during redact gives cancelled', async () => {
    const long = 'a clean line of text\n'.repeat(1_000_000);
    const controller = new AbortController();
    const tool = testTool(async () => {
      setImmediate(() => controller.abort());
      return success({ text: long });
    });
    const { outcome } = await call(tool, {}, { signal: controller.signal });
    expect(kindOf(outcome)).toBe('cancelled');
  });

  it('leaves no listener on the caller’s signal', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const count = (by: number, original: (...args: never[]) => void) =>
      function counted(this: AbortSignal, ...args: never[]) {
        listeners += by;
        original.apply(this, args);
      };
    signal.addEventListener = count(1, signal.addEventListener) as typeof signal.addEventListener;
    signal.removeEventListener = count(-1, signal.removeEventListener) as typeof signal.removeEventListener;
    await call(
      testTool(async () => success()),
      {},
      { signal },
    );
    expect(listeners).toBe(0);
  });
});

describe('locks', () => {
  it('let exactly one of 1,000 calls on one key run at a time; the others get a conflict that names the holder', async () => {
    let inside = 0;
    let most = 0;
    const lockKey = () => ({
      keys: [{ key: 'crowd', mode: 'write' as const }],
      operation: 'build',
      target: 'App.csproj',
    });
    const tool = testTool(
      async () => {
        most = Math.max(most, ++inside);
        await new Promise(resolve => setTimeout(resolve, 20));
        inside--;
        return success();
      },
      { lockKey },
    );
    const results = await Promise.all(Array.from({ length: 1_000 }, () => call(tool)));
    const kinds = results.map(each => kindOf(each.outcome));
    expect(most).toBe(1);
    expect(kinds.filter(kind => kind === 'success').length).toBeGreaterThanOrEqual(1);
    expect(new Set(kinds)).toEqual(new Set(['success', 'conflict']));
    const refused = results.find(each => !each.outcome.ok)!.outcome;
    expect(refused).toMatchObject({
      exitCode: -1,
      problems: [
        { details: { operationType: 'build', target: 'App.csproj', conflictingOperation: 'build in progress' } },
      ],
    });
  });

  it('make 1,000 calls wait their turn when they ask to, and lose none', async () => {
    let inside = 0;
    let most = 0;
    const lockKey = () => ({
      keys: [{ key: 'queue', mode: 'write' as const }],
      operation: 'build',
      target: 'App',
      waitMs: 250_000,
    });
    const tool = testTool(
      async () => {
        most = Math.max(most, ++inside);
        await new Promise(resolve => setImmediate(resolve));
        inside--;
        return success();
      },
      { lockKey },
    );
    const results = await Promise.all(Array.from({ length: 1_000 }, () => call(tool)));
    expect(most).toBe(1);
    expect(results.every(each => each.outcome.ok)).toBe(true);
  }, 300_000);

  it('are not asked of a read-only tool', async () => {
    const lockKey = () => ({ keys: [{ key: 'shared', mode: 'write' as const }], operation: 'look', target: 'App' });
    const tool = testTool(
      async () => {
        await new Promise(resolve => setTimeout(resolve, 10));
        return success();
      },
      { lockKey, annotations: { readOnlyHint: true } },
    );
    const results = await Promise.all([call(tool), call(tool)]);
    expect(results.map(each => each.outcome.ok)).toEqual([true, true]);
  });
});

describe('what a tool and its caller share', () => {
  it('is nothing: neither sees what the other does to its values afterwards', async () => {
    const lines = ['clean'];
    const given = { list: [1] };
    const tool = testTool(async args => {
      (args.list as number[]).push(2);
      return success({ data: { lines } });
    });
    const { outcome } = await call(tool, given);
    lines.push('late');
    expect(outcome.data).toEqual({ lines: ['clean'] });
    expect(given).toEqual({ list: [1] });
  });
});

describe('a hostile schema', () => {
  const schema = (property: object) => ({ type: 'object', properties: { text: property } }) as Tool['inputSchema'];
  it('with a pattern that backtracks for ages ends soon all the same', async () => {
    const tool = testTool(async () => success(), { inputSchema: schema({ type: 'string', pattern: '^(a+)+$' }) });
    const { outcome } = await call(tool, { text: `${'a'.repeat(60)}!` });
    expect(kindOf(outcome)).toBe('invalid_params');
    expect((await call(tool, { text: 'aaaa' })).outcome.ok).toBe(true);
  });

  it('that requires 20,000 unique objects gets its answer', async () => {
    const tool = testTool(async () => success(), { inputSchema: schema({ type: 'array', uniqueItems: true }) });
    const items = Array.from({ length: 20_000 }, (_, index) => ({ index }));
    expect((await call(tool, { text: items })).outcome.ok).toBe(true);
    expect(kindOf((await call(tool, { text: [...items, { index: 7 }] })).outcome)).toBe('invalid_params');
  });
});

describe('bounds', () => {
  const text = `begin ${'x'.repeat(5_000)} end`;
  const bounded = (overflow: 'fail' | 'headAndTail' | 'replace') =>
    call(testTool(async () => success({ text }), { limits: { maxOutputBytes: 1_000, overflow } }));

  it('fail a call whose output is over the cap, and give nothing partial', async () => {
    const { outcome, facts } = await bounded('fail');
    expect(outcome).toMatchObject({ ok: false, problems: [{ kind: 'too_large' }] });
    expect(JSON.stringify(outcome)).not.toContain('xxx');
    expect(facts.truncated).toBe(true);
  });

  it('keep head and tail where the tool asks for that', async () => {
    const { outcome } = await bounded('headAndTail');
    expect(outcome.text).toMatch(/^begin x+\n\[\d+ bytes omitted\]\nx+ end$/);
  });

  it('put a notice in the place of the output where the tool asks for that', async () => {
    const { outcome } = await bounded('replace');
    expect(outcome).toMatchObject({ ok: true, text: '[5010 bytes of output left out: the limit is 1000]' });
  });
});

describe('bad input', () => {
  it.each([
    [undefined, {}, 'tool must be'],
    [{}, {}, 'tool.name'],
    [{ name: 'x', run: 5, inputSchema: {} }, {}, 'tool.run'],
    [{ name: 'x', run() {} }, {}, 'tool.inputSchema'],
    [testTool(async () => success()), { timeoutMs: -1 }, 'request.timeoutMs'],
    [testTool(async () => success()), { timeoutMs: Number.NaN }, 'request.timeoutMs'],
    [testTool(async () => success()), { signal: {} }, 'request.signal'],
    [testTool(async () => success()), { requestId: 7 }, 'request.requestId'],
    [testTool(async () => success()), { knownSecrets: 'secret' }, 'request.knownSecrets'],
    [testTool(async () => success()), null, 'request must be'],
  ])('is a TypeError that names the argument (%#)', async (tool, request, name) => {
    const attempt = invoke(tool as Tool, {}, request as object);
    await expect(attempt).rejects.toThrow(TypeError);
    await expect(attempt).rejects.toThrow(name);
  });

  const deep: Record<string, unknown> = {};
  let inner = deep;
  for (let level = 0; level < 100_000; level++) {
    const next = {};
    inner.a = next;
    inner = next;
  }
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  it.each([
    ['an array', []],
    ['a string', 'x'],
    ['null', null],
    ['a function', () => {}],
    ['a cyclic object', loop],
    ['an object 100,000 levels deep', deep],
    ['a bigint inside', { n: 1n }],
    ['more bytes than allowed', { text: 'x'.repeat(11_000_000) }],
  ])('as arguments is invalid_params: %s', async (_, args) => {
    const { outcome, facts } = await call(
      testTool(async () => success()),
      args,
    );
    expect([kindOf(outcome), facts.state]).toEqual(['invalid_params', 'not_started']);
  });
});
