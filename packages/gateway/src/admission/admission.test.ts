import { type Failure, type Outcome, report, success } from '@concord/contract';
import { openMemoryStore, StoreFailure } from '@concord/store';
import { describe, expect, it } from 'vitest';
import { as, replicaOf, type TestReplica, toolOf } from '../../test/support/gateway.js';

const kindOf = (outcome: Outcome) => (outcome.ok ? 'ok' : outcome.problems[0].kind);
const first = (outcome: Outcome) => (outcome as Failure).problems[0];
const reading = { annotations: { readOnlyHint: true } };

describe('rights', () => {
  it.each([
    [{ servers: ['test'] }, 'ok'],
    [{ servers: ['te*'] }, 'ok'],
    [{ servers: ['other'] }, 'not_found'],
    [{ tools: ['test/read_*'] }, 'ok'],
    [{ tools: ['write_*'] }, 'not_found'],
    [{ servers: ['other'], tools: ['read_*'] }, 'not_found'],
    [{ readOnly: true }, 'not_found'],
  ])('%j let a tool that may write be called: %s', async (rights, kind) => {
    const { call } = await replicaOf();
    expect(kindOf((await call(toolOf('read_it'), {}, as('ada', rights))).outcome)).toBe(kind);
  });

  it('to read admit tools that say that they only read', async () => {
    const { call } = await replicaOf(undefined, { rights: { readOnly: true } });
    expect(kindOf((await call(toolOf('a', undefined, reading))).outcome)).toBe('ok');
    expect(kindOf((await call(toolOf('a'))).outcome)).toBe('not_found');
  });
});

describe('a rate', () => {
  const rate = { tokens: 3, perMs: 60_000 };

  it('is counted for each caller by itself, and says when to come again', async () => {
    const { call } = await replicaOf();
    const ada = as('ada', { rate });
    for (let each = 0; each < 3; each++) expect(kindOf((await call(toolOf('a'), {}, ada)).outcome)).toBe('ok');
    const { outcome, facts } = await call(toolOf('a'), {}, ada);
    const { retryAfterMs, state } = report(outcome, facts) as { retryAfterMs: number; state: string };
    expect([kindOf(outcome), state]).toEqual(['limited', 'not_started']);
    expect(retryAfterMs).toBeGreaterThan(1_000);
    expect(retryAfterMs).toBeLessThanOrEqual(20_000);
    expect(first(outcome).message).toContain('3/min');
    expect(kindOf((await call(toolOf('a'), {}, as('bob', { rate }))).outcome)).toBe('ok');
  });

  it('of a server is shared by its callers, and one of a tool is that tool alone', async () => {
    const { call } = await replicaOf(undefined, {
      rules: {
        servers: [{ glob: 'test', limits: { rate: { tokens: 5, perMs: 60_000 } } }],
        tools: [{ glob: 'test/b*', limits: { rate: { tokens: 2, perMs: 60_000 } } }],
      },
    });
    const kinds: string[] = [];
    for (const name of ['b', 'b', 'b', 'a', 'a', 'a'])
      kinds.push(kindOf((await call(toolOf(name), {}, as(name))).outcome));
    expect(kinds).toEqual(['ok', 'ok', 'limited', 'ok', 'ok', 'limited']);
    expect(first((await call(toolOf('a'))).outcome).message).toContain("server 'test'");
  });

  it('over three replicas lets through what it says, and nearly all of it', async () => {
    let now = 1_000_000;
    const clock = () => now;
    const store = openMemoryStore(clock);
    const replicas = await Promise.all([1, 2, 3].map(() => replicaOf(store, { now: clock })));
    const wanted = as('ada', { rate: { tokens: 600, perMs: 1_000 } });
    let done = 0;
    // Three seconds in which each replica gets up to four calls a millisecond, by turns more and fewer.
    for (let ms = 0; ms < 3_000; ms++, now++) {
      if (ms % 1_000 === 0) for (const { membership } of replicas) await membership.renew();
      const calls = replicas.flatMap(({ call }, at) =>
        Array.from({ length: (ms + at) % 5 }, () => call(toolOf('a'), {}, wanted)),
      );
      for (const { outcome } of await Promise.all(calls)) if (outcome.ok) done++;
    }
    const allowed = 600 + 3 * 600;
    expect(done).toBeLessThanOrEqual(allowed * 1.01);
    expect(done).toBeGreaterThanOrEqual(allowed * 0.95);
  });

  it('of a replica that is gone comes back', async () => {
    let now = 1_000_000;
    const clock = () => now;
    const store = openMemoryStore(clock);
    const [one, other] = await Promise.all([replicaOf(store, { now: clock }), replicaOf(store, { now: clock })]);
    const wanted = as('ada', { rate: { tokens: 100, perMs: 3_600_000 } });
    const used = async ({ call }: TestReplica, times: number) => {
      let count = 0;
      for (let each = 0; each < times; each++) if ((await call(toolOf('a'), {}, wanted)).outcome.ok) count++;
      return count;
    };
    // One takes some and is never heard of again.
    expect(await used(one!, 30)).toBe(30);
    await store.quotas.leaseTokens({
      bucket: 'caller ada',
      rate: { tokens: 100, perMs: 3_600_000 },
      replica: 'lost',
      want: 40,
      leaseMs: 2_000,
      used: 0,
    });
    expect(await used(other!, 100)).toBeLessThanOrEqual(30);
    now += 2_001;
    expect(await used(other!, 100)).toBeGreaterThanOrEqual(40);
  });

  it('goes on when the store is away, with what comes in by itself', async () => {
    const store = openMemoryStore();
    const { call } = await replicaOf(store);
    store.quotas.leaseTokens = async () => {
      throw new StoreFailure('away', 'gone', 'wait');
    };
    const fast = { rate: { tokens: 50, perMs: 1_000 } };
    const all = await Promise.all(Array.from({ length: 60 }, () => call(toolOf('a'), {}, as('ada', fast))));
    expect(new Set(all.map(({ outcome }) => kindOf(outcome)))).toEqual(new Set(['ok', 'limited']));
  });

  it('refuses what its bucket has not enough for, however many wait for it at once', async () => {
    const { call } = await replicaOf();
    const few = { rate: { tokens: 100, perMs: 3_600_000 } };
    const all = await Promise.all(Array.from({ length: 300 }, () => call(toolOf('a'), {}, as('ada', few))));
    expect(all.filter(({ outcome }) => kindOf(outcome) === 'ok')).toHaveLength(100);
  });

  it('counts what a replica used although that replica does not ask again', async () => {
    let now = 0;
    const clock = () => now;
    const store = openMemoryStore(clock);
    const few = { rate: { tokens: 10, perMs: 3_600_000 } };
    let admitted = 0;
    for (let each = 0; each < 20; each++) {
      const { call } = await replicaOf(store, { now: clock });
      if (kindOf((await call(toolOf('a'), {}, as('ada', few))).outcome) === 'ok') admitted++;
      now += 5_000;
    }
    expect(admitted).toBe(10);
  });
});

describe('concurrency', () => {
  const holding = () => {
    const finish: (() => void)[] = [];
    const run = () => new Promise<Outcome>(resolve => finish.push(() => resolve(success())));
    return { tool: toolOf('hold', run), finish };
  };

  it('over two replicas is that of the limit, and places come back', async () => {
    const store = openMemoryStore();
    const [one, other] = await Promise.all([replicaOf(store), replicaOf(store)]);
    const { tool, finish } = holding();
    const ada = as('ada', { concurrent: 3 });
    const running = [one, one, other].map(({ call }) => call(tool, {}, ada));
    await expect.poll(() => finish.length).toBe(3);
    const over = (await one!.call(tool, {}, ada)).outcome;
    expect([kindOf(over), first(over).details]).toMatchObject(['limited', { limit: 'concurrency', allowed: '3' }]);
    expect(kindOf((await other!.call(tool, {}, ada)).outcome)).toBe('limited');
    for (const each of finish.splice(0)) each();
    await Promise.all(running);
    // What one does not use any more another may have, a moment later.
    const three = () => Promise.all([1, 2, 3].map(() => other!.call(toolOf('quick'), {}, ada)));
    await expect.poll(async () => (await three()).every(({ outcome }) => outcome.ok)).toBe(true);
  });

  it('of a replica that is buried comes back', async () => {
    let now = 1_000_000;
    const store = openMemoryStore(() => now);
    const [one, other] = await Promise.all([replicaOf(store), replicaOf(store)]);
    const { tool, finish } = holding();
    const ada = as('ada', { concurrent: 1 });
    void one!.call(tool, {}, ada);
    await expect.poll(() => finish.length).toBe(1);
    expect(kindOf((await other!.call(toolOf('a'), {}, ada)).outcome)).toBe('limited');
    now += 10_000;
    await other!.membership.renew();
    now += 10_000;
    expect(kindOf((await other!.call(toolOf('a'), {}, ada)).outcome)).toBe('ok');
  });

  it('takes no place for a call that another limit stops', async () => {
    const { call } = await replicaOf(undefined, {
      rules: { tools: [{ glob: 'test/hold', limits: { concurrent: 1 } }] },
    });
    const { tool, finish } = holding();
    const ada = as('ada', { concurrent: 2 });
    const running = call(tool, {}, ada);
    await expect.poll(() => finish.length).toBe(1);
    for (let each = 0; each < 5; each++) expect(kindOf((await call(tool, {}, ada)).outcome)).toBe('limited');
    expect(kindOf((await call(toolOf('a'), {}, ada)).outcome)).toBe('ok');
    finish[0]!();
    await running;
  });
});

it('stops a caller whose bytes are used up until the next window', async () => {
  const { call } = await replicaOf();
  const ada = as('ada', { volume: { bytes: 1_000, perMs: 86_400_000 } });
  const large = toolOf('large', async () => success({ text: 'x'.repeat(1_200) }));
  expect(kindOf((await call(large, {}, ada)).outcome)).toBe('ok');
  const over = (await call(large, {}, ada)).outcome;
  expect(first(over)).toMatchObject({ kind: 'limited', details: { limit: 'bytes', allowed: '1000 bytes/day' } });
  expect(first(over).retryAfterMs).toBeGreaterThan(1_000);
});
