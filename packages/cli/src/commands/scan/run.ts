import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Fault, type Finding, fixesOf, type Rule, type ScanRequest, scan } from '@concord/source-code';
import type { CommandWords } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { usage } from '../../command/failure.js';
import type { FlagName, Flags } from '../../command/flags.js';
import { numberOf } from '../../parse/values.js';
import { ProgressLine } from '../../print/progress-line.js';
import type { ScanFlags } from './flags.js';
import { onlyNew } from './only-new.js';
import { exitCode, isWanted } from './outcome.js';
import { printScan } from './print.js';
import { chosenRules } from './rules.js';
import { runTests } from './tests.js';

const STANDARD_SECONDS = 5;
const STANDARD_BYTES = 1_048_576;
const STANDARD_MEMORY_MB = 2_048;

/** What a scan came to, after everything that was asked to be left out is left out. */
export interface Scanned {
  readonly findings: readonly Finding[];
  readonly faults: readonly Fault[];
  readonly rules: readonly Rule[];
  readonly stats: { readonly files: number; readonly bytes: number; readonly lines: number; readonly rules: number };
  readonly ms: number;
  readonly times?: { readonly rules: ReadonlyMap<string, number>; readonly files: ReadonlyMap<string, number> };
  /** How many findings a baseline or a revision knows already. */
  readonly known: number;
  readonly suppressed: number;
}

/** Runs `mcp scan` and returns its exit code. */
export async function runScan(context: CommandContext, { words, rest }: CommandWords): Promise<number> {
  const started = performance.now();
  const flags = context.flags as Flags & ScanFlags;
  checkTogether(flags);
  const limits = limitsOf(flags);
  if (typeof flags.test === 'string') return runTests(context, flags.test, limits);
  const { rules, faults } = await chosenRules(context, flags);
  const request = requestOf(context, flags, [...words, ...(rest ?? [])], rules, limits);
  const line = new ProgressLine(context, 'scan');
  const result = await scan({
    ...request,
    onProgress: (done, total) => line.progress(`${done} of ${total} files`),
  });
  await line.end();
  const interrupted = context.interruptedWith();
  if (interrupted !== undefined) return interrupted;
  const wanted = result.findings.filter(each => isWanted(each, flags));
  const shown = wanted.filter(each => flags.suppressed === true || each.suppressed !== true);
  const fresh = await onlyNew(context, flags, shown, request);
  const scanned: Scanned = {
    findings: fresh,
    faults: [...faults, ...result.faults],
    rules,
    stats: result.stats,
    ms: performance.now() - started,
    ...(result.times && { times: result.times }),
    known: shown.length - fresh.length,
    suppressed: wanted.filter(each => each.suppressed === true).length,
  };
  const fixes =
    flags.fix === true
      ? fixesOf(
          context.cwd,
          fresh.filter(each => each.suppressed !== true),
        )
      : undefined;
  if (fixes && flags['dry-run'] !== true) fixes.write();
  await printScan(context, flags, scanned, fixes);
  return exitCode(scanned, flags);
}

/** Refuses flags that say nothing together. */
function checkTogether(flags: ScanFlags): void {
  if (flags['dry-run'] === true && flags.fix !== true)
    throw usage('--dry-run shows what --fix would change', 'mcp scan --fix --dry-run');
  if (flags['update-baseline'] === true && flags.baseline === undefined)
    throw usage('--update-baseline needs --baseline FILE', 'mcp help scan');
  if (flags.baseline !== undefined && flags.since !== undefined)
    throw usage('--baseline and --since both say what is known: give one of them', 'mcp help scan');
  if (flags.pattern !== undefined && flags.lang === undefined)
    throw usage('--pattern needs its language', "mcp scan --pattern 'eval($X)' --lang python");
  if (flags.lang !== undefined && flags.pattern === undefined)
    throw usage('--lang is the language of --pattern', 'mcp help scan');
}

type LimitsOfScan = Pick<ScanRequest, 'ruleMs' | 'maxBytes' | 'jobs' | 'maxMemoryMb'>;

function limitsOf(flags: Flags): LimitsOfScan {
  return {
    // Without a limit an expression could run for ever.
    ruleMs: numberOf(flags, 'timeout', 'seconds') || STANDARD_SECONDS * 1_000,
    maxBytes: numberOf(flags, 'max-bytes', 'size') ?? STANDARD_BYTES,
    jobs: numberOf(flags, 'jobs' as FlagName, 'positive') ?? availableParallelism(),
    maxMemoryMb: numberOf(flags, 'max-memory' as FlagName, 'positive') ?? STANDARD_MEMORY_MB,
  };
}

function requestOf(
  { cwd, env, home, signal }: CommandContext,
  flags: ScanFlags,
  paths: readonly string[],
  rules: readonly Rule[],
  limits: LimitsOfScan,
): ScanRequest {
  const list = (name: 'include' | 'exclude') => (flags[name] as readonly string[] | undefined) ?? [];
  return {
    ...limits,
    cwd,
    paths: paths.length === 0 ? ['.'] : paths,
    rules,
    include: list('include'),
    exclude: list('exclude'),
    ignores: flags['no-ignore'] !== true,
    times: flags.time === true,
    ...(flags['no-cache'] !== true && { cacheFolder: join(env.XDG_CACHE_HOME || join(home, '.cache'), 'mcp', 'scan') }),
    signal,
  };
}
