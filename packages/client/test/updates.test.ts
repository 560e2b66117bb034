import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { upstreamSource } from '@concord/source-upstream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Definition } from '../src/config/entry/definition.js';
import type { Connection } from '../src/connection/connection.js';
import { connected } from './support/connections.js';
import { freshPath, http, mcp, stdio } from './support/definitions.js';
import { httpServer, result, status } from './support/http-server.js';

const [readme, pixel] = ['demo://readme', 'demo://pixel'];

async function until(isTrue: () => boolean, meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
  while (!isTrue()) {
    await meanwhile();
    await sleep(10);
  }
}

const touch = (connection: Connection, uri: string) => connection.call('touch', { uri });

/** Touches a resource until nothing is heard of it any more. */
async function silence(connection: Connection, uri: string, heard: string[]): Promise<void> {
  do {
    heard.length = 0;
    await touch(connection, uri);
    await sleep(100);
  } while (heard.includes(uri));
}

let url = '';
let child: ChildProcess | undefined;
beforeAll(async () => {
  const started = spawn(process.execPath, [mcp, 'serve', 'demo', '--http', '127.0.0.1:0'], {
    env: { PATH: process.env.PATH, XDG_STATE_HOME: freshPath(), MCPBASH_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  url = await new Promise(resolve => createInterface({ input: started.stdout }).once('line', resolve));
});
afterAll(() => void child?.kill('SIGKILL'));

const ways: readonly [string, (protocol: 'handshake' | '2026-07-28') => Definition][] = [
  ['stdio', protocol => stdio(process.execPath, [mcp, 'serve', 'demo'], { protocol })],
  ['HTTP', protocol => http(url, { protocol })],
];

describe.each(ways)('over %s', (_transport, definition) => {
  describe.each(['handshake', '2026-07-28'] as const)('in the era %s', protocol => {
    it('a connection tells of updates to what it watches, until it stops', async () => {
      const connection = await connected(definition(protocol));
      const heard: string[] = [];
      connection.onUpdated(uri => heard.push(uri));
      const stops = [connection.watch(readme), connection.watch(readme), connection.watch(pixel)];
      await until(
        () => heard.includes(readme) && heard.includes(pixel),
        () => Promise.all([touch(connection, readme), touch(connection, pixel)]),
      );
      stops[0]!();
      heard.length = 0;
      await until(
        () => heard.includes(readme),
        () => touch(connection, readme),
      );
      stops[1]!();
      await silence(connection, readme, heard);
      heard.length = 0;
      await until(
        () => heard.includes(pixel),
        () => touch(connection, pixel),
      );
      stops[2]!();
      await silence(connection, pixel, heard);
    });

    it('a connection that watches resources still tells of changed lists', async () => {
      const connection = await connected(definition(protocol));
      const changed: string[] = [];
      connection.onChange(kinds => changed.push(...kinds));
      connection.watch(readme);
      await until(
        () => changed.includes('tools'),
        () => connection.call('change_tools', {}),
      );
    });

    it('an upstream is a Source that can be watched', async () => {
      const connection = await connected(definition(protocol));
      const source = upstreamSource('demo', connection);
      const heard: string[] = [];
      source.onUpdated!(uri => heard.push(uri));
      source.watch!(readme);
      await until(
        () => heard.length > 0,
        () => touch(connection, readme),
      );
      source.unwatch!(readme);
      await silence(connection, readme, heard);
    });
  });
});

it('an upstream that does not announce it is not watched', async () => {
  const { url, seen } = await httpServer(() => false);
  const connection = await connected(http(url, { protocol: 'handshake' }));
  expect(upstreamSource('web', connection)).not.toHaveProperty('watch');
  connection.watch('web://page');
  await connection.call('read', {});
  expect(seen.map(({ message }) => message.method)).not.toContain('resources/subscribe');
});

it('what is watched is asked for again when a session is lost', async () => {
  let sessions = 0;
  const { url, seen } = await httpServer(({ message, headers }, response) => {
    if (message.method === 'initialize') {
      sessions += 1;
      response.setHeader('mcp-session-id', `session-${sessions}`);
      const capabilities = { tools: {}, resources: { subscribe: true } };
      result(response, message, { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'web' } });
      return true;
    }
    if (message.method === 'tools/call' && headers['mcp-session-id'] === 'session-1') {
      status(response, 404);
      return true;
    }
    if (message.method !== 'resources/subscribe') return false;
    result(response, message, {});
    return true;
  });
  const connection = await connected(http(url, { protocol: 'handshake' }));
  connection.watch('web://page');
  await connection.call('read', {});
  const asked = () => seen.filter(({ message }) => message.method === 'resources/subscribe');
  await until(() => asked().length === 2);
  expect(asked().map(({ headers }) => headers['mcp-session-id'])).toEqual(['session-1', 'session-2']);
});
