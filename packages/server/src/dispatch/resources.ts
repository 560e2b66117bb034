import { isJsonObject, type JsonObject } from '@concord/contract';
import { invalidParams, RpcError } from '../protocol/rpc-error.js';
import type { Exchange } from '../session/exchange.js';
import { askSource } from './ask-source.js';
import type { Host } from './host.js';
import { LONGEST_URI, notFound } from './not-found.js';

/** Serves `resources/read`. Failures are always errors; the contents are redacted and never empty. */
export async function readResource(params: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> {
  const uri = readUri(params);
  const address = host.shownTo(exchange.session).addressOf(uri);
  if (!address?.mount.source.read) throw notFound('resource', uri, exchange.era);
  const { mount, uri: own } = address;
  try {
    const question = { method: 'resources/read', uri: own } as const;
    const contents = (await askSource(mount, question, exchange, host, 'Unable to read resource')) as JsonObject[];
    if (contents.length === 0) throw notFound('resource', uri, exchange.era);
    // Whoever asks by the name of the Source is answered so.
    const prefix = uri.slice(0, uri.length - own.length);
    return { contents: prefix === '' ? contents : contents.map(each => ({ ...each, uri: `${prefix}${each.uri}` })) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message, data, failed } = error;
    throw new RpcError(code, message, { ...(isJsonObject(data) && data), uri: uri.slice(0, LONGEST_URI) }, failed);
  }
}

function readUri(params: JsonObject): string {
  const uri = params.uri;
  if (typeof uri !== 'string' || uri === '') throw invalidParams('params.uri must be a non-empty string');
  return uri;
}

/** Serves `resources/subscribe`: what cannot be read cannot be subscribed to. */
export async function subscribe(params: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> {
  await readResource(params, exchange, host);
  host.notifier.subscribe(exchange.session.listener, readUri(params));
  return {};
}

/** Serves `resources/unsubscribe`, also when there was nothing to end. */
export function unsubscribe(params: JsonObject, { session }: Exchange, host: Host): JsonObject {
  host.notifier.unsubscribe(session.listener, readUri(params));
  return {};
}
