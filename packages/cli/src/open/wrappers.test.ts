import type { Definition } from '@concord/client';
import { type Source, sourceMembers } from '@concord/engine';
import { describe, expect, it } from 'vitest';
import { leasedSource, singleUseSource } from './built-in.js';
import { filteredSource } from './filtered-source.js';
import { reconnectingSource } from './reconnecting-source.js';

const snapshot = { tools: [], resources: [], resourceTemplates: [], prompts: [], builtAt: '' };
const values: Partial<Source> = { identity: { name: 'inner', version: '1' }, kinds: ['tools'], keepsOrder: true };
const answers: Readonly<Record<string, unknown>> = { snapshot, secrets: ['of the inner source'], onChange: () => {} };

/** A source that has every member, and the names of those that were used. */
function recording(): { source: Source; used: string[] } {
  const used: string[] = [];
  const made = Object.fromEntries(
    sourceMembers.map(name => [
      name,
      values[name] ??
        (() => {
          used.push(name);
          return answers[name] ?? Promise.resolve();
        }),
    ]),
  );
  return { source: made as unknown as Source, used };
}

const definition = { secrets: ['of the definition'] } as unknown as Definition;
const never = new Promise<never>(() => {});
const sent = () => {};

/** Every way a source is wrapped here, with the members that are the wrapper's own business. */
const wrappers: Readonly<Record<string, { wrap(source: Source): Source; own: readonly (keyof Source)[] }>> = {
  filtered: { wrap: source => filteredSource(source, definition), own: [] },
  reconnecting: {
    wrap: source =>
      reconnectingSource(
        { source, ended: never },
        () => never,
        () => {},
      ),
    own: ['open'],
  },
  'opened for one command': { wrap: source => singleUseSource(source, sent), own: ['refresh'] },
  leased: {
    wrap: source => leasedSource({ source, call: work => work(), close: async () => {} }, sent),
    own: ['close'],
  },
};

describe.each(Object.entries(wrappers))('a %s source', (_, { wrap, own }) => {
  it.each(sourceMembers)('has %s of the source it wraps', name => {
    const { source, used } = recording();
    const wrapped = wrap(source);
    const member = wrapped[name] as unknown;
    if (name in values) return expect(member).toEqual(values[name]);
    expect(member).toBeTypeOf('function');
    (member as (...given: unknown[]) => unknown)(() => {}, {});
    expect(used.includes(name)).toBe(!own.includes(name));
  });

  it('gives the same snapshot until the source it wraps has another one', () => {
    let now = snapshot;
    const wrapped = wrap({ ...recording().source, snapshot: () => now });
    const first = wrapped.snapshot();
    expect(wrapped.snapshot()).toBe(first);
    now = { ...snapshot };
    expect(wrapped.snapshot()).not.toBe(first);
  });
});

it('masks the secrets of its entry and those the source has', () => {
  expect(filteredSource(recording().source, definition).secrets!()).toEqual([
    'of the definition',
    'of the inner source',
  ]);
});

it('keeps listeners and watched resources over a new connection, and tells that everything may have changed', async () => {
  const told: string[] = [];
  const watched: string[] = [];
  const listeners: ((uri: string) => void)[] = [];
  const one = (): Source => ({
    ...recording().source,
    onChange: () => () => {},
    onUpdated: listener => {
      listeners.push(listener);
      return () => {};
    },
    watch: uri => void watched.push(uri),
  });
  let end = () => {};
  const first = { source: one(), ended: new Promise<void>(resolve => (end = resolve)) };
  const source = reconnectingSource(
    first,
    async () => ({ source: one(), ended: never }),
    () => {},
  );
  source.onUpdated!(uri => told.push(uri));
  source.onChange(kinds => told.push(...kinds));
  source.watch!('x://a');
  end();
  await expect.poll(() => watched).toEqual(['x://a', 'x://a']);
  listeners.at(-1)!('x://a');
  expect(told).toEqual(['tools', 'x://a']);
});
