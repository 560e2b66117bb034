import type { Definition } from '@concord/client';
import { type Source, sourceMembers } from '@concord/engine';
import { type ConnectedSource, lastingSource, oneClientAtATime } from '@concord/gateway/upstreams';
import { describe, expect, it } from 'vitest';
import { leasedSource, singleUseSource } from './built-in.js';
import { filteredSource } from './filtered-source.js';

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
const lasting = (connect: () => Promise<ConnectedSource>) =>
  lastingSource({
    name: 'inner',
    connect,
    limits: { upstreamRetryMs: 1, upstreamWaitMs: 10_000 },
    tell: () => {},
  });

/** Every way a source is wrapped here, with the members that are the wrapper's own business. */
type Wrap = (source: Source) => Source | Promise<Source>;
const wrappers: Readonly<Record<string, { wrap: Wrap; own: readonly (keyof Source)[] }>> = {
  filtered: { wrap: source => filteredSource(source, definition), own: [] },
  lasting: {
    wrap: async source => {
      const wrapped = lasting(async () => ({ source, ended: never }));
      await wrapped.open();
      return wrapped;
    },
    own: ['open', 'state'],
  },
  'one client at a time': { wrap: source => oneClientAtATime(() => source), own: [] },
  'opened for one command': { wrap: source => singleUseSource(source, sent), own: ['refresh'] },
  leased: {
    wrap: source => leasedSource({ source, call: work => work(), close: async () => {} }, sent),
    own: ['close'],
  },
};

describe.each(Object.entries(wrappers))('a %s source', (_, { wrap, own }) => {
  it.each(sourceMembers)('has %s of the source it wraps', async name => {
    const { source, used } = recording();
    const wrapped = await wrap(source);
    const member = wrapped[name] as unknown;
    if (name in values) return expect(member).toEqual(values[name]);
    expect(member).toBeTypeOf('function');
    (member as (...given: unknown[]) => unknown)(() => {}, {});
    expect(used.includes(name)).toBe(!own.includes(name));
  });

  it('gives the same snapshot until the source it wraps has another one', async () => {
    let now = snapshot;
    const wrapped = await wrap({ ...recording().source, snapshot: () => now });
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
