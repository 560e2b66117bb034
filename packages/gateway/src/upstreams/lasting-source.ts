import { type Failure, failure, type Outcome, ProblemError, problem } from '@concord/contract';
import {
  type Call,
  changedSnapshot,
  delegatingSource,
  emptySnapshot,
  type Source,
  type Tool,
  withMembersOf,
} from '@concord/engine';
import { ConnectionLife, type LifeOptions } from './connection-life.js';
import { LostCall, overConnection } from './over-connection.js';

const subscriptions = ['onChange', 'onProblem', 'onReport', 'onUpdated'] as const;
type Subscription = (typeof subscriptions)[number];
type Listeners = Map<object, { readonly member: Subscription; stop: () => void }>;

/**
 * A source that is there before its server is, and outlasts every connection to it. It has nothing until the first connection stands;
 * what it had stays listed while it is reached again, and listeners and watched resources move to the new connection. A call that comes
 * meanwhile waits for that connection, as long as the limit allows, and is not started without one.
 */
export function lastingSource(options: LifeOptions): Source {
  const listeners: Listeners = new Map();
  const watched = new Set<string>();
  const nothing = absentSource(options.name);
  const current = () => life.source ?? nothing;
  const life = new ConnectionLife(options, {
    began: next => moveTo(next, listeners, watched),
    ended: () => {
      for (const { stop } of listeners.values()) stop();
    },
  });
  const inner = delegatingSource(current, {});
  const subscribe = (member: Subscription) => (listener: never) => {
    listeners.set(listener, { member, stop: current()[member]?.(listener) ?? (() => {}) });
    return () => {
      listeners.get(listener)?.stop();
      listeners.delete(listener);
    };
  };
  const asked =
    (member: 'read' | 'prompt' | 'complete') =>
    (...given: unknown[]) =>
      overConnection(life, given.at(-1) as Call, source => (source[member] as Asked)(...given));
  const members: Partial<Source> = {
    ...Object.fromEntries(subscriptions.map(member => [member, subscribe(member)])),
    ...Object.fromEntries((['read', 'prompt', 'complete'] as const).map(member => [member, asked(member)])),
    watch: uri => {
      watched.add(uri);
      current().watch?.(uri);
    },
    unwatch: uri => {
      watched.delete(uri);
      current().unwatch?.(uri);
    },
  };
  const own: Partial<Source> = {
    open: () => life.tried,
    snapshot: changedSnapshot(inner, snapshot => ({
      ...snapshot,
      tools: snapshot.tools.map(tool => toolOver(life, tool)),
    })),
    state: () => life.state,
    close: () => life.close(),
  };
  return delegatingSource(current, withMembersOf(inner, members, own));
}

type Asked = (...given: unknown[]) => Promise<unknown>;

/** Has the listeners hear of the source of a new connection, and tells them that everything may have changed. */
function moveTo(next: Source, listeners: Listeners, watched: ReadonlySet<string>): void {
  for (const [listener, subscription] of listeners)
    subscription.stop = next[subscription.member]?.(listener as never) ?? (() => {});
  for (const uri of watched) next.watch?.(uri);
  for (const [listener, { member }] of listeners)
    if (member === 'onChange') (listener as Parameters<Source['onChange']>[0])(next.kinds);
}

/** A tool that runs over the connection that stands by then. */
function toolOver(life: ConnectionLife, tool: Tool): Tool {
  const listedBy = life.source;
  const runOver = async (source: Source, args: Parameters<Tool['run']>[0], call: Call): Promise<Outcome> => {
    const now = source === listedBy ? tool : source.snapshot().tools.find(({ name }) => name === tool.name);
    if (now === undefined) return failure(problem('not_found', `'${life.name}' has no tool '${tool.name}' any more`));
    const outcome = await now.run(args, call);
    // Thrown, so that it is tried over the next connection.
    if (!outcome.ok && outcome.state === 'not_started') throw new ProblemError(outcome.problems[0], 'not_started');
    if (!outcome.ok && isLost(outcome)) throw new LostCall(outcome);
    return outcome;
  };
  return {
    ...tool,
    upstream: life.name,
    run: async (args, call) => {
      try {
        return await overConnection(life, call, source => runOver(source, args, call));
      } catch (error) {
        if (error instanceof LostCall) return error.outcome;
        if (!(error instanceof ProblemError) || error.state !== 'not_started') throw error;
        return { ...failure(error.problem, { exitCode: -1 }), state: error.state };
      }
    },
  };
}

const isLost = ({ problems: [{ kind, variant }] }: Failure) => kind === 'unavailable' && variant === 'unreachable';

/** What stands for a server that was not reached yet: it may turn out to have anything. */
function absentSource(name: string): Source {
  const neither = () => () => {};
  const never = () => Promise.reject(new Error(`'${name}' is not connected`));
  return {
    identity: { name, version: '0.0.0' },
    kinds: ['tools', 'resources', 'prompts', 'completions'],
    keepsOrder: false,
    isForeign: true,
    open: async () => {},
    refresh: async () => {},
    snapshot: () => emptySnapshot,
    onChange: neither,
    onProblem: neither,
    onReport: neither,
    onUpdated: neither,
    reads: () => false,
    read: never,
    prompt: never,
    complete: never,
    secrets: () => [],
    watch: () => {},
    unwatch: () => {},
    retryCount: () => 0,
    logged: () => [],
    isBusy: () => false,
    close: async () => {},
  };
}
