import { type Benchmark, format, measure } from './harness.js';
import { redactionBenchmark } from './redaction.js';

/** Every benchmark, made only when its turn comes. */
const benchmarks: readonly (() => Benchmark | Promise<Benchmark>)[] = [redactionBenchmark];

const reportOnly = process.argv.includes('--report-only');
const asJson = process.argv.includes('--json');

let missed = 0;
for (const make of benchmarks) {
  const report = await measure(await make());
  missed += report.verdicts.filter(verdict => !verdict.passed).length;
  console.log(asJson ? JSON.stringify(report) : `${format(report)}\n`);
}
if (missed > 0 && !asJson) console.log(`${missed} ${missed === 1 ? 'target' : 'targets'} missed`);
if (missed > 0 && !reportOnly) process.exitCode = 1;
