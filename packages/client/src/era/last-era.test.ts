import { afterEach, describe, expect, it } from 'vitest';
import { hostile, http } from '../../test/support/definitions.js';
import { discovered, httpServer, json, result, type Seen, type Trick } from '../../test/support/http-server.js';
import type { Definition } from '../config/entry/definition.js';
import { connect } from '../connect/connect.js';
import type { Connection } from '../connection/connection.js';
import type { ConnectOptions } from '../connection/options.js';

const open: Connection[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(connection => connection.close()));
});

async function connected(definition: Definition, options: ConnectOptions): Promise<Connection> {
  const connection = await connect(definition, options);
  open.push(connection);
  return connection;
}

const methods = (seen: readonly Seen[]) =>
  seen.filter(({ method }) => method === 'POST').map(one => one.message.method);

/** A server that speaks the modern era alone. */
const modern: Trick = ({ message }, response) => {
  const { method } = message;
  if (method === 'server/discover') result(response, message, discovered);
  else if (method === 'tools/list') result(response, message, { resultType: 'complete', tools: [], ttlMs: 90_000 });
  else json(response, 404, { jsonrpc: '2.0', id: message.id ?? null, error: { code: -32601, message: 'no' } });
  return true;
};

describe('an era that was met before', () => {
  it('saves the probe over HTTP', async () => {
    const { url, seen } = await httpServer();
    await connected(http(url), { lastEra: 'handshake' });
    expect(methods(seen)[0]).toBe('initialize');
  });

  it('is looked for again where it is not spoken any more', async () => {
    const { url, seen } = await httpServer(modern);
    const connection = await connected(http(url), { lastEra: 'handshake' });
    expect(connection.facts.era).toBe('modern');
    expect(methods(seen)).toEqual(['initialize', 'server/discover']);
    const old = await connected(hostile('good').definition, { lastEra: 'modern' });
    expect(old.facts.era).toBe('handshake');
  });

  it('saves the refused handshake over pipes', async () => {
    const { definition, notes } = hostile('modern-only');
    await connected(definition, { lastEra: 'modern' });
    expect(notes()[1]).toBe('server/discover');
  });

  it('is not what kills a server that exits on an unknown first request', async () => {
    const connection = await connected(hostile('exits-on-unknown').definition, { lastEra: 'modern' });
    expect(connection.facts.era).toBe('handshake');
    expect(connection.retryCount).toBe(1);
  });
});

it('asks again in the revision that was refused and offered in one breath', async () => {
  let isFirst = true;
  const { url, seen } = await httpServer((one, response) => {
    if (!isFirst) return modern(one, response);
    isFirst = false;
    const data = { supported: ['2026-07-28'], requested: '2026-07-28' };
    json(response, 400, { jsonrpc: '2.0', id: one.message.id, error: { code: -32022, message: 'no', data } });
    return true;
  });
  await connected(http(url), {});
  expect(methods(seen)).toEqual(['server/discover', 'server/discover']);
});

it('knows how long a list stays as it is, where the server says so', async () => {
  const { url } = await httpServer((one, response) => {
    if (one.message.method !== 'server/discover') return modern(one, response);
    result(response, one.message, { ...discovered, capabilities: { tools: {} } });
    return true;
  });
  const connection = await connected(http(url), {});
  expect(connection.ttlMs?.('tools')).toBeUndefined();
  await connection.list('tools');
  expect(connection.ttlMs?.('tools')).toBe(90_000);
});
