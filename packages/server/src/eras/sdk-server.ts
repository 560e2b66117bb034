import { isJsonObject, type Json, type JsonObject, rpcCodes } from '@concord/contract';
import type { StopSignal } from '@concord/engine';
import { ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server';
import { askHandshake } from '../ask/handshake.js';
import { dispatch, methods } from '../dispatch/dispatch.js';
import type { Exchange, Host } from '../dispatch/exchange.js';
import { guardResult } from '../encode/guard.js';
import { modernError } from '../encode/modern-error.js';
import { RpcError } from '../encode/rpc-error.js';
import { clientCapabilitiesKey } from '../gate/claim.js';
import type { Era, Session } from '../gate/session.js';
import { capabilitiesOf } from './capabilities.js';

/** Takes any value: parameters and answers are checked where they are used. */
export const anything = {
  '~standard': { version: 1, vendor: 'concord', validate: (value: unknown) => ({ value }) },
} as const;

const listHint = { ttlMs: 5_000, cacheScope: 'private' } as const;
const cacheHints = {
  'tools/list': listHint,
  'prompts/list': listHint,
  'resources/list': listHint,
  'resources/templates/list': listHint,
  'server/discover': listHint,
  'resources/read': { ttlMs: 0, cacheScope: 'private' },
} as const;

/** Builds the SDK's server for one connection, session or request. Costs the same for 1 or 10,000 tools. */
export function buildServer(era: Era, session: Session, host: Host): Server {
  const { surface, settings } = host;
  const { instructions, ...serverInfo } = surface.identity;
  const capabilities = capabilitiesOf(surface, session.version, settings.minimal);
  const server = new Server(serverInfo as never, {
    capabilities,
    ...(instructions && { instructions }),
    cacheHints,
    requestState: { verify: state => host.parked.verify(state) },
    inputRequired: { legacyShim: false },
  });
  const serve = async (method: string, params: unknown, ctx: ServerContext) => {
    const given = isJsonObject(params) ? params : {};
    const { id, signal } = ctx.mcpReq;
    // Requests that no gate has admitted, those of the modern era over HTTP, are in flight from here on.
    const admitted = session.flights.get(id);
    const flight = admitted ?? session.flights.start(id, method);
    // The SDK also withdraws a request it has just answered: by then the work may be waiting for its client to come back.
    const withdraw = () => session.flights.cancel(id, 'client', false);
    if (signal.aborted) withdraw();
    else signal.addEventListener('abort', withdraw, { once: true });
    try {
      const requestState = await stateOf(ctx, host);
      const exchange = exchangeOf(method, ctx, era, session, host, flight.signal, requestState);
      const result = await dispatch(given, exchange, host);
      // Over stdio the line is measured as it leaves.
      return (session.transport === 'stdio' ? result : guardResult(result, method, host)) as never;
    } catch (error) {
      throw error instanceof RpcError ? protocolError(error, era) : error;
    } finally {
      signal.removeEventListener('abort', withdraw);
      // Whoever admitted a request lands it with its answer, which an ended session no longer gives.
      if (!admitted || session.phase === 'ended') session.flights.land(id);
    }
  };
  // Where a gate lets only known methods through, the SDK need not know what it cannot announce or would rewrite:
  // a Source that is not usable yet, and the results of tools, whose content it takes apart.
  const gated = era === 'handshake' || session.transport === 'stdio';
  if (gated) server.fallbackRequestHandler = (request, ctx) => serve(request.method, request.params, ctx);
  for (const [method, { kind }] of Object.entries(methods)) {
    if (capabilities[kind] === undefined || (gated && method === 'tools/call')) continue;
    const handle = (params: unknown, ctx: ServerContext) => serve(method, params, ctx);
    server.setRequestHandler(method as 'ping', { params: anything as never }, handle as never);
  }
  return server;
}

function protocolError(error: RpcError, era: Era): ProtocolError {
  const { code, message, data } = era === 'modern' ? modernError(error) : error;
  return new ProtocolError(code, message, data);
}

/** A request as the SDK hands it over. */
function exchangeOf(
  method: string,
  ctx: ServerContext,
  era: Era,
  session: Session,
  host: Host,
  signal: StopSignal,
  requestState: unknown,
): Exchange {
  const { mcpReq } = ctx;
  const meta = { ...(mcpReq._meta as JsonObject | undefined), ...(mcpReq.envelope as JsonObject | undefined) };
  const declared = meta[clientCapabilitiesKey];
  const sent: Promise<unknown>[] = [];
  const exchange: Exchange = {
    id: mcpReq.id,
    method,
    era,
    session,
    meta,
    clientCapabilities: era === 'modern' ? (isJsonObject(declared) ? declared : {}) : session.clientCapabilities,
    signal,
    ...requestIdOf(meta, ctx),
    ...(mcpReq.inputResponses !== undefined && { inputResponses: mcpReq.inputResponses as unknown as JsonObject }),
    ...(requestState !== undefined && { requestState }),
    notify: (name, notice) => {
      sent.push(mcpReq.notify({ method: name, params: notice } as never).catch(() => {}));
    },
    flush: async () => {
      await Promise.all(sent.splice(0));
    },
    request: (name, asked, signal) =>
      mcpReq.send({ method: name, params: asked } as never, anything as never, {
        signal,
        timeout: 600_000,
      }) as Promise<Json>,
    ask: (questions, options) => askHandshake(questions, options, exchange, host),
  };
  return exchange;
}

/** What a client brought back of a parked call. The SDK has opened it for the methods it checks; the others get it as it came. */
async function stateOf({ mcpReq }: ServerContext, { parked }: Host): Promise<unknown> {
  const state: unknown = mcpReq.requestState();
  if (typeof state !== 'string') return state;
  try {
    return await parked.verify(state);
  } catch {
    throw new RpcError(rpcCodes.invalidParams, 'Invalid or expired requestState');
  }
}

/** The id a caller gave the call, in `_meta` or in a header. */
function requestIdOf(meta: JsonObject, ctx: ServerContext): { requestId?: string } {
  const given = meta['io.concord/requestId'] ?? ctx.http?.req?.headers.get('x-request-id');
  return typeof given === 'string' ? { requestId: given } : {};
}
