import type { JsonObject } from '@concord/contract';
import { describe, expect, it } from 'vitest';
import { assemble } from './assemble.js';
import { readAssignments } from './assignments.js';

const schema: JsonObject = {
  type: 'object',
  $defs: { size: { type: 'integer' } },
  properties: {
    id: { type: 'string' },
    a: { type: 'number' },
    size: { $ref: '#/$defs/size' },
    on: { type: 'boolean' },
    format: { enum: ['pfx', 3, null] },
    tags: { type: 'array', items: { type: 'string' } },
    numbers: { type: 'array', items: { type: 'number' } },
    options: { type: 'object' },
    maybe: { anyOf: [{ type: 'null' }, { type: 'integer' }] },
    either: { type: ['string', 'number'] },
    data: { type: 'string', contentEncoding: 'base64' },
    'a.b': { type: 'string' },
    json: { type: 'string' },
  },
};
const reading = {
  file: async (path: string) => Buffer.from(path === 'args.json' ? '{"a": 1, "id": "x"}' : `text of ${path}`),
  stdin: async () => Buffer.from('{"a": 2}'),
};
const typed = async (...words: string[]) => (await assemble(readAssignments(words), schema, reading)).args;

describe('arguments', () => {
  it.each([
    [['id=0123'], { id: '0123' }],
    [['id=true'], { id: 'true' }],
    [['id='], { id: '' }],
    [['id:=123'], { id: 123 }],
    [['a=1.5'], { a: 1.5 }],
    [['a=one'], { a: 'one' }],
    [['a=0x10'], { a: '0x10' }],
    [['a=1e400'], { a: '1e400' }],
    [['a=9007199254740993'], { a: '9007199254740993' }],
    [['size=7'], { size: 7 }],
    [['size=7.5'], { size: '7.5' }],
    [['on=true'], { on: true }],
    [['--on'], { on: true }],
    [['--no-on'], { on: false }],
    [['--a', '1', '--id', 'x'], { a: 1, id: 'x' }],
    [['--a=1', '--id=x=y'], { a: 1, id: 'x=y' }],
    [['--on', 'a=1'], { on: true, a: 1 }],
    [['format=3'], { format: 3 }],
    [['format=null'], { format: null }],
    [['tags=x', 'tags=y'], { tags: ['x', 'y'] }],
    [['tags=["x","y"]'], { tags: ['x', 'y'] }],
    [['numbers=1', 'numbers=2'], { numbers: [1, 2] }],
    [['options={"k":1}'], { options: { k: 1 } }],
    [['options.k=v', 'options.deep.er:=2'], { options: { k: 'v', deep: { er: 2 } } }],
    [['a.b=c'], { 'a.b': 'c' }],
    [['maybe=null'], { maybe: null }],
    [['maybe=4'], { maybe: 4 }],
    [['either=4'], { either: '4' }],
    [['unknown=4'], { unknown: '4' }],
    [['{"a":1}', 'id=x'], { a: 1, id: 'x' }],
    [['-'], { a: 2 }],
    [['@args.json'], { a: 1, id: 'x' }],
    [['id=@notes.txt'], { id: 'text of notes.txt' }],
    [['id=@@notes.txt'], { id: '@notes.txt' }],
    [['data=@bytes'], { data: Buffer.from('text of bytes').toString('base64') }],
    [['json=x'], { json: 'x' }],
    [['a=1', 'a=2'], { a: 2 }],
  ] as [string[], JsonObject][])('%j arrive typed', async (words, expected) => {
    expect(await typed(...words)).toEqual(expected);
  });

  it.each([
    [['nonsense'], 'key=value'],
    [['{"a":'], 'ends too early'],
    [['{"a":1,"a":2}'], 'twice'],
    [['id:={"k":{"x":1,"x":2}}'], 'twice'],
    [['id:=nope'], 'not JSON'],
    [[`id:=${'['.repeat(200)}${']'.repeat(200)}`], 'nested deeper'],
  ])('%j are refused with a sentence', async (words, message) => {
    await expect((async () => typed(...words))()).rejects.toThrow(message);
  });

  it('never touch a prototype', async () => {
    await typed('{"__proto__":{"polluted":true}}', '__proto__.polluted=yes', '__proto__=x');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
