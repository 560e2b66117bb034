import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Team, teamServer, textOf } from './team.js';

const names = async (team: Team): Promise<string[]> =>
  (await team.ask('tools/list')).message.result.tools.map((each: { name: string }) => each.name);
const has = async (team: Team, name: string) => (await names(team)).some(each => each.startsWith(name));

describe('a configuration that changes while it is served', () => {
  it('serves what was added, changed and removed, and does not touch the others', async () => {
    const team = await Team.serve(effects => ({ a: teamServer('a', effects), b: teamServer('b', effects) }));
    const a = teamServer('a', team.effects);
    const started = () =>
      readFileSync(team.effects, 'utf8')
        .split('\n')
        .filter(line => line.startsWith('start ')).length;
    await expect.poll(() => has(team, 'b__')).toBe(true);
    const before = started();
    team.configure({ a, b: teamServer('b', team.effects), c: teamServer('c', team.effects) });
    await expect.poll(() => has(team, 'c__')).toBe(true);
    expect(textOf(await team.call('c__read_note', { id: '1' }))).toBe('note 1 of c');
    team.configure({ a, c: teamServer('other', team.effects) });
    await expect.poll(async () => textOf(await team.call('c__read_note'))).toBe('note none of other');
    expect(await has(team, 'b__')).toBe(false);
    expect((await team.call('b__read_note')).message.error.code).toBe(-32602);
    // The first one runs on in the process it had.
    expect(started()).toBe(before + 2);
    expect(team.log).toContain("added 'c'");
    expect(team.log).toContain("changed 'c'");
    expect(team.log).toContain("removed 'b'");
  });

  it('drops no call: not one of a server that stays, and not those under way of one that goes', async () => {
    const team = await Team.serve(effects => ({ a: teamServer('a', effects), b: teamServer('b', effects) }));
    await expect.poll(() => has(team, 'b__')).toBe(true);
    const a = teamServer('a', team.effects);
    let stop = false;
    let calls = 0;
    const failures: unknown[] = [];
    const pressing = Array.from({ length: 16 }, async () => {
      while (!stop) {
        const { status, message } = await team.call('a__read_note', { id: 'x' });
        calls++;
        if (status !== 200 || message.result?.isError || message.error) failures.push(message);
      }
    });
    const slow = team.call('b__slow', { ms: 2_500 });
    await new Promise(resolve => setTimeout(resolve, 300));
    const changes = [
      { a },
      { a, b: teamServer('b', team.effects) },
      { a, b: teamServer('changed', team.effects), c: { command: '/nowhere/at/all' } },
      { a, b: { use: 'demo' } },
    ];
    for (const servers of changes) {
      team.configure(servers);
      await new Promise(resolve => setTimeout(resolve, 800));
      writeFileSync(team.folder.config, '{"mcpServers": {"a": ');
      await new Promise(resolve => setTimeout(resolve, 800));
    }
    stop = true;
    await Promise.all(pressing);
    expect(failures).toEqual([]);
    expect(calls).toBeGreaterThan(500);
    expect(textOf(await slow)).toBe('done');
  });

  it('that cannot be read keeps the last one, says so once, and goes on when it can be again', async () => {
    const team = await Team.serve(effects => ({ a: teamServer('a', effects), b: teamServer('b', effects) }));
    const both = { a: teamServer('a', team.effects), b: teamServer('b', team.effects) };
    await expect.poll(() => has(team, 'b__')).toBe(true);
    writeFileSync(team.folder.config, '{"mcpServers": {');
    await expect.poll(() => team.log).toContain('cannot be used');
    expect(await has(team, 'b__')).toBe(true);
    team.configure(both, { limits: { callers: { '*': { rate: 'often' } } } });
    await expect.poll(() => team.log).toContain('limits.callers.*.rate must be');
    expect(textOf(await team.call('b__read_note'))).toBe('note none of b');
    team.configure({ ...both, c: teamServer('c', team.effects) });
    await expect.poll(() => has(team, 'c__')).toBe(true);
    expect(team.log).toContain('can be used again');
  });

  it('changes limits from the next call on', async () => {
    const team = await Team.serve(effects => ({ a: teamServer('a', effects), b: teamServer('b', effects) }));
    const servers = { a: teamServer('a', team.effects), b: teamServer('b', team.effects) };
    const limited = async () => (await team.call('a__read_note')).status === 429;
    expect(await limited()).toBe(false);
    team.configure(servers, { limits: { tools: { 'a/read_*': { rate: '1/day' } } } });
    await expect.poll(limited).toBe(true);
    expect((await team.call('a__told')).status).toBe(200);
    team.configure(servers);
    await expect.poll(limited).toBe(false);
  });

  it('of one server that gets a second keeps the names it had', async () => {
    const team = await Team.serve(effects => ({ a: teamServer('a', effects) }));
    expect(textOf(await team.call('read_note'))).toBe('note none of a');
    team.configure({ a: teamServer('a', team.effects), b: teamServer('b', team.effects) });
    await expect.poll(() => has(team, 'b__')).toBe(true);
    expect(await has(team, 'a__read_note')).toBe(true);
    expect(textOf(await team.call('read_note'))).toBe('note none of a');
    expect(textOf(await team.call('b__read_note'))).toBe('note none of b');
  });

  it('tells clients of lists that have changed, and of none that has not', async () => {
    const team = await Team.serve(effects => ({ a: teamServer('a', effects), b: teamServer('b', effects) }));
    await expect.poll(() => has(team, 'b__')).toBe(true);
    const client = await team.client();
    const told: string[] = [];
    client.fallbackNotificationHandler = async ({ method }) => void told.push(method);
    const servers = { a: teamServer('a', team.effects), b: teamServer('b', team.effects) };
    team.configure(servers, { spill: { bytes: '10k' } });
    await expect.poll(() => team.log).toContain('read again');
    await new Promise(resolve => setTimeout(resolve, 500));
    expect(told).toEqual([]);
    team.configure({ ...servers, c: teamServer('c', team.effects) });
    await expect.poll(() => told).toContain('notifications/tools/list_changed');
  });
});
