import { isJsonObject, type JsonObject, rpcCodes } from '@concord/contract';
import { requestIdFor, type SourceKind } from '@concord/engine';
import type { Catalog, Collection, Mount } from '../catalog/catalog.js';
import type { Shown } from '../catalog/shown.js';
import { limitHeadersOfError, limitHeadersOfResult } from '../encode/limited.js';
import { toRpcError, withOutcome } from '../encode/problem-error.js';
import { RpcError } from '../protocol/rpc-error.js';
import { converse } from '../questions/converse.js';
import type { Exchange } from '../session/exchange.js';
import type { Session } from '../session/session.js';
import type { Slot, Slots } from '../session/slots.js';
import { complete, ownerOfReference } from './completion.js';
import { orStopped, within } from './deadline.js';
import { discoveredCall } from './discovered-call.js';
import { logFailure } from './failure-log.js';
import type { Host } from './host.js';
import { ownerReached } from './owner-reached.js';
import { page } from './pages.js';
import { getPrompt } from './prompts.js';
import { readResource, subscribe, unsubscribe } from './resources.js';
import { callTool } from './tools.js';

/** A method of the protocol: what it does and under which limits. */
interface Method {
  /** What a Source must be able to serve for it. */
  readonly kind: SourceKind;
  run(params: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> | JsonObject;
  /** Where it works, which is where it needs a place; a method without it needs none. */
  readonly worksAt?: (params: JsonObject, shown: Shown) => Mount | undefined;
  /** Whether the protocol lets it ask its client for more. */
  readonly asks?: boolean;
  /** Its deadline in seconds; a tool call has its own. */
  readonly seconds?: (host: Host) => number;
}

const thirty = () => 30;
const list = (collection: Collection): Method => ({
  kind: collection === 'resourceTemplates' ? 'resources' : collection,
  seconds: thirty,
  run: (params, { era, session }, { catalog, settings, shownTo }) => {
    tellProblem(collection, catalog, session);
    return page(collection, shownTo(session).listing(collection, era), params, settings.pageSize);
  },
});

/** Everything a client can ask of the Sources. The rest belongs to the gate or to the SDK. */
export const methods: Readonly<Record<string, Method>> = {
  'tools/list': list('tools'),
  'resources/list': list('resources'),
  'resources/templates/list': list('resourceTemplates'),
  'prompts/list': list('prompts'),
  'tools/call': {
    kind: 'tools',
    run: callTool,
    worksAt: ({ name }, shown) => shown.tool(name as string)?.mount,
    asks: true,
  },
  'resources/read': {
    kind: 'resources',
    run: readResource,
    worksAt: ({ uri }, shown) => (typeof uri === 'string' ? shown.addressOf(uri)?.mount : undefined),
    asks: true,
    seconds: thirty,
  },
  'prompts/get': {
    kind: 'prompts',
    run: getPrompt,
    worksAt: ({ name }, shown) => shown.prompt(name as string)?.mount,
    asks: true,
    seconds: thirty,
  },
  'completion/complete': {
    kind: 'completions',
    run: complete,
    worksAt: ({ ref }, shown) => ownerOfReference(ref, shown)?.mount,
    seconds: thirty,
  },
  'resources/subscribe': { kind: 'resources', run: subscribe, seconds: ({ settings }) => settings.subscribeSeconds },
  'resources/unsubscribe': { kind: 'resources', run: unsubscribe, seconds: thirty },
};

/** Serves one request. Gives a result object, or throws an RpcError; never anything else, and never later than its deadline. */
export async function dispatch(given: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> {
  const startedAt = performance.now();
  try {
    const method = methods[exchange.method];
    if (!method || !host.catalog.serves(method.kind)) throw noSuchMethod(exchange);
    if (!host.catalog.hasSnapshot) await snapshotOf(given, exchange, host);
    const params = exchange.method === 'tools/call' ? discoveredCall(given, exchange, host) : given;
    const result = await (method.seconds
      ? within(secondsFor(params, method.seconds(host)), exchange, limited => start(method, params, limited, host))
      : start(method, params, exchange, host));
    if (exchange.flush) await exchange.flush();
    // The result of a cancelled request is not sent.
    exchange.signal.throwIfAborted();
    if (!isJsonObject(result)) throw new Error('the result is no object');
    if (result.isError === true) exchange.session.limited = limitHeadersOfResult(result);
    return result;
  } catch (error) {
    if (exchange.signal.aborted) throw cancelledError(exchange, error);
    logFailure(error, exchange, host);
    await exchange.flush?.();
    const told = withOutcome(toRpcError(error, exchange.era), {
      requestId: requestIdFor(exchange.requestId, host.redaction),
      durationMs: performance.now() - startedAt,
      redactions: 0,
    });
    exchange.session.limited = limitHeadersOfError(told);
    throw told;
  }
}

function noSuchMethod({ method }: Exchange): RpcError {
  const failed = { kind: 'not_found', state: 'not_started' } as const;
  return new RpcError(rpcCodes.methodNotFound, `Method not found: ${method}`, undefined, failed);
}

function start(method: Method, params: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> {
  if (!method.asks || exchange.era === 'handshake') return work(method, params, exchange, host);
  return converse(params, exchange, host.pausedCalls, speaker => work(method, params, speaker, host));
}

async function work(method: Method, params: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> {
  if (!method.worksAt) return method.run(params, exchange, host);
  const { session } = exchange;
  const found = method.worksAt(params, host.shownTo(session));
  if (found === undefined) await ownerReached(params, exchange, host);
  const mount = found ?? method.worksAt(params, host.shownTo(session));
  const ended = mount && host.working(mount);
  try {
    const slots = host.slotsFor(mount);
    exchange.slot = slots.takeNow() ?? (await waitForPlace(slots, exchange));
    return await method.run(params, exchange, host);
  } finally {
    exchange.slot?.free();
    ended?.();
  }
}

async function waitForPlace(slots: Slots, exchange: Exchange): Promise<Slot> {
  const began = performance.now();
  const slot = await slots.take(exchange.signal);
  exchange.placeWaitMs = Math.round(performance.now() - began);
  return slot;
}

/** Waits for the first snapshot. Throws the reason when no Source is usable. */
async function snapshotOf(params: JsonObject, exchange: Exchange, { catalog }: Host): Promise<void> {
  if (catalog.hasSnapshot) return;
  const untilOpened = ({ signal }: Exchange) =>
    orStopped(
      catalog.opened().catch(() => {}),
      signal,
    );
  await within(secondsFor(params, thirty()), exchange, untilOpened, 'not_started');
  if (catalog.unusable !== undefined) throw nothingServed(catalog.unusable);
}

/** Nothing can be served, for this reason. */
export function nothingServed(reason: string): RpcError {
  return new RpcError(rpcCodes.internalError, reason, undefined, { kind: 'unavailable', state: 'not_started' });
}

/** The error that answers a cancelled request, with what is known about its outcome. */
export function cancelledError(
  { method, session, id }: Pick<Exchange, 'method' | 'session' | 'id'>,
  thrown?: unknown,
): RpcError {
  const reason = session.requests.get(id)?.cancelledBy ?? 'client';
  const what = method === 'tools/call' ? 'Tool cancelled' : 'Request cancelled';
  const known = thrown instanceof RpcError && thrown.code === rpcCodes.cancelled ? thrown.data : undefined;
  const data = { ...(isJsonObject(known) && known), ...(reason !== 'client' && { reason }) };
  return new RpcError(rpcCodes.cancelled, what, Object.keys(data).length > 0 ? data : undefined);
}

/** The seconds a request may take: those it asks for, or those of its method. */
function secondsFor({ timeoutSecs }: JsonObject, usual: number): number {
  return (timeoutSecs as number | undefined) ?? usual;
}

/** Tells a session once for each kind that the last refresh failed; asked again, it is served what there was before. */
function tellProblem(collection: Collection, { refreshProblem }: Catalog, session: Session): void {
  // A modern request over HTTP stands alone: it could never be asked again.
  if (!refreshProblem || (session.transport === 'http' && session.era === 'modern')) return;
  const kind = collection === 'resourceTemplates' ? 'resources' : collection;
  if (session.toldProblems.get(kind) === refreshProblem) return;
  session.toldProblems.set(kind, refreshProblem);
  throw nothingServed(`The last refresh failed: ${refreshProblem.reason}`);
}
