import { type Facts, failure, type Outcome, problem } from '@concord/contract';
import { Passage, type Stage } from './passage.js';
import { admit } from './stages/admit.js';
import { bound } from './stages/bound.js';
import { correlate } from './stages/correlate.js';
import { record } from './stages/record.js';
import { redact } from './stages/redact.js';
import { run } from './stages/run.js';
import { settle } from './stages/settle.js';
import { validate } from './stages/validate.js';
import type { CallRequest, Tool } from './tool.js';

/** Each call takes these until one of them gives it its ending. */
const towardsAnEnding: readonly Stage[] = [correlate, validate, admit, run];

/** Each call takes all of these, however it ended. */
const towardsTheCaller: readonly Stage[] = [settle, redact, bound, record];

/** What a call came to, and what is known about it. */
export interface Invocation {
  readonly outcome: Outcome;
  readonly facts: Facts;
}

/**
 * The only way a tool is ever run. Resolves to an Outcome that is redacted and bounded, whatever the tool does;
 * rejects only with a TypeError that names an argument of a wrong type.
 */
export async function invoke(tool: Tool, args?: unknown, request: CallRequest = {}): Promise<Invocation> {
  const passage = new Passage(tool, args, request);
  for (const stage of towardsAnEnding) {
    try {
      // Most stages are done at once: waiting for them all the same would cost more than they do.
      const waiting = stage(passage);
      if (waiting) await waiting;
    } catch (error) {
      passage.ending = { by: 'throw', error };
    }
    if (passage.ending) break;
  }
  for (const stage of towardsTheCaller) {
    try {
      const waiting = stage(passage);
      if (waiting) await waiting;
    } catch {
      passage.outcome = withheld;
    }
  }
  passage.interruption?.close();
  return { outcome: passage.outcome!, facts: passage.facts! };
}

/** A result that could not be made safe does not leave. */
const withheld = failure(problem('internal', 'The result could not be prepared'), { exitCode: 1 });
