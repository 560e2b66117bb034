import { type JsonObject, type Problem, problem } from '@concord/contract';
import { findArgumentProblems } from '../arguments/find.js';
import type { Passage } from '../passage.js';

/** Refuses arguments that break the tool's schema or its own checks: all problems at once. */
export function validate(passage: Passage): void | Promise<void> {
  const { tool, given = {}, engine, request, open } = passage;
  const withSecrets = (args: JsonObject) => {
    for (const secret of tool.secrets?.(args) ?? []) open!.call.secret(secret);
    return open!.redaction();
  };
  const { args, problems } = findArgumentProblems(tool.inputSchema, given, engine.limits, withSecrets);
  if (args === undefined) return refuse(passage, problems);

  passage.args = args;
  const unsafeOutput = request.unsafeOutput === true || tool.unsafeOutput?.(args) === true;
  const forbidden = unsafeOutput && engine.forbidUnsafeOutput ? [notAllowed] : [];
  passage.unsafeOutput = unsafeOutput && !engine.forbidUnsafeOutput;
  const found = tool.check ? tool.check(args, problems, open!.call) : problems;
  if (found instanceof Promise)
    return passage.unlessInterrupted(found).then(late => late && conclude(passage, [...late, ...forbidden]));
  conclude(passage, forbidden.length === 0 ? found : [...found, ...forbidden]);
}

/** Arguments that pass may ask for a time of their own, where the caller has not given one. */
function conclude(passage: Passage, problems: readonly Problem[]): void {
  const { tool, args, request, open, interruption } = passage;
  if (problems.length > 0) return refuse(passage, problems);
  if (tool.timeoutMs === undefined || request.timeoutMs !== undefined) return;
  const timeoutMs = tool.timeoutMs(args, open!.call);
  if (timeoutMs !== undefined) interruption!.giveTime(timeoutMs);
}

function refuse(passage: Passage, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  passage.unsafeOutput = false;
  passage.refuse(problems.slice(0, Math.max(1, passage.engine.limits.maxArgumentProblems)));
}

const notAllowed: Problem = problem('invalid_params', "Parameter 'unsafeOutput' is not allowed by the operator", {
  details: { parameter: 'unsafeOutput', reason: 'forbidden' },
});
