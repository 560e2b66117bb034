import { conflictWith, type Problem, problem, type Tier } from '@concord/contract';
import { CallLock } from '../call/call-lock.js';
import type { CallState } from '../call/call-state.js';
import type { Tool } from '../call/tool.js';
import { permit } from './permit.js';

/** Checks the tier and the operator's policy, asks for a permit, and takes the locks the call needs. */
export function admit(call: CallState<Tool>): void | Promise<void> {
  const { operation: tool, open } = call;
  const refusal = belowTier(tool, open!.call.tier) ?? againstPolicy(call);
  if (refusal) return call.refuse([refusal]);
  const permitted = permit(call);
  if (permitted) return permitted.then(() => (call.ending === undefined ? admitFurther(call) : undefined));
  if (call.ending === undefined) return admitFurther(call);
}

/** A question to a source needs a permit, and nothing else. */
export function admitQuestion(call: CallState): void | Promise<void> {
  return permit(call);
}

/** What a tool itself has to say, and its locks. */
function admitFurther(call: CallState<Tool>): void | Promise<void> {
  const { operation: tool, args, open } = call;
  const said = tool.admit?.(args, open!.call);
  if (said instanceof Promise || needsLocks(tool)) return admitInTime(call, said);
  // A call that was cancelled before ends as cancelled in the next stage.
  if (said && !call.interruption!.cause) call.refuse([said]);
}

function needsLocks(tool: Tool): boolean {
  return tool.lockKey !== undefined && tool.annotations?.readOnlyHint !== true;
}

async function admitInTime(
  call: CallState<Tool>,
  said: Problem | undefined | Promise<Problem | undefined>,
): Promise<void> {
  const refusal = await call.unlessInterrupted(said);
  if (refusal) return call.refuse([refusal]);
  if (call.ending === undefined && needsLocks(call.operation)) await takeLocks(call);
  // The timeout of a tool begins when it runs.
  call.interruption!.restartClock();
}

async function takeLocks(call: CallState<Tool>): Promise<void> {
  const { operation: tool, args, engine, interruption, requestId, open } = call;
  const wanted = await call.unlessInterrupted(tool.lockKey!(args, open!.call));
  if (!wanted || wanted.keys.length === 0) return;
  // Other calls show these names, and do not know the secrets of this one.
  const operation = open!.redaction().text(wanted.operation).text;
  const target = open!.redaction().text(wanted.target).text;
  const waitMs = Math.min(wanted.waitMs ?? 0, interruption!.remainingMs());
  const lease = await engine.locks.acquire(
    { keys: wanted.keys, operation, target, requestId },
    { waitMs, signal: interruption!.signal },
  );
  if (lease.held) {
    call.lock = new CallLock(lease);
    open!.holds(call.lock);
    if (lease.waitedMs >= 1) call.note({ waits: { lock: Math.round(lease.waitedMs) } });
    return;
  }
  const { holder } = lease;
  const details = {
    since: holder.since,
    holderTarget: holder.target,
    holderPid: String(holder.pid),
    ...(holder.requestId !== undefined && { holderRequestId: holder.requestId }),
  };
  call.refuse([conflictWith(operation, target, holder.operation, details)]);
}

const ranks: Readonly<Record<Tier, number>> = { community: 0, pro: 1, enterprise: 2 };

function belowTier(tool: Tool, tier: Tier): Problem | undefined {
  const needed = tool.tier ?? 'community';
  if (ranks[tier] >= ranks[needed]) return undefined;
  const reason = `The ${needed} tier is required; this call has the ${tier} tier`;
  return problem('upgrade_required', `Tool '${tool.name}' needs the ${needed} tier`, {
    details: { feature: tool.name, reason },
    upgrade: { feature: tool.name, tier: needed, reason },
  });
}

function againstPolicy({ operation: tool, args, engine, open }: CallState<Tool>): Problem | undefined {
  const reason = engine.policy(tool, args, open!.call.caller);
  return reason === undefined ? undefined : problem('forbidden', reason);
}
