import { describe, expect, it } from 'vitest';
import { delegatingSource, sourceMembers } from './delegate.js';
import type { Source } from './source.js';

/** A Source whose members say which of them was used, on what and with what. */
function speaking(label: string, names: readonly (keyof Source)[] = sourceMembers): Source {
  const made: Record<string, unknown> = { label };
  for (const name of names)
    made[name] = values.has(name)
      ? `${label}.${name}`
      : function (this: { label: string }, ...given: unknown[]) {
          return [this.label, name, ...given];
        };
  return made as unknown as Source;
}

const values: ReadonlySet<keyof Source> = new Set(['identity', 'kinds', 'keepsOrder', 'isForeign']);
const optional = sourceMembers.filter(
  name => !['identity', 'kinds', 'open', 'snapshot', 'onChange', 'close'].includes(name),
);
const use = (source: Source, name: keyof Source): unknown => {
  const member = source[name] as unknown;
  return typeof member === 'function' ? member.call(source, 1, 2) : member;
};
const spoken = (label: string, name: keyof Source) => (values.has(name) ? `${label}.${name}` : [label, name, 1, 2]);

describe.each(sourceMembers)('%s', name => {
  it('is that of what is inside by then', () => {
    let inside = speaking('first');
    const wrapped = delegatingSource(() => inside, {});
    expect(use(wrapped, name)).toEqual(spoken('first', name));
    inside = speaking('second');
    expect(use(wrapped, name)).toEqual(spoken('second', name));
  });

  it('is that of the wrapper where it has one', () => {
    const own = speaking('own', [name]) as Partial<Source>;
    const wrapped = delegatingSource(() => speaking('inner'), own);
    expect(use({ ...wrapped, label: 'own' } as never, name)).toEqual(spoken('own', name));
    for (const other of sourceMembers) if (other !== name) expect(use(wrapped, other)).toEqual(spoken('inner', other));
  });
});

it.each(optional)('%s is there exactly when the inner source or the wrapper has it', name => {
  const without = sourceMembers.filter(each => each !== name);
  expect(name in delegatingSource(() => speaking('inner', without), {})).toBe(false);
  expect(name in delegatingSource(() => speaking('inner', without), speaking('own', [name]))).toBe(true);
  expect(name in delegatingSource(() => speaking('inner'), {})).toBe(true);
});

it('reads a getter of the wrapper each time', () => {
  let order = true;
  const wrapped = delegatingSource(() => speaking('inner'), {
    get keepsOrder() {
      return order;
    },
  });
  expect(wrapped.keepsOrder).toBe(true);
  order = false;
  expect(wrapped.keepsOrder).toBe(false);
});
