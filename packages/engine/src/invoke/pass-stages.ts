import { type Facts, failure, type Outcome, problem } from '@concord/contract';
import { CallState, type Stage, type Stages } from '../call/call-state.js';
import type { CallRequest, Operation } from '../call/tool.js';
import { bound } from '../stages/bound.js';
import { record } from '../stages/record.js';
import { redact } from '../stages/redact.js';
import { settle } from '../stages/settle.js';

/** What a call came to, and what is known about it. */
export interface Invocation {
  readonly outcome: Outcome;
  readonly facts: Facts;
  /** Present when an error that is no ProblemError made it fail: its message was not written for the caller. */
  readonly threw?: true;
}

/** Every call passes all of these, however it ended. */
const afterTheEnding: Stages<Operation> = [
  ['settle', settle],
  ['redact', redact],
  ['bound', bound],
];

/** Takes a call through the stages of its kind until one of them ends it, and then through those that all calls have in common. */
export async function passStages<Of extends Operation>(
  untilTheEnding: Stages<Of>,
  operation: Of,
  given: unknown,
  request: CallRequest,
): Promise<Invocation> {
  const call = new CallState(operation, given, request);
  let time = call.startedAt;
  for (const [name, stage] of untilTheEnding) {
    try {
      // Most stages are done at once: waiting for them all the same would cost more than they do.
      const waiting = stage(call);
      if (waiting) await waiting;
    } catch (error) {
      call.ending = { by: 'throw', error };
    }
    if (call.stages) time = noteTime(call.stages, name, time);
    if (call.ending) break;
  }
  for (const [name, stage] of afterTheEnding) {
    try {
      const waiting = (stage as Stage<Of>)(call);
      if (waiting) await waiting;
    } catch {
      call.outcome = withheld;
    }
    if (call.stages) time = noteTime(call.stages, name, time);
  }
  try {
    const waiting = record(call);
    if (waiting) await waiting;
  } catch {
    call.outcome = withheld;
  }
  call.interruption?.close();
  const outcome = call.outcome!;
  const facts = call.facts!;
  return call.threw ? { outcome, facts, threw: true } : { outcome, facts };
}

/** Notes what a stage has taken, and gives the time at which the next begins. */
function noteTime(stages: Record<string, number>, name: string, since: number): number {
  const now = performance.now();
  stages[name] = Math.round((now - since) * 1_000);
  return now;
}

/** Takes the place of a result that could not be redacted, bounded or recorded. */
const withheld = failure(problem('internal', 'The result could not be prepared'), { exitCode: 1 });
