import type { JsonObject } from '@concord/contract';
import type { Exchange } from '../session/exchange.js';
import type { Host } from './host.js';
import { readResource, readUri } from './resources.js';

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
