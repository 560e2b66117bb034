import { success } from '@concord/contract';
import type { Snapshot, Source, Tool } from '@concord/engine';
import { describe, expect, it } from 'vitest';
import type { Mount } from './catalog.js';
import { addressIn } from './resource-address.js';
import { checkNames, itemsOf, NameCollision, viewOf } from './view.js';

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

describe('of two items of one name', () => {
  it('the first stays, and the other is left out with the names of both owners', () => {
    const view = viewOf([mount('one', { tools: [tool('a.b'), tool('a_b')] })]);
    expect(view.tools.get('a_b')?.ownName).toBe('a.b');
    expect(view.leftOut).toEqual([
      "The tool 'a_b' is given by both 'one' (as 'a.b') and 'one': the second is left out",
    ]);
  });

  it('that are resources of one source the first stays', () => {
    const [first, second] = [
      { uri: 'x://a', name: 'first' },
      { uri: 'x://a', name: 'second' },
    ];
    const view = viewOf([mount('one', { resources: [first, second] }), mount('two', {})]);
    expect([...view.resources.values()].map(({ item }) => item.name)).toEqual(['first']);
    expect(view.leftOut).toHaveLength(1);
  });

  it('that are sources nothing is served', () => {
    const two = [{ ...mount('one', {}) }, { ...mount('one', {}) }].map(({ name, source }, index) => ({
      name,
      source: { ...source, identity: { name: `server-${index}`, version: '1' } },
    }));
    expect(() => checkNames(two)).toThrow(NameCollision);
    expect(() => checkNames(two)).toThrow("The name 'one' is given by both 'server-0' and 'server-1'");
  });
});

describe('a URI that several sources have', () => {
  const parts = {
    resources: [{ uri: 'x://a', name: 'a' }],
    resourceTemplates: [{ uriTemplate: 'x://t/{id}', name: 't' }],
  };
  const mounts = [mount('one', parts), mount('two', parts)];
  const view = viewOf(mounts);

  it('is that of the first; the others have theirs behind their name', () => {
    expect([...view.resources.keys()]).toEqual(['x://a', 'two+x://a']);
    expect([...view.templates.keys()]).toEqual(['x://t/{id}', 'two+x://t/{id}']);
    expect(view.leftOut).toEqual([]);
  });

  it.each([
    ['x://a', 'one', 'x://a'],
    ['two+x://a', 'two', 'x://a'],
    ['one+x://a', 'one', 'x://a'],
    ['x://t/5', 'one', 'x://t/5'],
    ['two+x://t/5', 'two', 'x://t/5'],
  ])('%s is found', (uri, name, own) => {
    const address = addressIn(view, uri);
    expect([address?.mount.name, address?.uri]).toEqual([name, own]);
  });

  it('is not looked for at a source that has nothing like it', () => {
    for (const uri of ['three+x://a', 'two+y://a', 'two+']) expect(addressIn(view, uri)).toBeUndefined();
  });
});

it('names follow from what is mounted, whether it is open or not', () => {
  const mounts = [mount('one', { tools: [tool('say')] }), mount('two', { tools: [tool('say')] })];
  const view = viewOf(mounts, ({ name }) => name === 'two');
  expect([...view.tools.keys()]).toEqual(['two__say']);
});
