import { isJsonObject, type JsonObject } from '@concord/contract';

const LONGEST_SECONDS = 600;

/** Why the parameters of `tools/call` cannot even be looked up, in a sentence that names the field; undefined when they can. */
export function callFault({ name, arguments: args = {}, timeoutSecs }: JsonObject): string | undefined {
  if (typeof name !== 'string' || name === '') return 'params.name must be a non-empty string';
  if (!isJsonObject(args)) return 'params.arguments must be an object';
  return timeoutFault(timeoutSecs);
}

/** Why `timeoutSecs`, an extension of the protocol, cannot be used; undefined when it can or is absent. */
export function timeoutFault(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  if (Number.isInteger(given) && (given as number) >= 1 && (given as number) <= LONGEST_SECONDS) return undefined;
  return `params.timeoutSecs must be an integer from 1 to ${LONGEST_SECONDS}`;
}
