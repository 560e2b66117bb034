import { ProblemError, problem } from '@concord/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { ask, connect, modern, open, send, until } from '../../test/support/http-client.js';
import { openTestServer, type TestServer } from '../../test/support/test-server.js';
import { TestSource } from '../../test/support/test-source.js';

let server: TestServer;
afterEach(() => server.close());

/** A Source that breaks its promises in one way. */
const sourceWith = (broken: object) => Object.assign(new TestSource(), broken);
const internal = -32603;
const path = '/home/ada/project/tools.json';

describe('what a source gives in a form nobody can use', () => {
  const nothing = async () => null as never;
  const requests = [
    ['resources/read', { uri: 'test://one' }, 'the contents of a resource'],
    ['prompts/get', { name: 'greet', arguments: { who: 'Ada' } }, 'a prompt'],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: '' } },
      'a completion',
    ],
  ] as const;

  it.each(requests)('is an error of %s, logged, in both eras', async (method, params, what) => {
    server = await openTestServer({}, {}, sourceWith({ read: nothing, prompt: nothing, complete: nothing }));
    const client = await connect(server);
    const stream = await open(server, 'GET', undefined, client.headers);
    const message = expect.stringContaining(`The source gave ${what} in a form that cannot be used`);
    expect((await client.call(1, method, params)).message.error).toMatchObject({ code: internal, message });
    await until(() => stream.messages.length > 0, 'the log line');
    expect(stream.messages[0]!.params).toMatchObject({ level: 'error', data: message });
    expect((await ask(server, modern(2, method, params as never))).message.error).toMatchObject({
      code: internal,
      message,
    });
    expect(server.logged()).toContain(`${method} failed: The source gave ${what}`);
    stream.drop();
  });
});

describe('a read that throws', () => {
  const read = async () => {
    throw new Error(`EACCES: permission denied, open '${path}'`);
  };

  it('is logged, and says no more than that it failed', async () => {
    server = await openTestServer({}, {}, sourceWith({ read }));
    const client = await connect(server);
    const { error } = (await client.call(1, 'resources/read', { uri: 'test://one' })).message;
    expect(error).toEqual({
      code: internal,
      message: 'Unable to read resource',
      data: { uri: 'test://one', _meta: { 'io.concord/outcome': expect.anything() } },
    });
    expect(server.logged()).toContain("resources/read failed: EACCES: permission denied, open '[path]'");
    expect(server.logged()).not.toContain(path);
  });

  it('is logged in its own words where the operator asks for them, and only to the operator', async () => {
    server = await openTestServer({ MCPBASH_LOG_VERBOSE: 'true' }, {}, sourceWith({ read }));
    const client = await connect(server);
    const stream = await open(server, 'GET', undefined, client.headers);
    await client.call(1, 'resources/read', { uri: 'test://one' });
    await until(() => stream.messages.length > 0, 'the log line');
    expect(server.logged()).toContain(path);
    expect(stream.raw()).not.toContain(path);
    stream.drop();
  });
});

it('says why there is nothing to serve without the paths of the machine', async () => {
  const open = async () => {
    throw new Error(`cannot read ${path}: not JSON`);
  };
  server = await openTestServer({}, {}, sourceWith({ open }));
  const client = await connect(server);
  expect((await client.call(1, 'tools/list')).message.error).toEqual({
    code: internal,
    message: 'cannot read [path]: not JSON',
    data: { _meta: { 'io.concord/outcome': expect.objectContaining({ state: 'not_started' }) } },
  });
  expect((await ask(server, modern(2, 'tools/list'))).text).not.toContain(path);
});

it('says why a refresh failed without the paths of the machine', async () => {
  let fail: (reason: string) => void = () => {};
  const onProblem = (listener: typeof fail) => {
    fail = listener;
  };
  server = await openTestServer({}, {}, sourceWith({ onProblem }));
  const client = await connect(server);
  const stream = await open(server, 'GET', undefined, client.headers);
  fail(`${path} is not JSON`);
  const message = 'The last refresh failed: [path] is not JSON';
  await until(() => stream.messages.length > 0, 'the log line');
  expect(stream.messages[0]!.params).toMatchObject({ level: 'error', logger: 'mcp.registry', data: message });
  expect((await client.call(1, 'tools/list')).message.error).toMatchObject({ message });
  expect(server.logged()).not.toContain(path);
  stream.drop();
});

it('serves a source that cannot tell of changed resources', async () => {
  const onUpdated = () => {
    throw new Error('nobody may listen');
  };
  server = await openTestServer({}, {}, sourceWith({ onUpdated }));
  const client = await connect(server);
  expect((await client.call(1, 'tools/list')).message.result).toBeDefined();
  expect(server.logged()).toContain("The source 'test' cannot tell of changed resources: nobody may listen");
});

describe('an error that is too large', () => {
  const read = async () => {
    throw new ProblemError(problem('io', 'x'.repeat(5_000)));
  };

  it('is replaced as a whole, in both eras', async () => {
    server = await openTestServer({ MCPBASH_MAX_TOOL_OUTPUT_SIZE: '2000' }, {}, sourceWith({ read }));
    const client = await connect(server);
    const replaced = { code: internal, message: 'Response exceeded response size limit', data: { limitBytes: 2_000 } };
    const params = { uri: 'test://one' };
    expect((await client.call(1, 'resources/read', params)).message.error).toMatchObject(replaced);
    expect((await ask(server, modern(2, 'resources/read', params))).message.error).toMatchObject(replaced);
  });

  it('is not made of what a client sent', async () => {
    server = await openTestServer();
    const long = 'v'.repeat(1_000_000);
    const client = await connect(server);
    const replies = [
      await send(server, 'POST', { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: long } }),
      await client.call(2, 'resources/read', { uri: `test://${long}` }),
      await client.call(3, 'tools/call', { name: long }),
      await client.call(4, long),
      await ask(server, modern(5, 'resources/read', { uri: `test://${long}` }), { 'mcp-name': '' }),
    ];
    for (const { text, message } of replies) {
      expect(message.error).toBeDefined();
      expect(text.length).toBeLessThan(10_000);
    }
  });
});
