import { ProblemError, problem } from '@concord/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, connect, modern } from '../../test/support/http-client.js';
import { openTestServer, type TestServer } from '../../test/support/test-server.js';
import { TestSource } from '../../test/support/test-source.js';

const greet = { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: '' } };
const read = async (uri: string) => {
  if (uri === 'test://away')
    throw new ProblemError(problem('unavailable', 'away', { variant: 'unreachable' }), 'not_started');
  if (uri === 'test://one') throw new ProblemError(problem('io', 'the disk is gone'));
  return new Promise<never>(() => {});
};

/** Requests that fail, and what their errors say of the failure: its kind, and whether anything was done. */
const failures = [
  ['tools/call', { name: 'nope' }, 'not_found', 'not_started'],
  ['resources/read', { uri: 'nope://one' }, 'not_found', 'not_started'],
  ['resources/read', { uri: 'test://one' }, 'io', 'unknown'],
  ['resources/read', { uri: 'test://stuck', timeoutSecs: 1 }, 'timeout', 'unknown'],
  ['prompts/get', { name: 'nope' }, 'not_found', 'not_started'],
  ['prompts/get', { name: 'greet' }, 'invalid_params', 'not_started'],
  ['prompts/get', { name: 'greet', arguments: { who: [] } }, 'invalid_params', 'not_started'],
  ['tools/list', { cursor: 'nope' }, 'invalid_params', 'not_started'],
  ['resources/list', { limit: 0 }, 'invalid_params', 'not_started'],
  ['completion/complete', { ...greet, cursor: 'nope' }, 'invalid_params', 'not_started'],
  ['completion/complete', { ...greet, ref: { type: 'ref/prompt', name: 'nope' } }, 'not_found', 'not_started'],
] as const;

describe.each(['handshake', 'modern'] as const)('an error in the %s era', era => {
  let server: TestServer;
  let client: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    server = await openTestServer(
      {},
      {},
      Object.assign(new TestSource(), {
        read,
        reads: (uri: string) => uri === 'test://stuck' || uri === 'test://away',
      }),
    );
    client = await connect(server);
  });
  afterAll(() => server.close());

  it.each(failures)('of %s %j tells that it is %s, and %s', async (method, params, kind, state) => {
    const meta = { 'io.concord/requestId': 'an-id-of-mine' };
    const { message } =
      era === 'handshake'
        ? await client.call(1, method, { ...params, _meta: meta })
        : await ask(server, modern(1, method, params as never, meta));
    const told = { ok: false, state, problems: [{ kind }], requestId: 'an-id-of-mine', durationMs: expect.any(Number) };
    expect(message.error?.data).toMatchObject({ _meta: { 'io.concord/outcome': told } });
  });

  it('tells whether trying again helps, as its problem does', async () => {
    const params = { uri: 'test://away' };
    const { message } =
      era === 'handshake'
        ? await client.call(2, 'resources/read', params)
        : await ask(server, modern(2, 'resources/read', params));
    const told = { state: 'not_started', problems: [{ kind: 'unavailable', retryable: true }] };
    expect(message.error?.data).toMatchObject({ _meta: { 'io.concord/outcome': told } });
  });
});
