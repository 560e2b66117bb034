import { leadingProblem } from '../classify.js';
import type { JsonObject } from '../json.js';
import type { Facts, Failure, Problem } from '../outcome.js';
import type { Dialect } from './dialect.js';
import { fields, filled } from './fields.js';
import { classifyIn, retries } from './numbers.js';
import { oneLine } from './one-line.js';
import { textResult } from './text-result.js';

/** What `mcp call --json` prints: the result, or the error object that every command shares. */
export const cli: Dialect = {
  render: (outcome, facts) =>
    outcome.ok
      ? {
          server: facts.server ?? '',
          tool: facts.tool,
          status: 'success',
          result: outcome.result ?? textResult(outcome, facts),
          metadata: { timestamp: facts.timestamp, retry_count: retries(facts) ?? null },
        }
      : renderFailure(outcome, facts),
  write: value => JSON.stringify(value),
};

function renderFailure(failure: Failure, facts: Facts): JsonObject {
  return fields({
    server: facts.server,
    tool: facts.tool === '' ? undefined : facts.tool,
    status: 'error',
    result: failure.result ?? (answered(failure, facts) ? textResult(failure, facts) : undefined),
    error: renderError(failure, facts),
    metadata: fields({ timestamp: facts.timestamp, retry_count: retries(facts) }),
  });
}

/** Whether there is a result to print: the tool's own answer, or what it said before it was cut off. A JSON-RPC error has none. */
function answered(failure: Failure, { state }: Facts): boolean {
  const { text, data, content } = failure;
  const { variant, rpc } = leadingProblem(failure);
  if (state === 'not_started' || variant === 'rpc_error' || rpc !== undefined) return false;
  return state === 'finished' || text !== undefined || data !== undefined || content !== undefined;
}

function renderError(failure: Failure, facts: Facts): JsonObject {
  const problem = leadingProblem(failure);
  const { cli, retryable } = classifyIn(failure, problem);
  const faults = failure.problems.flatMap(faultOf);
  return fields({
    message: oneLine(messageOf(failure, faults.length, facts)),
    code: isAnswer(failure, facts) ? undefined : (cli.code ?? rpcCodeOf(problem)),
    kind: cli.kind ?? problem.kind,
    retryable,
    hint: problem.hint === undefined ? undefined : oneLine(problem.hint),
    problems: filled(faults),
    suggestion: textIn(problem, 'suggestion'),
    stderr_tail: textIn(problem, 'stderrTail'),
  });
}

/** The exit code the command line has for a failed call. */
export function cliExitCode(failure: Failure, facts: Facts): number {
  return isAnswer(failure, facts) ? ANSWERED : classifyIn(failure, leadingProblem(failure)).cli.exit;
}

/** The tool or server answered with an error. */
const ANSWERED = 2;

/** Kinds that a call comes to after its tool has finished. */
const afterwards: ReadonlySet<string> = new Set(['too_large', 'malformed_output']);

/** Whether a failure is what the tool itself said, whatever kind it said it was, and nothing that happened to the call. */
function isAnswer(failure: Failure, { state }: Facts): boolean {
  if (failure.result !== undefined) return failure.result.isError === true;
  const { kind, variant } = leadingProblem(failure);
  return state === 'finished' && variant !== 'rpc_error' && !afterwards.has(kind);
}

/** What a server answered with, where it was a JSON-RPC error. */
function rpcCodeOf({ details }: Problem): number | undefined {
  return Number.isInteger(details?.rpcCode) ? (details!.rpcCode as number) : undefined;
}

function textIn({ details }: Problem, name: string): string | undefined {
  const value = details?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function messageOf({ problems }: Failure, faults: number, { server, tool }: Facts): string {
  const target = server === undefined ? tool : `${server}/${tool}`;
  if (faults === problems.length && tool !== '')
    return `${faults} problem${faults === 1 ? '' : 's'} with the arguments of ${target}`;
  const more = problems.length - 1;
  return more === 0 ? problems[0].message : `${problems[0].message} (and ${more} more)`;
}

function faultOf({ argument, message }: Problem): JsonObject[] {
  if (argument === undefined) return [];
  const { pointer, expected, received, nearest } = argument;
  return [fields({ pointer, expected, received, message, nearest })];
}
