import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect } from 'vitest';
import { type Made, makeCache } from '../../sources/context/test/support/make-cache.js';
import { it, type Message, type Wire } from '../server/wire.js';
import { temporaryFolder } from '../support/engine.js';
import { tenTimes } from '../support/time.js';

const folder = temporaryFolder();
const made = (count: number, text = 'water'): Made[] => [
  { id: 'a.md', content: 'tea' },
  ...Array.from({ length: count }, (_, at) => ({ id: `d${at + 10_000}.md`, content: `${text} ${at}` })),
];
const ask = (wire: Wire, cache: string) => wire.call('context_resolve', { cache, query: 'tea', budget: 1 });
const textOf = ({ result }: Message) => result?.content?.[0]?.text ?? '';

const [withdrawn, slow] = [join(folder, 'withdrawn'), join(folder, 'slow')];
// Large ones are made before any server is asked: nobody here hears an answer while they are written.
beforeAll(() => {
  makeCache(join(withdrawn, 'large'), made(400, 'water '.repeat(40_000)));
  makeCache(join(slow, 'large'), made(1_500));
  for (const root of [withdrawn, slow]) makeCache(join(root, 'small'), made(3));
});

describe('a server of caches', () => {
  it('gives twenty that ask a cold cache at once the same bytes', async ({ session }) => {
    const root = join(folder, 'cold');
    makeCache(join(root, 'cache'), made(300));
    const wire = await session({ source: 'context', env: { CONTEXT_CACHE_ROOT: root } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(wire, 'cache')));
    expect(new Set(answers.map(textOf)).size).toBe(1);
    expect(textOf(answers[0]!)).toContain('"documents_considered":301');
  });

  it('tells within five seconds of a change to a document it does not return', async ({ session }) => {
    const root = join(folder, 'changed');
    const cache = makeCache(join(root, 'cache'), made(50));
    const wire = await session({ source: 'context', env: { CONTEXT_CACHE_ROOT: root } });
    expect((await ask(wire, 'cache')).result?.isError).toBeUndefined();
    const file = readdirSync(join(cache, 'documents'), { encoding: 'utf8' })
      .map(name => join(cache, 'documents', name))
      .find(path => readFileSync(path, 'utf8').includes('d10031.md'))!;
    writeFileSync(file, readFileSync(file, 'utf8').replace('water', 'wader'));
    const asked = performance.now();
    let last = await ask(wire, 'cache');
    for (; !last.result?.isError && performance.now() - asked < tenTimes(5_000); await delay(50))
      last = await ask(wire, 'cache');
    expect(textOf(last)).toBe('{"error":{"code":"cache_invalid","message":"Cache exists but is invalid"}}\n');
  });

  it('answers the next call after a build from the new cache', async ({ session }) => {
    const root = join(folder, 'rebuilt');
    const cache = makeCache(join(root, 'cache'), made(10));
    const wire = await session({ source: 'context', env: { CONTEXT_CACHE_ROOT: root } });
    for (const count of [11, 12, 13]) {
      expect(textOf(await ask(wire, 'cache'))).toContain(`"documents_considered":${count}`);
      const next = makeCache(join(folder, `next-${count}`), made(count));
      renameSync(cache, join(folder, `old-${count}`));
      cpSync(next, `${cache}-aside`, { recursive: true });
      renameSync(`${cache}-aside`, cache);
    }
  });

  it('serves a root that appears after it started', async ({ session }) => {
    const root = join(folder, 'late');
    const wire = await session({ source: 'context', env: { CONTEXT_CACHE_ROOT: root } });
    expect(textOf(await ask(wire, 'cache'))).toContain('cache_missing');
    makeCache(join(root, 'cache'), made(3));
    expect(textOf(await ask(wire, 'cache'))).toContain('"documents_considered":4');
  });

  (existsSync('/proc/self/io') ? it : it.skip)(
    'stops reading when a call is withdrawn, and goes on serving',
    async ({ session }) => {
      const root = withdrawn;
      const wire = await session({ source: 'context', env: { CONTEXT_CACHE_ROOT: root, CONTEXT_SIDECAR: 'off' } });
      const read = () => Number(/^rchar: ([0-9]+)$/m.exec(readFileSync(`/proc/${wire.pid}/io`, 'utf8'))![1]);
      const before = read();
      const id = wire.start('tools/call', {
        name: 'context_resolve',
        arguments: { cache: 'large', query: 'tea', budget: 1 },
      });
      while (read() < before + 10_000_000) await delay(10);
      wire.notify('notifications/cancelled', { requestId: id });
      await delay(1_000);
      const after = read();
      await delay(500);
      expect(read() - after).toBeLessThan(1_000_000);
      expect(after - before).toBeLessThan(96_000_000);
      expect(textOf(await ask(wire, 'small'))).toContain('"documents_considered":4');
    },
  );

  (existsSync('/proc/self/io') ? it : it.skip)(
    'stops reading when the time of a call is over, and goes on serving',
    async ({ session }) => {
      const root = slow;
      const wire = await session({
        source: 'context',
        env: { CONTEXT_CACHE_ROOT: root, CONTEXT_SIDECAR: 'off', CONTEXT_TOOL_TIMEOUT_SECS: '1' },
        preload: '../../context/slow-reads.cjs',
      });
      const reads = () => Number(/^syscr: ([0-9]+)$/m.exec(readFileSync(`/proc/${wire.pid}/io`, 'utf8'))![1]);
      const { error } = await ask(wire, 'large');
      expect(error).toMatchObject({ code: -32603 });
      expect(error!.message).toContain('timed out');
      await delay(1_000);
      const before = reads();
      await delay(500);
      expect(reads() - before).toBeLessThan(50);
      expect(textOf(await ask(wire, 'small'))).toContain('"documents_considered":4');
    },
  );
});
