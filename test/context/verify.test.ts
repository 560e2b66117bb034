import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from '@concord/engine';
import { describe, expect, it } from 'vitest';
import { readChecked } from '../../sources/context/src/cache/checked-document.js';
import { openCache } from '../../sources/context/src/cache/open-cache.js';
import { checks } from '../../sources/context/src/threads/verify-problem.js';
import { verify } from '../../sources/context/src/verify/verify.js';
import { makeCache } from '../../sources/context/test/support/make-cache.js';
import { buildHere, context, contextHere, endsOf, giveAway, openFolder, plant, sha256, trees } from './building.js';

const folder = openFolder();
const pantry = join(folder, 'pantry');
await buildHere(plant(join(folder, 'sources'), trees.pantry), pantry);
const TEA = 'documents/3be62a1640f3.json';

let number = 0;
/** A copy of a cache, with or without the sidecar, to be damaged. */
function copy(withSidecar = false): string {
  const cache = join(folder, `copy-${number++}`);
  cpSync(pantry, cache, { recursive: true, preserveTimestamps: true });
  if (withSidecar) cpSync(`${pantry}.ctxidx`, `${cache}.ctxidx`);
  return cache;
}
/** Changes a file of a cache as text. */
function edit(cache: string, file: string, change: (text: string) => string | Buffer): string {
  const path = join(cache, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  return cache;
}
const lines = {
  resolve: (cache: string) => ['resolve', '--cache', cache, '--query', 'tea', '--budget', '6'],
  inspect: (cache: string) => ['inspect', '--cache', cache],
  verify: (cache: string) => ['verify', '--cache', cache],
};
const resolve = (cache: string) => contextHere(lines.resolve(cache));
const inspect = (cache: string) => contextHere(lines.inspect(cache));
const verified = (cache: string) => contextHere(lines.verify(cache));
/** What each of these commands ends with, one after the other. */
async function ends(cache: string, ...verbs: readonly (keyof typeof lines)[]): Promise<(number | null)[]> {
  const statuses: (number | null)[] = [];
  for (const verb of verbs) statuses.push((await contextHere(lines[verb](cache))).status);
  return statuses;
}

/** What a resolve without a process of its own ends with: the kind of the fault. */
function kindOf(cache: string): string {
  try {
    const { files, manifest } = openCache(cache);
    for (const entry of manifest.documents) readChecked(files, entry);
    return 'none';
  } catch (error) {
    return (error as { kind: string }).kind;
  }
}

describe('a manifest', () => {
  it.each<[string, (text: string) => string | Buffer]>([
    ['that is empty', () => ''],
    ['that is cut', text => text.slice(0, -5)],
    ['that is followed by text', text => `${text} x`],
    ['with a byte order mark', text => `\ufeff${text}`],
    ['without a time', text => text.replace(/ *"created_at": "[^"]*",\n/, '')],
    ['with a day that does not exist', text => text.replace('1970-01-01', '1970-02-30')],
    ['with a count below zero', text => text.replace('"document_count": 4', '"document_count": -2')],
    ['with a count with a fraction', text => text.replace('"document_count": 4', '"document_count": 2.0')],
    ['with a count that is a text', text => text.replace('"document_count": 4', '"document_count": "2"')],
    ['with a field that is there twice', text => text.replace('"id"', '"id": "x", "id"')],
    ['with half a character', text => text.replace('blank.md', '\\ud800.md')],
    ['with bytes that are not UTF-8', text => Buffer.concat([Buffer.from(text), Buffer.from([0xff])])],
    ['that is too deep', text => text.replace('{', `{"x":${'['.repeat(128)}${']'.repeat(128)},`)],
  ])('%s makes a cache invalid', (_, change) => {
    expect(kindOf(edit(copy(), 'manifest.json', change))).toBe('corrupt');
  });

  it('that is broken gives 5 and one line, and a report of its own', async () => {
    const cache = edit(copy(), 'manifest.json', () => '');
    for (const { status, stdout, stderr } of [await resolve(cache), await inspect(cache)]) {
      expect([status, stdout]).toEqual([5, '']);
      expect(stderr).toMatch(/^error: Cache is invalid: [^\n]+\n$/);
    }
    const { status, stdout } = await verified(cache);
    expect(status).toBe(5);
    expect(JSON.parse(stdout)).toEqual({
      cache_version: '',
      document_count: 0,
      documents_checked: 0,
      total_bytes: 0,
      valid: false,
      problem_count: 1,
      problems: [{ check: 'manifest', file: 'manifest.json', id: '' }],
    });
  });

  it('of another format gives 5, and can still be looked at', async () => {
    const cache = edit(copy(), 'manifest.json', text => text.replace('"version": "1"', '"version": "999"'));
    expect(await ends(cache, 'resolve', 'verify', 'inspect')).toEqual([5, 5, 0]);
  });

  it('and documents may say more than is known', async () => {
    const cache = edit(copy(), 'manifest.json', text => text.replace('{', '{\n"more": {"x": [1.5, null]},'));
    edit(cache, TEA, text => text.replace('{', '{ "more" : true,'));
    expect((await resolve(cache)).stdout).toBe((await resolve(pantry)).stdout);
    expect((await verified(cache)).status).toBe(0);
  });
});

describe('a document', () => {
  it.each<[string, (text: string) => string | Buffer]>([
    ['with an id that is there twice', text => text.replace('{', '{"id":"tea.md",')],
    ['with half a character', text => text.replace('kettle', '\\ud800')],
    ['with metadata in metadata', text => text.replace('"metadata":{}', '"metadata":{"a":{}}')],
    ['with a fraction in its metadata', text => text.replace('"metadata":{}', '"metadata":{"a":1.5}')],
    ['with a number past 64 bits', text => text.replace('"metadata":{}', '"metadata":{"a":9223372036854775808}')],
    ['with bytes that are not UTF-8', text => Buffer.concat([Buffer.from(text), Buffer.from([0xff])])],
    ['with one byte changed', text => text.replace('kettle', 'Kettle')],
    ['with another id', text => text.replace('"id":"tea.md"', '"id":"teb.md"')],
  ])('%s makes a cache invalid', (_, change) => {
    expect(kindOf(edit(copy(), TEA, change))).toBe('corrupt');
  });

  it('may have numbers and the same key twice in its metadata, and another version than it is listed with', async () => {
    const more = '"metadata":{"a":9223372036854775807,"a":-1}';
    const cache = edit(copy(), TEA, text => text.replace('"metadata":{}', more).replace('sha256:3', 'sha256:4'));
    expect(kindOf(cache)).toBe('none');
    expect((await resolve(cache)).stdout).toContain('"version":"sha256:4be62a');
  });

  it('that is missing gives 5, and is left out of what is counted', async () => {
    const cache = copy(true);
    rmSync(join(cache, TEA));
    expect(await ends(cache, 'resolve', 'verify')).toEqual([5, 5]);
    const { status, stdout } = await inspect(cache);
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { total_bytes: 506, document_count: 4, valid: false }]);
  });

  it('that lies elsewhere gives 5, also when it is a good one', async () => {
    const outside = copy();
    const [name] = outside.split('/').slice(-1);
    for (const file of [`../${name}/${TEA}`, join(outside, TEA), `./${TEA}`, `documents//3be62a1640f3.json`]) {
      const cache = edit(copy(), 'manifest.json', text => text.replace(TEA, file));
      expect((await resolve(cache)).status).toBe(5);
    }
    const linked = copy();
    rmSync(join(linked, TEA));
    symlinkSync(join(outside, TEA), join(linked, TEA));
    expect([(await resolve(linked)).status, JSON.parse((await verified(linked)).stdout).problems]).toEqual([
      5,
      [{ check: 'file_path', file: TEA, id: 'tea.md' }],
    ]);
  });

  it('that is a pipe or a directory gives 5 at once', async () => {
    const cache = copy();
    rmSync(join(cache, TEA));
    spawnSync('mkfifo', [join(cache, TEA)]);
    expect(await ends(cache, 'resolve', 'verify', 'inspect')).toEqual([5, 5, 0]);
    rmSync(join(cache, TEA));
    mkdirSync(join(cache, TEA));
    expect(await ends(cache, 'resolve', 'verify')).toEqual([5, 5]);
  });

  it.each(['manifest.json', TEA, 'documents'])('or %s that may not be read gives 6', file => {
    const cache = copy();
    giveAway(cache);
    chmodSync(join(cache, file), 0);
    const options = { asNobody: true };
    expect(context(lines.resolve(cache), options).status).toBe(6);
    const { status, stdout } = context(lines.verify(cache), options);
    expect([status, stdout === '']).toEqual([6, file === 'manifest.json']);
    chmodSync(join(cache, file), 0o755);
  });

  it('that comes first in the manifest decides, every time', async () => {
    const cache = copy(true);
    edit(cache, 'documents/eb0e06c70134.json', () => '{');
    giveAway(cache);
    chmodSync(join(cache, 'documents/0451dbd8f3c8.json'), 0);
    const many = Array.from({ length: 20 }, () => lines.resolve(cache));
    expect(await endsOf(many, { asNobody: true })).toEqual(Array(20).fill(6));
    expect(context(lines.resolve(cache), { asNobody: true }).status).toBe(6);
  });
});

it('tells a cache that is not there from one that is empty', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const file = join(plant(join(folder, 'other'), { file: '' }), 'file');
  const all = ['resolve', 'inspect', 'verify'] as const;
  expect(await ends(empty, ...all)).toEqual([5, 5, 5]);
  expect(await ends(file, ...all)).toEqual([4, 4, 4]);
  expect(await ends(join(folder, 'nowhere'), ...all)).toEqual([4, 4, 4]);
});

describe('mcp context verify', () => {
  it('prints the reports it always prints', async () => {
    expect(sha256((await inspect(pantry)).stdout)).toMatch(/^624963aa65ad97e9/);
    const good = await verified(pantry);
    expect([good.status, good.stderr, sha256(good.stdout).slice(0, 16)]).toEqual([0, '', '4735ccda933eee9a']);
    const cache = edit(copy(), TEA, text => text.replace('kettle', 'Kettle'));
    writeFileSync(join(cache, 'documents/000000000000.json'), '');
    const bad = await verified(cache);
    expect([bad.status, sha256(bad.stdout).slice(0, 16)]).toEqual([5, '34ea546525a81eee']);
    expect(bad.stderr).toBe('error: Cache is invalid: 2 problems\n');
  });

  const entry = (id: string) => new RegExp(` {4}\\{\\n {6}"id": "${id}",[^}]*\\}`);
  const damage: Readonly<Record<(typeof checks)[number], (cache: string) => unknown>> = {
    manifest: cache => rmSync(join(cache, 'manifest.json')),
    format: cache => edit(cache, 'manifest.json', text => text.replace('"sha256"', '"sha512"')),
    count: cache => edit(cache, 'manifest.json', text => text.replace('"document_count": 4', '"document_count": 5')),
    order: cache =>
      edit(cache, 'manifest.json', text => {
        const [blank, bread] = [entry('blank.md').exec(text)![0], entry('bread.md').exec(text)![0]];
        return text
          .replace(blank, '@')
          .replace(bread, () => blank)
          .replace('@', () => bread);
      }),
    cache_version: cache => edit(cache, 'manifest.json', text => text.replace('sha256:a5', 'sha256:b5')),
    file_path: cache => edit(cache, 'manifest.json', text => text.replace(TEA, `../${TEA}`)),
    file_name: cache => {
      edit(cache, 'manifest.json', text => text.replace(TEA, 'documents/tea.json'));
      edit(cache, 'index.json', text => text.replace(TEA, 'documents/tea.json'));
      cpSync(join(cache, TEA), join(cache, 'documents/tea.json'));
      rmSync(join(cache, TEA));
    },
    document_missing: cache => rmSync(join(cache, TEA)),
    document_unreadable: cache => spawnSync('truncate', ['-s', '524288001', join(cache, TEA)]),
    document_json: cache => edit(cache, TEA, () => '{}'),
    document_id: cache => edit(cache, TEA, text => text.replace('"id":"tea.md"', '"id":"Tea.md"')),
    document_version: cache => edit(cache, TEA, text => text.replace('"version":"sha256:3', '"version":"sha256:4')),
    document_hash: cache => edit(cache, TEA, text => text.replace('kettle', 'Kettle')),
    orphan: cache => writeFileSync(join(cache, 'documents/more.txt'), ''),
    index: cache => edit(cache, 'index.json', text => text.replace('bread', 'brot')),
  };

  it.each(checks)('finds what is wrong with %s', async check => {
    const cache = copy();
    damage[check](cache);
    const { problems } = await verify(cache, { signal: new Stop() });
    // A path that leads elsewhere has no good name either, and leaves its file and its line in the index behind.
    const besides = check === 'file_path' ? ['file_name', 'orphan', 'index'] : check === 'file_name' ? [] : [];
    expect(problems.map(problem => problem.check)).toEqual([check, ...besides]);
  });

  it('sorts what it finds, counts all of it and prints a thousand', async () => {
    const made = Array.from({ length: 1_200 }, (_, at) => ({ id: `d${at}.md`, content: `text ${at}` }));
    const cache = makeCache(join(folder, 'large'), made);
    for (const name of readdirSync(join(cache, 'documents'))) edit(cache, `documents/${name}`, text => `${text}x`);
    const { status, stdout } = await verified(cache);
    const report = JSON.parse(stdout);
    // Made in an order that is not that of ids.
    expect([status, report.problem_count, report.problems.length]).toEqual([5, 1_203, 1_000]);
    const files = report.problems.filter(({ check }: { check: string }) => check === 'document_json');
    expect(files).toEqual(
      files.toSorted((one: { file: string }, other: { file: string }) => (one.file < other.file ? -1 : 1)),
    );
  });
});
