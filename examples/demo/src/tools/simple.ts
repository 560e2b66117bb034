import { success } from '@concord/contract';
import type { Tool } from '@concord/engine';

const text = { type: 'string', description: 'Any text' } as const;
const readOnly = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

/** Tools that do what they are told. */
export const simpleTools: readonly Tool[] = [
  {
    name: 'echo',
    version: '1.0.0',
    title: 'Echo',
    description: 'Gives back the message it was sent',
    inputSchema: { type: 'object', properties: { message: text }, required: ['message'], additionalProperties: false },
    annotations: readOnly,
    dialect: 'text',
    run: async ({ message }) => success({ text: message as string }),
  },
  {
    name: 'add',
    version: '1.0.0',
    title: 'Add',
    description: 'Adds two numbers',
    inputSchema: {
      type: 'object',
      properties: {
        a: { type: 'number', description: 'First number' },
        b: { type: 'number', description: 'Second number' },
      },
      required: ['a', 'b'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
    annotations: readOnly,
    dialect: 'text',
    run: async ({ a, b }) => {
      const sum = (a as number) + (b as number);
      return success({ text: `${a} + ${b} = ${sum}`, data: { sum } });
    },
  },
  {
    name: 'list_numbers',
    version: '1.0.0',
    title: 'List numbers',
    description: 'Counts from one, as an array: structured content that is not an object',
    inputSchema: { type: 'object', properties: { count: { type: 'integer', minimum: 0, maximum: 1000 } } },
    outputSchema: { type: 'array', items: { type: 'integer' } },
    annotations: readOnly,
    dialect: 'text',
    run: async ({ count = 3 }) => {
      const data = Array.from({ length: count as number }, (_, index) => index + 1);
      return success({ text: data.join(' '), data });
    },
  },
  {
    name: 'scan',
    version: '1.0.0',
    title: 'Scan',
    description: 'A success in the envelope that code tools use',
    inputSchema: { type: 'object', properties: { path: text }, additionalProperties: false },
    annotations: readOnly,
    dialect: 'envelope-v1',
    run: async ({ path = '.' }) => success({ data: { success: true, path: path as string, findings: [] } }),
  },
];
