import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stop } from '@concord/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plant, trees } from '../../test/support/trees.js';
import { openCache } from '../cache/open-cache.js';
import { printResult, type ResultFormat } from '../select/print-result.js';
import { scan } from '../select/scan.js';
import { type Built, build } from './build.js';

const folder = mkdtempSync(join(tmpdir(), 'concord-context-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

function make(name: string, files: Readonly<Record<string, string>>, threads = 0): Promise<Built> {
  return build({
    sources: plant(join(folder, `${name}-sources`), files),
    cache: join(folder, name),
    force: false,
    skipUnreadable: false,
    threads,
    createdAt: () => new Date(0).toISOString(),
    signal: new Stop(),
    onWarning: () => {},
  });
}

async function resolve(name: string, query: string, budget: bigint, format: ResultFormat = 'json'): Promise<string> {
  const selection = await scan(openCache(join(folder, name)), { query, budget });
  return [...printResult(selection, format)].join('');
}

const file = (name: string, path: string) => readFileSync(join(folder, name, path));
const facts = (bytes: Buffer) => [bytes.length, sha(bytes)] as const;

const versions = {
  pantry: 'a50555e5e2f47f0745f899d5a4b496a77844719996f3b426068d05fc1f4ad983',
  odd: 'e6ee4dcdb3c9847afd2d040ab5215864a2842e4347ba95930585ae0c2a09420b',
  gen: '80ea6e5f14e7090fde2fdde319692a998c9cc3a023586d86e00fb14a5a2ba73c',
} as const;

describe('a cache', () => {
  beforeAll(async () => {
    for (const name of ['pantry', 'odd', 'gen'] as const)
      expect(await make(name, trees[name])).toMatchObject({ cacheVersion: `sha256:${versions[name]}` });
  });

  it.each([
    ['pantry', 955, '1fd1972e521d33eb', 185, 'dfdb00d9f53bba8f'],
    ['odd', 2320, 'b5d2449b592f067d', 525, 'c2b175f32173c7de'],
    ['gen', 52_352, '7f93ffaded529479', 13_692, '07789e18ccee08e0'],
  ] as const)('of %s has the bytes it always has', (name, size, hash, indexSize, indexHash) => {
    const [[length, manifest], [indexLength, index]] = [
      facts(file(name, 'manifest.json')),
      facts(file(name, 'index.json')),
    ];
    expect([length, manifest.slice(0, 16)]).toEqual([size, hash]);
    expect([indexLength, index.slice(0, 16)]).toEqual([indexSize, indexHash]);
    expect(readdirSync(join(folder, name)).sort()).toEqual(['documents', 'index.json', 'manifest.json']);
  });

  it.each([1, 3])('is the same when %i threads make it', async threads => {
    const name = `gen-${threads}`;
    await make(name, trees.gen, threads);
    const documents = readdirSync(join(folder, 'gen', 'documents')).map(each => `documents/${each}`);
    for (const path of ['manifest.json', 'index.json', ...documents])
      expect(file(name, path).equals(file('gen', path))).toBe(true);
    expect(readdirSync(join(folder, name, 'documents'))).toHaveLength(documents.length);
    const asked = ['w1 w5 w5', 100000n] as const;
    expect(await resolve(name, ...asked)).toBe(await resolve('gen', ...asked));
  });

  it('keeps each document as it always was', () => {
    const documents = readdirSync(join(folder, 'pantry', 'documents'));
    const printed = documents.map(name => facts(file('pantry', `documents/${name}`)));
    expect(printed.map(([size, hash]) => `${size} ${hash.slice(0, 16)}`).sort()).toEqual(
      ['148 ae15f79bae6841d0', '164 ff354c55ecd32393', '172 1142c11c4b628564', '186 12d7bfd7c324e7e6'].sort(),
    );
  });

  it('of nothing has no documents', async () => {
    const { cacheVersion } = await make('empty', { 'no.txt': '' });
    expect(cacheVersion).toBe('sha256:a77ff76f65e3cd4cd0071b4af8f5294a77f67b6fe0c938a383db5e1271e913ee');
    expect(facts(file('empty', 'manifest.json'))[0]).toBe(258);
    expect(sha(file('empty', 'manifest.json'))).toMatch(/^999065556b45ed74/);
    expect(file('empty', 'index.json').toString()).toBe('{}');
  });

  it('orders ids by their bytes', () => {
    const { documents } = openCache(join(folder, 'odd')).manifest;
    expect(documents.map(({ id }) => id).join(' ')).toBe(
      '..md .hid.md a/b.md bom.md dot.md esc.md sigma.md sub/nbsp.md zwsp.md é.md ～.md 😀.md',
    );
  });

  it.each([
    ['pantry', 'tea', 4000n, 'da6da021bcb9d49b', 'c4f06552f8346ed3'],
    ['pantry', 'tea', 6n, '23e984e3e51be889', '85610187bd982c6b'],
    ['pantry', 'Tea WATER tea', 12n, '8c7ef2a60f4e75f8', 'c44c05c45fa00726'],
    ['pantry', '', 0n, '01f69e9c7afc1417', '4d208e043c7db05f'],
    ['pantry', 'zzz', 7n, 'bcf52b69f77770e6', 'a147cc8de9fb72a0'],
    ['pantry', 'tea', 18446744073709551615n, 'fe26cf7326cae252', '795fb9a7a0dfd1e1'],
    ['odd', 'mint', 4000n, '75368412719ab76c', undefined],
    ['odd', 'λογος', 4000n, '6f4109ffef5ba1e9', undefined],
    ['odd', '\u0130NCI', 4000n, '567842c92b9023dc', undefined],
    ['odd', '"Q"', 4000n, 'c4ca012031af70b0', undefined],
    ['odd', '\ufeffmint', 8n, 'ca26b859a4926109', undefined],
    ['gen', 'w1 w5 w5', 100000n, '6ec699be6a26b2e8', undefined],
    ['gen', 'W11', 200n, '4a63c246727da6f6', undefined],
    ['gen', 'd7 w0', 9n, '7563ed409e6d18e3', undefined],
    ['gen', '', 57n, 'a57375cb98bf4014', undefined],
  ] as const)('%s answers %j within %i with the bytes it always does', async (name, query, budget, json, pretty) => {
    expect(sha(await resolve(name, query, budget)).slice(0, 16)).toBe(json);
    if (pretty) expect(sha(await resolve(name, query, budget, 'pretty')).slice(0, 16)).toBe(pretty);
  });
});
