import { type Failure, failure, type Outcome, problem } from '@concord/contract';
import type { CallState } from '../call/call-state.js';
import type { Operation } from '../call/tool.js';
import { outputBytes } from '../outcome/measure.js';
import { shortened } from '../outcome/shorten.js';

/** Keeps an Outcome within what its caller wants, where the rest of it can be kept, and within its caps, in the way the operation asks. */
export function bound(call: CallState): void | Promise<void> {
  const { engine, operation, request, open, ending } = call;
  const fewer = limitProblems(call.outcome!, engine.limits.maxProblems);
  call.truncated = fewer !== call.outcome;
  const size = outputBytes(fewer);
  if (engine.spill === undefined || open === undefined || ending?.by === 'replay') return cap(call, fewer, size);
  const { call: own } = open;
  const what = { operation, isTool: call.tool !== undefined, isRedacted: !call.unredacted };
  const leaving = { ...what, server: request.server, caller: own.caller, call: own };
  const spilling = engine.spill.bound({ ...leaving, outcome: fewer, bytes: size });
  if (spilling === undefined) return cap(call, fewer, size);
  return spilling.then(spilled => {
    if (spilled === undefined) return cap(call, fewer, size);
    call.note(spilled.notes);
    call.truncated ||= spilled.isShorter;
    cap(call, spilled.outcome, outputBytes(spilled.outcome));
  });
}

function cap(call: CallState, given: Outcome, size: number): void {
  const { operation, engine } = call;
  const most = operation.limits?.maxOutputBytes ?? engine.limits.maxOutputBytes;
  const outcome = size <= most ? given : overflow[wayFor(given, operation)](given, most, size);
  call.truncated ||= outcome !== given;
  if (outcome === given) call.bytes = size;
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
    const shorter = shortened(outcome, cap, outputBytes);
    return outputBytes(shorter) > cap ? tooLarge(cap, size) : withoutLostData(shorter, outcome, cap, size);
  },
  replace: (outcome, cap, size) => {
    const { data, content, result, text, ...rest } = outcome;
    const notice = { ...rest, text: `[${size} bytes of output left out: the limit is ${cap}]` } as Outcome;
    return outputBytes(notice) > cap + MARKER_BYTES ? tooLarge(cap, size) : notice;
  },
};

/** A result that promised data and lost it on the way is a failure, which keeps what is left of its text. */
function withoutLostData(shorter: Outcome, { result: whole }: Outcome, cap: number, size: number): Outcome {
  if (!shorter.ok || whole?.structuredContent === undefined || shorter.result?.structuredContent !== undefined)
    return shorter;
  const { ok, ...output } = shorter;
  return { ...output, ...tooLarge(cap, size), result: { ...shorter.result, isError: true } };
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
