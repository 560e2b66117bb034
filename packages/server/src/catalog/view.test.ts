import { success } from '@concord/contract';
import type { Snapshot, Source, Tool } from '@concord/engine';
import { describe, expect, it } from 'vitest';
import type { Mount } from './catalog.js';
import { itemsOf, NameCollision, viewOf } from './view.js';

const nameForClients = /^[A-Za-z0-9_-]{1,64}$/;

function tool(name: string, more: Partial<Tool> = {}): Tool {
  return {
    name,
    description: name,
    inputSchema: { type: 'object' },
    dialect: 'text',
    run: async () => success(),
    ...more,
  };
}

function mount(name: string, parts: Partial<Snapshot>): Mount {
  const snapshot = { tools: [], resources: [], resourceTemplates: [], prompts: [], builtAt: '', ...parts };
  return { name, source: { snapshot: () => snapshot } as unknown as Source };
}

const listed = (mounts: readonly Mount[], dottedNames = false) =>
  itemsOf(viewOf(mounts), 'tools', 'handshake', dottedNames);

describe('the name of a tool', () => {
  const written = ['a.b', 'with blank', 'ünï', 'x'.repeat(65), `${'x'.repeat(64)}.y`, 'plain-1_A'];
  const odd = mount('odd', { tools: written.map(name => tool(name)) });

  it('is one that every client takes, also behind the name of its source', () => {
    const others = [mount('long name '.repeat(7), { tools: [tool('echo')] }), odd];
    for (const items of [listed([odd]), listed(others)])
      for (const { name } of items) expect(name).toMatch(nameForClients);
    expect(listed([odd])).toHaveLength(written.length);
  });

  it('is kept where it can be, and otherwise said in `_meta`', () => {
    const names = Object.fromEntries(listed([odd]).map(({ name, _meta }) => [name, _meta]));
    expect(names).toMatchObject({ a_b: { 'io.concord/name': 'a.b' }, with_blank: { 'io.concord/name': 'with blank' } });
    expect(names['plain-1_A']).toBeUndefined();
  });

  it('can be called as it was written', () => {
    const { tools, otherNames } = viewOf([odd]);
    for (const name of written) expect((tools.get(name) ?? otherNames.get(name))?.ownName).toBe(name);
  });

  it('has dots only where they are wanted and nothing else is odd', () => {
    const spoken = mount('spoken', { tools: [tool('say_it', { dottedName: 'say.it' }), tool('a.b'), tool('c d.e')] });
    expect(listed([spoken]).map(({ name }) => name)).toEqual(['a_b', 'c_d_e', 'say_it']);
    expect(listed([spoken], true).map(({ name }) => name)).toEqual(['a.b', 'c_d_e', 'say.it']);
  });

  it('must be there', () => {
    for (const name of ['', undefined, 7])
      expect(() => viewOf([mount('one', { tools: [tool(name as string)] })])).toThrow("A tool of 'one' has no name");
  });
});

describe('a collision names both owners', () => {
  it('of tools that would be published by the same name', () => {
    const collide = () => viewOf([mount('one', { tools: [tool('a.b'), tool('a_b')] })]);
    expect(collide).toThrow(NameCollision);
    expect(collide).toThrow("The tool 'a_b' is given by both 'one' (as 'a.b') and 'one'");
  });

  it.each([
    ['resource', { resources: [{ uri: 'x://a', name: 'a' }] }],
    ['resource template', { resourceTemplates: [{ uriTemplate: 'x://a', name: 'a' }] }],
  ] as const)('of a %s', (what, parts) => {
    const collide = () => viewOf([mount('one', parts), mount('two', parts)]);
    expect(collide).toThrow(NameCollision);
    expect(collide).toThrow(`The ${what} 'x://a' is given by both 'one' and 'two'`);
  });
});
