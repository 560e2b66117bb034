import { leadingProblem } from '../classify.js';
import type { Json, JsonObject } from '../json.js';
import type { Facts, Failure, Outcome, Problem } from '../outcome.js';
import { fields, filled } from './fields.js';
import { problemExitCode } from './numbers.js';
import { report } from './report.js';
import { hasText, textOf } from './text.js';

/** The MCP result of a call whose tool answers in plain text. */
export function textResult(outcome: Outcome, facts: Facts): JsonObject {
  const blocks = outcome.content ?? [];
  const text = { type: 'text', text: textOf(outcome) };
  const content = hasText(outcome) || blocks.length === 0 ? [text, ...blocks] : blocks;
  const account: Record<string, Json> = { ...outcome.meta };
  account['io.concord/outcome'] = report(outcome, facts);
  const data = structuredContent(outcome);
  if (!outcome.ok)
    return fields({ content, structuredContent: data, isError: true, _meta: { ...account, ...failureMeta(outcome) } });
  return data === undefined ? { content, _meta: account } : { content, structuredContent: data, _meta: account };
}

/** Output that broke its own promise is not passed on as if it had kept it. */
function structuredContent(outcome: Outcome): Json | undefined {
  return !outcome.ok && leadingProblem(outcome).kind === 'malformed_output' ? undefined : outcome.data;
}

function failureMeta(failure: Failure): JsonObject {
  const problem = leadingProblem(failure);
  if (problem.kind === 'command_failed') {
    return { exitCode: problemExitCode(problem, failure), stderr: problem.stderr ?? '' };
  }
  if (problem.kind !== 'invalid_params') return {};
  return fields({ 'io.concord/problems': filled(failure.problems.flatMap(faultOf)) });
}

function faultOf({ argument, hint }: Problem): JsonObject[] {
  if (argument === undefined) return [];
  const { pointer, expected, received, nearest } = argument;
  return [fields({ pointer, expected, received, hint, nearest })];
}
