/** Something that does the benchmark's work once. */
export type Subject = () => unknown;

/** A ratio that must hold: work per second of `subject` divided by that of `against`. */
export interface Target {
  readonly subject: string;
  readonly against: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A time that must not be exceeded, whatever anything else takes: the median over rounds. */
export interface Limit {
  readonly subject: string;
  readonly underMs: number;
}

/** Time that one subject may take beyond another: the median over rounds of the difference within each. */
export interface Surcharge {
  readonly subject: string;
  readonly against: string;
  readonly underMs: number;
}

/** Subjects that do the same work, measured side by side. */
export interface Benchmark {
  readonly name: string;
  /** How much work one round does, and its unit, for the column of rates. */
  readonly work: { readonly amount: number; readonly unit: string };
  readonly subjects: Readonly<Record<string, Subject>>;
  readonly targets?: readonly Target[];
  readonly limits?: readonly Limit[];
  readonly surcharges?: readonly Surcharge[];
  readonly rounds?: number;
  readonly warmUp?: number;
  /**
   * How often the subjects are made anew, each time for their share of the rounds. Processes that wake each other are fast or slow by where
   * the system happens to put them, and stay so: one start says more about that than about them.
   */
  readonly starts?: number;
  /** Called when the rounds of one start are over. */
  readonly close?: () => unknown;
}

export interface Verdict extends Target {
  /** The median over rounds of the ratio within each round. */
  readonly ratio: number;
  readonly passed: boolean;
}

export interface Report {
  readonly name: string;
  readonly unit: string;
  readonly rounds: number;
  readonly rows: readonly { readonly subject: string; readonly medianMs: number; readonly rate: number }[];
  readonly verdicts: readonly Verdict[];
  readonly limits: readonly (Limit & { readonly medianMs: number; readonly passed: boolean })[];
  readonly surcharges: readonly (Surcharge & { readonly medianMs: number; readonly passed: boolean })[];
}

/** What a subject gives that has measured a part of its work by itself. */
export interface Measured {
  readonly elapsedMs: number;
}

/**
 * Runs the subjects in turns, each round starting with another one and every other round the other way round, so that what else the machine
 * does, and what the one before leaves behind, hits all of them alike. Ratios are taken within a round and reported as their median.
 */
export async function measure(make: () => Benchmark | Promise<Benchmark>): Promise<Report> {
  const benchmark = await make();
  const { name, work, starts = 1, targets = [], limits = [], surcharges = [] } = benchmark;
  const names = Object.keys(benchmark.subjects);
  const times: Times = new Map(names.map(subject => [subject, []]));
  await runRounds(benchmark, times);
  for (let start = 1; start < starts; start++) await runRounds(await make(), times);
  const rounds = times.get(names[0]!)!.length;
  const rows = names.map(subject => {
    const medianMs = median(times.get(subject)!);
    return { subject, medianMs, rate: (work.amount / medianMs) * 1000 };
  });
  const kept = limits.map(limit => {
    const { medianMs } = rows.find(row => row.subject === limit.subject)!;
    return { ...limit, medianMs, passed: medianMs < limit.underMs };
  });
  const beyond = surcharges.map(surcharge => {
    const other = times.get(surcharge.against)!;
    const medianMs = median(times.get(surcharge.subject)!.map((elapsed, round) => elapsed - other[round]!));
    return { ...surcharge, medianMs, passed: medianMs < surcharge.underMs };
  });
  const verdicts = targets.map(target => judge(target, times));
  return { name, unit: work.unit, rounds, rows, verdicts, limits: kept, surcharges: beyond };
}

/** What each subject took, round by round. */
type Times = Map<string, number[]>;

async function runRounds(
  { subjects, rounds = 15, warmUp = 3, starts = 1, close }: Benchmark,
  times: Times,
): Promise<void> {
  const names = Object.keys(subjects);
  try {
    for (let round = -warmUp; round < Math.ceil(rounds / starts); round++) {
      for (const subject of orderOf(names, round + warmUp)) {
        const elapsed = await time(subjects[subject]!);
        if (round >= 0) times.get(subject)!.push(elapsed);
      }
    }
  } finally {
    await close?.();
  }
}

function orderOf(names: readonly string[], round: number): readonly string[] {
  const first = round % names.length;
  const order = [...names.slice(first), ...names.slice(0, first)];
  return round % 2 === 0 ? order : [order[0]!, ...order.slice(1).reverse()];
}

async function time(subject: Subject): Promise<number> {
  const start = performance.now();
  const given = subject();
  const result = given instanceof Promise ? await given : given;
  return isMeasured(result) ? result.elapsedMs : performance.now() - start;
}

function isMeasured(result: unknown): result is Measured {
  return typeof result === 'object' && result !== null && 'elapsedMs' in result;
}

function judge(target: Target, times: ReadonlyMap<string, readonly number[]>): Verdict {
  const own = times.get(target.subject);
  const other = times.get(target.against);
  if (own === undefined || other === undefined)
    throw new Error(`no such subject: ${target.subject}, ${target.against}`);
  const ratio = median(own.map((elapsed, round) => other[round]! / elapsed));
  const passed = ratio >= (target.atLeast ?? 0) && ratio <= (target.atMost ?? Number.POSITIVE_INFINITY);
  return { ...target, ratio, passed };
}

/** The middle value; the mean of the two in the middle when there is an even number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A report as a table for people. */
export function format(report: Report): string {
  const width = Math.max(...report.rows.map(row => row.subject.length));
  const lines = [`${report.name} (median of ${report.rounds} rounds)`];
  for (const row of report.rows) {
    const rate = row.rate.toFixed(row.rate < 10 ? 2 : 0).padStart(10);
    lines.push(`  ${row.subject.padEnd(width)} ${row.medianMs.toFixed(2).padStart(10)} ms ${rate} ${report.unit}/s`);
  }
  for (const verdict of report.verdicts) {
    const bounds = [
      verdict.atLeast === undefined ? [] : [`at least ${verdict.atLeast}x`],
      verdict.atMost === undefined ? [] : [`at most ${verdict.atMost}x`],
    ].flat();
    const mark = verdict.passed ? 'pass' : 'MISSED';
    lines.push(
      `  ${mark}: ${verdict.subject} is ${verdict.ratio.toFixed(2)}x ${verdict.against}, ${bounds.join(', ')}`,
    );
  }
  for (const { subject, underMs, medianMs, passed } of report.limits)
    lines.push(`  ${passed ? 'pass' : 'MISSED'}: ${subject} takes ${medianMs.toFixed(1)} ms, under ${underMs} ms`);
  for (const { subject, against, underMs, medianMs, passed } of report.surcharges)
    lines.push(
      `  ${passed ? 'pass' : 'MISSED'}: ${subject} takes ${medianMs.toFixed(1)} ms more than ${against}, under ${underMs} ms`,
    );
  return lines.join('\n');
}
