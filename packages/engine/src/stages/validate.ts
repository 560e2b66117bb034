import { isJsonObject, type JsonObject, type Problem, problem } from '@concord/contract';
import { findArgumentProblems } from '../arguments/find.js';
import type { Resolved } from '../call/admission.js';
import type { CallState } from '../call/call-state.js';
import type { Tool } from '../call/tool.js';

/** Refuses arguments that break the tool's schema or its own checks: all problems at once. */
export function validate(call: CallState<Tool>): void | Promise<void> {
  const { operation: tool, given = {}, engine, open } = call;
  const resolving =
    engine.admission?.resolve && !tool.takesReferences && isJsonObject(given)
      ? engine.admission.resolve(given, tool, open!.call)
      : undefined;
  return resolving === undefined ? check(call, given) : checkResolved(call, resolving);
}

/** Checks what stands for the references among the arguments, which may be larger than what a caller may send. */
async function checkResolved(call: CallState<Tool>, resolving: Promise<Resolved>): Promise<void> {
  const resolved = await call.unlessInterrupted(resolving);
  if (resolved === undefined) return;
  if ('problems' in resolved) return refuse(call, resolved.problems);
  call.note(resolved.notes);
  return check(call, resolved.args, Number.POSITIVE_INFINITY);
}

function check(
  call: CallState<Tool>,
  given: unknown,
  maxArgumentBytes = call.engine.limits.maxArgumentBytes,
): void | Promise<void> {
  const { operation: tool, engine, request, open } = call;
  const withSecrets = (args: JsonObject) => {
    for (const secret of tool.secrets?.(args) ?? []) open!.call.secret(secret);
    return open!.redaction();
  };
  const { args, problems } = findArgumentProblems(
    tool.inputSchema,
    given,
    maxArgumentBytes === engine.limits.maxArgumentBytes ? engine.limits : { ...engine.limits, maxArgumentBytes },
    withSecrets,
    tool.isCheckedElsewhere,
  );
  if (args === undefined) return refuse(call, problems);

  call.args = args;
  const unsafeOutput = request.unsafeOutput === true || tool.unsafeOutput?.(args) === true;
  const forbidden = unsafeOutput && engine.forbidUnsafeOutput ? [notAllowed] : [];
  call.unsafeOutput = unsafeOutput && !engine.forbidUnsafeOutput;
  const found = tool.check ? tool.check(args, problems, open!.call) : problems;
  if (found instanceof Promise)
    return call.unlessInterrupted(found).then(late => late && conclude(call, [...late, ...forbidden]));
  conclude(call, forbidden.length === 0 ? found : [...found, ...forbidden]);
}

/** Arguments that pass may ask for a time of their own, where the caller has not given one. */
function conclude(call: CallState<Tool>, problems: readonly Problem[]): void {
  const { operation: tool, args, request, open, interruption } = call;
  if (problems.length > 0) return refuse(call, problems);
  if (tool.timeoutMs === undefined || request.timeoutMs !== undefined) return;
  const timeoutMs = tool.timeoutMs(args, open!.call);
  if (timeoutMs !== undefined) interruption!.giveTime(timeoutMs);
}

function refuse(call: CallState<Tool>, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  call.unsafeOutput = false;
  call.refuse(problems.slice(0, Math.max(1, call.engine.limits.maxArgumentProblems)));
}

const notAllowed: Problem = problem('invalid_params', "Parameter 'unsafeOutput' is not allowed by the operator", {
  details: { parameter: 'unsafeOutput', reason: 'forbidden' },
});
