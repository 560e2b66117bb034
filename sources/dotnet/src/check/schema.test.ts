import { schemaFaults } from '@concord/engine';
import { describe, expect, it } from 'vitest';
import { tools } from '../actions/index.js';
import { actionsMeta, inputSchema } from './schema.js';

interface Property {
  readonly type: string;
  readonly description: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
}

describe('the schema of each tool', () => {
  it.each(tools.map(tool => [tool.name, tool] as const))('%s is one flat closed object', (_, tool) => {
    const schema = inputSchema(tool);
    expect(
      Object.keys(schema).filter(key => !['type', 'properties', 'required', 'additionalProperties'].includes(key)),
    ).toEqual([]);
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(schema.required).toEqual(tool.only ? undefined : ['action']);
    const properties = schema.properties as unknown as Record<string, Property>;
    expect(properties.machineReadable).toMatchObject({ type: 'boolean', default: false });
    expect(properties.unsafeOutput).toMatchObject({ type: 'boolean', default: false });
    expect(properties.action?.enum).toEqual(tool.only ? undefined : tool.actions.map(each => each.name));
    expect(schemaFaults(schema, tool.only ? {} : { action: tool.actions[0]!.name })).toEqual([]);
    expect(schemaFaults(schema, { action: 'x', projct: 1 })).not.toEqual([]);
  });

  it('says first which actions use a parameter', () => {
    const { properties } = inputSchema(tools[0]!) as unknown as { properties: Record<string, Property> };
    expect(properties.waitFor?.description).toMatch(/^Run, Watch: /);
    expect(properties.workingDirectory?.description).toMatch(/^All actions: /);
    expect(properties.confirmed?.description).toMatch(/^Clean: /);
  });

  it('has the parameters of the call where they mean something', () => {
    const having = (name: string) =>
      tools.filter(tool => tool.parameters.some(each => each.name === name)).map(tool => tool.name.slice(7));
    const eight = ['project', 'package', 'solution', 'ef', 'workload', 'tool', 'sdk', 'dev_certs'];
    expect(having('workingDirectory')).toEqual(eight);
    expect(having('lockWaitMs')).toEqual(eight);
    expect(having('confirmed')).toEqual(eight);
    expect(having('timeoutMs')).toEqual([...eight, 'help']);
    expect(having('maxOutputChars')).toEqual([...eight, 'help']);
    expect(having('maxErrors')).toEqual(['project', 'package', 'ef']);
    expect(having('unsafeOutput')).toHaveLength(12);
  });

  it('is told apart by action beside it', () => {
    expect(actionsMeta(tools[0]!)?.Build).toEqual({
      required: [],
      optional: ['project', 'configuration', 'framework', 'noRestore', 'verbosity', 'output', 'binlog', 'properties'],
    });
    expect(actionsMeta(tools.find(tool => tool.name === 'dotnet_help')!)).toBeUndefined();
  });
});
