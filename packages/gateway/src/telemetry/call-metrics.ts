import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { CallRecord } from '@concord/engine';
import { Counter, exposition, Gauge, Histogram, type Metric, type Sample } from './metrics.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const STORE_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];
/** Tools have labels of their own as long as there are not more of them. */
const MOST_TOOLS = 200;
const LONGEST_LABEL = 100;

/** The figures of a gateway. */
export class Metrics {
  readonly #calls = new Counter('concord_calls_total', 'Calls by how they ended: ok, or the kind of their failure.', [
    'server',
    'tool',
    'outcome',
  ]);
  readonly #durations = new Histogram(
    'concord_call_duration_seconds',
    'How long calls took.',
    ['server', 'tool'],
    SECONDS,
  );
  readonly #redactions = new Counter('concord_redactions_total', 'Values that were masked.', ['server']);
  readonly #saved = new Counter(
    'concord_bytes_saved_total',
    'Bytes of results that were kept in place of being sent.',
    [],
  );
  readonly #waits = new Histogram('concord_wait_seconds', 'How long calls waited, by what for.', ['for'], SECONDS);
  readonly #store = new Histogram(
    'concord_store_seconds',
    'How long the store took to answer.',
    ['part'],
    STORE_SECONDS,
  );
  readonly #storeFailures = new Counter('concord_store_failures_total', 'Answers that the store failed to give.', [
    'part',
  ]);
  readonly #running = { count: 0 };
  readonly #tools = new Set<string>();
  readonly #loop = monitorEventLoopDelay({ resolution: 20 });
  readonly #metrics: Metric[];

  constructor() {
    this.#loop.enable();
    this.#metrics = [
      this.#calls,
      this.#durations,
      this.#redactions,
      this.#saved,
      this.#waits,
      this.#store,
      this.#storeFailures,
      new Gauge('concord_calls_running', 'Calls that were let run and have not ended.', () => [
        { labels: {}, value: this.#running.count },
      ]),
      new Gauge('concord_event_loop_delay_seconds', 'How late the event loop is, since the start.', () =>
        this.#delays(),
      ),
      new Gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', () => [
        { labels: {}, value: process.memoryUsage.rss() },
      ]),
      new Gauge('process_start_time_seconds', 'Start time of the process since unix epoch in seconds.', () => [
        { labels: {}, value: Math.round(performance.timeOrigin) / 1_000 },
      ]),
      new Gauge(
        'process_cpu_seconds_total',
        'Total user and system CPU time spent in seconds.',
        () => [{ labels: {}, value: cpuSeconds() }],
        'counter',
      ),
    ];
  }

  /** Adds values that others know, read when somebody looks. */
  gauge(name: string, help: string, read: () => readonly Sample[], type: 'gauge' | 'counter' = 'gauge'): void {
    this.#metrics.push(new Gauge(name, help, read, type));
  }

  began(): void {
    this.#running.count++;
  }

  ended(): void {
    this.#running.count--;
  }

  observe(record: CallRecord): void {
    const { server = '', kinds, durationMs, stages, redactions, waits } = record;
    const tool = this.#toolLabel(server, record.tool);
    const name = server.slice(0, LONGEST_LABEL);
    this.#calls.add([name, tool, kinds[0] ?? 'ok']);
    this.#durations.observe([name, tool], stages ? sumOf(stages) / 1_000_000 : durationMs / 1_000);
    if (redactions > 0) this.#redactions.add([name], redactions);
    for (const [what, ms] of Object.entries(waits ?? {})) this.#waits.observe([what], ms / 1_000);
  }

  saved(bytes: number): void {
    this.#saved.add([], bytes);
  }

  stored(part: string, milliseconds: number, failed: boolean): void {
    this.#store.observe([part], milliseconds / 1_000);
    if (failed) this.#storeFailures.add([part]);
  }

  text(): string {
    return exposition(this.#metrics);
  }

  close(): void {
    this.#loop.disable();
  }

  /** Questions to a source are one label each, whatever they ask for; tools over the cap are `other`. */
  #toolLabel(server: string, given: string): string {
    const tool = given.split(' ', 1)[0]!.slice(0, LONGEST_LABEL);
    const key = `${server}/${tool}`;
    if (this.#tools.has(key)) return tool;
    if (this.#tools.size >= MOST_TOOLS) return 'other';
    this.#tools.add(key);
    return tool;
  }

  #delays(): readonly Sample[] {
    const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
    return [50, 90, 99, 100].map(percentile => ({
      labels: { percentile: String(percentile) },
      value: seconds(this.#loop.percentile(percentile)),
    }));
  }
}

function sumOf(stages: object): number {
  let sum = 0;
  for (const value of Object.values(stages)) sum += value as number;
  return sum;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
