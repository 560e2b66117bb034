import { setImmediate as nextTurn } from 'node:timers/promises';
import { cancelled, failure, type Json, type Outcome, type Redaction, Tally, withheldBytes } from '@concord/contract';
import type { CallState } from '../call/call-state.js';

/** Text longer than this is redacted in pieces, so that other calls and a cancel get their turn. */
const PIECE = 1_048_576;

/** Masks the secrets in every string that leaves, keys included. */
export function redact(call: CallState): void | Promise<void> {
  const { operation, request, open, outcome } = call;
  const byChoice = operation.redaction === 'on-request' && request.redact !== true;
  call.unredacted = byChoice || call.unsafeOutput;
  if (call.unredacted) return;

  const redaction = open!.redaction();
  if (outcome!.text !== undefined && outcome!.text.length > PIECE) return redactLong(call, redaction);
  const { value, count, withheld } = redaction.value(outcome as unknown as Json);
  call.outcome = withoutBytes(value as unknown as Outcome, withheld);
  call.redactions = count + open!.masked;
}

async function redactLong(call: CallState, redaction: Redaction): Promise<void> {
  const { text, ...rest } = call.outcome!;
  // Should a piece fail, nothing unredacted is left in the outcome.
  call.outcome = failure(cancelled());
  // The partial output of a cancelled call is redacted to its end, although the call is cancelled.
  const interrupted = call.ending?.by === 'interruption';
  const givenUp = () => !interrupted && call.interruption!.cause === 'cancelled';
  const tally = new Tally();
  const long = await inPieces(text!, redaction, tally, givenUp);
  if (long === undefined) return;
  const { value, count, withheld } = redaction.value(rest as unknown as Json, tally);
  call.outcome = { ...withoutBytes(value as unknown as Outcome, withheld), text: long };
  call.redactions = count + call.open!.masked;
}

/** A result that lost bytes which could not be masked is a failure that says so, and keeps the rest. */
function withoutBytes(outcome: Outcome, withheld = 0): Outcome {
  if (withheld === 0) return outcome;
  const told = withheldBytes(withheld);
  if (!outcome.ok) return { ...outcome, problems: [...outcome.problems, told] };
  const { ok, result, ...output } = outcome;
  return failure(told, { ...output, exitCode: 1, ...(result && { result: { ...result, isError: true } }) });
}

async function inPieces(text: string, redaction: Redaction, tally: Tally, givenUp: () => boolean) {
  const stream = redaction.stream(tally);
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) {
    if (at > 0) await nextTurn();
    if (givenUp()) return undefined;
    pieces.push(stream.push(text.slice(at, at + PIECE)));
  }
  return pieces.join('') + stream.end().text;
}
