import { type Benchmark, format, measure } from '../harness.js';
import { buildMemory, fullBuild, incrementalBuild } from './build.js';
import { type Ground, prepare } from './ground.js';
import { coldResolve, residentMemory, warmResolve } from './resolve.js';

/** Every benchmark, made only when its turn comes. */
const benchmarks: Readonly<Record<string, (ground: Ground) => Benchmark | Promise<Benchmark>>> = {
  warm: warmResolve,
  cold: coldResolve,
  full: fullBuild,
  incremental: incrementalBuild,
};

const reportOnly = process.argv.includes('--report-only');
const wanted = process.argv.slice(2).filter(arg => !arg.startsWith('--'));
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const ground = await prepare();
let missed = 0;
try {
  if (!ground.isInMemory)
    console.log('On a disk: no place in memory can be written to. Figures have no targets then.\n');
  for (const [name, make] of Object.entries(benchmarks)) {
    if (!isWanted(name)) continue;
    const report = await measure(() => make(ground));
    missed += report.verdicts.filter(({ passed }) => !passed).length;
    console.log(`${format(report)}\n`);
  }
  if (isWanted('memory')) {
    for (const { line, passed } of [residentMemory(ground), buildMemory(ground)]) {
      if (!passed) missed += 1;
      console.log(`memory\n${line}\n`);
    }
  }
} finally {
  ground.remove();
}
if (missed > 0) console.log(`${missed} ${missed === 1 ? 'target' : 'targets'} missed`);
if (missed > 0 && ground.isInMemory && !reportOnly) process.exitCode = 1;
