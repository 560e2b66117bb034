import { isJsonObject, type JsonObject } from '@concord/contract';

const LONGEST_SECONDS = 600;

/** Why the parameters of a request cannot be used, in a sentence that names the field; undefined when they can. */
export type ParamsCheck = (params: JsonObject) => string | undefined;

/** Checks what `tools/call` needs before its tool can be looked up. The SDK would answer with a dump of its validator. */
export const checkCall: ParamsCheck = params => {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string' || name === '') return 'params.name must be a non-empty string';
  if (!isJsonObject(args)) return 'params.arguments must be an object';
  return checkTimeout(params);
};

/** Checks `timeoutSecs`, an extension of the protocol that every request to a Source may carry. */
export const checkTimeout: ParamsCheck = ({ timeoutSecs }) => {
  if (timeoutSecs === undefined) return undefined;
  const seconds = timeoutSecs as number;
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= LONGEST_SECONDS) return undefined;
  return `params.timeoutSecs must be an integer from 1 to ${LONGEST_SECONDS}`;
};
