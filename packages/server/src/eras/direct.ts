import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { Server } from '@modelcontextprotocol/server';
import { askHandshake } from '../ask/handshake.js';
import { dispatch } from '../dispatch/dispatch.js';
import type { Exchange, Host } from '../dispatch/exchange.js';
import type { RpcError } from '../encode/rpc-error.js';
import { stampModern } from '../encode/stamp.js';
import { clientCapabilitiesKey, isCompleteClaim } from '../gate/claim.js';
import type { Flight } from '../gate/flights.js';
import type { Request } from '../gate/gate.js';
import type { Session } from '../gate/session.js';
import type { Settings } from '../settings.js';
import type { Outbox } from './outbox.js';
import { anything } from './sdk-server.js';

/** Longer than any question may take: its own limit ends it. */
const LONGEST_QUESTION_MS = 600_000;

/** Whether a call needs nothing of the SDK, which reads and checks each message several times. */
export function isPlain({ method, params = {} }: Request, { era }: Session, { direct }: Settings): boolean {
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
  readonly server: () => Server | undefined;
}

/** Takes a plain call straight to the Sources and answers it. */
export async function serveDirectly(request: Request, flight: Flight, route: DirectRoute): Promise<void> {
  const { host, outbox } = route;
  const exchange = exchangeOf(request, flight, route);
  try {
    const result = await dispatch(request.params ?? {}, exchange, host);
    outbox.land(request.id, exchange.era === 'modern' ? stampModern(result, host.surface.identity) : result);
  } catch (error) {
    outbox.land(request.id, error as RpcError);
  }
}

function exchangeOf({ id, method, params = {} }: Request, flight: Flight, route: DirectRoute): Exchange {
  const { host, session, outbox, server } = route;
  const era = session.era!;
  const meta: JsonObject = isJsonObject(params._meta) ? params._meta : {};
  const declared = meta[clientCapabilitiesKey];
  const requestId = meta['io.concord/requestId'];
  const exchange: Exchange = {
    id,
    method,
    era,
    session,
    meta,
    clientCapabilities: era === 'modern' && isJsonObject(declared) ? declared : session.clientCapabilities,
    signal: flight.signal,
    ...(typeof requestId === 'string' && { requestId }),
    notify: (name, notice) => outbox.write({ jsonrpc: '2.0', method: name, params: notice }),
    flush: async () => {},
    request: (name, asked, signal) =>
      server()!.request({ method: name, params: asked } as never, anything as never, {
        signal,
        timeout: LONGEST_QUESTION_MS,
      }) as Promise<Json>,
    ask: (questions, options) => askHandshake(questions, options, exchange, host),
  };
  return exchange;
}
