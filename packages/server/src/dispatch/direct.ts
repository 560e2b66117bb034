import { isJsonObject, type JsonObject } from '@concord/contract';
import { stampModern } from '../encode/stamp.js';
import type { Request } from '../gate/gate.js';
import { isCompleteClaim } from '../protocol/request-meta.js';
import type { RpcError } from '../protocol/rpc-error.js';
import type { Questioner } from '../sdk/client-request.js';
import { Exchange, type Host } from '../session/exchange.js';
import type { Flight } from '../session/requests-in-progress.js';
import type { Session } from '../session/session.js';
import type { Settings } from '../settings/settings.js';
import type { Outbox } from '../stdio/outbox.js';
import { dispatch } from './dispatch.js';

/** Whether a call over stdio needs nothing of the SDK, which reads and checks each message several times. */
export function isPlainCall({ method, params = {} }: Request, { era }: Session, { direct }: Settings): boolean {
  if (method !== 'tools/call' || era === undefined || !direct) return false;
  if (era === 'handshake') return true;
  return isCompleteClaim(params) && params.inputResponses === undefined && params.requestState === undefined;
}

/** What a call on the direct route reaches its client through. */
export interface DirectRoute {
  readonly host: Host;
  readonly session: Session;
  readonly outbox: Outbox;
  /** Sends our own requests to the client. */
  readonly request: Questioner;
}

/** Takes a plain call straight to the Sources and answers it. */
export async function callDirectly(request: Request, { signal }: Flight, route: DirectRoute): Promise<void> {
  const { host, session, outbox } = route;
  const { id, method, params = {} } = request;
  const era = session.era!;
  const meta: JsonObject = isJsonObject(params._meta) ? params._meta : {};
  const notify = (name: string, notice: JsonObject) => outbox.send({ jsonrpc: '2.0', method: name, params: notice });
  const exchange = new Exchange({ id, method, era, session, meta, signal, notify, request: route.request }, host);
  try {
    const result = await dispatch(params, exchange, host);
    outbox.land(id, era === 'modern' ? stampModern(result, host.surface.identity) : result);
  } catch (error) {
    outbox.land(id, error as RpcError);
  }
}
