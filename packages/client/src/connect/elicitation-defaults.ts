import { isJsonObject, type JsonObject } from '@concord/contract';
import type { ConnectOptions, ServerRequestHandler } from '../connection/options.js';

const method = 'elicitation/create';

/** The same options, with a handler that fills in the defaults of a form where the caller announced that it would. */
export function withElicitationDefaults(options: ConnectOptions): ConnectOptions {
  const handler = options.handlers?.[method];
  const elicitation = options.capabilities?.elicitation;
  const form = isJsonObject(elicitation) ? elicitation.form : undefined;
  if (handler === undefined || !isJsonObject(form) || form.applyDefaults !== true) return options;
  const filling: ServerRequestHandler = async params => filled(await handler(params), params);
  return { ...options, handlers: { ...options.handlers, [method]: filling } };
}

/** An accepted form with the default of every field that was left out. */
function filled(answer: JsonObject, { requestedSchema }: JsonObject): JsonObject {
  const properties = isJsonObject(requestedSchema) ? requestedSchema.properties : undefined;
  if (answer.action !== 'accept' || !isJsonObject(properties)) return answer;
  const defaults = Object.entries(properties).flatMap(([name, property]) =>
    isJsonObject(property) && property.default !== undefined ? [[name, property.default] as const] : [],
  );
  const content = isJsonObject(answer.content) ? answer.content : {};
  return { ...answer, content: { ...Object.fromEntries(defaults), ...content } };
}
