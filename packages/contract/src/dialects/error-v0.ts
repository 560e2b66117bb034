import * as generated from '../../generated/validators.js';
import { canonicalMessages, kindsBehind } from '../catalog.js';
import { leadingProblem } from '../classify.js';
import { faultsOf } from '../faults.js';
import { isJsonObject, type JsonObject } from '../json.js';
import type { Failure, Success } from '../outcome.js';
import { validateErrorV0 } from '../validators.js';
import type { Dialect } from './dialect.js';
import { classifyIn } from './numbers.js';
import { failureOf, unreadable } from './reading.js';

/** A code with its one message on failure, the plain data on success, and never both. */
export const errorV0: Dialect = {
  render: outcome => (outcome.ok ? renderSuccess(outcome) : renderFailure(outcome)),
  write: value => JSON.stringify(value),
  // A source that freezes its bytes prints its data itself; an error object ends its line.
  text(outcome, document) {
    const written = JSON.stringify(document);
    if (!outcome.ok) return `${written}\n`;
    return outcome.data === undefined ? written : (outcome.text ?? written);
  },
  read(value) {
    if (validateErrorV0(value))
      return failureOf([{ ...kindsBehind.errorV0[value.error.code], message: value.error.message }]);
    if (isJsonObject(value) && !Object.hasOwn(value, 'error')) return { ok: true, data: value };
    throw unreadable('error-v0', faultsOf(generated.errorV0, value));
  },
};

function renderSuccess({ data, text }: Success): JsonObject {
  if (isJsonObject(data) && !Object.hasOwn(data, 'error')) return data;
  return { result: data === undefined ? (text ?? null) : data };
}

function renderFailure(failure: Failure): JsonObject {
  const code = classifyIn(failure, leadingProblem(failure)).errorV0;
  return { error: { code, message: canonicalMessages[code] } };
}
