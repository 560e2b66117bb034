import { randomFillSync } from 'node:crypto';
import { compileRedaction, type Redaction } from '@concord/contract';
import { readBudget } from '../call/budget.js';
import type { CallState } from '../call/call-state.js';
import { openCall } from '../call/open-call.js';
import { Interruption } from '../cancel/interruption.js';

/** Gives the call its id, its clock and its channel to the caller. */
export function correlate(call: CallState): void {
  const { operation, request, engine } = call;
  const timeoutMs = request.timeoutMs ?? operation.limits?.timeoutMs ?? engine.limits.callTimeoutMs;
  const redaction = redactionFor(request.knownSecrets);
  call.requestId = requestIdFor(request.requestId, redaction);
  const granted = request.meta && readBudget(request.meta);
  const budget = granted !== undefined && 'kind' in granted ? undefined : granted;
  call.interruption = new Interruption(
    { timeoutMs, mostMs: operation.limits?.progressExtendsToMs, budgetMs: budget?.deadlineMs },
    request.signal,
  );
  call.open = openCall(operation, request, call.requestId, call.interruption, budget, redaction);
  if (granted !== undefined && 'kind' in granted) call.refuse([granted]);
}

const ID_BYTES = 16;
/** Randomness for many ids at once: asking for each by itself costs more than the rest of this stage. */
const pool = Buffer.alloc(ID_BYTES * 256);
let used = pool.length;

function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.toString('hex', used - ID_BYTES, used);
}

const compiled = new WeakMap<readonly string[], Redaction>();

/** The redaction of a list of secrets, made once for as long as the list is used. */
function redactionFor(known: readonly string[] | undefined): Redaction {
  if (known === undefined || known.length === 0) return compileRedaction({});
  const made = compiled.get(known) ?? compileRedaction({ known });
  compiled.set(known, made);
  return made;
}

/** The id a request goes by: the given one, or a new one. Ids end up in records and logs: only short printable ones that hold no secret are kept. */
export function requestIdFor(given: string | undefined, redaction: Redaction): string {
  if (given === undefined || !/^[\x21-\x7e]{1,128}$/.test(given)) return newRequestId();
  return redaction.text(given).count === 0 ? given : newRequestId();
}
