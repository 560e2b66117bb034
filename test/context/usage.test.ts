import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import { buildHere, context, contextHere, plant, trees } from './building.js';

const folder = temporaryFolder();
const root = join(folder, 'root');
const pantry = join(root, 'pantry');
await buildHere(plant(join(folder, 'sources'), trees.pantry), pantry);

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
    const { status, stdout, stderr } = await contextHere(args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(stderr).toContain(words);
  });
});

describe('mcp context', () => {
  it.each([
    [0, ['build', '--sources', join(folder, 'sources'), '--cache', join(folder, 'built'), '--force', '--json']],
    [6, ['build', '--sources', join(folder, 'nowhere'), '--cache', join(folder, 'none')]],
    [0, [...resolve, '--budget', '6', '--format', 'pretty']],
    [3, [...resolve, '--budget', '-1', '--json']],
    [0, ['inspect', '--cache', pantry]],
    [5, ['verify', '--cache', join(folder, 'sources')]],
    [1, ['watch']],
  ])('ends with %i and prints the same in a process of its own: %j', async (exit, args) => {
    const here = await contextHere(args);
    expect(here.status).toBe(exit);
    // The one that comes second finds the documents of the first.
    if (args.includes('--force')) rmSync(join(folder, 'built'), { recursive: true });
    const { status, stdout, stderr } = context(args);
    expect({ status, stdout, stderr }).toEqual(here);
  });

  it('has help for every verb, and takes a value for a value whatever it looks like', async () => {
    for (const args of [['--help'], ['build', '-h'], ['resolve', '--help']])
      expect(await contextHere(args)).toMatchObject({ status: 0, stderr: '' });
    const found = await contextHere(['resolve', '--cache', pantry, '--query', '--help', '--budget', '6']);
    expect([found.status, JSON.parse(found.stdout).selection.query]).toEqual([0, '--help']);
  });

  it('does not look where servers keep their caches', async () => {
    const env = { CONTEXT_CACHE_ROOT: root };
    for (const verb of [['inspect'], ['verify'], ['resolve', '--query', 'tea', '--budget', '1']])
      expect((await contextHere([...verb, '--cache', 'pantry'], env)).status).toBe(4);
  });

  it('prints the error object on request, and one line for people beside it', async () => {
    const { status, stdout, stderr } = await contextHere([...resolve, '--budget', '-1', '--json']);
    expect([status, stdout, stderr]).toEqual([
      3,
      '{"error":{"code":"invalid_budget","message":"Budget is invalid"}}\n',
      'error: Budget is invalid: -1\n',
    ]);
  });

  it('says which folder of sources cannot be read', async () => {
    const { status, stderr } = await buildHere(join(folder, 'nowhere'), join(folder, 'none'));
    expect([status, stderr]).toEqual([
      6,
      `error: I/O error: the sources ${join(folder, 'nowhere')} cannot be read (ENOENT)\n`,
    ]);
  });
});
