import type { Snapshot, Source } from './source.js';

/** How each member of a Source is handed on: a value is read anew each time, a function is called on what is inside by then. */
const members: Readonly<Record<keyof Source, 'value' | 'function'>> = {
  identity: 'value',
  kinds: 'value',
  keepsOrder: 'value',
  isForeign: 'value',
  open: 'function',
  refresh: 'function',
  snapshot: 'function',
  onChange: 'function',
  onProblem: 'function',
  onReport: 'function',
  onUpdated: 'function',
  reads: 'function',
  read: 'function',
  prompt: 'function',
  complete: 'function',
  secrets: 'function',
  watch: 'function',
  unwatch: 'function',
  state: 'function',
  retryCount: 'function',
  logged: 'function',
  isBusy: 'function',
  close: 'function',
};

/** Every member a Source can have. */
export const sourceMembers = Object.keys(members) as readonly (keyof Source)[];

/**
 * A Source that is another one but for the members of its own. It has an optional member when the other had it at first or `own` gives
 * it; one that the other has no longer is undefined. Every way to wrap a Source is made by this function, so that none forgets a member.
 */
export function delegatingSource(inner: () => Source, own: Partial<Source>): Source {
  const first = inner();
  const made: Partial<Record<keyof Source, PropertyDescriptor>> = {};
  for (const name of sourceMembers) {
    const given = Object.getOwnPropertyDescriptor(own, name);
    if (given) made[name] = given;
    else if (first[name] !== undefined) made[name] = handedOn(inner, name);
  }
  return Object.defineProperties({}, made as PropertyDescriptorMap) as Source;
}

function handedOn(inner: () => Source, name: keyof Source): PropertyDescriptor {
  if (members[name] === 'value') return { enumerable: true, configurable: true, get: () => inner()[name] };
  const call = (...args: unknown[]): unknown => {
    const source = inner();
    return (source[name] as (...given: unknown[]) => unknown).apply(source, args);
  };
  return { enumerable: true, configurable: true, get: () => (inner()[name] === undefined ? undefined : call) };
}

/** `own`, and of `members` those that `inner` has at the moment they are looked at. */
export function withMembersOf(inner: Source, members: Partial<Source>, own: Partial<Source>): Partial<Source> {
  const has = (name: string) => inner[name as keyof Source] !== undefined;
  const descriptors = Object.entries(members).map(([name, value]) => [
    name,
    { enumerable: true, configurable: true, get: () => (has(name) ? value : undefined) },
  ]);
  return Object.defineProperties(own, Object.fromEntries(descriptors) as PropertyDescriptorMap);
}

/** The `snapshot` of a wrapper that shows what `change` makes of the snapshots of `source`: the same object until there is another one. */
export function changedSnapshot(source: Source, change: (snapshot: Snapshot) => Snapshot): () => Snapshot {
  let from: Snapshot | undefined;
  let shown: Snapshot | undefined;
  return () => {
    const now = source.snapshot();
    if (now !== from || shown === undefined) shown = change(now);
    from = now;
    return shown;
  };
}
