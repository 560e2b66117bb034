import { type Failure, failure, problem, success } from '@concord/contract';
import { createEngine, invoke, type Source, type Tool } from '@concord/engine';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Breaker } from './breaker.js';
import { lastingSource } from './lasting-source.js';

describe('a breaker', () => {
  const made = () => {
    let now = 0;
    return { breaker: new Breaker(1_000, () => now), pass: (ms: number) => (now += ms) };
  };

  it('opens after five failures in a row, and not after four', () => {
    const { breaker } = made();
    for (let each = 0; each < 4; each++) breaker.failed();
    breaker.reached();
    for (let each = 0; each < 4; each++) breaker.failed();
    expect(breaker.mayTry()).toBe(true);
    breaker.failed();
    expect([breaker.mayTry(), breaker.state]).toEqual([false, { isOpen: true, failures: 5, retryAfterMs: 1_000 }]);
  });

  it('lets one try after the pause, which doubles up to a minute', () => {
    const { breaker, pass } = made();
    for (let each = 0; each < 5; each++) breaker.failed();
    const pauses: number[] = [];
    for (let each = 0; each < 8; each++) {
      pauses.push(breaker.state.retryAfterMs);
      pass(breaker.state.retryAfterMs - 1);
      expect(breaker.mayTry()).toBe(false);
      pass(1);
      expect([breaker.mayTry(), breaker.mayTry()]).toEqual([true, false]);
      breaker.failed();
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('closes when the one that tried has reached it, and lets another try when that gave up', () => {
    const { breaker, pass } = made();
    for (let each = 0; each < 5; each++) breaker.failed();
    pass(1_000);
    expect(breaker.mayTry()).toBe(true);
    breaker.gaveUp();
    expect(breaker.mayTry()).toBe(true);
    breaker.reached();
    expect([breaker.mayTry(), breaker.mayTry(), breaker.state.isOpen]).toEqual([true, true, false]);
  });
});

const engine = createEngine({ warn: () => {}, env: { CONCORD_NO_RECORDS: '1' } });

/** A source over a server whose calls end as told, and how often they came to it. */
function server(end: () => ReturnType<Tool['run']>) {
  let calls = 0;
  const tool: Tool = {
    name: 'say',
    description: '',
    inputSchema: { type: 'object' },
    dialect: 'text',
    run: () => {
      calls++;
      return end();
    },
  };
  const inner: Source = {
    identity: { name: 'inner', version: '1' },
    kinds: ['tools'],
    open: async () => {},
    snapshot: () => ({ tools: [tool], resources: [], resourceTemplates: [], prompts: [], builtAt: '' }),
    onChange: () => () => {},
    close: async () => {},
  };
  const source = lastingSource({
    name: 'inner',
    connect: async () => ({ source: inner, ended: new Promise(() => {}) }),
    limits: { upstreamRetryMs: 1_000, upstreamWaitMs: 1_000 },
    tell: () => {},
  });
  onTestFinished(() => source.close());
  const call = async () => (await invoke(source.snapshot().tools[0]!, {}, { engine })).outcome;
  return { source, call, calls: () => calls };
}

describe('a server that cannot be reached', () => {
  const unreachable = problem('unavailable', 'refused', { variant: 'unreachable' });

  it.each([
    ['was never sent', 'not_started'],
    ['was lost on its way', 'unknown'],
  ] as const)(
    'is left alone after five calls in a row that %s; later ones fail at once, and say when to come again',
    async (_, state) => {
      const { source, call, calls } = server(async () => failure(unreachable, { state }));
      await source.open();
      for (let each = 0; each < 5; each++) expect((await call()).ok).toBe(false);
      const before = calls();
      const refused = await call();
      expect(calls()).toBe(before);
      expect(refused).toMatchObject({
        ok: false,
        state: 'not_started',
        problems: [
          { kind: 'unavailable', details: { reason: 'breaker', failures: '5', nextTryAt: expect.any(String) } },
        ],
      });
      expect((refused as Failure).problems[0].retryAfterMs).toBeGreaterThan(0);
    },
  );

  it('is not one whose tools fail, however often', async () => {
    const { source, call, calls } = server(async () => failure(problem('command_failed', 'no'), { exitCode: 1 }));
    await source.open();
    for (let each = 0; each < 20; each++) await call();
    expect(calls()).toBe(20);
    const other = server(async () => success());
    await other.source.open();
    expect((await other.call()).ok).toBe(true);
  });
});
