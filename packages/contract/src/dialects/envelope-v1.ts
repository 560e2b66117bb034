import * as generated from '../../generated/validators.js';
import { diagnostics, kindsBehind } from '../catalog.js';
import { classify, leadingProblem } from '../classify.js';
import type { EnvelopeError, EnvelopeV1 } from '../documents.js';
import { faultsOf } from '../faults.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import type { ArgumentFault, Failure, Outcome, Problem, Success, UpgradeHint } from '../outcome.js';
import { validateEnvelopeV1 } from '../validators.js';
import type { Dialect } from './dialect.js';
import { fields, filledObject } from './fields.js';
import { classifyIn, milliseconds } from './numbers.js';
import { failureOf, isKind, unreadable } from './reading.js';

/** One envelope for success and failure, always with all nine keys. */
export const envelopeV1: Dialect = {
  render: (outcome, facts) => ({
    tier: outcome.service?.tier ?? facts.tier,
    tool_version: facts.toolVersion,
    tool_id: facts.tool,
    request_id: facts.requestId,
    capabilities: [
      ...new Set(['envelope-v1', ...(facts.capabilities ?? []), ...(outcome.service?.capabilities ?? [])]),
    ],
    duration_ms: milliseconds(facts),
    error: outcome.ok ? null : renderError(outcome),
    upgrade_hints: [
      ...(outcome.ok ? [] : outcome.problems.flatMap(renderUpgrade)),
      ...(outcome.service?.upgrades ?? []).map(hint => renderHint(hint)),
    ],
    data: outcome.ok ? successData(outcome) : failureData(outcome),
  }),
  write: value => JSON.stringify(value),
  read(value) {
    if (!validateEnvelopeV1(value)) throw unreadable('envelope-v1', faultsOf(generated.envelopeV1, value));
    return value.error === null ? readSuccess(value) : readFailure(value, value.error);
  },
};

function successData({ data, text }: Success): Json {
  return data ?? (data === undefined && text !== undefined ? { success: true, output: text } : null);
}

function failureData(failure: Failure): Json {
  return failure.data === undefined ? { success: false, error: leadingProblem(failure).message } : failure.data;
}

function renderError(failure: Failure): JsonObject {
  const problem = leadingProblem(failure);
  const details = {
    ...problem.details,
    ...(problem.argument && { argument: renderFault(problem.argument) }),
    ...(failure.problems.length > 1 && { problems: failure.problems.map(each => renderProblem(each, failure)) }),
  };
  return {
    error: problem.message,
    error_code: classifyIn(failure, problem).envelope,
    error_details: filledObject(details) ?? null,
  };
}

function renderProblem(problem: Problem, failure: Failure): JsonObject {
  const { kind, message, argument } = problem;
  return { kind, code: classifyIn(failure, problem).code, message, ...(argument && renderFault(argument)) };
}

function renderFault({ pointer, expected, received, nearest }: ArgumentFault): JsonObject {
  return fields({ pointer, expected, received, nearest });
}

function renderUpgrade({ upgrade }: Problem): JsonObject[] {
  return upgrade === undefined ? [] : [renderHint(upgrade)];
}

function renderHint({ feature, tier, reason }: UpgradeHint): JsonObject {
  return { feature, tier, reason };
}

function readSuccess({ data, upgrade_hints }: EnvelopeV1): Outcome {
  const hints = upgrade_hints.length > 0 && { service: { upgrades: upgrade_hints.map(readUpgrade) } };
  if (data === null) return { ok: true, ...hints };
  const text = isJsonObject(data) && typeof data.output === 'string' ? data.output : undefined;
  const isText = text !== undefined && same(data, successData({ ok: true, text }));
  return { ok: true, ...(isText ? { text } : { data }), ...hints };
}

function readFailure({ data, upgrade_hints }: EnvelopeV1, error: EnvelopeError): Outcome {
  const [first, ...others] = readProblems(error);
  const [upgrade, ...upgrades] = upgrade_hints;
  const failure = failureOf([
    { ...first, ...(upgrade && { upgrade: readUpgrade(upgrade) }) },
    ...others.map((other, index) => ({ ...other, ...upgradeAt(upgrades, index) })),
    ...upgrades.slice(others.length).map(missingUpgrade),
  ]);
  return same(data, failureData(failure)) ? failure : { ...failure, data };
}

function upgradeAt(upgrades: readonly UpgradeHint[], index: number): Pick<Problem, 'upgrade'> {
  const upgrade = upgrades[index];
  return upgrade === undefined ? {} : { upgrade: readUpgrade(upgrade) };
}

function missingUpgrade(upgrade: UpgradeHint): Problem {
  return { kind: 'upgrade_required', message: upgrade.reason, upgrade: readUpgrade(upgrade) };
}

function readUpgrade({ feature, tier, reason }: UpgradeHint): UpgradeHint {
  return { feature, tier, reason };
}

/** The problem the error speaks of, then those its details list beside it. */
function readProblems({ error, error_code, error_details }: EnvelopeError): [Problem, ...Problem[]] {
  const { argument, problems, ...rest } = error_details ?? {};
  const fault = readFault(argument);
  const [listed, ...others] = readListed(problems);
  const details = filledObject({
    ...rest,
    ...(argument !== undefined && fault === undefined && { argument }),
    ...(problems !== undefined && listed === undefined && { problems }),
  });
  const sameCode = listed !== undefined && classify(listed, -1).envelope === error_code;
  const leading: Problem = {
    ...(sameCode ? listed : kindsBehind.envelope[error_code]),
    message: error,
    ...(fault && { argument: fault }),
    ...(details && { details }),
  };
  return [leading, ...others];
}

function readListed(problems: Json | undefined): readonly Problem[] {
  if (!Array.isArray(problems) || problems.length < 2) return [];
  const read = problems.flatMap(readProblem);
  // All or none: a list of something else is left where it was, in the details.
  return read.length === problems.length ? read : [];
}

function readProblem(value: Json): Problem[] {
  if (!isJsonObject(value) || !isKind(value.kind) || typeof value.message !== 'string') return [];
  const { kind, message, code } = value;
  const argument = readFault(value);
  const diagnostic = typeof code === 'string' && diagnostics.shape.test(code) ? { code } : undefined;
  return [{ kind, message, ...diagnostic, ...(argument && { argument }) }];
}

function readFault(value: Json | undefined): ArgumentFault | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined;
  const { pointer, expected, received, nearest } = value;
  if (typeof pointer !== 'string' || typeof expected !== 'string' || typeof received !== 'string') return undefined;
  return { pointer, expected, received, ...(typeof nearest === 'string' && { nearest }) };
}

/** Whether a value is the object that is written where a tool has no data of its own: same keys, same order, same values. */
function same(value: Json, standIn: Json): boolean {
  if (!isJsonObject(value) || !isJsonObject(standIn)) return false;
  const keys = Object.keys(value);
  return keys.join() === Object.keys(standIn).join() && keys.every(key => value[key] === standIn[key]);
}
