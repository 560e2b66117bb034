import { failure, type Outcome, success } from '@concord/contract';
import { nearest } from '@concord/engine';
import { commandLine } from '../argv/command-line.js';
import { cut } from '../outcome/cut.js';
import { sourceUnreachable } from '../outcome/ends.js';
import { type CliRun, outcomeOf } from '../outcome/from-run.js';
import type { CliRequest } from '../run/cli.js';
import { masked, maskedPrint } from './masked.js';
import { notStarted } from './not-started.js';
import { announce, conclude } from './tell.js';
import type { Work } from './work.js';

const DEFAULT_NETWORK_MS = 30_000;
/** A child is told to end by the call; this is for one that the call forgot. */
const PAST_THE_CALL_MS = 5_000;

/** What to run, where it is not the action's own command line in the call's own directory. */
export type Command = Partial<Pick<CliRequest, 'argv' | 'cwd' | 'env'>> & {
  readonly quiet?: boolean;
  /** Takes out of what is printed what nobody may read, though no one knows it beforehand. */
  readonly mask?: (stdout: string) => { readonly text: string; readonly count: number };
};

/** A run that came to its own end, with secrets masked unless the caller wants them; or what to answer without one. */
export type Execution = { readonly run: CliRun } | { readonly outcome: Outcome };

/** Runs the CLI once for a call. */
export async function execute(work: Work, given: Command = {}): Promise<Execution> {
  const { tool, action, args, call, workshop } = work;
  const argv = given.argv ?? action.argv!(args);
  const command = commandLine(argv);
  const patience = patienceOf(work);
  const progress = given.quiet === true ? undefined : announce(work);
  const result = await workshop.cli
    .run(
      {
        argv,
        cwd: given.cwd ?? work.directory,
        timeoutMs: patience ?? call.remainingMs() + PAST_THE_CALL_MS,
        program: isProgram(work),
        ...(given.env && { env: given.env }),
        ...(action.stdin && given.argv === undefined && { stdin: action.stdin(args) }),
        ...(progress && { onLine: progress }),
      },
      call,
    )
    // Whoever waits for a turn and is told to stop has nothing to hand over.
    .catch((error: unknown) => {
      if (call.stopped) return undefined;
      throw error;
    });
  if (result === undefined) return { outcome: success({ command: masked(work, command) }) };
  if ('missing' in result) return { outcome: failure(notStarted(work, result.missing, command)) };
  const shown = given.mask?.(result.stdout) ?? { text: result.stdout, count: 0 };
  workshop.kept.addLog(call.requestId, shown.text, result.stderr, work.redaction);
  const { end, exitCode } = result;
  if (!work.isRaw) call.masked(shown.count);
  const printed = maskedPrint(work, work.isRaw ? result : { ...result, stdout: shown.text });
  work.seen.stderr = printed.stderr;
  if (call.stopped)
    return {
      outcome: success({ text: cut(printed.stdout, work.limits.maxOutputChars).text, command: masked(work, command) }),
    };
  if (end === 'timeout')
    return { outcome: failure(sourceUnreachable(action.name, `did not answer within ${patience} ms`)) };
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
      sessionOf: project => workshop.sessions.ofProject(project)?.id,
    },
  };
}

/** What a run comes to. */
export function concluded(run: CliRun, { limits }: Work): Outcome {
  return outcomeOf(run, limits);
}

/** Runs the action's own command, and gives what it came to. */
export async function runCommand(work: Work, given: Command = {}): Promise<Outcome> {
  const execution = await execute(work, given);
  return 'outcome' in execution ? execution.outcome : concluded(execution.run, work);
}

const MOST_NEAR = 3;

/** Templates whose short names are like the one asked for, where the list is at hand. */
function nearTemplates({ args, workshop }: Work): readonly string[] {
  const { template } = args;
  if (typeof template !== 'string') return [];
  const names = new Set(workshop.facts.templates.peek()?.flatMap(each => each.shortNames));
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

/** How long a package source may take for an answer, where that is less than the caller gave. */
function patienceOf({ action, args, workshop }: Work): number | undefined {
  if (!action.name.startsWith('Search') || action.network !== true) return undefined;
  const set = Number(workshop.options.env.CONCORD_DOTNET_NETWORK_TIMEOUT_MS);
  const patience = Number.isInteger(set) && set > 0 ? set : DEFAULT_NETWORK_MS;
  return typeof args.timeoutMs === 'number' && args.timeoutMs <= patience ? undefined : patience;
}

/** Whether what is printed may be a program's own words. */
function isProgram({ tool, action }: Work): boolean {
  return action.name === 'Run' || (tool.name === 'dotnet_project' && action.name === 'Test');
}
