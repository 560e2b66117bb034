import { describe, expect, it } from 'vitest';
import { accountOf, Team, teamServer, textOf } from './team.js';

const servers = (effects: string) => ({ a: teamServer('a', effects), b: teamServer('b', effects) });
const under = (key: string, more: object = {}) => ({ meta: { 'io.concord/idempotencyKey': key, ...more } });

describe('a call under a key', () => {
  it('takes effect once, by _meta or by a header, and says when its answer is a repeated one', async () => {
    const team = await Team.serve(servers);
    const first = await team.call('a__send_mail', { to: 'ada' }, under('k-1'));
    const again = await team.call('a__send_mail', { to: 'ada' }, { headers: { 'idempotency-key': 'k-1' } });
    expect([textOf(first), textOf(again)]).toEqual(['mail to ada is sent', 'mail to ada is sent']);
    expect([accountOf(first).replayed, accountOf(again).replayed]).toEqual([undefined, true]);
    expect(team.done).toEqual(['mail ada']);
    const other = await team.call('a__send_mail', { to: 'bob' }, under('k-1'));
    expect(other.message.result).toMatchObject({ isError: true });
    expect(accountOf(other)).toMatchObject({ state: 'not_started', problems: [{ kind: 'invalid_params' }] });
  });

  it('waits for one that is under way', async () => {
    const team = await Team.serve(servers);
    const calls = Array.from({ length: 10 }, () => team.call('a__send_mail', { to: 'ada', ms: 800 }, under('k')));
    for (const reply of await Promise.all(calls)) expect(textOf(reply)).toBe('mail to ada is sent');
    expect(team.done).toEqual(['mail ada']);
  });

  it('survives kill -9 of the gateway: what was answered is answered again, and what was not is unknown', async () => {
    const team = await Team.serve(servers);
    expect(textOf(await team.call('a__send_mail', { to: 'ada' }, under('done')))).toContain('is sent');
    const lost = team.call('a__send_mail', { to: 'bob', ms: 60_000 }, under('lost')).catch(() => undefined);
    const set = team.call('a__set_note', { id: '1', ms: 60_000 }, under('set')).catch(() => undefined);
    await expect.poll(() => team.done).toContain('mail bob');
    await team.end('SIGKILL');
    await Promise.all([lost, set]);
    await team.start();
    expect(accountOf(await team.call('a__send_mail', { to: 'ada' }, under('done')))).toMatchObject({
      ok: true,
      replayed: true,
    });
    // The lease of the killed process has to run out first; until then its call counts as under way.
    const again = await team.call('a__send_mail', { to: 'bob', ms: 60_000 }, under('lost'));
    expect(accountOf(again)).toMatchObject({ ok: false, state: 'unknown', problems: [{ retryable: false }] });
    expect(team.done.filter(line => line === 'mail bob')).toHaveLength(1);
    const retried = await team.call(
      'a__send_mail',
      { to: 'bob', ms: 60_000 },
      {
        ...under('lost', { 'io.concord/retryUnknown': true, 'io.concord/budget': { deadlineMs: 500 } }),
      },
    );
    expect(accountOf(retried)).toMatchObject({ ok: false, problems: [{ kind: 'timeout' }] });
    expect(team.done.filter(line => line === 'mail bob')).toHaveLength(2);
  });

  it('is made by `mcp call --idempotency-key`, and by our client by itself where a call may not be repeated', async () => {
    const team = await Team.serve(servers);
    const call = () =>
      team.run('call', team.url, 'a__send_mail', 'to=eve', '--idempotency-key', 'mine', '--json', '--no-daemon');
    const [one, other] = [await call(), await call()];
    expect([one.code, other.code]).toEqual([0, 0]);
    expect(JSON.parse(other.stdout).result._meta['io.concord/outcome'].replayed).toBe(true);
    expect(team.done).toEqual(['mail eve']);
    // A gateway before this one is such a client: each of its calls has a key of its own.
    const outer = await Team.serve(() => ({ team: { url: team.url } }));
    await expect.poll(async () => (await outer.call('a__read_note')).status).toBe(200);
    for (let each = 0; each < 2; each++) await outer.call('a__send_mail', { to: 'zoe' });
    expect(team.done.filter(line => line === 'mail zoe')).toHaveLength(2);
    await outer.call('a__send_mail', { to: 'amy' }, under('k'));
    await outer.call('a__send_mail', { to: 'amy' }, under('k'));
    expect(team.done.filter(line => line === 'mail amy')).toHaveLength(1);
  });

  it('warns where a server keeps no ledger', async () => {
    const team = new Team(servers);
    const { stderr, code } = await team.run('call', 'a/send_mail', 'to=x', '--idempotency-key', 'k', '--no-daemon');
    expect([code, stderr]).toEqual([0, expect.stringContaining('keeps no ledger')]);
  });
});
