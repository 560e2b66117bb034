import type { UpstreamState, Watch } from '../upstreams/connection-life.js';
import type { Metrics } from './call-metrics.js';
import type { Sample } from './metrics.js';

/** Figures of the servers behind this one, for as long as they are there. */
export function upstreamFigures(metrics: Metrics): Watch {
  const looks = new Map<string, Set<() => UpstreamState>>();
  /** One value for each server, of all the connections it has. */
  const each =
    (read: (state: UpstreamState) => number, join: (...values: number[]) => number) => (): readonly Sample[] =>
      [...looks].map(([server, all]) => ({ labels: { server }, value: join(...[...all].map(look => read(look()))) }));
  const sum = (...values: number[]) => values.reduce((total, value) => total + value, 0);
  metrics.gauge(
    'concord_upstream_up',
    'Whether a server is connected.',
    each(({ phase }) => (phase === 'ready' ? 1 : 0), Math.max),
  );
  metrics.gauge(
    'concord_breaker_open',
    'Whether calls of a server fail at once, because it could not be reached.',
    each(({ breaker }) => (breaker.isOpen ? 1 : 0), Math.max),
  );
  metrics.gauge(
    'concord_upstream_restarts_total',
    'Connections to a server that were made anew.',
    each(({ restarts }) => restarts, sum),
    'counter',
  );
  return (name, look) => {
    const all = looks.get(name) ?? new Set();
    looks.set(name, all.add(look));
    return () => {
      all.delete(look);
      if (all.size === 0) looks.delete(name);
    };
  };
}
