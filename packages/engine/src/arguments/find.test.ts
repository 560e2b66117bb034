import type { JsonObject } from '@concord/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth } from '../../../../test/support/growth.js';
import { readLimits } from '../limits/limits.js';
import { findArgumentProblems } from './find.js';

const limits = readLimits({}, () => {});
const schema: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1 },
    count: { type: 'integer', minimum: 1 },
    format: { enum: ['pfx', 'pem'] },
    password: { type: 'string' },
    parts: { type: 'array', items: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] } },
    either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
  },
  required: ['name'],
  additionalProperties: false,
};
const find = (args: unknown, of = schema) => findArgumentProblems(of, args, limits).problems;

describe('argument problems', () => {
  it('are none for arguments that fit', () => {
    expect(find({ name: 'x', count: 3, format: 'pem', either: 4 })).toEqual([]);
  });

  it('come all at once, each with pointer, expected and received', () => {
    expect(find({ count: 'three', format: 'pef', nme: 'x' }).map(each => each.argument)).toEqual([
      { pointer: '/name', expected: 'string', received: 'nothing' },
      { pointer: '/nme', expected: expect.stringContaining('name'), received: '"x"', nearest: 'name' },
      { pointer: '/count', expected: 'integer', received: '"three"' },
      { pointer: '/format', expected: 'one of pfx, pem', received: '"pef"', nearest: 'pem' },
    ]);
  });

  it('say in one sentence what is wrong, and hint at the nearest name', () => {
    const [missing, unknown, type] = find({ count: 'three', nme: 'x' });
    expect(missing).toMatchObject({
      kind: 'invalid_params',
      message: "Parameter 'name' is required",
      details: { parameter: 'name', reason: 'required' },
    });
    expect(unknown).toMatchObject({ message: "Parameter 'nme' is not known", hint: "Did you mean 'name'?" });
    expect(type).toMatchObject({ message: "Parameter 'count' must be an integer" });
  });

  it('name nested places as people write them', () => {
    const [problem] = find({ name: 'x', parts: [{ id: 1 }, {}] });
    expect(problem).toMatchObject({
      message: "Parameter 'parts[1].id' is required",
      argument: { pointer: '/parts/1/id', expected: 'number' },
    });
  });

  it('report a union once, not once a branch', () => {
    expect(find({ name: 'x', either: true })).toMatchObject([
      { message: "Parameter 'either' must be a string or number", argument: { pointer: '/either', received: 'true' } },
    ]);
  });

  it('never show a value whose name says it is secret', () => {
    const strict: JsonObject = { type: 'object', properties: { password: { type: 'string', maxLength: 4 } } };
    expect(JSON.stringify(find({ password: 'Hunter2-and-more' }, strict))).not.toContain('Hunter2');
  });

  it('never show an item of a list whose name says it is secret', () => {
    const strict: JsonObject = { type: 'object', properties: { password: { items: { type: 'integer' } } } };
    expect(JSON.stringify(find({ password: ['Hunter2-and-more'] }, strict))).not.toContain('Hunter2');
  });

  it('are found quickly however many values are wrong, and no more than are reported', () => {
    const lists: JsonObject = {
      type: 'object',
      properties: { list: { items: { anyOf: [{ type: 'string' }, { type: 'boolean' }] } } },
    };
    expect(find({ list: new Array(50_000).fill(1) }, lists)).toHaveLength(limits.maxArgumentProblems);
    expect(growth(count => find({ list: new Array(count).fill(1) }, lists), 5_000, 8)).toBeLessThan(32);
  });

  it('escape the pointer of odd keys', () => {
    expect(find({ name: 'x', 'a/b~c': 1 })[0]!.argument!.pointer).toBe('/a~1b~0c');
  });

  it('are found with a schema that refers to itself', () => {
    const tree: JsonObject = { type: 'object', properties: { n: { type: 'integer' }, next: { $ref: '#' } } };
    expect(find({ n: 1, next: { n: 2, next: {} } }, tree)).toEqual([]);
    expect(find({ next: { next: { n: 'x' } } }, { ...tree })[0]!.argument!.pointer).toBe('/next/next/n');
  });

  it.each([
    ['a missing reference', { type: 'object', $ref: 'https://example.com/other.json' }],
    ['an unknown dialect', { $schema: 'https://example.com/dialect', type: 'object' }],
    ['too many parts', { type: 'object', enum: Array.from({ length: 30_000 }, () => [1]) }],
  ])('cannot be found with a schema that has %s: that is an error', (_, broken) => {
    expect(() => find({}, broken as JsonObject)).toThrow(Error);
  });

  it.each(['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2019-09/schema'])(
    'are found in the older dialect %s too',
    $schema => {
      expect(find({ name: 5 }, { ...schema, $schema })).toMatchObject([{ argument: { pointer: '/name' } }]);
    },
  );

  it('are found for any JSON without a throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        for (const problem of find(value)) expect(problem.message.length).toBeLessThan(1_000);
      }),
    );
  });
});
