import { catalog, type Kind } from '../catalog.js';
import { isJsonObject } from '../json.js';
import type { Failure, Problem } from '../outcome.js';

/** The error for a value that is not of the dialect it was read as. */
export function unreadable(dialect: string, faults: readonly string[]): TypeError {
  return new TypeError(`not ${dialect}: ${faults.join('; ')}`);
}

/** True when a value of contract-v1 says that it is a failure, whatever else is wrong with it. */
export function isFailing(value: unknown): boolean {
  return isJsonObject(value) && (value.success === false || value.errors !== undefined);
}

/** A failure read from a document that has no exit code: -1 for kinds that stop a call beforehand, else 1. */
export function failureOf(problems: readonly [Problem, ...Problem[]]): Failure {
  return { ok: false, problems, exitCode: catalog[problems[0].kind].code === null ? 1 : -1 };
}

/** True for the name of a row of the catalog. */
export function isKind(value: unknown): value is Kind {
  return typeof value === 'string' && Object.hasOwn(catalog, value);
}
