import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyRing } from '../../packages/gateway/src/replicas/key-ring.js';
import { type SignedRequest, signatureOf } from '../../packages/gateway/src/replicas/signature.js';
import { postgresPrograms } from '../support/postgres.js';
import { Cluster, callTool, post, textOf } from './cluster.js';
import { Load } from './load.js';

/** Resolves at the first of these events, or after a minute. */
function first(socket: Socket, ...events: string[]): Promise<void> {
  return new Promise(resolve => {
    const finish = () => {
      clearTimeout(timer);
      for (const event of events) socket.off(event, finish);
      resolve();
    };
    const timer = setTimeout(finish, 60_000);
    for (const event of events) socket.once(event, finish);
  });
}

/** Sends bytes over a connection of its own, and gives what came back until it was closed. */
async function raw(port: number, pieces: readonly (string | Buffer)[], waitMs = 0): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', data => {
    text += data;
  });
  socket.on('error', () => {});
  await first(socket, 'connect', 'close');
  for (const piece of pieces) {
    if (socket.readableEnded || socket.destroyed) break;
    socket.write(piece);
    if (waitMs > 0) await sleep(waitMs);
  }
  if (!socket.destroyed) await first(socket, 'close');
  socket.destroy();
  return text;
}

const head = (more: readonly string[]) =>
  [
    'POST /mcp HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    ...more,
    '',
    '',
  ].join('\r\n');

describe.skipIf(postgresPrograms === undefined)('hostile clients', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start(2, { entry: { shared: true } });
  });
  afterAll(() => cluster?.remove());

  const port = () => cluster.replicas[0]!.port;

  /** Attacks while others work, who must not notice. */
  async function unhurt<Value>(attack: () => Promise<Value>): Promise<Value> {
    let turn = 0;
    const load = new Load(
      2,
      () => cluster.replicas[turn++ % 2]!.port,
      () => ({ name: 'say', args: { words: 'x' } }),
    );
    await load.good(10);
    const value = await attack();
    await load.good(10);
    const tally = await load.stop();
    expect(tally).toMatchObject({ broken: [], untyped: [], failures: {} });
    return value;
  }

  it('that open ten thousand connections and say nothing are put off', async () => {
    await unhurt(async () => {
      const sockets: Socket[] = [];
      let closed = 0;
      for (let count = 0; count < 10_000; count += 1) {
        const socket = connect(port(), '127.0.0.1');
        socket
          .on('error', () => {})
          .on('close', () => closed++)
          .resume();
        sockets.push(socket);
        if (count % 200 === 0) await sleep(10);
      }
      // Of more than wait to be accepted the system knows some here alone: they hear that they are not wanted when they speak.
      while (closed < sockets.length) {
        await sleep(1_000);
        if (closed > sockets.length / 2) for (const socket of sockets) if (!socket.destroyed) socket.write('x');
      }
    });
  });

  it('that send a body byte by byte are put off, after the time a body has', async () => {
    const answer = await unhurt(() => raw(port(), [head(['Content-Length: 100000']), ...Array(40).fill('x')], 1_000));
    expect(answer).toMatch(/^HTTP\/1\.1 408/);
  });

  it('that send headers without end are refused', async () => {
    const answer = await unhurt(() => raw(port(), [head([`X-Long: ${'x'.repeat(100_000)}`])]));
    // The rest of what was sent may take the answer with it.
    expect(answer).toMatch(/^(?:HTTP\/1\.1 431|$)/);
  });

  it('that announce a gigabyte are refused before any of it is read', async () => {
    const answer = await unhurt(() => raw(port(), [head([`Content-Length: ${2 ** 30}`])]));
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
  });

  it('that send a gigabyte in pieces without saying so are refused when it is too much, and cut off', async () => {
    const piece = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(1_048_576, 'x'), Buffer.from('\r\n')]);
    const answer = await unhurt(() =>
      raw(port(), [head(['Transfer-Encoding: chunked']), ...Array(1_024).fill(piece)], 1),
    );
    // What it goes on sending may take the answer with it.
    expect(answer).toMatch(/^(?:HTTP\/1\.1 413|$)/);
  });

  it.each([
    ['lengths that are no numbers', 'zz\r\nxx\r\n'],
    ['lengths that are too large', 'ffffffffffffffffff\r\nx\r\n'],
    ['a piece that is longer than it says', '1\r\nxxxxxx\r\n0\r\n\r\n'],
  ])('that send pieces with %s are refused', async (_, pieces) => {
    const answer = await unhurt(() => raw(port(), [head(['Transfer-Encoding: chunked']), pieces]));
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/);
  });

  it('that name two lengths are refused', async () => {
    const answer = await unhurt(() =>
      raw(port(), [head(['Content-Length: 5', 'Transfer-Encoding: chunked']), '0\r\n\r\n']),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
  });

  it('that open streams and vanish take nothing with them', async () => {
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    await unhurt(async () => {
      for (let count = 0; count < 50; count += 1) {
        const opened = await post(port(), { jsonrpc: '2.0', id: 0, method: 'initialize', params: hello });
        const stream = [
          'GET /mcp HTTP/1.1',
          'Host: 127.0.0.1',
          'Accept: text/event-stream',
          `Mcp-Session-Id: ${opened.headers['mcp-session-id']}`,
          '',
          '',
        ];
        const socket = connect(port(), '127.0.0.1').on('error', () => {});
        await first(socket, 'connect', 'close');
        socket.write(stream.join('\r\n'));
        await first(socket, 'data', 'close');
        socket.resetAndDestroy();
      }
    });
  });

  it('that make up ids of sessions find none', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const ids = [
      randomBytes(16).toString('hex'),
      `c1.${randomBytes(4).toString('hex')}.${randomBytes(300).toString('base64url')}`,
      `c1.00000000.${'A'.repeat(5_000)}`,
      '../../etc/passwd',
    ];
    await unhurt(async () => {
      for (const id of ids)
        for (let count = 0; count < 50; count += 1)
          expect((await post(port(), message, { headers: { 'mcp-session-id': id } })).status).toBe(404);
    });
  });
});

describe.skipIf(postgresPrograms === undefined)('whoever can sign as a replica', () => {
  let cluster: Cluster;
  let owner: { port: number; id: string; fence: number };
  let ring: KeyRing;
  beforeAll(async () => {
    cluster = await Cluster.start(2, { entry: { shared: true } });
    for (const { port } of cluster.replicas) expect(textOf(await callTool(port, 'say', { words: 'x' }))).toBe('x');
    const [id, fence, advertise] = (
      await cluster.database.sql(
        `SELECT r.id, o.fence, r.advertise FROM concord.owners o JOIN concord.replicas r ON r.id = o.replica`,
      )
    ).split('|');
    owner = { port: Number(new URL(advertise!).port), id: id!, fence: Number(fence) };
    const hex = await cluster.database.sql(
      `SELECT encode(secret, 'hex') FROM concord.ring_keys WHERE purpose = 'forward'`,
    );
    const secret = Buffer.from(hex, 'hex');
    const sign = createHash('sha256').update('sign').update(secret).digest('hex').slice(0, 8);
    ring = { newest: { sign, secret } } as unknown as KeyRing;
  });
  afterAll(() => cluster?.remove());

  const path = '/replica/tools';
  const list = () => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'replica', version: '1' },
      },
    },
  });
  const versions = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };

  function headersFor(changes: Partial<SignedRequest> = {}, now = Date.now()): Record<string, string> {
    const request = { path, body: JSON.stringify(list()), to: owner.id, fence: owner.fence, ...changes };
    return {
      ...versions,
      'concord-signature': signatureOf(request, ring, now),
      'concord-fence': String(request.fence),
    };
  }

  it('is answered once by the owner', async () => {
    const headers = headersFor();
    const answered = await post(owner.port, list(), { headers, path });
    expect([answered.status, (answered.message.result!.tools as unknown[]).length]).toEqual([200, 5]);
    expect((await post(owner.port, list(), { headers, path })).status).toBe(401);
  });

  it.each([
    ['for another body', () => headersFor({ body: '{}' })],
    ['for another server', () => headersFor({ path: '/replica/other' })],
    ['for another replica', () => headersFor({ to: 'somebody else' })],
    ['an hour ago', () => headersFor({}, Date.now() - 3_600_000)],
    ['an hour from now', () => headersFor({}, Date.now() + 3_600_000)],
    ['with another fence than it says', () => ({ ...headersFor(), 'concord-fence': String(owner.fence + 1) })],
  ])('is refused what was signed %s', async (_, headers) => {
    expect((await post(owner.port, list(), { headers: headers(), path })).status).toBe(401);
  });

  it('is refused with an old fence, in words', async () => {
    const refused = await post(owner.port, list(), { headers: headersFor({ fence: owner.fence - 1 }), path });
    expect([refused.status, refused.message.error]).toEqual([
      409,
      expect.objectContaining({ message: `'tools' is run by another replica now` }),
    ]);
  });

  it('is not sent on by a replica that is no owner', async () => {
    const other = cluster.replicas.find(({ port }) => port !== owner.port)!;
    const id = await cluster.database.sql(`SELECT id FROM concord.replicas WHERE advertise LIKE '%:${other.port}'`);
    expect((await post(other.port, list(), { headers: headersFor({ to: id }), path })).status).toBe(409);
  });
});
