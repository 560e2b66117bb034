import { isJsonObject, type JsonObject } from '@concord/contract';
import { modernError } from '../encode/problem-error.js';
import { stampModern } from '../encode/stamp.js';
import type { Request, RequestId } from '../protocol/messages.js';
import { hasModernMeta, withHeaders } from '../protocol/request-meta.js';
import type { RpcError } from '../protocol/rpc-error.js';
import { Exchange, type ExchangeParts } from '../session/exchange.js';
import type { RequestInProgress } from '../session/requests-in-progress.js';
import type { Session } from '../session/session.js';
import type { Settings } from '../settings/settings.js';
import { dispatch } from './dispatch.js';
import type { Host } from './host.js';

/** How a call that is served without the SDK reaches its client. A transport may use one for all calls of a connection. */
export interface DirectRoute extends Pick<ExchangeParts, 'notify' | 'request' | 'requestId'> {
  readonly host: Host;
  readonly session: Session;
  /** A header of the request, where the transport has some. */
  readonly header?: (name: string) => string | undefined;
  /** Answers a request, which ends it. */
  respond(id: RequestId, answer: JsonObject | RpcError): void;
}

/** Whether a request needs nothing of the SDK, which reads and checks each message several times. */
export function isPlainCall({ method, params = {} }: Request, { era }: Session, { direct }: Settings): boolean {
  if (method !== 'tools/call' || era === undefined || !direct) return false;
  if (era === 'handshake') return true;
  return hasModernMeta(params) && params.inputResponses === undefined && params.requestState === undefined;
}

/** Takes a plain call straight to the Sources and answers it. */
export async function callDirectly(request: Request, { signal }: RequestInProgress, route: DirectRoute): Promise<void> {
  const { host, session, notify, request: toClient, requestId, header } = route;
  const { id, method, params = {} } = request;
  const era = session.era!;
  const given: JsonObject = isJsonObject(params._meta) ? params._meta : {};
  const meta = header ? withHeaders(given, header) : given;
  const exchange = new Exchange({ id, method, era, session, meta, signal, notify, request: toClient, requestId }, host);
  try {
    const result = await dispatch(params, exchange, host);
    route.respond(id, era === 'modern' ? stampModern(result, host.catalog.identity) : result);
  } catch (error) {
    route.respond(id, era === 'modern' ? modernError(error as RpcError) : (error as RpcError));
  }
}
