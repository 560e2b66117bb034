import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandFolder, type Document, missing } from '../cli/mcp.js';
import { temporaryFolder } from '../support/engine.js';
import { tenTimes, WAIT_LIMIT_MS } from '../support/time.js';
import { gatewayOver, httpGatewayOver, hurried, outcomeOf, upstream, upstreamOf } from './serving.js';

const eventually = { timeout: WAIT_LIMIT_MS };
const times = (text: string, part: string) => text.split(part).length - 1;
const listChanges = (told: readonly Document[]) =>
  told.filter(({ method }) => method === 'notifications/tools/list_changed').length;

describe('a server that does not come', () => {
  it('holds nobody up: what is there is served, the rest is announced when it comes, under names that do not change', async () => {
    const flag = join(temporaryFolder(), 'late');
    const servers = { good: upstream, mute: upstreamOf('mute'), late: upstreamOf('late', flag), gone: missing };
    const began = performance.now();
    const { client, ask, call, names, close, told, stderr } = await gatewayOver(servers, { env: hurried });
    expect(client.getServerCapabilities()).toMatchObject({
      tools: { listChanged: true },
      resources: { listChanged: true },
    });
    expect(performance.now() - began).toBeLessThan(tenTimes(2_000));
    expect((await names()).every(name => name.startsWith('good__'))).toBe(true);
    expect(await call('good__say', { words: 'hello' })).toMatchObject({ content: [{ text: 'good says hello' }] });
    writeFileSync(`${flag}.go`, '');
    await expect.poll(() => listChanges(told), eventually).toBeGreaterThan(0);
    await expect.poll(names, eventually).toContain('late__say');
    expect(await names()).toContain('good__say');
    expect((await ask('tools/call', { name: 'late__say', arguments: {} })).result.isError).toBeUndefined();
    await close();
    expect(times(stderr(), "'gone' cannot be reached")).toBe(1);
  });

  it('is waited for by what is asked of it, and nobody is sent to another server in its place', async () => {
    const flag = join(temporaryFolder(), 'late');
    const servers = { good: upstream, late: upstreamOf('late', flag), gone: missing };
    const { ask } = await gatewayOver(servers, { env: { ...hurried, CONCORD_UPSTREAM_WAIT_MS: '60000' } });
    const call = ask('tools/call', { name: 'late__say', arguments: { words: 'hello' } });
    const prompt = ask('prompts/get', { name: 'late__p' });
    const read = ask('resources/read', { uri: 'late+x://a' });
    const completed = ask('completion/complete', {
      ref: { type: 'ref/resource', uri: 'late+x://t/{id}' },
      argument: { name: 'id', value: '' },
    });
    const gone = await ask('tools/call', { name: 'gone__say' });
    expect(gone.error.message).toContain("'gone' is not connected: gone: cannot start");
    expect(outcomeOf(gone)).toMatchObject({
      state: 'not_started',
      problems: [{ kind: 'unavailable', retryable: true }],
    });
    writeFileSync(`${flag}.go`, '');
    expect((await call).result).toMatchObject({ content: [{ text: 'late says hello' }] });
    expect((await read).result).toMatchObject({ contents: [{ text: 'late read x://a' }] });
    expect((await completed).result).toMatchObject({ completion: { values: ['late completed x://t/{id}'] } });
    // It is reached by then, and says for itself what it has not.
    expect((await prompt).error.message).toContain('no method prompts/get');
  });

  it('leaves a request that nobody could take not started', async () => {
    const { ask } = await gatewayOver({ mute: upstreamOf('mute') }, { args: ['mute'] });
    const asked = ['tools/list', 'tools/call', 'resources/read'].map(method =>
      ask(method, { name: 'say', uri: 'x://a', timeoutSecs: 1 }),
    );
    for (const answer of await Promise.all(asked))
      expect(outcomeOf(answer)).toMatchObject({ state: 'not_started', problems: [{ retryable: true }] });
  });

  it('is tried again until it is there, and an only survivor keeps its prefix', async () => {
    const program = join(temporaryFolder(), 'program.mjs');
    const slow = { command: process.execPath, args: [program] };
    const { names, close, stderr } = await gatewayOver({ good: upstream, slow }, { env: hurried });
    expect(await names()).toContain('good__say');
    expect(stderr()).toContain("'slow' cannot be reached");
    writeFileSync(program, `process.argv.splice(2, 9, 'good'); await import(${JSON.stringify(upstream.args[0])});`);
    await expect.poll(names, eventually).toContain('slow__say');
    expect(stderr()).toContain("'slow' is ready");
    await close();
  });

  it('is told once, though it says each time when it was and which process it is', async () => {
    const file = join(temporaryFolder(), 'starts');
    const script = `require('fs').appendFileSync(${JSON.stringify(file)}, '.'); console.error(process.pid, Date.now(), 'no key'); process.exit(1)`;
    const failing = { command: process.execPath, args: ['-e', script] };
    const { close, stderr } = await gatewayOver({ good: upstream, failing }, { env: hurried });
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8').length, eventually).toBeGreaterThan(4);
    await close();
    expect(stderr()).toMatch(/'failing' cannot be reached; .{1,200} no key/);
    expect(times(stderr(), "'failing' cannot be reached")).toBe(1);
  });

  it('costs a single named server its start only when it cannot be started at all', async () => {
    const servers = { gone: missing, exits: upstreamOf('exits') };
    await expect(gatewayOver(servers, { args: ['gone'] })).rejects.toThrow('gone: cannot start');
    const waiting = await gatewayOver(servers, { args: ['exits'], env: hurried });
    expect(await waiting.names()).toEqual([]);
    await waiting.close();
    expect(waiting.stderr()).toContain("'exits' cannot be reached");
  });
});

it('tells the client what is wrong with a configuration that cannot be read', async () => {
  const wrong = { args: ['without a command'] };
  await expect(gatewayOver({ good: upstream, wrong })).rejects.toThrow('"wrong" has neither "command" nor "url"');
});

describe('what is listed twice', () => {
  it('by one server costs only the second one, at start and after a change, and is told once', async () => {
    const servers = { twice: upstreamOf('twice'), grows: upstream };
    const { ask, call, names, close, told, stderr } = await gatewayOver(servers);
    const say = (await ask('tools/list')).result.tools.filter((tool: Document) => tool.name === 'twice__say');
    expect(say).toMatchObject([{ description: 'first' }]);
    expect(await names('prompts')).toEqual(['grows__p', 'twice__p']);
    expect(await call('grows__grow')).toMatchObject({ content: [{ text: 'grown' }] });
    await expect.poll(names, eventually).toContain('grows__late');
    expect((await names()).filter(name => name === 'grows__say')).toHaveLength(1);
    await expect.poll(() => listChanges(told), eventually).toBeGreaterThan(0);
    await close();
    expect(times(stderr(), "'grows': the tool 'say' is listed more than once")).toBe(1);
    expect(times(stderr(), "'twice': the tool 'say' is listed more than once")).toBe(1);
  });

  it('and what is no item at all costs only itself', async () => {
    const folder = new CommandFolder({ odd: upstreamOf('odd') });
    const { ask, names, call, close, stderr } = await gatewayOver(folder);
    expect(await names()).toContain('say');
    // A schema in a dialect nobody here knows is passed on, and left to the server.
    expect(
      (await ask('tools/list')).result.tools.find(({ name }: Document) => name === 'say').inputSchema,
    ).toMatchObject({
      $schema: 'http://json-schema.org/draft-04/schema#',
    });
    expect(await call('say')).toMatchObject({ content: [{ text: 'odd says nothing' }] });
    await close();
    expect(times(stderr(), "'odd': a tool without a name is left out")).toBe(1);
    expect((await folder.json('info', 'odd')).document.left_out).toEqual(['a tool without a name is left out']);
  });

  it('and has members of a form that clients refuse costs only those members, or itself', async () => {
    const folder = new CommandFolder({ loose: upstreamOf('loose'), good: upstream });
    const { client, close, stderr } = await gatewayOver(folder);
    const { tools } = await client.listTools();
    const named = (name: string) => tools.find(each => each.name === name);
    expect(named('loose__untyped')).toMatchObject({
      inputSchema: { type: 'object', properties: { a: {} }, required: ['a'] },
      outputSchema: { type: 'object' },
    });
    expect(named('loose__texts')).toBeUndefined();
    expect(named('loose__hinted')!.annotations).toMatchObject({ title: 'Hinted', readOnlyHint: false });
    expect(named('loose__hinted')!.title).toBeUndefined();
    expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(['a', 'a']);
    const { prompts } = await client.listPrompts();
    expect(prompts.find(({ name }) => name === 'loose__p')!.arguments).toEqual([{ name: 'a', required: false }]);
    await close();
    const said = (await folder.json('info', 'loose')).document.left_out;
    expect(said).toContain("the tool 'texts' is left out: its arguments are no object");
    expect(said).toContain(
      "the tool 'hinted' has members the protocol does not allow: title, icons, _meta, annotations",
    );
    expect(times(stderr(), "'loose': the tool 'texts' is left out")).toBe(1);
  });

  it('is shown by `mcp info`', async () => {
    const folder = new CommandFolder({ twice: upstreamOf('twice') });
    const { document } = await folder.json('info', 'twice');
    expect(document.left_out).toContain("the tool 'say' is listed more than once; the first is kept");
    expect(document.tools.filter((name: string) => name === 'say')).toHaveLength(1);
    expect((await folder.quick(['info', 'twice'])).stdout).toContain("note: the tool 'say' is listed more than once");
  });
});

it('serves the rest of a server that cannot list its resources, and tells of it', async () => {
  const folder = new CommandFolder({ part: upstreamOf('unlisted'), good: upstream });
  const { names, call, close, stderr } = await gatewayOver(folder);
  expect(await names()).toContain('part__say');
  expect(await call('part__say')).toMatchObject({ content: [{ text: 'unlisted says nothing' }] });
  await close();
  const sentence = 'its resources cannot be listed: the database is away';
  expect(times(stderr(), `'part': ${sentence}`)).toBe(1);
  const { document } = await folder.json('info', 'part');
  expect(document.left_out).toEqual([sentence]);
});

it('serves two copies of one server, whose resources are told apart', async () => {
  const flag = join(temporaryFolder(), 'late');
  writeFileSync(`${flag}.go`, '');
  const { ask, call, close, told } = await gatewayOver({ one: upstream, two: upstreamOf('late', flag) });
  const uris = (await ask('resources/list')).result.resources.map((each: Document) => each.uri);
  expect(uris.toSorted()).toEqual(['two+x://a', 'x://a']);
  const read = async (uri: string) => (await ask('resources/read', { uri })).result.contents[0];
  expect(await read('x://a')).toMatchObject({ uri: 'x://a', text: 'good read x://a' });
  expect(await read('two+x://a')).toMatchObject({ uri: 'two+x://a', text: 'late read x://a' });
  expect(await read('one+x://a')).toMatchObject({ text: 'good read x://a' });
  expect(await read('two+x://t/7')).toMatchObject({ text: 'late read x://t/7' });
  const complete = async (uri: string) => {
    const ref = { type: 'ref/resource', uri };
    return (await ask('completion/complete', { ref, argument: { name: 'id', value: '' } })).result.completion.values;
  };
  expect(await complete('x://t/{id}')).toEqual(['good completed x://t/{id}']);
  expect(await complete('two+x://t/{id}')).toEqual(['late completed x://t/{id}']);

  await ask('resources/subscribe', { uri: 'two+x://a' });
  const updated = () =>
    told.filter(({ method }) => method === 'notifications/resources/updated').map(each => each.params.uri);
  await call('one__touch');
  await call('two__touch');
  await expect.poll(updated, eventually).toEqual(['two+x://a']);
  await close();
});

describe('/healthz', () => {
  const token = 'tok-'.padEnd(40, '0123456789');

  it('says in full how it stands with each server, to those who have the token', async () => {
    const env = { CONCORD_HTTP_TOKEN: token };
    const { url } = await httpGatewayOver({ good: upstream, gone: missing }, { env });
    const health = (query: string, headers: Record<string, string> = {}) =>
      fetch(new URL(`/healthz${query}`, url), { headers });
    expect(await (await health('')).json()).toEqual({ status: 'ok' });
    expect((await health('?full')).status).toBe(401);
    expect((await health('?full', { authorization: `Bearer ${token}`, origin: 'http://evil.example' })).status).toBe(
      403,
    );
    const full = async () => (await health('?full', { authorization: `Bearer ${token}` })).json();
    await expect.poll(full, eventually).toMatchObject({
      status: 'ok',
      servers: [
        { name: 'good', state: 'ready', tools: 12 },
        { name: 'gone', state: 'failed', tools: 0 },
      ],
    });
    const { servers } = (await full()) as Document;
    expect(servers[1].error).toContain('cannot start');
    expect(Date.parse(servers[0].since)).not.toBeNaN();
  });
});
