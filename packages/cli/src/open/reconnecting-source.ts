import { setTimeout as delay } from 'node:timers/promises';
import { delegatingSource, type Source } from '@concord/engine';

const SHORTEST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

/** A source that is reached over a connection. */
export interface ConnectedSource {
  readonly source: Source;
  /** Settles when the connection has ended. */
  readonly ended: Promise<unknown>;
}

const subscriptions = ['onChange', 'onProblem', 'onReport', 'onUpdated'] as const;

/**
 * A source that is connected again after its connection has ended, as often as it takes. What it had stays listed meanwhile;
 * listeners and watched resources are those of the new connection as soon as it stands. `connect` gives sources that are open.
 */
export function reconnectingSource(
  first: ConnectedSource,
  connect: () => Promise<ConnectedSource>,
  warn: (message: string) => void,
): Source {
  const { identity, kinds } = first.source;
  const closing = new AbortController();
  const listeners = new Map<object, { readonly member: (typeof subscriptions)[number]; stop: () => void }>();
  const watched = new Set<string>();
  let current = first.source;

  const listenTo = (member: (typeof subscriptions)[number], listener: never) =>
    current[member]?.(listener) ?? (() => {});
  const subscribe = (member: (typeof subscriptions)[number]) => (listener: never) => {
    listeners.set(listener, { member, stop: listenTo(member, listener) });
    return () => {
      listeners.get(listener)?.stop();
      listeners.delete(listener);
    };
  };
  const replaceBy = (next: Source) => {
    current = next;
    for (const [listener, subscription] of listeners)
      subscription.stop = listenTo(subscription.member, listener as never);
    for (const uri of watched) current.watch?.(uri);
    for (const [listener, { member }] of listeners)
      if (member === 'onChange') (listener as Parameters<Source['onChange']>[0])(kinds);
  };
  const reconnect = async () => {
    warn(`'${identity.name}' was lost; trying to reach it again`);
    for (let wait = SHORTEST_WAIT_MS; !closing.signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      await delay(wait, undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      const next = await connect().catch(() => undefined);
      if (next === undefined) continue;
      if (closing.signal.aborted) return void next.source.close();
      replaceBy(next.source);
      whenEnded(next);
      return warn(`'${identity.name}' is there again`);
    }
  };
  const whenEnded = ({ ended }: ConnectedSource) =>
    void ended.then(async () => {
      for (const { stop } of listeners.values()) stop();
      if (!closing.signal.aborted) await reconnect();
    });
  whenEnded(first);

  const subscribing = subscriptions.filter(member => first.source[member] !== undefined);
  return delegatingSource(() => current, {
    identity,
    kinds,
    open: async () => {},
    ...Object.fromEntries(subscribing.map(member => [member, subscribe(member)])),
    ...(first.source.watch && {
      watch: uri => {
        watched.add(uri);
        current.watch?.(uri);
      },
      unwatch: uri => {
        watched.delete(uri);
        current.unwatch?.(uri);
      },
    }),
    close: async () => {
      closing.abort();
      await current.close();
    },
  });
}
