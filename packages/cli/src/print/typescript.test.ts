import type { JsonObject } from '@concord/contract';
import { describe, expect, it } from 'vitest';
import { typescriptSignature, typescriptType } from './typescript.js';

const object = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
});

describe('a schema as a TypeScript type', () => {
  it.each<[JsonObject, string]>([
    [object({ a: { type: 'number' }, 'b-c': { type: 'string' } }, ['a']), '{ a: number; "b-c"?: string }'],
    [object({ a: { enum: ['x', 'y', 1, null] } }), '{ a?: "x" | "y" | 1 | null }'],
    [object({ a: { const: true } }), '{ a?: true }'],
    [object({ a: { type: ['string', 'null'] } }), '{ a?: string | null }'],
    [
      object({ a: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } } }),
      '{ a?: (string | number)[] }',
    ],
    [object({ a: { type: 'array', prefixItems: [{ type: 'string' }], items: false } }), '{ a?: [string?] }'],
    [object({ a: { type: 'object', additionalProperties: { type: 'number' } } }), '{ a?: Record<string, number> }'],
    [{ ...object({ a: { $ref: '#/$defs/n' } }), $defs: { n: { type: 'number' } } }, '{ a?: number }'],
    [
      object({ a: { allOf: [object({ b: { type: 'string' } }), object({ c: {} })] } }),
      '{ a?: { b?: string } & { c?: unknown } }',
    ],
    [object({ a: { $ref: 'https://example.invalid/x' } }), '{ a?: unknown }'],
    [object({}), '{}'],
  ])('%j', (schema, expected) => {
    expect(typescriptType(schema)).toBe(expected);
  });

  it('ends for a schema that holds itself', () => {
    const node = object({ next: { $ref: '#/$defs/node' } });
    expect(typescriptType({ ...node, $defs: { node } })).toContain('unknown');
  });

  it('is part of a signature', () => {
    const sum = object({ sum: { type: 'number' } }, ['sum']);
    expect(typescriptSignature('add', object({ a: { type: 'number' } }, ['a']), sum)).toBe(
      'add(input: { a: number }): { sum: number }',
    );
    expect(typescriptSignature('get-it', object({ a: {} }), undefined)).toBe('"get-it"(input?: { a?: unknown })');
    expect(typescriptSignature('now', object({}), undefined)).toBe('now()');
  });
});
