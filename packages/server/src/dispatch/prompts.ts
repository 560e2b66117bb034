import { isJsonObject, type JsonObject } from '@concord/contract';
import { nearest } from '@concord/engine';
import { invalidParams } from '../protocol/rpc-error.js';
import type { Exchange } from '../session/exchange.js';
import { askSource } from './ask-source.js';
import type { Host } from './host.js';
import { notFound } from './not-found.js';

/** Serves `prompts/get`. */
export async function getPrompt(params: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> {
  const { name, arguments: given = {} } = params;
  if (typeof name !== 'string' || name === '') throw invalidParams('params.name must be a non-empty string');
  if (!isJsonObject(given)) throw invalidParams('params.arguments must be an object');
  const shown = host.shownTo(exchange.session);
  const found = shown.prompt(name);
  if (!found?.mount.source.prompt) throw notFound('prompt', name, exchange.era, nearest(name, shown.names('prompts')));
  const missing = found.item.arguments.filter(each => each.required && given[each.name] === undefined);
  if (missing.length > 0)
    throw invalidParams(`Missing required argument: ${missing.map(each => each.name).join(', ')}`);
  const question = { method: 'prompts/get', name: found.ownName, args: asTexts(given) } as const;
  return (await askSource(found.mount, question, exchange, host)) as JsonObject;
}

/** Arguments are strings; a number or a boolean is one as it is written. */
function asTexts(given: JsonObject): Record<string, string> {
  const wrong = Object.keys(given).find(key => !['string', 'number', 'boolean'].includes(typeof given[key]));
  if (wrong !== undefined) throw invalidParams(`params.arguments.${wrong.slice(0, 100)} must be a string`);
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]));
}
