import {
  compileRedaction,
  invalidParameter,
  isJsonObject,
  type JsonObject,
  type Problem,
  type Redaction,
} from '@concord/contract';
import type { Limits } from '../limits/limits.js';
import { jsonBytes } from '../outcome/measure.js';
import { plainJson } from '../outcome/plain-json.js';
import { compileSchema, type SchemaCheck } from './compile.js';
import { explain } from './explain.js';

/** The arguments a tool may be given, and everything wrong with them. Without `args` they are not even an object. */
export interface ArgumentFindings {
  readonly args?: JsonObject;
  readonly problems: readonly Problem[];
}

/**
 * Checks arguments against a schema. Throws when the schema itself cannot be used, unless somebody else checks them. Values that problems quote are redacted with what
 * `redactionFor` gives, before they are shortened.
 */
export function findArgumentProblems(
  schema: JsonObject,
  given: unknown,
  limits: Limits,
  redactionFor: (args: JsonObject) => Redaction = () => compileRedaction(),
  isCheckedElsewhere = false,
): ArgumentFindings {
  const plain = plainJson(given, limits.maxDepth);
  if ('fault' in plain) return unusable('JSON', plain.fault, plain.pointer);
  if (!isJsonObject(plain.json)) return unusable('object', nameOfType(plain.json), '');
  const size = jsonBytes(plain.json);
  if (size > limits.maxArgumentBytes) return unusable(`at most ${limits.maxArgumentBytes} bytes`, `${size} bytes`, '');
  const errors = checkFor(schema, limits, isCheckedElsewhere)(plain.json);
  const redaction = redactionFor(plain.json);
  const most = Math.max(1, limits.maxArgumentProblems);
  return { args: plain.json, problems: errors.length === 0 ? [] : explain(errors, redaction, most) };
}

function checkFor(schema: JsonObject, limits: Limits, isCheckedElsewhere: boolean): SchemaCheck {
  try {
    return compileSchema(schema, limits);
  } catch (error) {
    if (isCheckedElsewhere) return () => [];
    throw new Error(`The input schema of the tool cannot be used: ${(error as Error).message}`);
  }
}

function unusable(expected: string, received: string, pointer: string): ArgumentFindings {
  const message = `The arguments must be ${expected === 'object' ? 'an object' : expected}; received: ${received}`;
  const argument = { pointer, expected, received };
  return { problems: [invalidParameter('arguments', 'invalid value', message, { argument })] };
}

function nameOfType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
