import { type Failure, failure, type Outcome, problem, report, success } from '@concord/contract';
import type { CallRequest, Tool } from '@concord/engine';
import { openMemoryStore } from '@concord/store';
import { describe, expect, it } from 'vitest';
import { as, replicaOf, toolOf } from '../../test/support/gateway.js';

const under = (key: unknown, more: object = {}, request: CallRequest = {}): CallRequest => ({
  ...request,
  meta: { 'io.concord/idempotencyKey': key, ...more } as never,
});

/** A tool that counts how often it took effect. */
function counting(end: () => Promise<Outcome> = async () => success({ text: 'sent' }), more: Partial<Tool> = {}) {
  let effects = 0;
  const tool = toolOf(
    'send',
    async () => {
      effects++;
      return end();
    },
    more,
  );
  return { tool, effects: () => effects };
}
const first = (outcome: Outcome) => (outcome as Failure).problems[0];

describe('a call under a key', () => {
  it('runs once, and answers the same from any replica, marked as repeated', async () => {
    const store = openMemoryStore();
    const [one, other] = await Promise.all([replicaOf(store), replicaOf(store)]);
    const { tool, effects } = counting();
    const fresh = await one!.call(tool, { to: 'ada', text: 'hi' }, under('k-1'));
    const again = await other!.call(tool, { text: 'hi', to: 'ada' }, under('k-1'));
    expect(effects()).toBe(1);
    expect(again.outcome).toEqual(fresh.outcome);
    expect(report(fresh.outcome, fresh.facts).replayed).toBeUndefined();
    expect(report(again.outcome, again.facts)).toMatchObject({ ok: true, replayed: true, state: 'finished' });
  });

  it('belongs to its caller and its tool', async () => {
    const { call } = await replicaOf();
    const { tool, effects } = counting();
    await call(tool, {}, under('k', {}, as('ada')));
    await call(tool, {}, under('k', {}, as('bob')));
    await call({ ...tool, name: 'other' }, {}, under('k', {}, as('ada')));
    expect(effects()).toBe(3);
  });

  it('with other arguments is refused', async () => {
    const { call } = await replicaOf();
    const { tool, effects } = counting();
    await call(tool, { to: 'ada' }, under('k'));
    const { outcome, facts } = await call(tool, { to: 'bob' }, under('k'));
    expect(first(outcome)).toMatchObject({ kind: 'invalid_params', details: { reason: 'key reused' } });
    expect([effects(), facts.state]).toEqual([1, 'not_started']);
  });

  it('waits while the first is under way, and then has its answer', async () => {
    const store = openMemoryStore();
    const [one, other] = await Promise.all([replicaOf(store), replicaOf(store)]);
    let finish = () => {};
    const { tool, effects } = counting(
      () => new Promise(resolve => (finish = () => resolve(success({ text: 'done' })))),
    );
    const running = one!.call(tool, {}, under('k'));
    await expect.poll(effects).toBe(1);
    const waiting = [one!, other!].map(({ call }) => call(tool, {}, under('k')));
    await new Promise(resolve => setTimeout(resolve, 30));
    finish();
    for (const { outcome } of await Promise.all([running, ...waiting])) expect(outcome.text).toBe('done');
    expect(effects()).toBe(1);
  });

  it('that waits ends with its own time, not started', async () => {
    const { call } = await replicaOf();
    const { tool, effects } = counting(() => new Promise(() => {}));
    void call(tool, {}, under('k', {}, { timeoutMs: 1_000 }));
    await expect.poll(effects).toBe(1);
    const { outcome, facts } = await call(tool, {}, under('k', {}, { timeoutMs: 30 }));
    expect([first(outcome).kind, facts.state]).toEqual(['timeout', 'not_started']);
  });

  it('keeps a failure of the tool as its answer, and forgets a call of which nothing was done', async () => {
    const { call } = await replicaOf();
    const broken = counting(async () => failure(problem('command_failed', 'It broke'), { exitCode: 7 }));
    await call(broken.tool, {}, under('a'));
    const again = await call(broken.tool, {}, under('a'));
    expect([broken.effects(), again.outcome]).toMatchObject([1, { ok: false, exitCode: 7 }]);
    const busy = counting(async () => failure(problem('unavailable', 'Not now'), { state: 'not_started' }));
    await call(busy.tool, {}, under('b'));
    await call(busy.tool, {}, under('b'));
    expect(busy.effects()).toBe(2);
  });

  it('whose end nobody knows does not run again, unless its caller or its tool says that it may', async () => {
    const { call } = await replicaOf();
    const { tool, effects } = counting(() => new Promise(() => {}));
    await call(tool, {}, under('k', {}, { timeoutMs: 20 }));
    const again = await call(tool, {}, under('k', {}, { timeoutMs: 20 }));
    expect([first(again.outcome).details, again.facts.state]).toMatchObject([{ reason: 'unknown' }, 'unknown']);
    expect(effects()).toBe(1);
    await call(tool, {}, under('k', { 'io.concord/retryUnknown': true }, { timeoutMs: 20 }));
    expect(effects()).toBe(2);
    const harmless = counting(() => new Promise(() => {}), { annotations: { idempotentHint: true } });
    for (let each = 0; each < 2; each++) await call(harmless.tool, {}, under('h', {}, { timeoutMs: 20 }));
    expect(harmless.effects()).toBe(2);
  });

  it('whose replica died is answered as unknown', async () => {
    let now = 1_000_000;
    const store = openMemoryStore(() => now);
    const [one, other] = await Promise.all([replicaOf(store), replicaOf(store)]);
    const { tool, effects } = counting(() => new Promise(() => {}));
    void one!.call(tool, {}, under('k', {}, { timeoutMs: 60_000 }));
    await expect.poll(effects).toBe(1);
    now += 10_000;
    await other!.membership.renew();
    now += 10_000;
    const { facts } = await other!.call(tool, {}, under('k'));
    expect([facts.state, effects()]).toEqual(['unknown', 1]);
  });

  it('of a process that was taken for dead is answered as unknown, too', async () => {
    let now = 1_000_000;
    const store = openMemoryStore(() => now);
    const [one, other] = await Promise.all([replicaOf(store), replicaOf(store)]);
    let finish = () => {};
    const { tool, effects } = counting(() => new Promise(resolve => (finish = () => resolve(success()))));
    const running = one!.call(tool, {}, under('k'));
    await expect.poll(effects).toBe(1);
    now += 20_000;
    await other!.membership.renew();
    await store.replicas.bury();
    finish();
    const { outcome, facts } = await running;
    expect([outcome.ok, facts.state, report(outcome, facts).state]).toEqual([false, 'unknown', 'unknown']);
  });

  it.each([[''], ['with blanks'], ['x'.repeat(256)], [5], [null]])('that is %j is refused in words', async key => {
    const { call } = await replicaOf();
    const { outcome } = await call(toolOf('a'), {}, under(key));
    expect(first(outcome)).toMatchObject({
      kind: 'invalid_params',
      message: expect.stringContaining('idempotency key'),
    });
  });

  it('is refused when there is no place left, and runs when there is', async () => {
    const { call } = await replicaOf(undefined, {
      rules: { tools: [{ glob: 'test/send', limits: { concurrent: 1 } }] },
    });
    let finish = () => {};
    const { tool, effects } = counting(() => new Promise(resolve => (finish = () => resolve(success()))));
    const running = call(tool, {}, under('a'));
    await expect.poll(effects).toBe(1);
    expect(first((await call(tool, {}, under('b'))).outcome).kind).toBe('limited');
    finish();
    await running;
    const second = call(tool, {}, under('b'));
    await expect.poll(effects).toBe(2);
    finish();
    expect((await second).outcome.ok).toBe(true);
  });

  it('never reaches a tool when the ledger cannot be asked', async () => {
    const store = openMemoryStore();
    const { call, membership } = await replicaOf(store);
    await membership.leave();
    const { tool, effects } = counting();
    const { outcome, facts } = await call(tool, {}, under('k'));
    expect([first(outcome), facts.state]).toMatchObject([
      { kind: 'unavailable', details: { reason: 'store' } },
      'not_started',
    ]);
    expect(effects()).toBe(0);
  });
});
