import type { JsonObject } from '@concord/contract';

const MOST_TIMES = 1_000;

interface Counter {
  calls: number;
  failures: number;
  totalMs: number;
  /** The most recent durations, for the 95th percentile. */
  readonly times: number[];
}

/** Counts calls, failures and durations of each tool. Keeps no arguments or results. */
export class Metrics {
  readonly #counters = new Map<string, Counter>();
  #since = new Date().toISOString();

  count(tool: string, isSuccess: boolean, milliseconds: number): void {
    const counter = this.#counters.get(tool) ?? { calls: 0, failures: 0, totalMs: 0, times: [] };
    counter.calls += 1;
    if (!isSuccess) counter.failures += 1;
    counter.totalMs += milliseconds;
    counter.times[(counter.calls - 1) % MOST_TIMES] = milliseconds;
    this.#counters.set(tool, counter);
  }

  reset(): void {
    this.#counters.clear();
    this.#since = new Date().toISOString();
  }

  read(sessions: { readonly running: number; readonly ended: number }): JsonObject {
    const all = [...this.#counters.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
    const calls = all.reduce((sum, [, each]) => sum + each.calls, 0);
    const failures = all.reduce((sum, [, each]) => sum + each.failures, 0);
    return {
      tools: Object.fromEntries(all.map(([name, counter]) => [name, summary(counter)])),
      totals: { calls, failures },
      sessions: { ...sessions },
      since: this.#since,
    };
  }
}

function summary({ calls, failures, totalMs, times }: Counter): JsonObject {
  const sorted = [...times].sort((a, b) => a - b);
  const p95 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
  return { calls, failures, avgMs: rounded(totalMs / calls), p95Ms: rounded(p95) };
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
