import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, expectTypeOf, it } from 'vitest';
import * as tool from './tool.js';
import {
  type Answer,
  type CallContext,
  defineTool,
  error,
  type FromSchema,
  json,
  requirePath,
  result,
  ToolError,
  type ToolResult,
  text,
  truncate,
  withRetry,
} from './tool.js';

describe('defineTool', () => {
  it('gives what a module exports, with its metadata', async () => {
    const greet = defineTool({
      name: 'greet',
      description: 'Greets',
      inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      annotations: { readOnlyHint: true },
      run: ({ name }) => `Hello ${name}`,
    });
    expect(greet.meta).toEqual({
      name: 'greet',
      description: 'Greets',
      inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      annotations: { readOnlyHint: true },
    });
    expect(await greet.run({ name: 'Ann' }, {} as never)).toBe('Hello Ann');
  });

  it('infers the types of arguments and result', () => {
    defineTool({
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          count: { type: 'integer' },
          size: { enum: ['s', 'm'] },
          kind: { const: 'x' },
          tags: { type: 'array', items: { type: 'string' } },
          where: { type: 'object', properties: { x: { type: ['number', 'null'] } }, required: ['x'] },
          any: { anyOf: [] },
        },
        required: ['name', 'size'],
      },
      outputSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
      run: (args, context) => {
        expectTypeOf(args).toEqualTypeOf<{
          name: string;
          size: 's' | 'm';
          count?: number;
          kind?: 'x';
          tags?: string[];
          where?: { x: number | null };
          any?: unknown;
        }>();
        expectTypeOf(context.elicit).returns.resolves.toEqualTypeOf<Answer>();
        return args.count === 1 ? { ok: true } : text('no');
      },
    });
    defineTool({
      outputSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
      // @ts-expect-error: it promises a boolean.
      run: () => ({ ok: 'yes' }),
    });
    defineTool({
      run: args => {
        expectTypeOf(args).toEqualTypeOf<Readonly<Record<string, unknown>>>();
        return 1;
      },
    });
    expectTypeOf<FromSchema<{ type: 'object' }>>().toEqualTypeOf<Record<string, unknown>>();
    expectTypeOf<FromSchema<{ type: 'array' }>>().toEqualTypeOf<unknown[]>();
    expectTypeOf<FromSchema<{ $ref: '#/x' }>>().toEqualTypeOf<unknown>();
    expectTypeOf<FromSchema<{ properties: { a: { type: 'null' } } }>>().toEqualTypeOf<{ a?: null }>();
    expectTypeOf<CallContext>().not.toHaveProperty('resource');
  });
});

describe('results', () => {
  it('are whole, printed or returned', () => {
    expect(text('a')).toEqual({ content: [{ type: 'text', text: 'a' }], isError: false });
    expect(json({ a: [1] })).toEqual({ ...text('{"a":[1]}'), structuredContent: { a: [1] } });
    expect(result([1])).toEqual({
      ...text('{"success":true,"result":[1]}'),
      structuredContent: { success: true, result: [1] },
    });
    expect(error('not_found', 'none', { hint: 'look', data: 1 })).toEqual({
      content: [{ type: 'text', text: 'none' }],
      structuredContent: { success: false, error: { type: 'not_found', message: 'none', hint: 'look', data: 1 } },
      isError: true,
    });
  });

  it('are summed up where their text would be too long', () => {
    const textOf = ({ content }: ToolResult) => content[0]!.text;
    expect(textOf(result([1, 2, 3], 10))).toBe('Success: array with 3 items');
    expect(textOf(result({ a: 1 }, 10))).toBe('Success: object with 1 keys');
    expect(textOf(result('x'.repeat(200_000)))).toBe('Success: a value of 200002 bytes');
  });
});

describe('truncate', () => {
  const data = { page: { items: [1, 22, 333], next: 'n' } };
  it.each([
    ['what fits', [1, 2], 5, undefined, { result: [1, 2], truncated: false }],
    ['a list', [1, 2, 3], 5, undefined, { result: [1, 2], truncated: true, kept: 2, total: 3 }],
    ['a list of too large items', ['xxxxxx'], 5, undefined, { result: [], truncated: true, kept: 0, total: 1 }],
    [
      'results',
      { results: ['a', 'b'], more: 1 },
      27,
      undefined,
      { result: { results: ['a'], more: 1 }, truncated: true, kept: 1, total: 2 },
    ],
    [
      'a list at a path',
      data,
      38,
      '.page.items',
      { result: { page: { items: [1, 22], next: 'n' } }, truncated: true, kept: 2, total: 3 },
    ],
    ['a list at a path that fits', data, 99, '.page.items', { result: data, truncated: false, kept: 3, total: 3 }],
    [
      'no list',
      { a: 'xxxxxxxxxx' },
      5,
      undefined,
      { result: null, truncated: false, error: { type: 'output_too_large' } },
    ],
    ['a path to nothing', data, 5, '.page.none', { result: null, error: { type: 'path_not_found' } }],
    ['a path to no list', data, 5, '.page.next', { error: { type: 'invalid_array_path' } }],
    ['a path that is none', data, 5, '.page[0]', { error: { type: 'invalid_path_syntax' } }],
    ['too little room for anything', data, 5, '.page.items', { error: { type: 'output_too_large' } }],
  ] as const)('handles %s', (_, value, limit, path, expected) => {
    const cut = truncate(value, limit, path);
    expect(cut).toMatchObject(expected);
    if (cut.truncated) expect(JSON.stringify(cut.result).length).toBeLessThanOrEqual(limit);
  });
});

describe('withRetry', () => {
  it('runs it until it succeeds, or may not any more', async () => {
    const seen: number[] = [];
    const until = (last: number) => (attempt: number) => {
      seen.push(attempt);
      if (attempt < last) throw new Error(`no ${attempt}`);
      return 'done';
    };
    expect(await withRetry(5, 1, until(3))).toBe('done');
    await expect(withRetry(2, 1, until(9))).rejects.toThrow('no 2');
    expect(seen).toEqual([1, 2, 3, 1, 2]);
  });

  it('does not try again what the tool itself refused', async () => {
    let count = 0;
    const refuse = () => {
      count += 1;
      throw new ToolError(1, 'refused');
    };
    await expect(withRetry(5, 1, refuse)).rejects.toThrow('refused');
    expect(count).toBe(1);
  });
});

describe('requirePath', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'concord-path-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'root');
  mkdirSync(join(root, 'sub'), { recursive: true });
  mkdirSync(join(folder, 'root2'));
  symlinkSync(folder, join(root, 'out'));
  symlinkSync(join(folder, 'nowhere'), join(root, 'dangling'));

  it.each([
    ['a folder', join(root, 'sub'), join(root, 'sub')],
    ['the root', root, root],
    ['what is not there yet', join(root, 'new/x'), join(root, 'new/x')],
    ['steps up inside', join(root, 'sub/../y'), join(root, 'y')],
    ['a way out and in again', join(root, 'out/root/sub'), join(root, 'sub')],
  ])('gives the canonical path of %s', (_, path, expected) => {
    expect(requirePath(path, [root])).toBe(expected);
  });

  it.each([
    ['a path outside', '/etc/passwd'],
    ['a folder with a similar name', join(folder, 'root2')],
    ['a link that leads outside', join(root, 'out/x')],
    ['a link to nothing', join(root, 'dangling')],
    ['steps up', join(root, '../x')],
    ['a NUL', `${root}/\0`],
    ['nothing', ''],
    ['a number', 5],
  ])('refuses %s as invalid arguments', (_, path) => {
    expect(() => requirePath(path, [root])).toThrow(expect.objectContaining({ name: 'ToolError', code: -32602 }));
  });
});

it('is the same for programs, which import it by path', async () => {
  const byPath: object = await import(new URL('../../sdk/tool.mjs', import.meta.url).href);
  expect(Object.keys(byPath).sort()).toEqual(Object.keys(tool).sort());
  expect(Object.values(byPath).every(each => typeof each === 'function')).toBe(true);
});
