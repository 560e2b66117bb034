import {
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
import { readOutcome } from '../outcome/read.js';
import type { Ending, Passage } from '../passage.js';

/** Makes an Outcome of whatever the call came to: the one place where a throw, a malformed result, a timeout or a cancel becomes a Problem. */
export function settle(passage: Passage): void {
  const ending = endingOf(passage);
  const outcome = outcomeOf(ending, passage);
  if (!outcome.ok && outcome.problems[0].kind === 'malformed_output')
    passage.open!.call.log('error', outcome.problems[0].message);
  passage.outcome = finished(outcome, passage);
  passage.open?.close();
  if (ending.by === 'interruption' && isSuccess(ending.partial)) passage.state = 'finished';
  if (!outcome.ok && outcome.state) passage.state = outcome.state;
}

/** Lets a tool have its last word, where it has one. */
function finished(outcome: Outcome, { tool, given, open }: Passage): Outcome {
  if (tool.finish === undefined || open === undefined) return outcome;
  return tool.finish(outcome, given, open.call);
}

/** A stage that threw because it was interrupted was interrupted. */
function endingOf({ ending, interruption }: Passage): Ending {
  const cause = interruption?.cause;
  if (cause && (ending === undefined || ending.by === 'throw')) return { by: 'interruption', cause, settled: true };
  return ending ?? { by: 'throw', error: new Error('The call came to no end') };
}

function outcomeOf(ending: Ending, passage: Passage): Outcome {
  switch (ending.by) {
    case 'refusal':
      return readOutcome(failure(ending.problems), passage.tool.name, passage.engine.limits);
    case 'return':
      return readOutcome(ending.value, passage.tool.name, passage.engine.limits);
    case 'throw':
      return thrown(ending.error, passage);
    case 'interruption':
      return interrupted(ending, passage);
  }
}

function thrown(error: unknown, { tool, engine, open, state }: Passage): Outcome {
  const why = unexpected(error, open!.redaction());
  return readOutcome(failure([why], { exitCode: state === 'not_started' ? -1 : 1 }), tool.name, engine.limits);
}

/** Keeps what a tool handed over on its way out; its own account of the interruption goes first. */
function interrupted(ending: Ending & { by: 'interruption' }, { tool, engine, interruption }: Passage): Outcome {
  const left = ending.partial === undefined ? success() : readOutcome(ending.partial, tool.name, engine.limits);
  const kind = left.ok ? undefined : left.problems[0].kind;
  if (kind === ending.cause) return left;
  const { text, data, command, metadata, content }: Omit<Success, 'ok'> = kind === 'malformed_output' ? {} : left;
  const context = defined({ command, rawOutput: text && `${text.replace(/\n$/, '')}\n[Output truncated]` });
  const why = ending.cause === 'timeout' ? timedOut(interruption!.timeoutMs, context) : cancelled(context);
  return failure(why, { ...defined({ text, data, command, metadata, content }), exitCode: -1 });
}

/** Leaves out what is not there. */
function defined<Members extends object>(members: Members): { [Key in keyof Members]?: NonNullable<Members[Key]> } {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== ''),
  ) as never;
}

const DENIED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** A throw is a problem in disguise, the operating system's answer that a tool did not expect, or a bug. */
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
