import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import { WAIT_LIMIT_MS } from '../support/time.js';
import { gatewayOver, hurried, outcomeOf, upstream, upstreamOf } from './serving.js';

const eventually = { timeout: WAIT_LIMIT_MS };
const unavailable = { state: 'unknown', problems: [{ kind: 'unavailable', retryable: true }] };

/** A gateway over a server that tells by a file what it does, and another one. */
async function gatewayTelling(env: Readonly<Record<string, string>>) {
  const file = join(temporaryFolder(), 'told');
  const servers = { bad: upstreamOf('good', file), good: upstream };
  const gateway = await gatewayOver(servers, { env: { ...hurried, ...env } });
  const told = (what: string) =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter(line => line.startsWith(what)).length
      : 0;
  const call = (name: string, args: object = {}) => gateway.ask('tools/call', { name, arguments: args });
  return { ...gateway, call, toldOf: told };
}

it('keeps the truth about each call when an answer is over the limit of messages', async () => {
  const { call, toldOf } = await gatewayTelling({ MCP_MAX_MESSAGE_BYTES: '100000' });
  const bystander = call('bad__meet', { calls: 2 });
  await expect.poll(() => toldOf('meet'), eventually).toBe(1);
  const flood = await call('bad__floods', { bytes: 200_000 });
  const late = call('bad__say', { words: 'later' });
  expect(outcomeOf(flood)).toMatchObject({ state: 'unknown', problems: [{ kind: 'too_large' }] });
  expect(outcomeOf(await bystander)).toMatchObject(unavailable);
  expect((await late).result.content).toMatchObject([{ text: 'good says later' }]);
  expect(toldOf('start')).toBe(2);
});

it('keeps the truth about each call when a server dies', async () => {
  const { call, toldOf } = await gatewayTelling({});
  const bystander = call('bad__meet', { calls: 2 });
  await expect.poll(() => toldOf('meet'), eventually).toBe(1);
  expect(outcomeOf(await call('bad__dies'))).toMatchObject(unavailable);
  const late = call('bad__say', { words: 'later' });
  expect(outcomeOf(await bystander)).toMatchObject(unavailable);
  expect((await late).result.content).toMatchObject([{ text: 'good says later' }]);
});

it('ends a server in an endless loop and starts it anew; nobody knows what became of its calls, and no other server waits', async () => {
  const quick = { CONCORD_UPSTREAM_PING_MS: '100', CONCORD_UPSTREAM_SILENCE_MS: '1000' };
  const { call, toldOf, stderr } = await gatewayTelling(quick);
  const bystander = call('bad__meet', { calls: 2 });
  const looping = call('bad__loops');
  await expect.poll(() => toldOf('loops'), eventually).toBe(1);
  expect((await call('good__say')).result.isError).toBeUndefined();
  expect(outcomeOf(await looping)).toMatchObject(unavailable);
  expect(outcomeOf(await bystander)).toMatchObject(unavailable);
  expect((await call('bad__say', { words: 'again' })).result.content).toMatchObject([{ text: 'good says again' }]);
  expect(toldOf('start')).toBe(2);
  expect(stderr()).toContain("'bad' was lost; trying to reach it again: bad: the server answered nothing for 1000 ms");
});

it.each([
  ['dies', 'unavailable'],
  ['floods', 'too_large'],
  ['loops', 'unavailable'],
])('runs a call that waits for its place while another %s its server, over the next connection', async (way, kind) => {
  const { call, toldOf } = await gatewayTelling({
    CONCORD_MAX_UPSTREAM_REQUESTS: '1',
    MCP_MAX_MESSAGE_BYTES: '100000',
    CONCORD_UPSTREAM_PING_MS: '100',
    CONCORD_UPSTREAM_SILENCE_MS: '1000',
  });
  const ending = call(`bad__${way}`, { bytes: 200_000 });
  const queued = call('bad__say', { words: 'queued' });
  expect(outcomeOf(await ending)).toMatchObject({ state: 'unknown', problems: [{ kind }] });
  expect((await queued).result.content).toMatchObject([{ text: 'good says queued' }]);
  expect(toldOf('start')).toBe(2);
});
