import * as generated from '../../generated/validators.js';
import { type Category, catalog, diagnostics, type Kind } from '../catalog.js';
import { classify } from '../classify.js';
import type { ErrorResponse, ErrorResult, SuccessResult } from '../documents.js';
import { faultsOf } from '../faults.js';
import type { JsonObject } from '../json.js';
import type { Failure, Outcome, Problem, Success } from '../outcome.js';
import { validateErrorResponse, validateSuccessResult } from '../validators.js';
import type { Dialect } from './dialect.js';
import { fields, filled, stringRecord } from './fields.js';
import { classifyIn, failureExitCode, problemExitCode } from './numbers.js';
import { isFailing, unreadable } from './reading.js';

/** `SuccessResult` or `ErrorResponse`, with the keys in the order of their interfaces. */
export const contractV1: Dialect = {
  render: outcome => (outcome.ok ? renderSuccess(outcome) : renderFailure(outcome)),
  write: value => JSON.stringify(value),
  read(value) {
    if (validateErrorResponse(value)) return readFailure(value);
    if (validateSuccessResult(value)) return readSuccess(value);
    throw unreadable(
      'contract-v1',
      faultsOf(isFailing(value) ? generated.errorResponse : generated.successResult, value),
    );
  },
};

function renderSuccess({ text, data, command, metadata }: Success): JsonObject {
  return fields({
    success: true,
    command,
    output: text ?? (data === undefined ? '' : JSON.stringify(data)),
    exitCode: 0,
    metadata: stringRecord(metadata),
  });
}

function renderFailure(failure: Failure): JsonObject {
  return fields({
    success: false,
    errors: failure.problems.map(problem => renderProblem(problem, failure)),
    exitCode: failureExitCode(failure),
    metadata: stringRecord(failure.metadata),
  });
}

function renderProblem(problem: Problem, failure: Failure): JsonObject {
  const { code, category, mcpErrorCode } = classifyIn(failure, problem);
  return fields({
    code,
    message: problem.message,
    category,
    hint: problem.hint,
    explanation: problem.explanation,
    documentationUrl: problem.documentationUrl,
    suggestedFixes: filled(problem.suggestedFixes),
    alternatives: filled(problem.alternatives),
    rawOutput: problem.rawOutput ?? '',
    mcpErrorCode,
    data: fields({
      command: problem.command ?? failure.command,
      exitCode: problemExitCode(problem, failure),
      stderr: problem.stderr,
      additionalData: stringRecord(problem.details),
    }),
  });
}

function readSuccess({ output, command, metadata }: SuccessResult): Outcome {
  return { ok: true, text: output, ...(command !== undefined && { command }), ...(metadata && { metadata }) };
}

function readFailure({ errors, exitCode, metadata }: ErrorResponse): Outcome {
  const [first, ...others] = errors.map(error => readProblem(error, exitCode));
  if (first === undefined) throw new TypeError('contract-v1: errors is empty');
  return { ok: false, problems: [first, ...others], exitCode, ...(metadata && { metadata }) };
}

function readProblem(error: ErrorResult, failureExit: number): Problem {
  const { code, category, mcpErrorCode, rawOutput, data, ...plain } = error;
  const { additionalData, exitCode = exitCodeIn(code), ...context } = data ?? {};
  const problem: Problem = {
    ...kindOf(code, category, mcpErrorCode, additionalData?.reason),
    ...plain,
    ...(diagnostics.shape.test(code) && { code }),
    ...(rawOutput !== '' && { rawOutput }),
    ...context,
    ...(exitCode !== undefined && exitCode !== failureExit && { exitCode }),
    ...(additionalData && { details: additionalData }),
  };
  // A category that code and kind do not give by themselves is the sender's own judgement, and kept.
  return classify(problem, failureExit).category === category ? problem : { ...problem, category };
}

const kindsByCode: Readonly<Record<string, Kind>> = {
  [catalog.invalid_params.code]: 'invalid_params',
  [catalog.unavailable.code]: 'unavailable',
  [catalog.conflict.code]: 'conflict',
  [catalog.cancelled.code]: 'cancelled',
};

const kindsByCategory: Partial<Record<Category, Kind>> = {
  Validation: 'invalid_params',
  Capability: 'unavailable',
  Concurrency: 'conflict',
  Cancellation: 'cancelled',
};

function kindOf(
  code: string,
  category: Category,
  mcpErrorCode?: number,
  reason?: string,
): Pick<Problem, 'kind' | 'variant'> {
  const known = Object.hasOwn(kindsByCode, code) ? kindsByCode[code] : undefined;
  const kind = known ?? (diagnostics.shape.test(code) ? undefined : kindsByCategory[category]) ?? 'command_failed';
  if (kind === 'cancelled' && reason === 'timeout') return { kind: 'timeout' };
  const dependency = catalog.unavailable.variants.dependency;
  return kind === 'unavailable' && mcpErrorCode === dependency.mcpErrorCode
    ? { kind, variant: 'dependency' }
    : { kind };
}

/** The number in `EXIT_n`. */
function exitCodeIn(code: string): number | undefined {
  const digits = /^EXIT_(-?[0-9]{1,10})$/.exec(code)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
