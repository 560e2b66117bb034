import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCache, makeSidecar } from '../../sources/context/test/support/make-cache.js';
import { plant, trees } from '../../sources/context/test/support/trees.js';
import { type Ran, runInProcess } from '../cli/in-process.js';
import { run, start } from '../cli/mcp.js';
import { temporaryFolder } from '../support/engine.js';

const folder = temporaryFolder();
const mcp = (...args: string[]): Promise<Ran> =>
  runInProcess(['context', ...args], folder, { env: { SOURCE_DATE_EPOCH: '0' } });
const resolve = (cache: string, query: string, budget: string, ...more: string[]): Promise<Ran> =>
  mcp('resolve', '--cache', cache, '--query', query, '--budget', budget, ...more);
const sha = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Every file below the folder with what a change would leave behind; that a call was made is recorded elsewhere. */
function everyFile(): readonly string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const names = all.filter(name => !/^state\b/.test(name));
  return names.map(name => {
    const { ino, size, mtimeMs, ctimeMs } = statSync(join(folder, name));
    return `${name} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  });
}

beforeAll(async () => {
  for (const name of ['pantry', 'odd', 'gen'] as const) {
    const sources = plant(join(folder, `${name}-sources`), trees[name]);
    expect(await mcp('build', '--sources', sources, '--cache', name)).toMatchObject({ code: 0, stdout: '' });
  }
});

describe.concurrent('mcp context resolve', () => {
  it.each([
    ['pantry', 'tea', '4000', 'da6da021bcb9d49b', 'c4f06552f8346ed3'],
    ['pantry', 'tea', '6', '23e984e3e51be889', '85610187bd982c6b'],
    ['pantry', 'Tea WATER tea', '12', '8c7ef2a60f4e75f8', 'c44c05c45fa00726'],
    ['pantry', '', '0', '01f69e9c7afc1417', '4d208e043c7db05f'],
    ['pantry', 'zzz', '7', 'bcf52b69f77770e6', 'a147cc8de9fb72a0'],
    ['pantry', 'tea', '18446744073709551615', 'fe26cf7326cae252', '795fb9a7a0dfd1e1'],
    ['odd', 'mint', '4000', '75368412719ab76c', undefined],
    ['odd', 'λογος', '4000', '6f4109ffef5ba1e9', undefined],
    ['odd', '\u0130NCI', '4000', '567842c92b9023dc', undefined],
    ['odd', '"Q"', '4000', 'c4ca012031af70b0', undefined],
    ['odd', '\ufeffmint', '8', 'ca26b859a4926109', undefined],
    ['gen', 'w1 w5 w5', '100000', '6ec699be6a26b2e8', undefined],
    ['gen', 'W11', '200', '4a63c246727da6f6', undefined],
    ['gen', 'd7 w0', '9', '7563ed409e6d18e3', undefined],
    ['gen', '', '57', 'a57375cb98bf4014', undefined],
  ] as const)('answers %s with %j within %s as it always did', async (cache, query, budget, json, pretty) => {
    const ways = pretty ? [resolve(cache, query, budget, '--format', 'pretty')] : [];
    const [compact, indented] = await Promise.all([resolve(cache, query, budget), ...ways]);
    expect(compact).toMatchObject({ code: 0, stderr: '' });
    expect(sha(compact!.stdout)).toBe(json);
    if (pretty) expect(sha(indented!.stdout)).toBe(pretty);
  });
});

describe('mcp context resolve', () => {
  it('takes a query that begins with a dash in both spellings, and blanks of every kind as none', async () => {
    makeCache(join(folder, 'dash'), [
      { id: 'a.md', content: 'x' },
      { id: 'b.md', content: '-x x' },
    ]);
    const [one, other, blank] = await Promise.all([
      resolve('dash', '-x', '9'),
      mcp('resolve', '--cache', 'dash', '--query=-x', '--budget', '9'),
      resolve('dash', '\u3000\u0085', '9'),
    ]);
    expect(one!.stdout).toMatch(/^\{"documents":\[\{"id":"b\.md"/);
    expect(other!.stdout).toBe(one!.stdout);
    expect(blank!.stdout).toMatch(/^\{"documents":\[\{"id":"a\.md".*"query_terms":\[\]/);
  });

  it('orders equal scores by bytes, goes on past what does not fit, and at no budget takes what is empty', async () => {
    makeCache(join(folder, 'order'), [
      { id: '\uff5e.md', content: 'tea a' },
      { id: '😀.md', content: 'tea b' },
      { id: 'large.md', content: `tea ${'tea '.repeat(50)}` },
      { id: 'void.md', content: '' },
    ]);
    await makeSidecar(join(folder, 'order'));
    const ids = ({ stdout }: Ran) =>
      (JSON.parse(stdout) as { documents: { id: string }[] }).documents.map(({ id }) => id);
    const [all, small, none] = await Promise.all(['100', '4', '0'].map(budget => resolve('order', 'tea', budget)));
    expect(ids(all!)).toEqual(['large.md', '\uff5e.md', '😀.md', 'void.md']);
    expect(ids(small!)).toEqual(['\uff5e.md', '😀.md', 'void.md']);
    expect(ids(none!)).toEqual(['void.md']);
  });

  it('refuses a budget past the largest, and one that is no number', async () => {
    const all = await Promise.all(
      ['18446744073709551616', '-1', '1.5', ''].map(budget => resolve('pantry', 'tea', budget)),
    );
    for (const { code, stdout, stderr } of all) {
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toMatch(/^error: Budget is invalid/);
    }
  });

  it('tells of one changed byte in any document, with a sidecar and without', async () => {
    const cache = join(folder, 'damaged');
    const made = Array.from({ length: 30 }, (_, at) => ({ id: `${at + 10}.md`, content: `tea ${'x'.repeat(at)}` }));
    makeCache(cache, made);
    await makeSidecar(cache);
    makeCache(join(folder, 'damaged-too'), made);
    const [first, ...others] = readdirSync(join(cache, 'documents'));
    for (const each of [first!, others.at(-1)!]) {
      const files = ['damaged', 'damaged-too'].map(name => join(folder, name, 'documents', each));
      const before = readFileSync(files[0]!, 'utf8');
      for (const file of files) writeFileSync(file, before.replace('tea', 'Tea'));
      const all = await Promise.all(['damaged', 'damaged-too'].map(name => resolve(name, 'tea', '1')));
      for (const { code, stdout, stderr } of all) {
        expect([code, stdout]).toEqual([5, '']);
        expect(stderr).toMatch(/^error: Cache is invalid: .*\n$/);
      }
      for (const file of files) writeFileSync(file, before);
    }
  });

  it('ends with 6 and without a word of code when its reader leaves', async () => {
    makeCache(
      join(folder, 'large'),
      Array.from({ length: 40 }, (_, at) => ({ id: `${at + 10}.md`, content: `${at} ${'tea '.repeat(50_000)}` })),
    );
    const { child, ended } = start(
      ['context', 'resolve', '--cache', 'large', '--query', 'tea', '--budget', '99999999'],
      folder,
    );
    child.stdout.once('data', () => child.stdout.destroy());
    const { code, stderr } = await ended;
    expect(code).toBe(6);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  });

  it('changes no file, and neither do inspect and verify', async () => {
    const lines = (cache: string) => [
      ['resolve', '--cache', cache, '--query', 'tea', '--budget', '9'],
      ['inspect', '--cache', cache],
      ['verify', '--cache', cache],
    ];
    const inProcesses = (cache: string) => Promise.all(lines(cache).map(line => run(['context', ...line], folder)));
    // The first process keeps what it compiled.
    await run(['context', 'inspect', '--cache', 'pantry'], folder);
    const before = everyFile();
    const ended = [...(await inProcesses('pantry')), ...(await Promise.all(lines('odd').map(line => mcp(...line))))];
    expect(ended.map(({ code }) => code)).toEqual(Array(6).fill(0));
    expect(everyFile()).toEqual(before);
  });
});
