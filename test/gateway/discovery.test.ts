import { describe, expect, it } from 'vitest';
import { accountOf, type Reply, Team, teamServer, textOf } from './team.js';

const servers = (effects: string) => ({ a: teamServer('a', effects), b: teamServer('b', effects) });
const listed = async (team: Team, token?: string): Promise<string[]> =>
  (await team.ask('tools/list', {}, token)).message.result.tools.map((each: { name: string }) => each.name);
const search = ['tools_call', 'tools_describe', 'tools_search'];

describe('tools that are found by a search', () => {
  it('are not listed but for those that are pinned, and can be found, described and called', async () => {
    const team = await Team.serve(servers, { args: ['--discover', 'search'], settings: { pinned: ['a/read_*'] } });
    expect((await listed(team)).sort()).toEqual(['a__read_note', 'spill_read', 'spill_search', ...search].sort());
    const found = textOf(await team.call('tools_search', { pattern: 'mail' }));
    expect(found.split('\n')).toEqual([
      'a__send_mail([to:str], [ms:int]) - Sends a mail',
      'b__send_mail([to:str], [ms:int]) - Sends a mail',
    ]);
    const [described] = JSON.parse(textOf(await team.call('tools_describe', { names: ['a__send_mail'] })));
    expect(described).toMatchObject({ name: 'a__send_mail', inputSchema: { properties: { to: { type: 'string' } } } });
    const sent = await team.call('tools_call', { name: 'a__send_mail', arguments: { to: 'ada' } });
    expect(textOf(sent)).toBe('mail to ada is sent');
    expect(team.done).toEqual(['mail ada']);
    expect(textOf(await team.call('tools_search', { pattern: 'nothing like this' }))).toContain('None of 18 tools');
  });

  it('are called as by themselves: checked, admitted, redacted and recorded under their own name', async () => {
    const team = await Team.serve(servers, {
      args: ['--tokens'],
      settings: { discover: 'search', limits: { tools: { 'a/send_mail': { rate: '1/min' } } } },
    });
    const [ada, bob] = await Promise.all([
      team.token('ada', '--servers', 'a'),
      team.token('bob', '--discover', 'list'),
    ]);
    const call = (name: string, args: object, more: object = {}) =>
      team.call('tools_call', { name, arguments: args }, { token: ada, ...more });
    const kind = (reply: Reply) => accountOf(reply).problems[0]?.kind ?? 'ok';
    expect((await listed(team, bob)).filter(name => search.includes(name))).toEqual([]);
    expect(await listed(team, bob)).toContain('b__send_mail');
    expect(kind(await call('a__send_mail', { to: 5 }))).toBe('invalid_params');
    const under = { meta: { 'io.concord/idempotencyKey': 'k' } };
    expect(kind(await call('a__send_mail', { to: 'x' }, under))).toBe('ok');
    expect(kind(await call('a__send_mail', { to: 'x' }))).toBe('limited');
    expect(kind(await call('b__send_mail', { to: 'x' }))).toBe('not_found');
    expect(textOf(await team.call('tools_search', { pattern: 'mail' }, { token: ada }))).not.toContain('b__send_mail');
    const malformed = await team.call('tools_call', { arguments: {} }, { token: ada });
    expect(malformed.message.result).toMatchObject({ isError: true });
    const { stdout } = await team.run('audit', 'query', '--caller', 'ada', '--json');
    const tools = (JSON.parse(stdout).calls as { tool: string }[]).map(({ tool }) => tool);
    expect(tools).toContain('a__send_mail');
    expect(tools.filter(name => name === 'tools_call')).toHaveLength(1);
  });
});
