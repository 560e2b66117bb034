import { expect, it } from 'vitest';
import type { Call, Tool } from '../call/tool.js';
import { publishedSource } from './published.js';
import type { Snapshot, Source } from './source.js';

const token = ['gh', 'p_', 'a1'.repeat(18)].join('');
const known = 'orange-battery-9';
const prose = `ask with ${token} or ${known}`;

const tool = (name: string): Tool => ({
  name,
  title: prose,
  description: prose,
  inputSchema: {
    type: 'object',
    description: prose,
    properties: {
      password: { type: 'string', default: token, enum: ['a', 'b'], description: prose, examples: [known] },
      list: { type: 'array', items: { anyOf: [{ type: 'string', description: prose }] } },
    },
    required: ['password'],
  },
  meta: { note: prose },
  dialect: 'text',
  run: async () => ({ ok: true, text: name }) as never,
});

const snapshot: Snapshot = {
  tools: [tool('one'), tool(`two-${known}`)],
  resources: [
    { uri: `https://ann:winter22@host/a`, name: 'a', description: prose },
    { uri: 'file:///plain', name: 'plain' },
  ],
  resourceTemplates: [
    { uriTemplate: 'file:///{path}', name: 't', description: prose },
    { uriTemplate: `https://ann:winter22@host/{path}`, name: 'u' },
  ],
  prompts: [{ name: 'p', description: prose, arguments: [{ name: 'token', description: prose, required: true }] }],
  leftOut: [`the tool '${known}' is listed more than once`],
  builtAt: '2026-01-01T00:00:00Z',
};

function source(): Source {
  const secrets = [known];
  return {
    identity: {
      name: 's',
      version: '1',
      instructions: prose,
      server: { protocolVersion: 'x', serverInfo: { name: prose }, capabilities: {} },
    },
    kinds: ['tools', 'resources', 'prompts'],
    open: async () => {},
    snapshot: () => snapshot,
    onChange: () => () => {},
    onUpdated: listener => {
      listener('https://ann:winter22@host/a');
      return () => {};
    },
    read: async uri => [{ uri, text: uri }],
    secrets: () => secrets,
    close: async () => {},
  };
}

it('shows no secret in lists and identity, and masks a snapshot once', () => {
  const published = publishedSource(source());
  const shown = published.snapshot();
  const all = JSON.stringify([shown, published.identity]);
  for (const secret of [token, known, 'winter22']) expect(all).not.toContain(secret);
  expect(published.snapshot()).toBe(shown);
  expect(published.identity).toBe(published.identity);
  expect(publishedSource(published)).toBe(published);
});

it('keeps what a caller sends back: names of tools, properties and arguments, and the values a schema allows', () => {
  const { tools, prompts, resourceTemplates } = publishedSource(source()).snapshot();
  expect(tools.map(({ name }) => name)).toEqual(['one']);
  expect(tools[0]!.inputSchema).toMatchObject({
    properties: { password: { type: 'string', enum: ['a', 'b'], default: '[REDACTED]' } },
    required: ['password'],
  });
  expect(prompts[0]!.arguments[0]!.name).toBe('token');
  expect(resourceTemplates.map(({ name }) => name)).toEqual(['t']);
});

it('reads a resource by the URI that is shown', async () => {
  const published = publishedSource(source());
  const { uri } = published.snapshot().resources[0]!;
  expect(uri).toBe('https://ann:[REDACTED]@host/a');
  expect(await published.read!(uri, {} as Call)).toMatchObject([{ uri: 'https://ann:winter22@host/a' }]);
  const told: string[] = [];
  published.onUpdated!(each => told.push(each));
  expect(told).toEqual([uri]);
});

it('gives back the very items that hold no secret', () => {
  const plain: Snapshot = { ...snapshot, tools: [], resourceTemplates: [], prompts: [] };
  const published = publishedSource({ ...source(), snapshot: () => plain });
  expect(published.snapshot().resources[1]).toBe(plain.resources[1]);
});

it('leaves out and tells what a known secret makes useless, and keeps what only looks like one', () => {
  const given = source();
  const schema = (properties: object) => ({ type: 'object', properties }) as Tool['inputSchema'];
  const bearing = [
    schema({ [known]: {} }),
    schema({ a: { enum: [known] } }),
    schema({ a: { items: { anyOf: [{ const: { deep: [known] } }] } } }),
    schema({ a: { pattern: `^${known}$` } }),
    { type: 'object', required: [known] } as Tool['inputSchema'],
  ];
  const tools = bearing.map((inputSchema, i) => ({ ...tool(`tool${i}`), inputSchema }));
  const output = { ...tool('output'), outputSchema: schema({ a: { const: known } }) };
  const looksLike = { ...tool('kept'), inputSchema: schema({ a: { enum: [token] } }) };
  const prompts = [{ name: 'q', arguments: [{ name: known, required: true }] }];
  const leftOut = [`the tool '${known}' is listed more than once`];
  const all = { ...snapshot, tools: [...tools, output, looksLike], prompts, leftOut };
  const shown = publishedSource({ ...given, snapshot: () => all }).snapshot();
  expect(shown.tools.map(({ name }) => name)).toEqual(['kept']);
  expect(shown.tools[0]!.inputSchema).toEqual(looksLike.inputSchema);
  expect(shown.prompts).toEqual([]);
  expect(shown.leftOut).toHaveLength(9);
  expect(shown.leftOut).toContain(
    "the tool 'tool0' is left out: a secret stands in its name or in what a caller has to send",
  );
  expect(JSON.stringify(shown)).not.toContain(known);
});
