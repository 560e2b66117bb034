import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createEngine, invoke } from '@concord/engine';
import { contextSettings, contextSource, openCacheAt, printResult, scan } from '@concord/source-context';
import type { Benchmark } from '../harness.js';
import { BUDGET, type Ground, mcp, QUERY } from './ground.js';
import { naiveScan } from './naive.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const MOST_OUTPUT = 64 * 1_048_576;

/** The bytes every answer must have. */
async function scanned(cache: string): Promise<string> {
  const selection = await scan(openCacheAt(cache), { query: QUERY, budget: BigInt(BUDGET) });
  return [...printResult(selection, 'json')].join('');
}

function requireSame(given: string, expected: string): void {
  if (given !== expected) throw new Error('An answer is not what a scan gives');
}

const idsIn = (result: string) =>
  JSON.stringify((JSON.parse(result) as { documents: { id: string }[] }).documents.map(({ id }) => id));

/** A call to a server that has the cache loaded, against the naive scan in the same process. */
export async function warmResolve({ root, cache }: Ground): Promise<Benchmark> {
  const expected = await scanned(cache);
  const source = contextSource(contextSettings({}, root));
  const [resolve] = source.snapshot().tools;
  const engine = createEngine({ env: {}, warn: () => {} });
  return {
    name: 'resolve in a warm server',
    work: { amount: 1, unit: 'queries' },
    subjects: {
      concord: async () => {
        const { outcome } = await invoke(resolve!, { cache: 'cache', query: QUERY, budget: BUDGET }, { engine });
        requireSame(outcome.ok ? (outcome.text ?? '') : '', expected);
      },
      naive: () => requireSame(JSON.stringify(naiveScan(cache, QUERY, BUDGET)), idsIn(expected)),
    },
    targets: [{ subject: 'concord', against: 'naive', atLeast: 100 }],
    rounds: 7,
    warmUp: 1,
    close: () => source.close(),
  };
}

/** The command with a sidecar, against a new process that does the naive scan. */
export async function coldResolve({ cache }: Ground): Promise<Benchmark> {
  const expected = await scanned(cache);
  const line = ['context', 'resolve', '--cache', cache, '--query', QUERY, '--budget', String(BUDGET)];
  const run = (args: readonly string[]) =>
    execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: MOST_OUTPUT, timeout: 600_000 });
  return {
    name: 'resolve on a cold command line',
    work: { amount: 1, unit: 'queries' },
    subjects: {
      concord: () => requireSame(run([mcp, ...line]), expected),
      naive: () => requireSame(run([here('naive-process.js'), cache, QUERY, String(BUDGET)]).trim(), idsIn(expected)),
    },
    targets: [{ subject: 'concord', against: 'naive', atLeast: 5 }],
    rounds: 7,
    warmUp: 1,
  };
}

const MOST_MEMORY = 1.5;

/** How much a server grows by a loaded cache, for each byte of its text. */
export function residentMemory({ root, textBytes }: Ground): { readonly line: string; readonly passed: boolean } {
  const grown = Number(
    execFileSync(process.execPath, ['--expose-gc', here('memory-process.js'), root, 'cache', QUERY], {
      encoding: 'utf8',
      timeout: 600_000,
    }),
  );
  const ratio = grown / textBytes;
  const passed = ratio < MOST_MEMORY;
  const mark = passed ? 'pass' : 'MISSED';
  return { line: `  ${mark}: the resident index is ${ratio.toFixed(2)}x the text, below ${MOST_MEMORY}x`, passed };
}
