import { isJsonObject, type Json, type Problem, problem, rpcCodes } from '@concord/contract';
import type { ToolItem } from '../project/items.js';
import { blocked } from './policy.js';

/** What a project's own rule said, read generously: a number may be a string, and data may be left out. */
export function readDecision(given: Json | undefined, item: ToolItem): Problem | undefined {
  if (given === true) return undefined;
  if (given === false) return problem('forbidden', blocked(item));
  if (!isJsonObject(given) || typeof given.allow !== 'boolean')
    throw new Error('it gave neither true, false nor {allow}');
  if (given.allow) return undefined;
  const { code, message, data } = given;
  const chosen =
    Number.isInteger(Number(code)) && code !== '' && code !== undefined && code !== null ? Number(code) : undefined;
  const says = typeof message === 'string' && message !== '' ? message : blocked(item);
  const hasData = data !== undefined && data !== null && data !== '';
  if (chosen === undefined && !hasData) return problem('forbidden', says);
  return problem('forbidden', says, { rpc: { code: chosen ?? rpcCodes.internalError, ...(hasData && { data }) } });
}
