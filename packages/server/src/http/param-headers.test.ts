import type { IncomingMessage } from 'node:http';
import type { Json, JsonObject } from '@concord/contract';
import { expect, it } from 'vitest';
import { refuseParamHeaders } from './param-headers.js';

const schema: JsonObject = {
  type: 'object',
  properties: {
    count: { type: 'integer', 'x-mcp-header': 'Count' },
    where: { type: 'object', properties: { dry: { type: 'boolean', 'x-mcp-header': 'Dry' } } },
    list: { type: 'array', items: { type: 'string', 'x-mcp-header': 'Item' } },
  },
};

const refused = (args: Json, headers: Record<string, string>) =>
  refuseParamHeaders({ headers } as unknown as IncomingMessage, schema, args, 7);

it('compares numbers by value, and nothing else', () => {
  for (const value of ['42', '42.0', '=?base64?NDI=?='])
    expect(refused({ count: 42 }, { 'mcp-param-count': value })).toBe(undefined);
  for (const value of ['43', '0x2a', '4e1', '', '42 '])
    expect(refused({ count: 42 }, { 'mcp-param-count': value })).toMatchObject({ status: 400, code: -32020, id: 7 });
});

it('finds arguments at any depth of properties, and only there', () => {
  expect(refused({ where: { dry: true } }, { 'mcp-param-dry': 'true' })).toBe(undefined);
  expect(refused({ where: { dry: true } }, { 'mcp-param-dry': 'True' })?.data).toEqual({
    mismatch: { header: 'Mcp-Param-Dry', body: 'params.arguments.where.dry' },
  });
  expect(refused({ list: ['x'] }, {})).toBe(undefined);
});

it('expects no header for an argument that is absent, null or no plain value', () => {
  for (const args of [{}, { count: null }, { where: null }, { where: { dry: {} } }])
    expect(refused(args, {})).toBe(undefined);
});
