import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { facts } from '../test/calls.js';
import { categories } from './catalog.js';
import { dialects } from './dialects/index.js';
import { failure, success } from './problems.js';
import { outputSchemas, type SchemaName, schemas } from './schemas.js';
import { explain } from './validators.js';

const folder = new URL('../schemas/', import.meta.url);
const names = Object.keys(schemas) as SchemaName[];

describe('the published schemas', () => {
  it.each(names)('%s is the file of that name, with a stable id', name => {
    expect(schemas[name]).toEqual(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')));
    const id =
      name === 'error-v0'
        ? 'https://context.dev/schemas/mcp/error-v0.json'
        : `https://concord.dev/schemas/${name}.json`;
    expect(schemas[name].$id).toBe(id);
  });

  it('are all there', () => {
    expect(readdirSync(folder).sort()).toEqual(names.map(name => `${name}.json`).sort());
  });

  it('know the categories of the catalog', () => {
    const { properties } = JSON.parse(JSON.stringify(schemas['error-response']));
    expect(properties.errors.items.properties.category.enum).toEqual([...categories]);
  });

  it('have one error object for every command', () => {
    const { $schema, $id, title, description, ...error } = schemas['cli-error'];
    const [, failed] = schemas.call.oneOf as { title?: string }[];
    expect({ ...failed, title: undefined }).toEqual({ ...error, title: undefined });
    expect([$schema, $id, title, description]).not.toContain(undefined);
  });
});

describe('output schemas', () => {
  it.each(['contract-v1', 'envelope-v1'] as const)(
    '%s matches success and failure, and compiles for many tools at once',
    name => {
      const ajv = new Ajv2020({ strict: true, strictTuples: false });
      const first = ajv.compile(structuredClone(outputSchemas[name]));
      const second = ajv.compile(structuredClone(outputSchemas[name]));
      for (const outcome of [success({ text: 'done' }), failure({ kind: 'internal', message: 'no' })]) {
        const document = dialects[name].render(outcome, facts);
        expect([first(document), second(document)]).toEqual([true, true]);
      }
      expect(first({})).toBe(false);
      expect(outputSchemas[name].type).toBe('object');
    },
  );
});

describe('explain', () => {
  it('points at what is wrong', () => {
    expect(explain('error-v0', { error: { code: 'x', message: 'y' } })).toEqual([
      '/error/code: must be equal to one of the allowed values: ["cache_missing","cache_invalid","invalid_query","invalid_budget","io_error","internal_error"]',
    ]);
  });

  it('stays short, whatever it is given', () => {
    const lines = explain('success-result', { success: true, output: '', exitCode: 0, ['k'.repeat(1e6)]: 1 });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.length).toBeLessThanOrEqual(300);
  });
});
