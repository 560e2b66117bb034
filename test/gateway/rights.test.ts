import { describe, expect, it } from 'vitest';
import { Team, teamServer } from './team.js';

const servers = (effects: string) => ({ files: teamServer('files', effects), mail: teamServer('mail', effects) });
const serve = () => Team.serve(servers, { args: ['--tokens', '--metrics'] });

const listed = async (team: Team, method: string, key: string, token?: string): Promise<string[]> =>
  (await team.ask(method, {}, token)).message.result[key].map((each: { name: string }) => each.name);

describe('a caller with a token', () => {
  it('sees and uses what its rights are, in lists, calls, resources, prompts and completions, and nothing else exists for it', async () => {
    const team = await serve();
    const [all, files, reader, some] = await Promise.all([
      team.token('all'),
      team.token('files', '--servers', 'files'),
      team.token('reader', '--read-only'),
      team.token('some', '--tools', 'mail/send_*'),
    ]);
    expect(await listed(team, 'tools/list', 'tools', all)).toEqual(
      expect.arrayContaining(['files__send_mail', 'mail__send_mail', 'spill_read']),
    );
    const own = await listed(team, 'tools/list', 'tools', files);
    expect(own.filter(name => !name.startsWith('files__'))).toEqual(['spill_read', 'spill_search']);
    const reading = await listed(team, 'tools/list', 'tools', reader);
    expect(reading).toContain('mail__read_note');
    expect(reading.filter(name => /send|set|dies/.test(name))).toEqual([]);
    expect(await listed(team, 'tools/list', 'tools', some)).toEqual(['mail__send_mail', 'spill_read', 'spill_search']);

    // What a caller may not use is answered as what there is not, but for its name.
    const same = async (method: string, hidden: object, absent: object, token: string) => {
      const [one, other] = [await team.ask(method, hidden, token), await team.ask(method, absent, token)];
      const plain = ({ status, message: { error } }: typeof one) => [
        status,
        error.code,
        error.data._meta['io.concord/outcome'].problems,
      ];
      expect(plain(one)).toEqual(plain(other));
      expect(one.message.error.message.replace(/:.*/, '')).toBe(other.message.error.message.replace(/:.*/, ''));
    };
    await same(
      'tools/call',
      { name: 'mail__read_note', arguments: {} },
      { name: 'zzzz__nothing', arguments: {} },
      files,
    );
    await same(
      'tools/call',
      { name: 'mail__send_mail', arguments: { bad: 1 } },
      { name: 'zzzz__nothing', arguments: {} },
      reader,
    );
    await same('resources/read', { uri: 'mail://page' }, { uri: 'zzzz://page' }, files);
    await same('prompts/get', { name: 'mail__greet' }, { name: 'zzzz__greet' }, files);
    const completing = (name: string) => ({ ref: { type: 'ref/prompt', name }, argument: { name: 'who', value: '' } });
    await same('completion/complete', completing('mail__greet'), completing('zzzz__greet'), files);
    // With tools alone there are no resources and prompts.
    await same('resources/read', { uri: 'mail://page' }, { uri: 'zzzz://page' }, some);
    expect(team.done).toEqual([]);

    expect(await listed(team, 'resources/list', 'resources', files)).toEqual(['page']);
    expect((await team.ask('resources/list', {}, files)).message.result.resources).toMatchObject([
      { uri: 'files://page' },
    ]);
    expect(
      (await team.ask('resources/templates/list', {}, files)).message.result.resourceTemplates.map(
        (each: { uriTemplate: string }) => each.uriTemplate,
      ),
    ).toEqual(expect.arrayContaining(['files://pages/{id}']));
    expect(await listed(team, 'prompts/list', 'prompts', files)).toEqual(['files__greet']);
    expect(await listed(team, 'prompts/list', 'prompts', some)).toEqual([]);
    expect((await team.ask('resources/read', { uri: 'files://page' }, files)).message.result.contents[0].text).toBe(
      'page of files',
    );
    expect((await team.ask('prompts/get', { name: 'files__greet' }, files)).message.result.messages).toHaveLength(1);
    expect(
      (await team.ask('completion/complete', completing('files__greet'), files)).message.result.completion.values,
    ).toEqual(['value of files']);
    expect((await team.call('files__send_mail', { to: 'ada' }, { token: files })).message.result.content[0].text).toBe(
      'mail to ada is sent',
    );
    expect((await team.call('mail__read_note', { id: '1' }, { token: reader })).status).toBe(200);
    expect(team.done).toEqual(['mail ada']);
  });

  it('has the same rights in the handshake eras, where it may subscribe to what it sees alone', async () => {
    const team = await serve();
    const client = await team.client(await team.token('files', '--servers', 'files', '--read-only'));
    const { tools } = await client.listTools();
    expect(tools.map(each => each.name).filter(name => /mail__|send/.test(name))).toEqual([]);
    expect(client.getInstructions()).not.toContain('mail');
    await expect(client.callTool({ name: 'mail__read_note' })).rejects.toMatchObject({ code: -32601 });
    await expect(client.subscribeResource({ uri: 'mail://page' })).rejects.toMatchObject({ code: -32601 });
    await client.subscribeResource({ uri: 'files://page' });
    await expect(client.readResource({ uri: 'mail://pages/1' })).rejects.toMatchObject({ code: -32601 });
    expect((await client.callTool({ name: 'files__read_note' })).content).toMatchObject([
      { text: 'note none of files' },
    ]);
  });

  it('keeps what was spilled for it to itself', async () => {
    const team = await serve();
    const [ada, bob] = await Promise.all([team.token('ada'), team.token('bob')]);
    const { message } = await team.call('files__lines', { count: 3_000 }, { token: ada });
    const uri = message.result.content.find((each: { type: string }) => each.type === 'resource_link').uri as string;
    expect((await team.ask('resources/read', { uri }, ada)).status).toBe(200);
    expect(
      (await team.ask('resources/read', { uri }, bob)).message.error.data._meta['io.concord/outcome'].problems,
    ).toMatchObject([{ kind: 'not_found' }]);
    const asked = await team.call('spill_read', { uri, lines: '1-2' }, { token: ada });
    expect(asked.message.result.content[0].text).toContain('line 1 of files');
    const outcome = async (name: string, args: object) =>
      (await team.call(name, args, { token: bob })).message.error.data._meta['io.concord/outcome'];
    expect(await outcome('spill_read', { uri })).toMatchObject({ problems: [{ kind: 'not_found' }] });
    expect(await outcome('files__measure', { text: uri })).toMatchObject({
      state: 'not_started',
      problems: [{ kind: 'not_found' }],
    });
  });

  it('sees how the gateway runs only with the right to', async () => {
    const team = await serve();
    const [plain, operator] = await Promise.all([team.token('plain'), team.token('operator', '--operations')]);
    for (const path of ['/healthz?full', '/metrics']) {
      expect((await team.get(path)).status).toBe(401);
      const refused = await team.get(path, plain);
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        403,
        expect.stringContaining('scope="operations"'),
      ]);
      expect((await team.get(path, operator)).status).toBe(200);
    }
    expect((await team.get('/healthz')).status).toBe(200);
  });

  it('is let in no more once it is revoked, and with a new token once that was made', async () => {
    const team = await serve();
    const token = await team.token('ada');
    const status = async (given: string) => (await team.call('files__read_note', {}, { token: given })).status;
    expect(await status(token)).toBe(200);
    const next = (await team.run('token', 'rotate', 'ada', '--grace', '0s')).stdout.trim();
    await expect.poll(() => status(token)).toBe(401);
    expect(await status(next)).toBe(200);
    await team.run('token', 'revoke', 'ada');
    await expect.poll(() => status(next)).toBe(401);
  });
});

describe('a request without a good token', () => {
  it('is told where to get one, and nothing else', async () => {
    const team = await Team.serve(servers, {
      args: ['--tokens', '--jwt-issuer', 'https://idp.example', '--jwt-audience', 'team'],
    });
    const { status, headers, message } = await team.ask('tools/list');
    expect([status, message.error.message]).toEqual([401, 'Unauthorized']);
    const [, metadata] = /resource_metadata="([^"]{1,200})"/.exec(headers.get('www-authenticate')!)!;
    expect(await (await fetch(metadata!)).json()).toMatchObject({
      resource: team.url,
      authorization_servers: ['https://idp.example'],
      bearer_methods_supported: ['header'],
    });
    const wrong = await team.ask('tools/list', {}, `ccd_${'x'.repeat(49)}`);
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
  });

  it('takes as long for a token that was never made as for one that was revoked', async () => {
    const team = await Team.serve(servers, {
      args: ['--tokens'],
      env: { MCPBASH_REMOTE_TOKEN_MAX_FAILURES_PER_MIN: '100000' },
    });
    const known = await team.token('ada');
    await team.run('token', 'revoke', 'ada');
    const unknown = `${known.slice(0, -6)}${[...known.slice(-6)].reverse().join('')}`;
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 150; round++)
      for (const [name, token] of [
        ['known', known],
        ['unknown', unknown],
      ] as const) {
        const began = performance.now();
        expect((await team.ask('tools/list', {}, token)).status).toBe(401);
        times[name].push(performance.now() - began);
      }
    const middle = (all: number[]) => all.sort((one, other) => one - other)[Math.floor(all.length / 2)]!;
    const spread = middle(times.known) - times.known[Math.floor(times.known.length / 10)]!;
    expect(Math.abs(middle(times.known) - middle(times.unknown))).toBeLessThan(spread * 3 + 1);
  });
});

it('serves readers alone with --read-only, whatever their tokens say', async () => {
  const team = await Team.serve(servers, { args: ['--read-only', '--tokens'] });
  const token = await team.token('ada');
  const names = await listed(team, 'tools/list', 'tools', token);
  expect(names).toContain('files__read_note');
  expect(names).not.toContain('files__send_mail');
  expect((await team.call('files__send_mail', {}, { token })).message.error.code).toBe(-32602);
  expect(team.done).toEqual([]);
});

it('puts the name of the caller into every record and log line about its requests', async () => {
  const team = await serve();
  const token = await team.token('ada');
  await team.call('files__send_mail', { to: 'bob' }, { token });
  await team.ask('resources/read', { uri: 'files://pages/broken' }, token);
  await expect.poll(() => team.log).toMatch(/"caller":"ada"/);
  const { stdout } = await team.run('audit', 'query', '--caller', 'ada', '--json');
  expect(JSON.parse(stdout).calls.length).toBeGreaterThanOrEqual(1);
  expect(team.log + stdout).not.toContain(token);
});
