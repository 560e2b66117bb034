import { isJsonObject, type Json, type JsonObject, rpcCodes } from '@concord/contract';
import { ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server';
import { askHandshake } from '../ask/handshake.js';
import { dispatch, methods } from '../dispatch/dispatch.js';
import type { Exchange, Host } from '../dispatch/exchange.js';
import { guardResult } from '../encode/guard.js';
import { RpcError } from '../encode/rpc-error.js';
import { clientCapabilitiesKey } from '../gate/claim.js';
import type { Era, Session } from '../gate/session.js';
import { capabilitiesOf } from './capabilities.js';

/** Takes any value: parameters are checked where they are used. */
const anything = {
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

const kindOf: Readonly<Record<string, string>> = {
  completion: 'completions',
  tools: 'tools',
  resources: 'resources',
  prompts: 'prompts',
};

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
  for (const method of Object.keys(methods)) {
    const kind = kindOf[method.slice(0, method.indexOf('/'))]!;
    if (capabilities[kind] === undefined) continue;
    const serve = async (params: unknown, ctx: ServerContext) => {
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
        const exchange = exchangeOf(method, ctx, era, session, host, flight.signal);
        return guardResult(await dispatch(given, exchange, host), method, host) as never;
      } catch (error) {
        throw error instanceof RpcError ? protocolError(error, era) : error;
      } finally {
        signal.removeEventListener('abort', withdraw);
        if (!admitted) session.flights.land(id);
      }
    };
    server.setRequestHandler(method as 'ping', { params: anything as never }, serve as never);
  }
  return server;
}

/** The modern era has no code for a cancelled request: its clients learn of it only when the server itself is the cause. */
function protocolError({ code, message, data }: RpcError, era: Era): ProtocolError {
  const unknown = era === 'modern' && code === rpcCodes.cancelled;
  return new ProtocolError(unknown ? rpcCodes.internalError : code, message, data);
}

/** A request as the SDK hands it over. */
function exchangeOf(
  method: string,
  ctx: ServerContext,
  era: Era,
  session: Session,
  host: Host,
  signal: AbortSignal,
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
    ...(mcpReq.requestState() !== undefined && { requestState: mcpReq.requestState() }),
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

/** The id a caller gave the call, in `_meta` or in a header. */
function requestIdOf(meta: JsonObject, ctx: ServerContext): { requestId?: string } {
  const given = meta['io.concord/requestId'] ?? ctx.http?.req?.headers.get('x-request-id');
  return typeof given === 'string' ? { requestId: given } : {};
}
