import { loadavg } from 'node:os';
import { type Benchmark, format, measure } from '../harness.js';
import { type Corpus, corpus } from './corpus.js';
import { writeRules } from './patterns.js';
import { builtIn, manyFiles, memory, secondScan, twentyPatterns } from './scanning.js';

/** Every benchmark, made only when its turn comes. */
const benchmarks: Readonly<Record<string, (of: Corpus) => Benchmark>> = {
  'built-in': builtIn,
  patterns: twentyPatterns,
  files: manyFiles,
  second: secondScan,
};

const reportOnly = process.argv.includes('--report-only');
const wanted = process.argv.slice(2).filter(arg => !arg.startsWith('--'));
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const code = corpus();
let missed = 0;
try {
  if (!code.library) console.log('Made modules in place of the Python standard library: there is no python3.\n');
  writeRules(code.root);
  for (const [name, make] of Object.entries(benchmarks)) {
    if (!isWanted(name)) continue;
    const report = await measure(() => make(code));
    missed += report.verdicts.filter(({ passed }) => !passed).length;
    console.log(`${format(report)}\n  load ${loadavg()[0]!.toFixed(1)}\n`);
  }
  if (isWanted('memory')) {
    const { line, passed } = await memory(code);
    if (!passed) missed += 1;
    console.log(`memory\n${line}\n`);
  }
} finally {
  code.remove();
}
if (missed > 0) console.log(`${missed} ${missed === 1 ? 'target' : 'targets'} missed`);
if (missed > 0 && !reportOnly) process.exitCode = 1;
