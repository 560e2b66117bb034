import { expect } from 'vitest';
import { it, type Wire } from './wire.js';

const lists = {
  tools: 'tools/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  prompts: 'prompts/list',
} as const;
const totals = { tools: 1_000, resources: 5, resourceTemplates: 4, prompts: 3 };

async function walk(wire: Wire, collection: keyof typeof lists, limit?: number) {
  const names: unknown[] = [];
  const cursors: string[] = [];
  let cursor: string | undefined;
  do {
    const params = { ...(limit && { limit }), ...(cursor !== undefined && { cursor }) };
    const { result } = await wire.request(lists[collection], params);
    expect(result?._meta).toMatchObject({ 'mcpbash/total': totals[collection] });
    names.push(...((result?.[collection] ?? []) as { name: string }[]).map(item => item.name));
    cursor = result?.nextCursor;
    if (cursor !== undefined) cursors.push(cursor);
  } while (cursor !== undefined);
  return { names, cursors };
}

it('gives every item once, in order, whatever the size of its pages', async ({ session }) => {
  const wire = await session({ source: 'many.mjs' });
  for (const collection of ['resources', 'resourceTemplates', 'prompts'] as const) {
    const { names, cursors } = await walk(wire, collection, 1);
    expect(names).toEqual([...new Set(names)].sort());
    expect(names).toHaveLength(totals[collection]);
    expect(cursors).toHaveLength(totals[collection] - 1);
    expect(JSON.parse(Buffer.from(cursors[0]!, 'base64url').toString())).toEqual({
      ver: 1,
      collection,
      offset: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  }
  const { names, cursors } = await walk(wire, 'tools');
  expect(new Set(names).size).toBe(1_000);
  expect(cursors).toHaveLength(4);
  expect((await walk(wire, 'tools', 5_000)).cursors).toHaveLength(0);
});

it('refuses a cursor that is not one of its own, and starts again without', async ({ session }) => {
  const wire = await session({ source: 'many.mjs' });
  const { cursors } = await walk(wire, 'prompts', 1);
  const cursor = JSON.parse(Buffer.from(cursors[0]!, 'base64url').toString()) as Record<string, unknown>;
  const made = (change: Record<string, unknown>) =>
    Buffer.from(JSON.stringify({ ...cursor, ...change })).toString('base64url');
  for (const [collection, method] of Object.entries(lists)) {
    const bad = [
      'junk',
      '',
      7,
      made({ collection: 'other' }),
      made({ collection, hash: '0'.repeat(64) }),
      made({ collection, ver: 2 }),
      made({ collection, offset: 0 }),
      made({ collection, offset: 1_000_000 }),
    ];
    for (const given of bad)
      expect(await wire.request(method, { cursor: given })).toMatchObject({
        error: { code: -32602, message: 'Invalid cursor' },
      });
    for (const limit of [0, -1, 1.5, 'x'])
      expect(await wire.request(method, { limit })).toMatchObject({ error: { code: -32602 } });
    expect(await wire.request(method, { limit: 1 })).toHaveProperty('result');
  }
});

it('keeps a cursor valid and is silent when a rebuilt snapshot publishes the same', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  const { result } = await wire.request('tools/list', { limit: 1 });
  await wire.call('rebuild');
  expect(await wire.request('tools/list', { limit: 1, cursor: result?.nextCursor })).toHaveProperty('result');
  await wire.call('wait', { ms: 300 });
  expect(wire.messages.filter(message => message.method !== undefined)).toEqual([]);
  await wire.call('grow');
  expect(await wire.request('tools/list', { cursor: result?.nextCursor })).toMatchObject({ error: { code: -32602 } });
});

it('publishes nothing of a tool but what the protocol has', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  const { result } = await wire.request('tools/list');
  const allowed = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', '_meta'];
  for (const tool of result?.tools ?? []) expect(allowed).toEqual(expect.arrayContaining(Object.keys(tool)));
  for (const method of Object.values(lists))
    expect(JSON.stringify((await wire.request(method)).result)).not.toMatch(
      /"(?:path|provider|timeoutSecs|role|dialect|run)":|null/,
    );
});
