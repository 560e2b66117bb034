import { describe, expect, it } from 'vitest';
import { accountOf, Team, teamServer, textOf } from './team.js';

const servers = (effects: string) => ({ a: teamServer('a', effects), b: teamServer('b', effects) });

describe('a limit that is reached', () => {
  it('is HTTP 429 with when to come again, and says in its account that nothing was done', async () => {
    const team = await Team.serve(servers, { settings: { limits: { tools: { 'a/send_mail': { rate: '2/min' } } } } });
    for (let each = 0; each < 2; each++) expect((await team.call('a__send_mail', { to: 'x' })).status).toBe(200);
    const over = await team.call('a__send_mail', { to: 'y' });
    expect([over.status, over.message.error.code]).toEqual([429, -32603]);
    const seconds = Number(over.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(30);
    expect(Object.fromEntries(over.headers)).toMatchObject({
      'ratelimit-limit': '2',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(seconds),
      'ratelimit-policy': '"tool";q=2;w=60',
      ratelimit: `"tool";r=0;t=${seconds}`,
    });
    const account = accountOf(over);
    expect(account).toMatchObject({ state: 'not_started', problems: [{ kind: 'limited', retryable: true }] });
    expect(account.retryAfterMs).toBeGreaterThan((seconds - 1) * 1_000);
    expect(team.done).toEqual(['mail x', 'mail x']);
    // Others are not concerned.
    expect((await team.call('b__send_mail')).status).toBe(200);
  });

  it('reaches clients of the handshake eras as an error, and the command line as what it is', async () => {
    const team = await Team.serve(servers, { settings: { limits: { servers: { a: { rate: '1/day' } } } } });
    const client = await team.client();
    await client.callTool({ name: 'a__read_note' });
    await expect(client.callTool({ name: 'a__read_note' })).rejects.toMatchObject({
      code: -32603,
      data: { limit: 'rate', scope: 'server' },
    });
    const { code, stdout } = await team.run('call', team.url, 'a__read_note', '--json', '--no-daemon');
    expect([code, JSON.parse(stdout).error]).toMatchObject([2, { kind: 'limited', code: 429, retryable: true }]);
  });

  it('of calls at once frees its places again', async () => {
    const team = await Team.serve(servers, { settings: { limits: { callers: { '*': { concurrent: 2 } } } } });
    const slow = [1, 2].map(() => team.call('a__slow', { ms: 1_500 }));
    await new Promise(resolve => setTimeout(resolve, 500));
    expect((await team.call('b__read_note')).status).toBe(429);
    for (const reply of await Promise.all(slow)) expect(textOf(reply)).toBe('done');
    await expect.poll(async () => (await team.call('b__read_note')).status).toBe(200);
  });

  it.each([
    [{ limits: { callers: { '*': { rate: 'often' } } } }, 'limits.callers.*.rate must be'],
    [{ limits: { tool: {} } }, 'limits.tool must be one of'],
    [{ spill: { bytes: 'much' } }, 'spill.bytes must be a size'],
    [{ discover: 'magic' }, '"discover" must be'],
  ])('that is written down wrongly (%j) keeps the server from starting, in words', async (settings, words) => {
    const team = new Team(servers, { settings });
    await expect(team.start()).rejects.toThrow(words);
  });
});

it('holds no server up by another that is slow, and refuses what has no place to wait in', async () => {
  const team = await Team.serve(servers, {
    env: { CONCORD_MAX_UPSTREAM_REQUESTS: '2', CONCORD_MAX_UPSTREAM_WAITING: '3' },
  });
  const slow = Array.from({ length: 8 }, () => team.call('a__slow', { ms: 1_500 }));
  await new Promise(resolve => setTimeout(resolve, 300));
  const began = performance.now();
  expect((await team.call('b__read_note')).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(15_000);
  const replies = await Promise.all(slow);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  expect(accountOf(replies.find(({ status }) => status === 429)!)).toMatchObject({
    problems: [{ kind: 'limited' }],
    state: 'not_started',
  });
});

describe('a budget', () => {
  /** A gateway behind a gateway. */
  async function chain() {
    const inner = await Team.serve(servers);
    const outer = await Team.serve(effects => ({ inner: { url: inner.url }, c: teamServer('c', effects) }));
    await expect.poll(async () => (await outer.call('inner__a__read_note')).status).toBe(200);
    return { inner, outer };
  }

  it('of time shrinks at each hop, and the failure says which has spent it', async () => {
    const { outer } = await chain();
    const budget = (deadlineMs: number) => ({ meta: { 'io.concord/budget': { deadlineMs, bytes: 100_000 } } });
    const told = JSON.parse(textOf(await outer.call('inner__a__told', {}, budget(10_000))));
    expect(told['io.concord/budget'].deadlineMs).toBeLessThan(10_000 - 50);
    expect(told['io.concord/budget'].bytes).toBeLessThan(100_000);
    const late = await outer.call('inner__a__slow', { ms: 5_000 }, budget(900));
    expect(accountOf(late)).toMatchObject({ problems: [{ kind: 'timeout' }], state: 'unknown' });
    // The inner gateway has less time, so that it is the one that says so: at its server a.
    expect(JSON.stringify(late.message.error)).toContain("at 'a'");
  });

  it('of bytes is that of the result, whatever the servers would send', async () => {
    const { outer } = await chain();
    const meta = { 'io.concord/budget': { bytes: 6_000 } };
    const { message } = await outer.call('inner__a__lines', { count: 5_000 }, { meta });
    expect(JSON.stringify(message.result.content).length).toBeLessThan(7_000);
  });

  it('that cannot be read is refused in words', async () => {
    const { outer } = await chain();
    const reply = await outer.call('c__read_note', {}, { meta: { 'io.concord/budget': { deadlineMs: 'soon' } } });
    expect(accountOf(reply)).toMatchObject({ problems: [{ kind: 'invalid_params' }], state: 'not_started' });
  });
});

describe('a trace', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  it.each([
    ['in _meta', { meta: { traceparent, tracestate: 'a=b' } }],
    ['in headers', { headers: { traceparent, tracestate: 'a=b' } }],
  ])('given %s goes on to the server that does the work', async (_, options) => {
    const team = await Team.serve(servers);
    const told = JSON.parse(textOf(await team.call('a__told', {}, options)));
    expect(told).toMatchObject({ traceparent, tracestate: 'a=b' });
  });
});
