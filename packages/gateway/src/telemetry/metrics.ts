/** One value of a metric, with what tells it from the others. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric in the words of Prometheus. */
export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** All lines, without those that say what they are. */
  lines(): readonly string[];
}

/** How many label sets a metric has at most; what comes later counts as `other`. */
const MOST_SERIES = 1_000;

/** A number for each set of labels; gauges are read when somebody looks. */
export class Counter implements Metric {
  readonly type = 'counter';
  readonly #values = new Map<string, number>();

  constructor(
    readonly name: string,
    readonly help: string,
    readonly labels: readonly string[],
  ) {}

  add(values: readonly string[], amount = 1): void {
    const key = seriesOf(this.#values, this.labels, values);
    this.#values.set(key, (this.#values.get(key) ?? 0) + amount);
  }

  lines(): readonly string[] {
    return [...this.#values].map(([key, value]) => `${this.name}${key} ${numberText(value)}`);
  }
}

/** Values that are there at the moment. */
export class Gauge implements Metric {
  constructor(
    readonly name: string,
    readonly help: string,
    private readonly read: () => readonly Sample[],
    readonly type: 'gauge' | 'counter' = 'gauge',
  ) {}

  lines(): readonly string[] {
    return this.read()
      .slice(0, MOST_SERIES)
      .map(({ labels, value }) => `${this.name}${labelText(Object.entries(labels))} ${numberText(value)}`);
  }
}

interface Buckets {
  readonly counts: number[];
  sum: number;
  count: number;
}

/** How often values were at most so large. */
export class Histogram implements Metric {
  readonly type = 'histogram';
  readonly #series = new Map<string, Buckets>();

  constructor(
    readonly name: string,
    readonly help: string,
    readonly labels: readonly string[],
    readonly bounds: readonly number[],
  ) {}

  observe(values: readonly string[], value: number): void {
    const key = seriesOf(this.#series, this.labels, values);
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { counts: new Array<number>(this.bounds.length).fill(0), sum: 0, count: 0 };
      this.#series.set(key, series);
    }
    series.sum += value;
    series.count++;
    const at = this.bounds.findIndex(bound => value <= bound);
    if (at !== -1) series.counts[at]!++;
  }

  lines(): readonly string[] {
    return [...this.#series].flatMap(([key, { counts, sum, count }]) => {
      let total = 0;
      const buckets = counts.map((each, at) => {
        total += each;
        return `${this.name}_bucket${withLabel(key, 'le', numberText(this.bounds[at]!))} ${total}`;
      });
      return [
        ...buckets,
        `${this.name}_bucket${withLabel(key, 'le', '+Inf')} ${count}`,
        `${this.name}_sum${key} ${numberText(sum)}`,
        `${this.name}_count${key} ${count}`,
      ];
    });
  }
}

/** Metrics as Prometheus reads them, text format 0.0.4. */
export function exposition(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, type, help, ...metric }, at) => {
      void metric;
      const lines = metrics[at]!.lines();
      return lines.length === 0
        ? ''
        : `# HELP ${name} ${escaped(help, false)}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`;
    })
    .join('');
}

/** The name of a set of labels among those there are: its own, or that of all others once there are too many. */
function seriesOf(known: ReadonlyMap<string, unknown>, labels: readonly string[], values: readonly string[]): string {
  const key = labelText(labels.map((name, at) => [name, values[at] ?? '']));
  if (known.has(key) || known.size < MOST_SERIES) return key;
  return labelText(labels.map(name => [name, 'other']));
}

function labelText(labels: readonly (readonly [string, string])[]): string {
  return labels.length === 0 ? '' : `{${labels.map(([name, value]) => `${name}="${escaped(value, true)}"`).join(',')}}`;
}

function withLabel(key: string, name: string, value: string): string {
  const label = `${name}="${value}"`;
  return key === '' ? `{${label}}` : `${key.slice(0, -1)},${label}}`;
}

function escaped(text: string, inQuotes: boolean): string {
  const plain = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return inQuotes ? plain.replaceAll('"', '\\"') : plain;
}

function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : value < 0 ? '-Inf' : 'NaN';
}
