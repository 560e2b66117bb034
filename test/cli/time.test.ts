import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenTimes } from '../support/time.js';
import { asJson, CommandFolder, type Document, fixture, missing, run } from './mcp.js';

/** Always busy: reached again and again for as long as there is time. */
const busy = createServer((_, response) => void response.writeHead(503).end());
let commandFolder: CommandFolder;

beforeAll(async () => {
  await new Promise<void>(resolve => busy.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}/`;
  commandFolder = new CommandFolder({
    silent: fixture({ FIXTURE_MODE: 'silent' }),
    slow: fixture({ FIXTURE_MODE: 'slow-start' }),
    fixture: fixture(),
    busy: { url, retries: 9 },
    gone: missing,
  });
  // What a command that ends by itself needs is no part of what is measured.
  await commandFolder.run(['call', 'fixture/bare']);
});
afterAll(() => void busy.close());

/** How long a command takes, in milliseconds, and what it prints. */
async function timed(args: readonly string[]): Promise<{ ms: number; document: Document; code: number | null }> {
  const started = performance.now();
  const ran = await commandFolder.run([...args, '--json']);
  return { ms: performance.now() - started, ...asJson(ran, args) };
}

describe('a limit of half a second', () => {
  it.each([
    ['a server that never answers', 'silent/x'],
    ['a server that takes longer to start', 'slow/bare'],
    ['a call without an answer', 'fixture/hangs'],
  ])('ends %s within 3 s, however it is written', async (_, target) => {
    for (const limit of ['500', '500ms', '0.5s']) {
      const { ms, code, document } = await timed(['call', target, '--timeout', limit]);
      expect([code, document.error]).toMatchObject([3, { kind: 'timeout', code: 408 }]);
      // Start and call have the time together: a busy machine may need all of it for the start.
      expect(document.error.message).toMatch(/: timed out after 500 ms during (?:start|handshake|call)$/);
      expect(ms).toBeLessThan(tenTimes(3_000));
    }
  });

  it('is for retries too', async () => {
    const { ms, code, document } = await timed(['call', 'busy/x', '--timeout', '500']);
    expect([code, ['unreachable', 'timeout'].includes(document.error.kind)]).toEqual([3, true]);
    expect(ms).toBeLessThan(tenTimes(3_000));
  });
});

it.skipIf(process.platform !== 'linux')(
  'a home where nothing can be made costs no more than what is kept there',
  async () => {
    const env = { HOME: '/proc/nobody', XDG_STATE_HOME: '', XDG_CACHE_HOME: '', XDG_CONFIG_HOME: '' };
    const { code, stdout } = await run(
      ['call', 'fixture/bare', '--config', commandFolder.config],
      commandFolder.folder,
      { env },
    );
    expect([code, stdout]).toEqual([0, 'bare\n']);
  },
);
