import { isJsonObject, type JsonObject, rpcCodes } from '@concord/contract';
import type { StopSignal } from '@concord/engine';
import { ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Catalog } from '../catalog/catalog.js';
import { dispatch, methods } from '../dispatch/dispatch.js';
import type { Host } from '../dispatch/host.js';
import { modernError } from '../encode/problem-error.js';
import { withinLimit } from '../encode/response.js';
import { serverInfoOf } from '../encode/stamp.js';
import { withHeaders } from '../protocol/request-meta.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { Era } from '../protocol/versions.js';
import { Exchange, type ExchangeParts } from '../session/exchange.js';
import type { Session } from '../session/session.js';
import { anySchema, clientRequest } from './client-request.js';

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
  const { catalog, settings } = host;
  const instructions = catalog.instructionsFor(host.viewerOf(session));
  const capabilities: JsonObject = {
    ...capabilitiesOf(catalog, session.version, settings.minimal),
    // Clients may repeat a call under a key that was lost: it takes effect once.
    ...(host.gateway && { experimental: { 'io.concord/ledger': {} } }),
  };
  const server = new Server(serverInfoOf(catalog.identity) as never, {
    capabilities,
    ...(instructions && { instructions }),
    cacheHints,
    requestState: { verify: state => host.pausedCalls.verify(state) },
    inputRequired: { legacyShim: false },
  });
  const serve = async (method: string, params: unknown, ctx: ServerContext) => {
    const given = isJsonObject(params) ? params : {};
    const { id, signal } = ctx.mcpReq;
    // Requests of the modern era over HTTP are in progress from here on.
    const admitted = session.requests.get(id);
    const inProgress = admitted ?? session.requests.start(id, method);
    // The SDK also fires the signal of a request it has just answered, when its work may be paused: the listener is removed before that.
    const cancel = () => session.requests.cancel(id, 'client', false);
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    try {
      const result = await dispatch(given, await exchangeOf(method, ctx, era, session, host, inProgress.signal), host);
      return allowed(result, method, session, host) as never;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      throw protocolError(allowed(error, method, session, host) as RpcError, era);
    } finally {
      signal.removeEventListener('abort', cancel);
      // A request that was in progress before is finished when it is answered, which an ended session does no more.
      if (!admitted || session.phase === 'ended') session.requests.finish(id);
    }
  };
  // The gate lets only known methods through, so the fallback may serve what the SDK should not handle by itself: methods of Sources
  // that are not usable yet, which are not announced, and results of tools, which it would rewrite.
  const gated = era === 'handshake' || session.transport === 'stdio';
  if (gated) server.fallbackRequestHandler = (request, ctx) => serve(request.method, request.params, ctx);
  for (const [method, { kind }] of Object.entries(methods)) {
    if (capabilities[kind] === undefined || (gated && method === 'tools/call')) continue;
    const handle = (params: unknown, ctx: ServerContext) => serve(method, params, ctx);
    server.setRequestHandler(method as 'ping', { params: anySchema as never }, handle as never);
  }
  return server;
}

/** The answer, or an error where it is too large. Over stdio the line is measured when it is written. */
function allowed(given: JsonObject | RpcError, method: string, session: Session, { settings }: Host) {
  const answer = session.transport === 'stdio' ? given : withinLimit(given, method, settings, session.log);
  if (answer instanceof RpcError && !(given instanceof RpcError)) throw answer;
  return answer;
}

function protocolError(error: RpcError, era: Era): ProtocolError {
  const { code, message, data } = era === 'modern' ? modernError(error) : error;
  return new ProtocolError(code, message, data);
}

/** A request as the SDK hands it over. */
async function exchangeOf(
  method: string,
  ctx: ServerContext,
  era: Era,
  session: Session,
  host: Host,
  signal: StopSignal,
): Promise<Exchange> {
  const { mcpReq } = ctx;
  const sent: Promise<unknown>[] = [];
  const parts: ExchangeParts = {
    id: mcpReq.id,
    method,
    era,
    session,
    meta: withHeaders(
      { ...(mcpReq._meta as JsonObject | undefined), ...(mcpReq.envelope as JsonObject | undefined) },
      name => ctx.http?.req?.headers.get(name) ?? undefined,
    ),
    signal,
    inputResponses: mcpReq.inputResponses as unknown as JsonObject | undefined,
    requestState: await stateOf(ctx, host),
    requestId: ctx.http?.req?.headers.get('x-request-id') ?? undefined,
    notify: (name, notice) => {
      sent.push(mcpReq.notify({ method: name, params: notice } as never).catch(() => {}));
    },
    flush: async () => {
      await Promise.all(sent.splice(0));
    },
    request: clientRequest((request, schema, options) => mcpReq.send(request, schema, options)),
  };
  return new Exchange(parts, host);
}

/** The verified `requestState` of a request. The SDK has verified it for the methods it checks; for others it is done here. */
async function stateOf({ mcpReq }: ServerContext, { pausedCalls }: Host): Promise<unknown> {
  const state: unknown = mcpReq.requestState();
  if (typeof state !== 'string') return state;
  try {
    return await pausedCalls.verify(state);
  } catch {
    throw new RpcError(rpcCodes.invalidParams, 'Invalid or expired requestState');
  }
}

/** What a server of these Sources can do, as it is announced for one protocol version. */
function capabilitiesOf(
  { kinds, unusable, mounts }: Catalog,
  version: string | undefined,
  minimal: boolean,
): JsonObject {
  if (minimal || unusable !== undefined) return { logging: {} };
  const subscribe = mounts.some(({ source }) => source.onUpdated !== undefined);
  return {
    logging: {},
    ...(kinds.has('tools') && { tools: { listChanged: true } }),
    ...(kinds.has('resources') && { resources: { ...(subscribe && { subscribe }), listChanged: true } }),
    ...(kinds.has('prompts') && { prompts: { listChanged: true } }),
    ...(kinds.has('completions') && version !== '2024-11-05' && { completions: {} }),
  };
}
