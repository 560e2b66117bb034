import type { Json, Outcome, Problem } from '@concord/contract';

/** The bytes of output an Outcome holds, in UTF-8: text, data, content, and what its problems quote. */
export function outputBytes(outcome: Outcome): number {
  const own = textBytes(outcome.text) + jsonBytes(outcome.data) + jsonBytes(outcome.content);
  return outcome.ok ? own : own + outcome.problems.reduce((sum, each) => sum + problemBytes(each), 0);
}

function problemBytes(problem: Problem): number {
  return textBytes(problem.message) + textBytes(problem.rawOutput) + textBytes(problem.stderr);
}

function textBytes(text: string | undefined): number {
  return text === undefined ? 0 : Buffer.byteLength(text);
}

/** The size of a JSON value without the cost of writing it down; escapes are not counted. */
export function jsonBytes(value: Json | undefined): number {
  if (value === undefined) return 0;
  if (typeof value === 'string') return Buffer.byteLength(value) + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  let bytes = 2;
  if (Array.isArray(value)) for (const item of value as readonly Json[]) bytes += jsonBytes(item) + 1;
  else for (const [key, item] of Object.entries(value)) bytes += Buffer.byteLength(key) + 4 + jsonBytes(item);
  return bytes;
}
