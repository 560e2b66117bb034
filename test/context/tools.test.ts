import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type outputSchemas, validateErrorV0 } from '@concord/contract';
import { schemaFaults } from '@concord/engine';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { command, it, type Message, Wire } from '../server/wire.js';
import { buildHere } from './building.js';

// Others must be able to look into it: permission checks run as somebody who is not root.
const folder = mkdtempSync(join(tmpdir(), 'concord-context-'));
chmodSync(folder, 0o755);
const root = join(folder, 'root');
const env = { CONTEXT_CACHE_ROOT: root };
/** The session of all tests that need none of their own. */
let wire: Wire;
const pantry = { 'Tea.md': 'Tea tea TEA kettle\n', 'bread.md': 'flour water salt yeast\n', 'blank.md': '' };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mcp = (...args: string[]) =>
  execFileSync(process.execPath, [command, ...args], { encoding: 'utf8', stdio: 'pipe' });

async function make(name: string): Promise<void> {
  const sources = join(folder, 'sources');
  mkdirSync(sources, { recursive: true });
  for (const [file, content] of Object.entries(pantry)) writeFileSync(join(sources, file), content);
  await buildHere(sources, join(root, name), ['--force', '--no-index']);
}

const documentOf = (cache: string, index = 0) =>
  join(cache, 'documents', readdirSync(join(cache, 'documents')).sort()[index]!);

beforeAll(async () => {
  mkdirSync(root);
  for (const name of ['pantry', 'team/docs', 'changed', 'lost', 'garbled']) await make(name);
  writeFileSync(documentOf(join(root, 'garbled')), '{');
  rmSync(documentOf(join(root, 'lost')));
  const changed = documentOf(join(root, 'changed'), 0);
  const text = execFileSync('cat', [changed], { encoding: 'utf8' });
  writeFileSync(changed, text.replace(/"content":"/, '"content":"x'));
  mkdirSync(join(root, 'bare'));
  writeFileSync(join(root, 'file'), '');
  symlinkSync(join(root, 'pantry'), join(root, 'inside'));
  symlinkSync(folder, join(root, 'outside'));
  symlinkSync(join(root, 'nowhere'), join(root, 'dangling'));
  wire = new Wire({ source: 'context', env });
  await wire.handshake();
});
afterAll(() => wire.end());

const question = { cache: 'pantry', query: 'tea', budget: 6 };
const textOf = ({ result }: Message) => result?.content?.[0]?.text ?? '';
const codeOf = (message: Message) => (JSON.parse(textOf(message)) as { error?: { code: string } }).error?.code;

/** Every failure of these tools looks like this, and none tells more than its code. */
function expectFailure(message: Message, code: string): void {
  const { result } = message;
  expect(result?.isError).toBe(true);
  expect(result?.content).toHaveLength(1);
  const text = textOf(message);
  expect(text.endsWith('\n') && !text.endsWith('\n\n')).toBe(true);
  expect(validateErrorV0(JSON.parse(text))).toBe(true);
  expect(codeOf(message)).toBe(code);
  expect(text).not.toMatch(/[/\\](?!n)|sha256|[0-9a-f]{12}|E[A-Z]{4,}/);
  expect(result?.structuredContent).toEqual(JSON.parse(text));
}

describe('the tools', () => {
  it('are three, in their order, and can be called by both spellings', async () => {
    const { result } = await wire.request('tools/list');
    expect(result?.tools?.map(({ name }) => name)).toEqual([
      'context_resolve',
      'context_list_caches',
      'context_inspect_cache',
    ]);
    const calls = { resolve: question, list_caches: {}, inspect_cache: { cache: 'pantry' } };
    for (const [name, args] of Object.entries(calls))
      expect(textOf(await wire.call(`context.${name}`, args))).toBe(textOf(await wire.call(`context_${name}`, args)));
  });

  it('are published with dots on request, and then answer with a text and nothing else', async ({ session }) => {
    const wire = await session({ source: ['context', '--dotted-names'], env });
    const { result } = await wire.request('tools/list');
    expect(result?.tools?.map(({ name }) => name)).toEqual([
      'context.resolve',
      'context.list_caches',
      'context.inspect_cache',
    ]);
    expect(result?.tools?.some(tool => 'outputSchema' in tool)).toBe(false);
    for (const name of ['context.resolve', 'context_resolve']) {
      expect(Object.keys((await wire.call(name, question)).result!)).toEqual(['content']);
      expect(Object.keys((await wire.call(name, { ...question, cache: 'x' })).result!)).toEqual(['content', 'isError']);
    }
  });

  it('answer with the bytes of the command line, and data that fits what is published', async () => {
    const { result } = await wire.request('tools/list');
    const schemas = new Map(
      result!.tools!.map(({ name, outputSchema }) => [name, outputSchema as typeof outputSchemas]),
    );
    const resolved = await wire.call('context_resolve', question);
    const args = ['--cache', join(root, 'pantry'), '--query', 'tea', '--budget', '6'];
    expect(textOf(resolved)).toBe(mcp('context', 'resolve', ...args));
    const listed = await wire.call('context_list_caches', { whatever: [1] });
    const inspected = await wire.call('context_inspect_cache', { cache: 'pantry' });
    expect(textOf(listed)).not.toMatch(/\n$/);
    expect(textOf(inspected)).toMatch(
      /^\{"cache_version":"sha256:[0-9a-f]{64}","document_count":3,"total_bytes":\d+,"valid":true\}$/,
    );
    const failed = await wire.call('context_resolve', { ...question, cache: 'x' });
    const all = {
      context_resolve: [resolved, failed],
      context_list_caches: [listed],
      context_inspect_cache: [inspected],
    };
    for (const [name, answers] of Object.entries(all))
      for (const answer of answers) {
        expect(answer.result?.structuredContent).toEqual(JSON.parse(textOf(answer)));
        expect(schemaFaults(schemas.get(name)! as never, answer.result!.structuredContent as never)).toEqual([]);
      }
  });
});

describe('context_resolve refuses', () => {
  it('budgets that are none, and takes those that are', async () => {
    const budgets = [1.5, '5', null, true, 1e30, -1, 9007199254740992, undefined];
    for (const budget of budgets)
      expectFailure(await wire.call('context_resolve', { ...question, budget }), 'invalid_budget');
    wire.write(
      ['5.0', '-0', '1e3']
        .map((budget, index) => {
          const args = `{"cache":"pantry","query":"tea","budget":${budget}}`;
          return `{"jsonrpc":"2.0","id":"b${index}","method":"tools/call","params":{"name":"context_resolve","arguments":${args}}}\n`;
        })
        .join(''),
    );
    for (const [id, budget] of Object.entries({ b0: 5, b1: 0, b2: 1000 }))
      expect((await wire.answer(id)).result?.structuredContent).toMatchObject({ selection: { budget } });
  });

  it('queries that are none, before budgets, before caches', async () => {
    for (const query of [undefined, 7, '\ud800', null])
      expectFailure(await wire.call('context_resolve', { ...question, query }), 'invalid_query');
    expectFailure(await wire.request('tools/call', { name: 'context_resolve' }), 'invalid_query');
    expectFailure(await wire.call('context_resolve', { cache: 'x', query: 'a', budget: -1 }), 'invalid_budget');
    expectFailure(await wire.call('context_resolve', { cache: 7, query: 1, budget: -1 }), 'invalid_query');
    expectFailure(await wire.call('context_resolve', { cache: 7, query: 'a', budget: 1 }), 'cache_missing');
  });

  it('names that lead elsewhere or nowhere, and so does context_inspect_cache', async () => {
    const names = [
      '../x',
      'a/../b',
      'a..b',
      '/x',
      '\\x',
      'a\0b',
      'x'.repeat(5_000),
      'file',
      'file/x',
      'dangling',
      'outside',
    ];
    for (const cache of [...names, 'pantry.ctxbuild', 7]) {
      expectFailure(await wire.call('context_resolve', { ...question, cache }), 'cache_missing');
      expectFailure(await wire.call('context_inspect_cache', { cache }), 'cache_missing');
    }
    for (const cache of ['./pantry', 'pantry/', 'team/docs', 'inside']) {
      expect((await wire.call('context_resolve', { ...question, cache })).result?.isError).toBeUndefined();
      expect((await wire.call('context_inspect_cache', { cache })).result?.structuredContent).toMatchObject({
        valid: true,
      });
    }
  });

  it('caches that are damaged', async () => {
    for (const cache of ['changed', 'lost', 'garbled', 'bare', '', '.'])
      expectFailure(await wire.call('context_resolve', { ...question, cache }), 'cache_invalid');
    const broken = { cache_version: '', document_count: 0, total_bytes: 0, valid: false };
    expect((await wire.call('context_inspect_cache', { cache: 'bare' })).result?.structuredContent).toEqual(broken);
  });
});

describe('context_list_caches', () => {
  it('shows directories and nothing else', async () => {
    const { result } = await wire.call('context_list_caches');
    const { caches } = result!.structuredContent as { caches: { path: string; has_manifest: boolean }[] };
    expect(caches).toEqual([
      { path: 'bare', has_manifest: false },
      { path: 'changed', has_manifest: true },
      { path: 'garbled', has_manifest: true },
      { path: 'lost', has_manifest: true },
      { path: 'pantry', has_manifest: true },
      { path: 'team', has_manifest: false },
    ]);
  });

  it('tells that a root is missing, and sees it when it comes', async ({ session }) => {
    const late = join(folder, 'late');
    const wire = await session({ source: 'context', env: { CONTEXT_CACHE_ROOT: late } });
    expectFailure(await wire.call('context_list_caches'), 'cache_missing');
    mkdirSync(late);
    expect((await wire.call('context_list_caches')).result?.structuredContent).toEqual({ caches: [] });
  });
});

describe('a server of caches', () => {
  const serve = (...args: string[]) =>
    spawnSync(process.execPath, [command, 'serve', ...args], {
      encoding: 'utf8',
      input: '',
      env: { PATH: process.env.PATH },
    });

  it('does not start without a root, or with settings that cannot be meant', () => {
    const { status, stderr } = serve('context');
    expect([status, stderr.trim().split('\n').length]).toEqual([2, 1]);
    expect(stderr).toMatch(/^error: .*--root/);
    const bad = spawnSync(process.execPath, [command, 'serve', 'context', '--root', root], {
      encoding: 'utf8',
      input: '',
      env: { PATH: process.env.PATH, CONTEXT_TOOL_TIMEOUT_SECS: '0' },
    });
    expect([bad.status, bad.stderr]).toEqual([
      2,
      'error: CONTEXT_TOOL_TIMEOUT_SECS must be a whole number from 1 to 86400\n',
    ]);
  });

  it('among others shows its tools without a root, and each call says that there is none', async ({ session }) => {
    const wire = await session({ source: ['demo', 'context'] });
    expectFailure(await wire.call('context__context_list_caches'), 'cache_missing');
    expectFailure(await wire.call('context__context_resolve', question), 'cache_missing');
  });
});
