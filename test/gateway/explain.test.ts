import { expect, it } from 'vitest';
import { accountOf, type CallOptions, type Reply, Team, teamServer } from './team.js';

/** A gateway in which ten calls have ten fates. */
const servers = (effects: string) => ({
  a: teamServer('a', effects),
  gone: { command: '/nowhere/at/all' },
  demo: { use: 'demo' },
});
const settings = {
  limits: { tools: { 'a/set_note': { rate: '1/day' }, 'a/slow': { concurrent: 1 } } },
};

it('says the true reason of ten calls with different fates, who made them, what they waited for and what to do', async () => {
  const team = await Team.serve(servers, { args: ['--tokens', '--audit', 'all'], settings });
  const token = await team.token('ada');
  let made = 0;
  /** The sentences about a call, and its answer. */
  const fate = async (name: string, args: object = {}, { meta, ...options }: CallOptions = {}) => {
    const requestId = `fate-${++made}`;
    const reply = await team.call(name, args, {
      token,
      ...options,
      meta: { 'io.concord/requestId': requestId, ...meta },
    });
    const { stdout, stderr, code } = await team.run('explain', requestId);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('by ada over http');
    return { reply, words: stdout };
  };
  const kind = (reply: Reply) => accountOf(reply).problems[0]?.kind ?? 'ok';

  const fine = await fate('a__read_note', { id: '1' });
  expect(fine.words).toMatch(/It succeeded\.\n.*bytes left\.\nIt took \d+ ms: correlate \d/);
  expect(fine.words).toContain("served by the server 'a'");

  const wrong = await fate('a__read_note', { id: 5 });
  expect([kind(wrong.reply), wrong.words]).toEqual([
    'invalid_params',
    expect.stringContaining('its arguments were refused'),
  ]);

  await team.call('a__set_note', { id: '1' }, { token });
  const limited = await fate('a__set_note', { id: '2' });
  expect(limited.words).toContain('the rate of its tool was used up (1/day)');
  expect(limited.words).toContain('Nothing was done.');

  const holding = team.call('a__slow', { ms: 3_000 }, { token });
  await new Promise(resolve => setTimeout(resolve, 300));
  const crowded = await fate('a__slow');
  expect(crowded.words).toContain('the number of calls under way at once of its tool was used up (1)');
  await holding;

  const under = { meta: { 'io.concord/idempotencyKey': 'k' } };
  await team.call('a__send_mail', { to: 'x' }, { token, ...under });
  const replayed = await fate('a__send_mail', { to: 'x' }, under);
  expect(replayed.words).toContain('It had run before under its idempotency key');
  const reused = await fate('a__send_mail', { to: 'y' }, under);
  expect(reused.words).toContain('its idempotency key was used before, for a call with other arguments');

  const first = team.call('a__send_mail', { to: 'z', ms: 900 }, { token, meta: { 'io.concord/idempotencyKey': 'w' } });
  await new Promise(resolve => setTimeout(resolve, 200));
  const waited = await fate('a__send_mail', { to: 'z', ms: 900 }, { meta: { 'io.concord/idempotencyKey': 'w' } });
  expect(waited.words).toMatch(/It waited [1-9]\d* ms for the call under the same idempotency key/);
  await first;

  const spent = await fate('a__slow', { ms: 5_000 }, { meta: { 'io.concord/budget': { deadlineMs: 400 } } });
  expect(spent.words).toContain("the time its caller granted, 400 ms, was spent at 'a'");
  expect(spent.words).toContain('Nobody knows whether it took effect');

  const died = await fate('a__dies');
  expect(died.words).toContain('its server ended while it was asked');

  const large = await fate('a__lines', { count: 3_000 });
  expect(large.words).toMatch(
    /It was over the budget of its caller: all of it is kept as concord:\/\/spill\/[0-9a-f]{64}\./,
  );
  expect(large.words).toContain('1 value masked');

  const conflicting = await fate('demo__fail_conflict');
  expect(conflicting.words).toContain('a lock was held by');

  const { stdout } = await team.run('explain', 'fate-1', '--json');
  expect(JSON.parse(stdout).calls[0]).toMatchObject({
    caller: 'ada',
    status: 'success',
    stages: { run: expect.any(Number) },
  });
  const none = await team.run('explain', 'nobody-made-this');
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('no record of a call')]);
});

it('says of a server that cannot be reached that it was not even tried', async () => {
  const team = await Team.serve(effects => ({ a: teamServer('a', effects), web: { url: 'http://127.0.0.1:9/mcp' } }));
  // Its tools are unknown, so that nothing but its name can be asked for.
  const { message } = await team.call('web__anything');
  expect(message.error.data._meta['io.concord/outcome']).toMatchObject({
    state: 'not_started',
    problems: [{ kind: 'unavailable' }],
  });
});
