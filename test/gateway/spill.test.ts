import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accountOf, Team, teamServer, textOf } from './team.js';

const servers = (effects: string) => ({ a: teamServer('a', effects), b: teamServer('b', effects) });
const info = { name: 'test', version: '1' };

/** The clients of both generations of the SDK, in both eras. */
const clients: Readonly<Record<string, (url: URL) => Promise<ClientV1>>> = {
  v1: async url => {
    const client = new ClientV1(info);
    await client.connect(new HttpV1(url) as never);
    return client;
  },
  'v2, handshake': async url => {
    const client = new ClientV2(info, { versionNegotiation: { mode: 'legacy' } });
    await client.connect(new HttpV2(url));
    return client as unknown as ClientV1;
  },
  'v2, modern': async url => {
    const client = new ClientV2(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new HttpV2(url));
    return client as unknown as ClientV1;
  },
};

type Block = { readonly type: string; readonly uri?: string; readonly text?: string };
const linkIn = (content: unknown): string => (content as Block[]).find(({ type }) => type === 'resource_link')!.uri!;

describe.each(Object.entries(clients))('the SDK client %s', (_, connect) => {
  it('sees large results as valid, and reads them in parts by a resource and by tools', async () => {
    const team = await Team.serve(servers);
    const client = await connect(new URL(team.url));
    onTestFinished(() => client.close());
    // With the schemas of all tools, a client checks what results promise.
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['spill_read', 'spill_search']),
    );
    const lines = await client.callTool({ name: 'a__lines', arguments: { count: 5_000 } });
    const uri = linkIn(lines.content);
    const { contents } = await client.readResource({ uri: `${uri}?lines=4999-5000` });
    expect(contents[0]).toMatchObject({ text: expect.stringMatching(/^line 4999 of a: \.+\nline 5000 of a: \.+\n$/) });
    const found = await client.callTool({ name: 'spill_search', arguments: { uri, pattern: '^line 77 ' } });
    expect((found.content as Block[])[0]!.text).toMatch(/^77: line 77 of a/);
    const items = await client.callTool({ name: 'a__items', arguments: { count: 20_000 } });
    expect(items.structuredContent).toMatchObject({ 'io.concord/spill': { uri: linkIn(items.content) } });
    const item = await client.callTool({
      name: 'spill_read',
      arguments: { uri: linkIn(items.content), pointer: '/items/19999/id' },
    });
    expect((item.content as Block[])[0]!.text).toMatch(/^19999\n/);
    // What fits its client is left as it is, and keeps what its schema promises.
    const few = await client.callTool({ name: 'a__items', arguments: { count: 3 } });
    expect(few.structuredContent).toEqual({ items: [{ id: 0 }, { id: 1 }, { id: 2 }] });
  });
});

it('puts what an address stands for in its place before a tool sees it, with its secrets masked', async () => {
  const team = await Team.serve(servers);
  const large = await team.call('a__lines', { count: 400_000 });
  const uri = linkIn(large.message.result.content);
  const { bytes } = accountOf(large).spill[0];
  expect(bytes).toBeGreaterThan(15_000_000);
  const measured = await team.call('b__measure', { text: uri });
  expect(textOf(measured)).toBe(String(bytes));
  expect(accountOf(measured).inserted).toEqual([{ pointer: '/text', uri, bytes }]);
  const secrets = await team.call('spill_search', { uri, pattern: 'password' });
  expect(textOf(secrets)).toMatch(/^\d+: password: \[REDACTED\]\n/);
});

it('is read, searched, listed and removed by `mcp spill`', async () => {
  const team = await Team.serve(servers);
  const uri = linkIn((await team.call('a__lines', { count: 3_000 })).message.result.content);
  const short = uri.slice('concord://spill/'.length, 'concord://spill/'.length + 12);
  expect((await team.run('spill', 'list')).stdout).toContain(uri);
  expect((await team.run('spill', 'get', short, '--lines', '2-2')).stdout).toBe('line 2 of a: .\n');
  expect((await team.run('spill', 'grep', uri, '^line 3000 ')).stdout).toMatch(/^3000: line 3000 of a/);
  expect((await team.run('spill', 'get', short, '--lines', 'x')).stderr).toContain('lines must be like');
  expect((await team.run('spill', 'rm', short)).stdout).toContain('is removed');
  expect((await team.run('spill', 'get', short)).code).toBe(2);
  expect((await team.ask('resources/read', { uri })).message.error).toBeDefined();
});

it('has the budget that the configuration says: of all, of a server, of a tool', async () => {
  const a = (effects: string) => teamServer('a', effects, { spill: { bytes: '2k', tools: { lines: '200k' } } });
  const team = await Team.serve(effects => ({ a: a(effects), b: teamServer('b', effects) }), {
    settings: { spill: { bytes: '8k' } },
  });
  const spills = async (name: string, args: object) => accountOf(await team.call(name, args)).spill !== undefined;
  expect(await spills('a__lines', { count: 2_000 })).toBe(false);
  expect(await spills('a__items', { count: 400 })).toBe(true);
  expect(await spills('b__lines', { count: 50 })).toBe(false);
  expect(await spills('b__lines', { count: 400 })).toBe(true);
});

it('leaves nothing half-kept when the gateway is killed while it keeps', async () => {
  const team = await Team.serve(servers);
  const writing = team.call('a__lines', { count: 300_000 }).catch(() => undefined);
  await new Promise(resolve => setTimeout(resolve, 400));
  await team.end('SIGKILL');
  await writing;
  await team.start();
  const { stdout } = await team.run('spill', 'list', '--json');
  for (const { uri } of JSON.parse(stdout).spills) {
    const read = await team.run('spill', 'get', uri, '--lines', '299999-');
    expect(read.code).toBe(0);
  }
  const again = await team.call('a__lines', { count: 300_000 });
  expect(
    textOf(await team.call('spill_read', { uri: linkIn(again.message.result.content), lines: '300000-300000' })),
  ).toContain('line 300000 of a');
});
