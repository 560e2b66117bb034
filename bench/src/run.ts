import { buildAfterTouch, buildNothingToDo } from './dotnet/build.js';
import { diagnosticsReading, lockComputing, toolsListing, trxReading } from './dotnet/reading.js';
import { versionOverStdio } from './dotnet/version.js';
import { executableCalls, moduleCalls, warmCalls } from './folder/calls.js';
import { thousandTools } from './folder/registry.js';
import { type Benchmark, format, measure } from './harness.js';
import { burstOverStdio } from './host/burst.js';
import { echoOverHttp } from './host/http.js';
import { listWalkOverStdio } from './host/list-walk.js';
import { echoOverStdio, largeLineOverStdio, pingOverStdio } from './host/stdio.js';
import { redactionBenchmark } from './redaction.js';

/** Every benchmark, made only when its turn comes. */
const benchmarks: Readonly<Record<string, () => Benchmark | Promise<Benchmark>>> = {
  redaction: redactionBenchmark,
  'stdio-handshake': echoOverStdio('handshake'),
  'stdio-modern': echoOverStdio('modern'),
  ping: pingOverStdio,
  'large-line': largeLineOverStdio,
  'list-walk': listWalkOverStdio,
  burst: burstOverStdio,
  http: echoOverHttp,
  executable: executableCalls,
  module: moduleCalls,
  warm: warmCalls,
  'thousand-tools': thousandTools,
  'dotnet-version': versionOverStdio('real'),
  'dotnet-version-fake': versionOverStdio('fake'),
  'dotnet-build': buildNothingToDo,
  'dotnet-build-touched': buildAfterTouch,
  'dotnet-diagnostics': diagnosticsReading,
  'dotnet-locks': lockComputing,
  'dotnet-trx': trxReading,
  'dotnet-list': toolsListing,
};

const reportOnly = process.argv.includes('--report-only');
const asJson = process.argv.includes('--json');

let missed = 0;
const wanted = process.argv.slice(2).filter(arg => !arg.startsWith('--'));
for (const [name, make] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const report = await measure(make);
  missed += [...report.verdicts, ...report.limits, ...report.surcharges].filter(each => !each.passed).length;
  console.log(asJson ? JSON.stringify(report) : `${format(report)}\n`);
}
if (missed > 0 && !asJson) console.log(`${missed} ${missed === 1 ? 'target' : 'targets'} missed`);
if (missed > 0 && !reportOnly) process.exitCode = 1;
