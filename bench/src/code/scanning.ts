import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark } from '../harness.js';
import type { Corpus } from './corpus.js';
import { writeRules } from './patterns.js';
import { parse, peer, ran, scan } from './processes.js';

const FEW = 100;
const SOME = 1_000;
const MANY = 10_000;

/** All built-in rules on one thread, against reading the same files with the same grammar on one thread. */
export function builtIn({ library, modules, root }: Corpus): Benchmark {
  const folder = library ?? modules(MANY);
  return {
    name: `all built-in rules, ${library ? 'the Python standard library' : 'made modules'}`,
    work: { amount: 1, unit: 'scans' },
    subjects: {
      scan: () => scan(folder, root, '--no-cache', '--jobs', '1'),
      parse: () => parse(folder, root),
    },
    targets: [{ subject: 'scan', against: 'parse', atLeast: 0.2 }],
    rounds: 7,
    warmUp: 1,
  };
}

/** Twenty patterns, against a program that does nothing else. */
export function twentyPatterns({ library, modules, root }: Corpus): Benchmark {
  const folder = library ?? modules(MANY);
  const rules = writeRules(root);
  const program = peer();
  if (program === undefined) console.log('SKIPPED: ast-grep; npm ci --prefix test/peers --ignore-scripts\n');
  const asPeer = ['scan', '-c', rules.peer, '--json=stream', '--no-ignore', 'hidden', folder];
  return {
    name: `20 patterns, ${library ? 'the Python standard library' : 'made modules'}`,
    work: { amount: 1, unit: 'scans' },
    subjects: {
      scan: () => scan(folder, root, '--rules', rules.ours, '--no-cache'),
      parse: () => parse(folder, root),
      ...(program !== undefined && { 'ast-grep': () => ran(program, asPeer, root) }),
    },
    targets: [
      { subject: 'scan', against: 'parse', atLeast: 0.2 },
      ...(program === undefined ? [] : [{ subject: 'scan', against: 'ast-grep', atLeast: 1 }]),
    ],
    rounds: 7,
    warmUp: 1,
  };
}

/** What one file takes when there are few, some and many; the start of the process is in it. */
export function manyFiles({ modules, root }: Corpus): Benchmark {
  const rules = join(root, 'patterns.yaml');
  const each = (count: number) => async () => {
    const { elapsedMs } = await scan(modules(count), root, '--rules', rules, '--no-cache');
    return { elapsedMs: elapsedMs / count };
  };
  return {
    name: 'one file among many',
    work: { amount: 1, unit: 'files' },
    subjects: {
      [`of ${FEW}`]: each(FEW),
      [`of ${SOME}`]: each(SOME),
      [`of ${MANY}`]: each(MANY),
    },
    targets: [
      { subject: `of ${MANY}`, against: `of ${SOME}`, atLeast: 0.8 },
      { subject: `of ${MANY}`, against: `of ${FEW}`, atLeast: 0.8 },
    ],
    rounds: 3,
    warmUp: 0,
  };
}

/** A scan whose files are all known, against the first one. */
export function secondScan({ modules, root }: Corpus): Benchmark {
  const rules = join(root, 'patterns.yaml');
  const folder = modules(MANY);
  const cache = join(root, 'cache');
  return {
    name: `second scan of ${MANY} files`,
    work: { amount: MANY, unit: 'files' },
    subjects: {
      first: () => {
        rmSync(cache, { recursive: true, force: true });
        return scan(folder, root, '--rules', rules);
      },
      second: async () => {
        await scan(folder, root, '--rules', rules);
        return scan(folder, root, '--rules', rules);
      },
    },
    targets: [{ subject: 'second', against: 'first', atLeast: 10 }],
    rounds: 3,
    warmUp: 0,
  };
}

/** The most memory a scan has at once, with as many threads as there are cores. */
export async function memory({ library, modules, root }: Corpus): Promise<{ line: string; passed: boolean }> {
  const rules = join(root, 'patterns.yaml');
  const most = 600;
  const [few, many] = [
    await scan(modules(SOME), root, '--rules', rules, '--no-cache'),
    await scan(library ?? modules(MANY), root, '--rules', rules, '--no-cache'),
  ].map(({ mostMb }) => Math.round(mostMb));
  const passed = many! < most;
  const line = `  ${passed ? 'pass' : 'MISSED'}: a scan has ${many} MB at most, below ${most} MB; of ${SOME} small files ${few} MB`;
  return { line, passed };
}
