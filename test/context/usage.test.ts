import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import { buildCache, context, plant, startContext, trees } from './building.js';

const folder = temporaryFolder();
const root = join(folder, 'root');
const pantry = join(root, 'pantry');
buildCache(plant(join(folder, 'sources'), trees.pantry), pantry);

const resolve = ['resolve', '--cache', pantry, '--query', 'tea'];

describe.concurrent('mcp context calls it a usage error', () => {
  it.each([
    [[], 'Say what to do'],
    [['watch'], 'There is no watch'],
    [['toString'], 'There is no toString'],
    [[...resolve, '--budget'], '--budget needs a value'],
    [resolve, 'needs --budget'],
    [[...resolve, '--budget', '1', '--budget', '1'], '--budget is given twice'],
    [[...resolve, '--budget', '1', '--format', 'xml'], '--format must be json or pretty'],
    [[...resolve, '--budget', '1', '--best'], 'Unknown argument --best'],
    [[...resolve, '--budget', '1', 'more'], 'Unknown argument more'],
    [['resolve', '--cache', '', '--query', 'tea', '--budget', '1'], '--cache must not be empty'],
    [['inspect', '--cache', pantry, '--force'], 'Unknown argument --force'],
    [['build', '--sources', '', '--cache', 'x'], '--sources must not be empty'],
    [['build', '--sources', folder, '--cache', 'x', '--force=yes'], '--force takes no value'],
    [['verify', '--cache', pantry, '--dialect', 'text'], '--dialect can only be error-v0 here'],
    [['verify', '--cache', pantry, '--timeout', 'soon', '--json'], '--timeout must be a time'],
  ] as const)('%j', async (args, words) => {
    const { status, stdout, stderr } = await startContext(args).ended;
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(stderr).toContain(words);
  });
});

describe('mcp context', () => {
  it('has help for every verb, and takes a value for a value whatever it looks like', () => {
    for (const args of [['--help'], ['build', '-h'], ['resolve', '--help']])
      expect(context(args)).toMatchObject({ status: 0, stderr: '' });
    const found = context(['resolve', '--cache', pantry, '--query', '--help', '--budget', '6']);
    expect([found.status, JSON.parse(found.stdout).selection.query]).toEqual([0, '--help']);
  });

  it('does not look where servers keep their caches', () => {
    const env = { CONTEXT_CACHE_ROOT: root };
    for (const verb of [['inspect'], ['verify'], ['resolve', '--query', 'tea', '--budget', '1']])
      expect(context([...verb, '--cache', 'pantry'], { env }).status).toBe(4);
  });

  it('prints the error object on request, and one line for people beside it', () => {
    const { status, stdout, stderr } = context([...resolve, '--budget', '-1', '--json']);
    expect([status, stdout, stderr]).toEqual([
      3,
      '{"error":{"code":"invalid_budget","message":"Budget is invalid"}}\n',
      'error: Budget is invalid: -1\n',
    ]);
  });

  it('says which folder of sources cannot be read', () => {
    const { status, stderr } = buildCache(join(folder, 'nowhere'), join(folder, 'none'));
    expect([status, stderr]).toEqual([
      6,
      `error: I/O error: the sources ${join(folder, 'nowhere')} cannot be read (ENOENT)\n`,
    ]);
  });
});
