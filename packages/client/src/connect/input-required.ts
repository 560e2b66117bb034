import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { ConnectOptions } from '../connection/options.js';
import type { Problems } from '../connection/problems.js';

/** How often one request may be asked for more. */
export const mostRounds = 10;

/** True for a result of the modern era that asks for input in place of an answer. */
export function asksForInput(result: JsonObject): boolean {
  return result.resultType === 'input_required';
}

/**
 * The parameters to repeat a request with: every question answered by the caller's handlers. Rejects with kind
 * `input_required` when there is none for one of them.
 */
export async function answeredParams(
  params: JsonObject,
  result: JsonObject,
  handlers: ConnectOptions['handlers'] = {},
  problems: Problems,
): Promise<JsonObject> {
  const questions = Object.entries(isJsonObject(result.inputRequests) ? result.inputRequests : {});
  const responses: Record<string, Json> = {};
  for (const [key, question] of questions) {
    const method = isJsonObject(question) && typeof question.method === 'string' ? question.method : '';
    if (!Object.hasOwn(handlers, method)) throw inputRequired(problems, result);
    const asked = isJsonObject(question) && isJsonObject(question.params) ? question.params : {};
    responses[key] = await handlers[method]!(asked);
  }
  if (questions.length === 0 && Object.keys(handlers).length === 0) throw inputRequired(problems, result);
  const { requestState } = result;
  return {
    ...params,
    ...(questions.length > 0 && { inputResponses: responses }),
    ...(typeof requestState === 'string' && { requestState }),
  };
}

/** The problem of a call that needs input which no handler gives. */
export function inputRequired(problems: Problems, result: JsonObject) {
  const { inputRequests } = result;
  return problems.make('input_required', `${problems.server}: the server asks for input before it answers`, {
    phase: 'call',
    sent: true,
    ...(inputRequests !== undefined && { data: { inputRequests } }),
  });
}
