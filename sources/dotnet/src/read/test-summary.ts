/** The numbers of tests by result. */
export interface TestCounts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The tests of one assembly for one framework, where these are known. */
export interface AssemblyRun {
  readonly project?: string;
  readonly framework?: string;
  readonly counts: TestCounts;
}

/** What the summaries in the output of a test run add up to. */
export interface TestSummary {
  readonly counts: TestCounts;
  readonly durationMs: number;
  readonly runs: readonly AssemblyRun[];
  /** How many assemblies said that they ran. */
  readonly assemblies: number;
}

interface Found extends AssemblyRun {
  readonly durationMs: number;
}

/** `Failed!  - Failed: 3, Passed: 3, Skipped: 1, Total: 7, Duration: 190 ms - T.dll (net10.0)` */
const LINE =
  /^[ \t]{0,20}(?:Passed|Failed|Skipped)! {1,4}- {1,4}Failed: {1,12}(\d{1,9}), Passed: {1,12}(\d{1,9}), Skipped: {1,12}(\d{1,9}), Total: {1,12}(\d{1,9})(?:, Duration: ([^-]{1,40}))?(?:- (.{1,1000}))?$/;
/** The parts of a summary of several lines; its words depend on the runner and on the verbosity. */
const PART =
  /^[ \t]{0,20}(Total tests|Passed|Failed|Skipped|Total time|total|succeeded|failed|skipped|duration): {1,4}(.{1,60})$/;
const BEGINNING = /^(?:Test run summary: |Total tests: )/;
const ASSEMBLY = /^Running tests from (.{1,1000})$/;
const LONGEST_BLOCK = 12;

const parts: Readonly<Record<string, keyof TestCounts | 'duration'>> = {
  'total tests': 'total',
  passed: 'passed',
  succeeded: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  total: 'total',
  'total time': 'duration',
  duration: 'duration',
};

/** Adds up the summaries of all projects that VSTest or Microsoft.Testing.Platform printed; undefined when there is none. */
export function readTestSummary(console: string): TestSummary | undefined {
  const lines = console.split('\n');
  const runs: Found[] = [];
  const assemblies: string[] = [];
  for (const [at, line] of lines.entries()) {
    const assembly = ASSEMBLY.exec(line)?.[1];
    if (assembly !== undefined) assemblies.push(assembly);
    const found = BEGINNING.test(line) ? block(lines.slice(at, at + LONGEST_BLOCK)) : oneLine(line);
    if (found) runs.push(found);
  }
  if (runs.length === 0) return undefined;
  // The platform has one summary for all; it is that of an assembly when there is but one.
  const together =
    runs.length === 1 && assemblies.length === 1 ? runs.map(each => ({ ...assemblyIn(assemblies[0]), ...each })) : runs;
  return {
    counts: sumOf(together.map(({ counts }) => counts)),
    durationMs: together.reduce((sum, { durationMs }) => sum + durationMs, 0),
    runs: together.map(({ durationMs: _, ...run }) => run),
    assemblies: Math.max(assemblies.length, runs.length),
  };
}

/** The counts of several runs together. */
export function sumOf(all: readonly TestCounts[]): TestCounts {
  const sum = (which: keyof TestCounts) => all.reduce((before, counts) => before + counts[which], 0);
  return { total: sum('total'), passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

function oneLine(line: string): Found | undefined {
  const found = line.includes('! ') ? LINE.exec(line) : null;
  if (!found) return undefined;
  const [failed = 0, passed = 0, skipped = 0, total = 0] = found.slice(1, 5).map(Number);
  return { ...assemblyIn(found[6]), counts: { total, passed, failed, skipped }, durationMs: durationOf(found[5]) };
}

function block(lines: readonly string[]): Found | undefined {
  const values = new Map<keyof TestCounts | 'duration', string>();
  for (const line of lines) {
    const [, word = '', text = ''] = PART.exec(line) ?? [];
    const part = parts[word.toLowerCase()];
    if (part !== undefined && !values.has(part)) values.set(part, text.trim());
    if (part === 'duration') break;
  }
  if (!values.has('total')) return undefined;
  const number = (part: keyof TestCounts) => Number.parseInt(values.get(part) ?? '0', 10) || 0;
  return {
    counts: { total: number('total'), passed: number('passed'), failed: number('failed'), skipped: number('skipped') },
    durationMs: durationOf(values.get('duration')),
  };
}

/** Reads assembly and framework of `/bin/T.dll (net10.0|x64)`. */
function assemblyIn(text: string | undefined): Pick<AssemblyRun, 'project' | 'framework'> {
  const found = /^(.{1,900}?)(?: \(([^()|]{1,60})(?:\|[^()]{1,20})?\))?$/.exec(text?.trim() ?? '');
  const project = found?.[1]
    ?.split(/[\\/]/)
    .at(-1)
    ?.replace(/\.(?:dll|exe)$/i, '');
  return { ...(project && { project }), ...(found?.[2] !== undefined && { framework: found[2] }) };
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of `190 ms`, `< 1 ms`, `1 m 2 s`, `2s 080ms`, `1.4998 Seconds`. */
function durationOf(text: string | undefined): number {
  let sum = 0;
  for (const [, number, unit = ''] of (text ?? '')
    .slice(0, 60)
    .matchAll(/(\d{1,9}(?:\.\d{1,9})?) {0,2}([a-z]{1,12})/gi)) {
    const short = unit.toLowerCase();
    sum += Number(number) * (units[short] ?? units[short[0]!] ?? 0);
  }
  return sum;
}
