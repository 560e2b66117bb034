import * as generated from '../generated/validators.js';
import type {
  CallOutput,
  CliError,
  EnvelopeV1,
  ErrorResponse,
  ErrorV0,
  InfoOutput,
  ListOutput,
  SearchOutput,
  SuccessResult,
} from './documents.js';
import { faultsOf } from './faults.js';
import type { SchemaName } from './schemas.js';

/** True for the success of contract-v1. */
export const validateSuccessResult = (value: unknown): value is SuccessResult => generated.successResult(value);

/** True for the failure of contract-v1. */
export const validateErrorResponse = (value: unknown): value is ErrorResponse => generated.errorResponse(value);

/** True for an envelope-v1, success or failure. */
export const validateEnvelopeV1 = (value: unknown): value is EnvelopeV1 => generated.envelopeV1(value);

/** True for a failure of error-v0. */
export const validateErrorV0 = (value: unknown): value is ErrorV0 => generated.errorV0(value);

/** True for what `mcp list --json` prints. */
export const validateList = (value: unknown): value is ListOutput => generated.list(value);

/** True for what `mcp info --json` prints. */
export const validateInfo = (value: unknown): value is InfoOutput => generated.info(value);

/** True for what `mcp call --json` prints, success or failure. */
export const validateCall = (value: unknown): value is CallOutput => generated.call(value);

/** True for what `mcp search --json` prints. */
export const validateSearch = (value: unknown): value is SearchOutput => generated.search(value);

/** True for the error object of the command line. */
export const validateCliError = (value: unknown): value is CliError => generated.cliError(value);

/** Why a value does not match a schema: lines of `<JSON pointer>: <fault>`, at most 20; empty when it matches. */
export function explain(name: SchemaName, value: unknown): string[] {
  return faultsOf(generated.byName[name], value);
}
