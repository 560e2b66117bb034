import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCache } from '../../sources/context/test/support/make-cache.js';
import { bin } from '../cli/mcp.js';
import { type Message, modernMeta } from '../server/wire.js';
import { giveAway, openFolder, started } from './building.js';

const folder = openFolder();
const root = join(folder, 'root');
const document = { id: 'a.md', content: 'tea' };
const closed = ['no-document/documents', 'no-manifest/manifest.json', 'no-entry'];

beforeAll(() => {
  for (const name of ['good', 'no-document', 'no-manifest', 'no-entry', 'garbled'])
    makeCache(join(root, name), [document]);
  writeFileSync(join(root, 'garbled/manifest.json'), '{"cache_version":"sha256:1","document_count":"2"}');
  mkdirSync(join(folder, 'shut'));
  giveAway(folder);
  for (const path of [...closed.map(path => join(root, path)), join(folder, 'shut')]) chmodSync(path, 0);
});
afterAll(() => {
  for (const path of [...closed.map(path => join(root, path)), join(folder, 'shut')]) chmodSync(path, 0o700);
});

/** Asks a server that has no rights but its own, and gives the texts of its answers. */
async function ask(served: string, calls: readonly (readonly [name: string, args: object])[]): Promise<string[]> {
  const { child, ended } = started(process.execPath, [bin, 'serve', 'context', '--root', served], {
    asNobody: true,
    stdin: true,
  });
  for (const [id, [name, args]] of calls.entries()) {
    const params = { name, arguments: args, _meta: modernMeta };
    child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
  }
  child.stdin!.end();
  const answers = (await ended).stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Message);
  return calls.map((_, id) => answers.find(answer => answer.id === id)!.result!.content![0]!.text);
}

const IO_ERROR = '{"error":{"code":"io_error","message":"I/O error occurred"}}\n';

it('a server tells what it may not read from what is not there, and goes on with the rest', async () => {
  const resolve = (cache: string) => ['context_resolve', { cache, query: 'tea', budget: 9 }] as const;
  const inspect = (cache: string) => ['context_inspect_cache', { cache }] as const;
  const [document_, manifest, entry, good, listed, inspected, broken] = await ask(root, [
    resolve('no-document'),
    resolve('no-manifest'),
    resolve('no-entry'),
    resolve('good'),
    ['context_list_caches', {}],
    inspect('no-manifest'),
    inspect('garbled'),
  ]);
  expect([document_, manifest, entry]).toEqual([IO_ERROR, IO_ERROR, IO_ERROR]);
  expect(good).toContain('"documents_selected":1');
  expect(JSON.parse(listed!).caches).toEqual(
    ['garbled', 'good', 'no-document', 'no-entry', 'no-manifest'].map(path => ({
      path,
      has_manifest: path !== 'no-entry',
    })),
  );
  expect(inspected).toBe(IO_ERROR);
  expect(broken).toBe('{"cache_version":"sha256:1","document_count":0,"total_bytes":0,"valid":false}');
});

it('a root that cannot be listed is an I/O error', async () => {
  expect(await ask(join(folder, 'shut'), [['context_list_caches', {}]])).toEqual([IO_ERROR]);
});
