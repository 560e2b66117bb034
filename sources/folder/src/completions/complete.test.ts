// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are what these texts are about
import { join } from 'node:path';
import type { CompletionRequest } from '@concord/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callOf,
  contentsWith,
  makeProject,
  prompt,
  resource,
  settingsOf,
  template,
} from '../../test/support/resource-project.js';
import type { CompletionItem } from '../project/items.js';
import { completeArgument } from './complete.js';
import { pageOf, readCompletionOutput } from './completion-output.js';

const made = makeProject();
const { project, write, script } = made;
afterAll(() => made.remove());

const inPrompts = (name: string): string => join(project.prompts, name);
const colours = { colour: { enum: ['red', 'rose', 'blue', 7] } };
const registered = (name: string, path: string, timeoutSecs = 5): CompletionItem => ({
  name,
  file: join(project.root, path),
  timeoutSecs,
});

beforeAll(() => {
  script('completions/all.sh', `printf '["a","b","c"]'`);
  const lines = 'Object.entries(process.env).map(([name, value]) => `${name}=${value}`)';
  write('completions/env.mjs', `console.log(JSON.stringify(${lines}))`);
  script('completions/slow.sh', 'exec sleep 600');
  script('completions/fails.sh', 'echo because >&2; exit 3');
  script('completions/numbers.sh', 'echo "[1]"');
  script('completions/floods.sh', 'yes');
  write('completions/open.sh', 'echo "[]"', 0o777);
  write('prompts/beside.txt', '');
  script('prompts/beside.txt.completion', `printf '["full name"]'`);
  script('prompts/beside.completion.sh', `printf '["stem"]'`);
  write('prompts/stem.txt', '');
  script('prompts/stem.completion.sh', `printf '["%s"]' "$MCP_PROMPT_NAME $MCP_PROMPT_REL_PATH"`);
  write('prompts/enum.txt', '');
  write('prompts/enum.completion', 'not executable');
  write('resources/items.meta.json', '{}');
  script('resources/items.completion', `printf '["%s"]' "$MCP_RESOURCE_URI $MCP_RESOURCE_NAME"`);
});

const contents = contentsWith({
  prompts: [
    prompt('beside', inPrompts('beside.txt'), ['a']),
    prompt('stem', inPrompts('stem.txt'), ['a']),
    prompt('enum', inPrompts('enum.txt'), ['colour'], { schemas: colours }),
    prompt('registered', inPrompts('beside.txt'), ['a']),
  ],
  resources: [resource('plain', 'app://plain', { file: join(project.resources, 'none.txt') })],
  templates: [template('items', 'app://{id}', { file: join(project.resources, 'items.meta.json') })],
  completions: [
    registered('registered', 'completions/all.sh'),
    registered('alone', 'completions/env.mjs'),
    registered('slow', 'completions/slow.sh', 0.3),
    registered('fails', 'completions/fails.sh'),
    registered('numbers', 'completions/numbers.sh'),
    registered('floods', 'completions/floods.sh'),
    registered('open', 'completions/open.sh'),
    registered('gone', 'completions/gone.sh'),
    registered('outside', '../../../bin/echo'),
  ],
});

const complete = (name: string, more: Partial<CompletionRequest> = {}, env: Record<string, string> = {}) => {
  const request: CompletionRequest = { ref: { type: 'ref/prompt', name }, argument: { name: 'a', value: '' }, ...more };
  return completeArgument(request, contents, project, settingsOf(env), callOf());
};
const problemOf = (work: Promise<unknown>) =>
  work.then(
    result => ({ kind: `given ${JSON.stringify(result)}` }),
    error => error.problem ?? error,
  );

describe('completion', () => {
  it('asks the registered script first, then the one beside the file, then that of its stem', async () => {
    expect(await complete('registered')).toEqual({ values: ['a', 'b', 'c'], hasMore: false });
    expect(await complete('beside')).toMatchObject({ values: ['full name'] });
    expect(await complete('stem')).toMatchObject({ values: ['stem stem.txt'] });
  });

  it('completes templates by the script beside their metadata', async () => {
    const given = await complete('', { ref: { type: 'ref/resource', uri: 'app://{id}' } });
    expect(given).toEqual({ values: ['app://{id} items'], hasMore: false });
  });

  it('completes the values of an enum by prefix, when there is no script that can be executed', async () => {
    const starting = (value: string) => complete('enum', { argument: { name: 'colour', value } });
    expect(await starting('r')).toEqual({ values: ['red', 'rose'], hasMore: false });
    expect(await starting('')).toMatchObject({ values: ['red', 'rose', 'blue', '7'] });
    expect(await starting('x')).toMatchObject({ values: [] });
    expect(await complete('enum', { argument: { name: 'colour', value: '' }, limit: 3 })).toMatchObject({
      hasMore: true,
      next: 3,
    });
    expect(await complete('enum', { argument: { name: 'toString', value: '' } })).toEqual({
      values: [],
      hasMore: false,
    });
    expect(await complete('', { ref: { type: 'ref/resource', uri: 'app://plain' } })).toEqual({
      values: [],
      hasMore: false,
    });
  });

  it('tells a script what it is asked, and no tokens', async () => {
    const more = { argument: { name: 'a', value: 'q"$(id)' }, context: { b: '1' }, limit: 7, offset: 3 };
    const { values } = await complete(
      'alone',
      { ...more, limit: 100 },
      { MCPBASH_REMOTE_TOKEN: 'hidden-token', FOO: 'foo' },
    );
    const env = Object.fromEntries(
      values.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    expect(env).toMatchObject({
      MCP_COMPLETION_NAME: 'alone',
      MCP_COMPLETION_LIMIT: '100',
      MCP_COMPLETION_OFFSET: '3',
    });
    expect(env.MCP_COMPLETION_ARGS_HASH).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.parse(env.MCP_COMPLETION_ARGS_JSON ?? '')).toEqual({
      query: more.argument.value,
      prefix: more.argument.value,
      argument: more.argument,
      context: { arguments: { b: '1' } },
      ref: { type: 'ref/prompt', name: 'alone' },
    });
    expect(values.join()).not.toMatch(/hidden-token|FOO/);
  });

  it('fails as the script does', async () => {
    expect(await problemOf(complete('fails'))).toMatchObject({ kind: 'io', message: 'because' });
    expect(await problemOf(complete('numbers'))).toMatchObject({
      kind: 'io',
      message: expect.stringContaining('strings'),
    });
    expect(await problemOf(complete('slow'))).toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('0.3 s'),
    });
    expect(await problemOf(complete('floods'))).toMatchObject({ kind: 'too_large' });
    expect(await problemOf(complete('open'))).toMatchObject({ kind: 'forbidden' });
    expect(await problemOf(complete('outside'))).toMatchObject({ kind: 'forbidden' });
    expect(await problemOf(complete('gone'))).toMatchObject({ kind: expect.stringMatching(/forbidden|io/) });
  });

  it('knows no prompt and no template that is not there', async () => {
    expect(await problemOf(complete('none'))).toMatchObject({ kind: 'not_found' });
    expect(await problemOf(complete('', { ref: { type: 'ref/resource', uri: 'app://{none}' } }))).toMatchObject({
      kind: 'not_found',
    });
  });
});

describe('what a script prints', () => {
  const many = Array.from({ length: 25 }, (_, index) => `v${index}`);
  const read = (printed: unknown, offset = 0, limit = 10) =>
    readCompletionOutput(typeof printed === 'string' ? printed : JSON.stringify(printed), { limit, offset }, 'It');

  it('is all values when there are more than were asked for, and is paged', () => {
    const pages = [0, 10, 20].map(offset => read(many, offset));
    expect(pages.flatMap(({ values }) => values)).toEqual(many);
    expect(pages.map(({ next }) => next)).toEqual([10, 20, undefined]);
    expect(pages).toEqual([0, 10, 20].map(offset => pageOf(many, { limit: 10, offset })));
    expect(read({ suggestions: many }, 20)).toEqual({ values: many.slice(20), hasMore: false });
  });

  it('is one page when it says so, with where to go on', () => {
    expect(read({ suggestions: ['a'], hasMore: true, next: 40 }, 3)).toEqual({
      values: ['a'],
      hasMore: true,
      next: 40,
    });
    expect(read({ suggestions: ['a'], hasMore: true }, 3)).toEqual({ values: ['a'], hasMore: true, next: 4 });
    expect(read({ suggestions: ['a'], next: 9 }, 3)).toEqual({ values: ['a'], hasMore: true, next: 9 });
    expect(read({ suggestions: ['a'], hasMore: false, next: null })).toEqual({ values: ['a'], hasMore: false });
    expect(read({ suggestions: many, hasMore: false })).toEqual({ values: many.slice(0, 10), hasMore: true, next: 10 });
    expect(read(['a'], 10)).toEqual({ values: ['a'], hasMore: false });
  });

  it('ends where it does not go on', () => {
    expect(read({ suggestions: [], hasMore: true, next: 5 }, 5)).toEqual({ values: [], hasMore: false });
    expect(read({ suggestions: ['a'], hasMore: true, next: 2 }, 5)).toEqual({ values: ['a'], hasMore: true, next: 6 });
  });

  it.each(['', '\n', 'no json', '{"suggestions":', 'null', '42', '{}'])('is no values as %j', printed =>
    expect(read(printed)).toEqual({ values: [], hasMore: false }),
  );

  it.each([[[1]], [{ suggestions: ['a', null] }], [{ suggestions: 'a' }], [[['a']]]])('fails as %j', printed =>
    expect(() => read(printed)).toThrow(/array of strings/),
  );
});
