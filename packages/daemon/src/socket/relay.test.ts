import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/engine.js';
import { relay } from './relay.js';

const folder = temporaryFolder();
let pairs = 0;

/** Two ends of one connection. */
async function pair(): Promise<[Socket, Socket]> {
  const path = join(folder, `socket-${pairs++}`);
  const server = createServer();
  await new Promise<void>(resolve => server.listen(path, resolve));
  const accepted = new Promise<Socket>(resolve => server.once('connection', resolve));
  const ends: [Socket, Socket] = [connect(path), await accepted];
  server.close();
  return ends;
}

it('loses nothing of what was said last, however slow its reader is', async () => {
  const [reader, client] = await pair();
  const [other, daemon] = await pair();
  const relayed = relay(client, other);
  const said = Buffer.alloc(8 * 1_048_576, 'x');
  daemon.end(said, () => daemon.destroy());
  let heard = 0;
  for await (const piece of reader as AsyncIterable<Buffer>) {
    heard += piece.length;
    await after(1);
  }
  await relayed;
  expect(heard).toBe(said.length);
});

it('is over when its client is gone', async () => {
  const [reader, client] = await pair();
  const [other, daemon] = await pair();
  const relayed = relay(client, other);
  daemon.write(Buffer.alloc(8 * 1_048_576, 'x'));
  reader.destroy();
  await relayed;
  expect(other.destroyed).toBe(true);
  daemon.destroy();
});
