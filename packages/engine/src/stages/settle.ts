import {
  budgetSpent,
  cancelled,
  failure,
  type Outcome,
  type Problem,
  ProblemError,
  problem,
  type Redaction,
  type Success,
  success,
  timedOut,
} from '@concord/contract';
import type { CallState, Ending } from '../call/call-state.js';
import { readOutcome } from '../outcome/read.js';

/** Makes an Outcome of the Ending: the one place where a throw, a malformed result, a timeout or a cancel becomes a Problem. */
export function settle(call: CallState): void {
  const ending = endingOf(call);
  const outcome = outcomeOf(ending, call);
  // A problem that was thrown is logged by whoever handles the failure.
  if (!outcome.ok && ending.by !== 'throw' && outcome.problems[0].kind === 'malformed_output')
    call.open!.call.log('error', outcome.problems[0].message);
  call.outcome = finished(outcome, call);
  call.open?.close();
  if (ending.by === 'interruption' && isSuccess(ending.partial)) call.state = 'finished';
  if (!outcome.ok && outcome.state) call.state = outcome.state;
}

/** Lets the operation change its Outcome, where it wants to. */
function finished(outcome: Outcome, { operation, given, open, ending }: CallState): Outcome {
  if (operation.finish === undefined || open === undefined || ending?.by === 'replay') return outcome;
  return operation.finish(outcome, given, open.call);
}

/** A stage that threw after the call was interrupted ended by the interruption. */
function endingOf({ ending, interruption }: CallState): Ending {
  const cause = interruption?.cause;
  if (cause && (ending === undefined || ending.by === 'throw')) return { by: 'interruption', cause, settled: true };
  return ending ?? { by: 'throw', error: new Error('The call came to no end') };
}

function outcomeOf(ending: Ending, call: CallState): Outcome {
  switch (ending.by) {
    case 'refusal':
      return readOutcome(failure(ending.problems), call.operation.name, call.engine.limits);
    case 'replay':
      return ending.outcome;
    case 'return':
      return readOutcome(ending.value, call.operation.name, call.engine.limits);
    case 'throw':
      return thrown(ending.error, call);
    case 'interruption':
      return interrupted(ending, call);
  }
}

function thrown(error: unknown, call: CallState): Outcome {
  call.threw = !(error instanceof ProblemError);
  if (error instanceof ProblemError && error.state !== undefined) call.state = error.state;
  const { operation, engine, open, state } = call;
  const why = unexpected(error, open!.redaction());
  return readOutcome(failure([why], { exitCode: state === 'not_started' ? -1 : 1 }), operation.name, engine.limits);
}

/** Keeps the output an interrupted operation still handed over; a failure of its own that names the interruption is taken as it is. */
function interrupted(ending: Ending & { by: 'interruption' }, call: CallState): Outcome {
  const { operation, engine } = call;
  const left = ending.partial === undefined ? success() : readOutcome(ending.partial, operation.name, engine.limits);
  const kind = left.ok ? undefined : left.problems[0].kind;
  if (kind === ending.cause) return left;
  const { text, data, command, metadata, content }: Omit<Success, 'ok'> = kind === 'malformed_output' ? {} : left;
  const context = defined({ command, rawOutput: text && `${text.replace(/\n$/, '')}\n[Output truncated]` });
  const why = ending.cause === 'timeout' ? late(call, context) : cancelled(context);
  return failure(why, { ...defined({ text, data, command, metadata, content }), exitCode: -1 });
}

/** A call whose time is up says which time that was, and of a budget where it was spent. */
function late({ operation, request, interruption, state }: CallState, context: Partial<Problem>): Problem {
  const budgetMs = interruption!.spentBudgetMs;
  if (budgetMs === undefined) return timedOut(interruption!.timeoutMs, context);
  return budgetSpent(budgetMs, request.server ?? operation.name, state === 'not_started', context);
}

/** Leaves out members that are undefined or empty. */
function defined<Members extends object>(members: Members): { [Key in keyof Members]?: NonNullable<Members[Key]> } {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== ''),
  ) as never;
}

const DENIED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** The Problem for a throw: the one it carries, `io` for an error of the operating system, and `internal` for all others. */
function unexpected(error: unknown, redaction: Redaction): Problem {
  try {
    if (error instanceof ProblemError) return error.problem;
    const message = describe(error, redaction);
    const code = (error as NodeJS.ErrnoException | undefined)?.code;
    const fromSystem = typeof code === 'string' && typeof (error as NodeJS.ErrnoException).syscall === 'string';
    if (!fromSystem) return problem('internal', message);
    return problem('io', message, DENIED.has(code) ? { variant: 'denied' } : {});
  } catch {
    return problem('internal', UNEXPLAINED);
  }
}

const LONGEST_MESSAGE = 2_000;
const UNEXPLAINED = 'The tool failed without saying why';

function describe(error: unknown, redaction: Redaction): string {
  const message: unknown = error instanceof Error ? error.message : error;
  if (typeof message !== 'string' || message === '') return UNEXPLAINED;
  if (message.length <= LONGEST_MESSAGE) return message;
  // Half a secret is not recognised any more, so a message is redacted before it is cut.
  return redaction.text(message).text.slice(0, LONGEST_MESSAGE);
}

function isSuccess(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (value as { ok?: unknown }).ok === true;
}
