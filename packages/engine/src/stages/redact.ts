import { setImmediate as breathe } from 'node:timers/promises';
import { cancelled, failure, type Json, type Outcome, type Redaction } from '@concord/contract';
import type { Passage } from '../passage.js';

/** Text longer than this is redacted in pieces, so that other calls and a cancel get their turn. */
const PIECE = 1_048_576;

/** Masks the secrets in every string that leaves, keys included. */
export function redact(passage: Passage): void | Promise<void> {
  const { tool, request, open, outcome } = passage;
  const byChoice = tool.redaction === 'on-request' && request.redact !== true;
  passage.unredacted = byChoice || passage.unsafeOutput;
  if (passage.unredacted) return;

  const redaction = open!.redaction();
  if (outcome!.text !== undefined && outcome!.text.length > PIECE) return redactLong(passage, redaction);
  const { value, count } = redaction.value(outcome as unknown as Json);
  passage.outcome = value as unknown as Outcome;
  passage.redactions = count;
}

async function redactLong(passage: Passage, redaction: Redaction): Promise<void> {
  const { text, ...rest } = passage.outcome!;
  // Nothing unredacted stands ready to leave while this one waits its turn.
  passage.outcome = failure(cancelled());
  // What a call that was interrupted before has handed over is not given up for the same cancel.
  const interrupted = passage.ending?.by === 'interruption';
  const givenUp = () => !interrupted && passage.interruption!.cause === 'cancelled';
  const long = await inPieces(text!, redaction, givenUp);
  if (long === undefined) return;
  const { value, count } = redaction.value(rest as unknown as Json);
  passage.outcome = { ...(value as unknown as Outcome), text: long.text };
  passage.redactions = count + long.count;
}

async function inPieces(text: string, redaction: Redaction, givenUp: () => boolean) {
  const stream = redaction.stream();
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) {
    if (at > 0) await breathe();
    if (givenUp()) return undefined;
    pieces.push(stream.push(text.slice(at, at + PIECE)));
  }
  const last = stream.end();
  return { text: pieces.join('') + last.text, count: last.count };
}
