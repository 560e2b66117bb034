import { failure, type Outcome, success } from '@concord/contract';
import { nearest } from '@concord/engine';
import { commandLine } from '../argv/command-line.js';
import { cut } from '../outcome/cut.js';
import { sourceUnreachable } from '../outcome/ends.js';
import { type CliRun, outcomeOf } from '../outcome/from-run.js';
import type { CliRequest } from '../run/cli.js';
import { masked, maskedPrint } from './masked.js';
import { notStarted } from './not-started.js';
import { announce, conclude } from './report.js';
import type { Work } from './work.js';

const DEFAULT_NETWORK_MS = 30_000;
/** Added to the call's time: normally the call itself stops the child first. */
const PAST_THE_CALL_MS = 5_000;

/** What to run, where it is not the action's own command line in the call's own directory. */
export type Command = Partial<Pick<CliRequest, 'argv' | 'cwd' | 'env'>> & {
  readonly quiet?: boolean;
  /** Removes secrets from the output whose values are not known beforehand. */
  readonly mask?: (stdout: string) => { readonly text: string; readonly count: number };
};

/** A run that was not interrupted, with secrets masked unless the caller asked for raw output; or the outcome without one. */
export type Execution = { readonly run: CliRun } | { readonly outcome: Outcome };

/** Runs the CLI once for a call. */
export async function execute(work: Work, given: Command = {}): Promise<Execution> {
  const { tool, action, args, call, context } = work;
  const argv = given.argv ?? action.argv!(args);
  const command = commandLine(argv);
  const timeoutMs = networkTimeoutOf(work);
  const progress = given.quiet === true ? undefined : announce(work);
  const result = await context.cli
    .run(
      {
        argv,
        cwd: given.cwd ?? work.directory,
        timeoutMs: timeoutMs ?? call.remainingMs() + PAST_THE_CALL_MS,
        program: isProgram(work),
        ...(given.env && { env: given.env }),
        ...(action.stdin && given.argv === undefined && { stdin: action.stdin(args) }),
        ...(progress && { onLine: progress }),
      },
      call,
    )
    // A call that is stopped while it waits for its turn has no output.
    .catch((error: unknown) => {
      if (call.stopped) return undefined;
      throw error;
    });
  if (result === undefined) return { outcome: success({ command: masked(work, command) }) };
  if ('missing' in result) return { outcome: failure(notStarted(work, result.missing, command)) };
  const shown = given.mask?.(result.stdout) ?? { text: result.stdout, count: 0 };
  context.recentCalls.addLog(call.requestId, shown.text, result.stderr, work.redaction);
  const { end, exitCode } = result;
  if (!work.isRaw) call.masked(shown.count);
  const printed = maskedPrint(work, work.isRaw ? result : { ...result, stdout: shown.text });
  work.notes.stderr = printed.stderr;
  if (call.stopped)
    return {
      outcome: success({ text: cut(printed.stdout, work.limits.maxOutputChars).text, command: masked(work, command) }),
    };
  if (end === 'timeout')
    return { outcome: failure(sourceUnreachable(action.name, `did not answer within ${timeoutMs} ms`)) };
  conclude(work, exitCode, given.quiet);
  return {
    run: {
      tool: tool.name,
      action: action.name,
      command: masked(work, command),
      exitCode,
      ...printed,
      omitted: result.omitted,
      network: action.network === true,
      logUri: `dotnet://logs/${call.requestId}`,
      nearTemplates: nearTemplates(work),
      ...(typeof args.project === 'string' && { project: args.project }),
      sessionOf: project => context.sessions.ofProject(project)?.id,
    },
  };
}

/** The outcome of a run. */
export function concluded(run: CliRun, { limits }: Work): Outcome {
  return outcomeOf(run, limits);
}

/** Runs the action's own command, and gives its outcome. */
export async function runCommand(work: Work, given: Command = {}): Promise<Outcome> {
  const execution = await execute(work, given);
  return 'outcome' in execution ? execution.outcome : concluded(execution.run, work);
}

const MOST_NEAR = 3;

/** Templates with similar short names, where the list is cached. */
function nearTemplates({ args, context }: Work): readonly string[] {
  const { template } = args;
  if (typeof template !== 'string') return [];
  const names = new Set(context.facts.templates.peek()?.flatMap(each => each.shortNames));
  const found: string[] = [];
  for (
    let near = nearest(template, names);
    near !== undefined && found.length < MOST_NEAR;
    near = nearest(template, names)
  ) {
    found.push(near);
    names.delete(near);
  }
  return found;
}

/** The timeout for a package source, where it is shorter than the caller's. */
function networkTimeoutOf({ action, args, context }: Work): number | undefined {
  if (!action.name.startsWith('Search') || action.network !== true) return undefined;
  const set = Number(context.options.env.CONCORD_DOTNET_NETWORK_TIMEOUT_MS);
  const timeoutMs = Number.isInteger(set) && set > 0 ? set : DEFAULT_NETWORK_MS;
  return typeof args.timeoutMs === 'number' && args.timeoutMs <= timeoutMs ? undefined : timeoutMs;
}

/** Whether the output may be that of a program of the caller. */
function isProgram({ tool, action }: Work): boolean {
  return action.name === 'Run' || (tool.name === 'dotnet_project' && action.name === 'Test');
}
