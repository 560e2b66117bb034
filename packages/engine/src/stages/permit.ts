import { cancelled, failure } from '@concord/contract';
import type { CallEnd, Verdict } from '../call/admission.js';
import type { CallState } from '../call/call-state.js';

/** Asks whoever decides over the calls of this engine whether this one may run, or was answered before. */
export function permit(call: CallState): void | Promise<void> {
  const { admission } = call.engine;
  if (admission === undefined) return;
  const { operation, args, request, open } = call;
  const { caller } = open!.call;
  const verdict = admission.admit({
    operation,
    isTool: call.tool !== undefined,
    args,
    server: request.server,
    caller,
    call: open!.call,
  });
  if (verdict instanceof Promise) return inTime(call, verdict);
  follow(call, verdict);
}

/** The time of a call goes on while it waits. A permit that comes too late is given back. */
async function inTime(call: CallState, verdict: Promise<Verdict>): Promise<void> {
  const decided = await call.unlessInterrupted(verdict);
  if (decided) return follow(call, decided);
  verdict.then(
    late => void (late.by === 'permit' && late.permit.ended(neverRan)),
    () => {},
  );
}

const neverRan: CallEnd = { outcome: failure(cancelled()), state: 'not_started', bytes: 0, durationMs: 0 };

function follow(call: CallState, verdict: Verdict): void {
  if (verdict.by === 'permit') {
    call.permit = verdict.permit;
    call.open!.handsOn = verdict.permit.handsOn ?? {};
    if (verdict.permit.notes) call.note(verdict.permit.notes);
    return;
  }
  if (verdict.notes) call.note(verdict.notes);
  if (verdict.by === 'replay') {
    call.ending = { by: 'replay', outcome: verdict.outcome };
    call.state = verdict.state;
    return;
  }
  call.refuse([verdict.problem]);
  if (verdict.state) call.state = verdict.state;
}
