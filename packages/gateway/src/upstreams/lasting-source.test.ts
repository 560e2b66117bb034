import { success } from '@concord/contract';
import type { Source, Tool } from '@concord/engine';
import { expect, it, onTestFinished } from 'vitest';
import type { ConnectedSource } from './connection-life.js';
import { lastingSource } from './lasting-source.js';

const never = new Promise<never>(() => {});
const limits = { upstreamRetryMs: 5, upstreamWaitMs: 60_000 };

function sourceWith(parts: Partial<Source> = {}, tools: readonly string[] = []): Source {
  const listed = tools.map(
    (name): Tool => ({
      name,
      description: '',
      inputSchema: { type: 'object' },
      dialect: 'text',
      run: async () => success(),
    }),
  );
  const snapshot = { tools: listed, resources: [], resourceTemplates: [], prompts: [], builtAt: '' };
  return {
    identity: { name: 'inner', version: '1' },
    kinds: ['tools'],
    open: async () => {},
    snapshot: () => snapshot,
    onChange: () => () => {},
    close: async () => {},
    ...parts,
  };
}

function lasting(connect: () => Promise<ConnectedSource>) {
  const told: string[] = [];
  const source = lastingSource({
    name: 'inner',
    connect,
    limits,
    tell: (level, text) => told.push(`${level} ${text}`),
  });
  onTestFinished(() => source.close());
  return { source, told };
}

/** Connections that are made and ended by the test, one after the other. */
function connections(...sources: readonly (Source | Error)[]) {
  const ends: ((reason?: { message: string }) => void)[] = [];
  const connect = async (): Promise<ConnectedSource> => {
    const next = sources[Math.min(ends.length, sources.length - 1)]!;
    const ended = new Promise<{ message: string } | undefined>(resolve => ends.push(resolve));
    if (next instanceof Error) throw next;
    return { source: next, ended };
  };
  return { connect, end: (message: string) => ends.at(-1)!({ message }), made: () => ends.length };
}

it('has nothing, and may have anything, until its server is there', async () => {
  const { source } = lasting(() => never);
  expect(source.snapshot().tools).toEqual([]);
  expect(source.kinds).toEqual(['tools', 'resources', 'prompts', 'completions']);
  expect(source.state!()).toMatchObject({ phase: 'connecting' });
  expect(source.onUpdated).toBeTypeOf('function');
});

it('has what its server has from then on, and tells that everything may have changed', async () => {
  let stand = (_: ConnectedSource) => {};
  const { source } = lasting(() => new Promise(resolve => (stand = resolve)));
  const changed: string[] = [];
  source.onChange(kinds => changed.push(...kinds));
  stand({ source: sourceWith({}, ['say']), ended: never });
  await source.open();
  expect(source.snapshot().tools.map(({ name }) => name)).toEqual(['say']);
  expect([source.kinds, changed]).toEqual([['tools'], ['tools']]);
  expect(source.onUpdated).toBeUndefined();
});

it('keeps listeners, watched resources and what is listed over a new connection', async () => {
  const told: string[] = [];
  const watched: string[] = [];
  const listeners: ((uri: string) => void)[] = [];
  const one = () =>
    sourceWith(
      {
        onUpdated: listener => {
          listeners.push(listener);
          return () => {};
        },
        watch: uri => void watched.push(uri),
        unwatch: () => {},
      },
      ['say'],
    );
  const { connect, end } = connections(one(), one());
  const { source } = lasting(connect);
  await source.open();
  source.onUpdated!(uri => told.push(uri));
  source.onChange(kinds => told.push(...kinds));
  source.watch!('x://a');
  end('gone');
  await expect.poll(() => source.state!().phase).toBe('lost');
  expect(source.snapshot().tools).toHaveLength(1);
  await expect.poll(() => watched).toEqual(['x://a', 'x://a']);
  listeners.at(-1)!('x://a');
  expect(told).toEqual(['tools', 'x://a']);
});

it('tells each change once, however often it is tried again', async () => {
  const failing = new Error('no such server');
  const { connect, made, end } = connections(failing, failing, failing, sourceWith());
  const { source, told } = lasting(connect);
  await expect.poll(() => source.state!().phase).toBe('ready');
  expect(made()).toBe(4);
  expect(told).toEqual([
    "warn 'inner' cannot be reached; trying again: no such server",
    "info 'inner' is ready, 0 tools",
  ]);
  expect(source.state!().lastError).toBe('no such server');
  end('it exited');
  await expect.poll(() => told.length).toBeGreaterThan(2);
  expect(told[2]).toBe("warn 'inner' was lost; trying to reach it again: it exited");
});
