import { type Failure, failure, type Outcome, problem } from '@concord/contract';
import { headAndTail } from '../outcome/head-and-tail.js';
import { outputBytes } from '../outcome/measure.js';
import type { Passage } from '../passage.js';
import type { Tool } from '../tool.js';

/** Keeps an Outcome within its caps, in the way the tool asks. */
export function bound(passage: Passage): void {
  const { tool, engine } = passage;
  const fewer = limitProblems(passage.outcome!, engine.limits.maxProblems);
  const cap = tool.limits?.maxOutputBytes ?? engine.limits.maxOutputBytes;
  const size = outputBytes(fewer);
  const outcome = size <= cap ? fewer : overflow[tool.limits?.overflow ?? 'fail'](fewer, cap, size);
  passage.truncated = outcome !== passage.outcome;
  passage.outcome = outcome;
}

type Overflow = NonNullable<NonNullable<Tool['limits']>['overflow']>;

/** What becomes of output over the cap. */
const overflow: Readonly<Record<Overflow, (outcome: Outcome, cap: number, size: number) => Outcome>> = {
  fail: (_, cap, size) => tooLarge(cap, size),
  headAndTail: (outcome, cap, size) => {
    const { data, content, text = '', ...rest } = outcome;
    const shorter = { ...rest, text: headAndTail(text, cap).text } as Outcome;
    return text === '' || outputBytes(shorter) > cap + MARKER_BYTES ? tooLarge(cap, size) : shorter;
  },
  replace: (outcome, cap, size) => {
    const { data, content, text, ...rest } = outcome;
    const notice = { ...rest, text: `[${size} bytes of output left out: the limit is ${cap}]` } as Outcome;
    return outputBytes(notice) > cap + MARKER_BYTES ? tooLarge(cap, size) : notice;
  },
};

/** Room for the line that says what is missing. */
const MARKER_BYTES = 128;

function tooLarge(cap: number, size: number): Failure {
  const message = `The output of ${size} bytes is over the limit of ${cap} bytes (MCPBASH_MAX_TOOL_OUTPUT_SIZE)`;
  return failure(problem('too_large', message, { details: { limitBytes: String(cap), sizeBytes: String(size) } }), {
    exitCode: 1,
  });
}

function limitProblems(outcome: Outcome, most: number): Outcome {
  if (outcome.ok || outcome.problems.length <= most) return outcome;
  const [first, ...others] = outcome.problems;
  const metadata = { ...outcome.metadata, errorCount: String(outcome.problems.length) };
  return { ...outcome, metadata, problems: [first, ...others.slice(0, most - 1)] };
}
