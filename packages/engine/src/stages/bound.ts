import { type Failure, failure, type Outcome, type Problem, problem } from '@concord/contract';
import type { CallState } from '../call/call-state.js';
import type { Operation } from '../call/tool.js';
import { headAndTail } from '../outcome/head-and-tail.js';
import { outputBytes } from '../outcome/measure.js';

/** Keeps an Outcome within its caps, in the way the operation asks. */
export function bound(call: CallState): void {
  const { operation, engine } = call;
  const fewer = limitProblems(call.outcome!, engine.limits.maxProblems);
  const cap = operation.limits?.maxOutputBytes ?? engine.limits.maxOutputBytes;
  const size = outputBytes(fewer);
  const outcome = size <= cap ? fewer : overflow[wayFor(fewer, operation)](fewer, cap, size);
  call.truncated = outcome !== call.outcome;
  if (outcome === fewer) call.bytes = size;
  call.outcome = outcome;
}

type Overflow = NonNullable<NonNullable<Operation['limits']>['overflow']>;

/** An interrupted call keeps both ends of its output, so that the caller still learns of the interruption. */
function wayFor(outcome: Outcome, operation: Operation): Overflow {
  const interrupted = !outcome.ok && ['cancelled', 'timeout'].includes(outcome.problems[0].kind);
  return interrupted ? 'headAndTail' : (operation.limits?.overflow ?? 'fail');
}

/** What becomes of output over the cap. */
const overflow: Readonly<Record<Overflow, (outcome: Outcome, cap: number, size: number) => Outcome>> = {
  fail: (_, cap, size) => tooLarge(cap, size),
  headAndTail: (outcome, cap, size) => {
    const texts = textsOf(outcome).length;
    const room = cap - outputBytes(withTexts(outcome, () => ''));
    if (texts === 0 || room <= 0) return tooLarge(cap, size);
    return withTexts(outcome, text => headAndTail(text, Math.floor(room / texts)).text);
  },
  replace: (outcome, cap, size) => {
    const { data, content, result, text, ...rest } = outcome;
    const notice = { ...rest, text: `[${size} bytes of output left out: the limit is ${cap}]` } as Outcome;
    return outputBytes(notice) > cap + MARKER_BYTES ? tooLarge(cap, size) : notice;
  },
};

/** The long texts of an outcome: its own, and those its problems quote. */
function textsOf(outcome: Outcome): string[] {
  const quoted = outcome.ok ? [] : outcome.problems.flatMap(({ rawOutput, stderr }) => [rawOutput, stderr]);
  return [outcome.text, ...quoted].filter(text => text !== undefined && text !== '') as string[];
}

/** The outcome with its long texts changed, and nothing but texts. */
function withTexts({ data, content, ...outcome }: Outcome, change: (text: string) => string): Outcome {
  const changed = <Given extends { [name in Name]?: string }, Name extends keyof Given>(given: Given, name: Name) =>
    given[name] ? { [name]: change(given[name]) } : {};
  const own = { ...outcome, ...changed(outcome, 'text') } as Outcome;
  if (own.ok) return own;
  const problems = own.problems.map(each => ({ ...each, ...changed(each, 'rawOutput'), ...changed(each, 'stderr') }));
  return { ...own, problems: problems as [Problem, ...Problem[]] };
}

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
  return { ...outcome, metadata, problems: [first, ...others.slice(0, Math.max(0, most - 1))] };
}
