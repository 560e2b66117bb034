import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Definition, ServerEntry } from '../config/entry/definition.js';
import type { ServerFacts } from '../connection/connection.js';
import { CatalogCache } from './catalog-cache.js';
import { definitionKey, readOrMakeKey } from './definition-key.js';

const root = mkdtempSync(join(tmpdir(), 'catalog-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const fresh = () => join(root, String(folders++));

const facts: ServerFacts = { protocolVersion: '2025-11-25', era: 'handshake', serverInfo: {}, capabilities: {} };
const tools = [{ name: 'echo', description: 'says it again', inputSchema: { type: 'object' } }];
const catalog = { facts, tools, secrets: [] };
const key = 'a'.repeat(64);
const entryOf = (entry: ServerEntry['entry'], name = 'one'): ServerEntry => ({
  ...{ name, client: 'own', scope: 'user', file: '/home/me/mcp.json', transport: 'stdio', enabled: true, shadows: [] },
  entry,
});
const entry = entryOf({ command: 'x', env: { TOKEN: '$env:TOKEN' } });
const day = 24 * 3_600_000;

describe('a cache of catalogs', () => {
  it('gives back what was stored, by key and by entry', async () => {
    const cache = new CatalogCache(fresh());
    expect(await cache.find(key)).toBeUndefined();
    await cache.store(key, entry, catalog);
    expect(await cache.find(key)).toMatchObject({ facts, tools, isFresh: true });
    expect(await cache.findByEntry(entry)).toMatchObject({ tools });
    expect(await cache.findByEntry(entryOf({ command: 'y' }))).toBeUndefined();
    expect(await cache.findByEntry(entryOf(entry.entry, 'two'))).toBeUndefined();
    await cache.drop(key);
    expect(await cache.find(key)).toBeUndefined();
    expect(await cache.findByEntry(entry)).toBeUndefined();
  });

  it('believes the tools for as long as the server says, the era for a day, and an entry for ever', async () => {
    let now = 1_000_000;
    const cache = new CatalogCache(fresh(), () => now);
    await cache.store(key, entry, { ...catalog, ttlMs: 5_000 });
    expect(await cache.find(key)).toMatchObject({ isFresh: true });
    now += 5_000;
    expect(await cache.find(key)).toMatchObject({ isFresh: false, facts: { era: 'handshake' } });
    now += day;
    expect(await cache.find(key)).toBeUndefined();
    expect(await cache.findByEntry(entry)).toMatchObject({ tools });
    now = 0;
    expect(await cache.find(key)).toBeUndefined();
  });

  it('is for this user alone', async () => {
    const folder = fresh();
    await new CatalogCache(folder).store(key, entry, catalog);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('holds no secret', async () => {
    const folder = fresh();
    const secret = 'hunter2-correct-horse';
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const quoting = [
      {
        ...{ name: 'echo', description: `uses ${secret} and ${token}`, _meta: { token } },
        inputSchema: { properties: { a: { default: secret, examples: [token] }, password: { type: 'string' } } },
      },
      { name: 'useless', inputSchema: { properties: { [secret]: { type: 'string' } } } },
    ];
    await new CatalogCache(folder).store(key, entry, {
      ...{ facts: { ...facts, instructions: `say ${secret}` }, tools: quoting, secrets: [secret] },
    });
    const text = readdirSync(folder)
      .map(name => readFileSync(join(folder, name), 'utf8'))
      .join();
    expect(text).not.toContain(secret);
    expect(text).not.toContain('ghp_a1B2');
    expect(text).toContain('"password":{"type":"string"}');
    expect(text).not.toContain('useless');
  });

  it.each([
    '',
    '{',
    '[]',
    '{"version":2}',
    '{"version":1,"storedAt":1,"ttlMs":1,"tools":[],"facts":{"era":"none"}}',
    '{"version":1,"storedAt":1,"ttlMs":1,"tools":[7],"facts":{"era":"modern"}}',
  ])('takes a damaged file for none, and replaces it: %s', async text => {
    const folder = fresh();
    const cache = new CatalogCache(folder);
    await cache.store(key, entry, catalog);
    writeFileSync(join(folder, `${key}.json`), text);
    expect(await cache.find(key)).toBeUndefined();
    await cache.store(key, entry, catalog);
    expect(await cache.find(key)).toMatchObject({ tools });
  });

  it('keeps to 32 MiB, the newest first', async () => {
    const folder = fresh();
    const cache = new CatalogCache(folder);
    const large = { ...catalog, tools: [{ name: 'x', filler: ' '.repeat(10 * 2 ** 20) }] };
    const keys = ['1', '2', '3', '4'].map(digit => digit.repeat(64));
    for (const each of keys) await cache.store(each, entryOf({ command: each }), large);
    const sizes = readdirSync(folder).map(name => statSync(join(folder, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(32 * 2 ** 20);
    expect(await cache.find(keys[0]!)).toBeUndefined();
    expect(await cache.find(keys[3]!)).toBeDefined();
  });

  it('clears away what was left half written', async () => {
    const folder = fresh();
    const cache = new CatalogCache(folder);
    await cache.store(key, entry, catalog);
    const [old, recent] = ['old', 'recent'].map(name => join(folder, `${key}.json.${name}`)) as [string, string];
    for (const path of [old, recent]) writeFileSync(path, '');
    utimesSync(old, 1, 1);
    await cache.store(key, entry, catalog);
    expect([old, recent].map(path => existsSync(path))).toEqual([false, true]);
  });

  it('does without a folder it cannot write to', async () => {
    const file = fresh();
    writeFileSync(file, '');
    const cache = new CatalogCache(join(file, 'below'));
    await cache.store(key, entry, catalog);
    expect(await cache.find(key)).toBeUndefined();
    await cache.drop('../../outside');
  });
});

describe('the key of a definition', () => {
  const definition: Definition = {
    ...{ transport: 'stdio', name: 'one', command: 'x', args: ['a'], cwd: '/', env: { A: '1', B: '2' } },
    ...{ daemon: true, protocol: 'auto', secrets: [] },
  };
  const secret = readOrMakeKey(fresh());

  it('is the same for what reaches the same server in the same way, and for nothing else', () => {
    const same = { ...definition, name: 'two', timeoutMs: 5, allowedTools: ['x'], env: { B: '2', A: '1' } };
    expect(definitionKey(same, secret)).toBe(definitionKey(definition, secret));
    const others = [
      { ...definition, args: ['b'] },
      { ...definition, env: { A: '1', B: '3' } },
      { ...definition, cwd: '/tmp' },
      { ...definition, protocol: 'handshake' as const },
    ];
    const keys = new Set([definition, ...others].map(each => definitionKey(each, secret)));
    expect(keys.size).toBe(5);
    expect(definitionKey(definition, readOrMakeKey(fresh()))).not.toBe(definitionKey(definition, secret));
  });

  it('comes from a secret that is made once, kept for this user alone, and replaced when it is damaged', () => {
    const folder = fresh();
    const first = readOrMakeKey(folder);
    expect(first).toHaveLength(32);
    expect(readOrMakeKey(folder)).toEqual(first);
    const path = join(folder, 'definitions.key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(path, 'short');
    const second = readOrMakeKey(folder);
    expect(second).toHaveLength(32);
    expect(readOrMakeKey(folder)).toEqual(second);
    expect(readdirSync(folder)).toEqual(['definitions.key']);
  });
});
