import { isJsonObject, type JsonObject, rpcCodes } from '@concord/contract';
import type { SourceKind } from '@concord/engine';
import { converse } from '../ask/converse.js';
import { toRpcError } from '../encode/problem-error.js';
import { RpcError } from '../encode/rpc-error.js';
import { complete } from './completion.js';
import { orStopped, within } from './deadline.js';
import type { Exchange, Host } from './exchange.js';
import { page } from './pages.js';
import { tellProblem } from './problems.js';
import { getPrompt } from './prompts.js';
import { readResource } from './resources.js';
import { subscribe, unsubscribe } from './subscriptions.js';
import type { Collection } from './surface.js';
import { callTool, readTimeout } from './tools.js';

/** A method of the protocol: what it does and under which limits. */
interface Method {
  /** What a Source must be able to serve for it. */
  readonly kind: SourceKind;
  run(params: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> | JsonObject;
  /** Whether it takes one of the slots for work. */
  readonly slot?: boolean;
  /** Whether the protocol lets it ask its client for more. */
  readonly asks?: boolean;
  /** Its deadline in seconds; a tool call has its own. */
  readonly seconds?: (host: Host) => number;
}

const thirty = () => 30;
const list = (collection: Collection): Method => ({
  kind: collection === 'resourceTemplates' ? 'resources' : collection,
  seconds: thirty,
  run: (params, { era, session }, { surface, settings }) => {
    tellProblem(collection, surface, session);
    return page(collection, surface.listing(collection, era), params, settings.pageSize);
  },
});

/** Everything a client can ask of the Sources. The rest belongs to the gate or to the SDK. */
export const methods: Readonly<Record<string, Method>> = {
  'tools/list': list('tools'),
  'resources/list': list('resources'),
  'resources/templates/list': list('resourceTemplates'),
  'prompts/list': list('prompts'),
  'tools/call': { kind: 'tools', run: callTool, slot: true, asks: true },
  'resources/read': { kind: 'resources', run: readResource, slot: true, asks: true, seconds: thirty },
  'prompts/get': { kind: 'prompts', run: getPrompt, slot: true, asks: true, seconds: thirty },
  'completion/complete': { kind: 'completions', run: complete, slot: true, seconds: thirty },
  'resources/subscribe': { kind: 'resources', run: subscribe, seconds: ({ settings }) => settings.subscribeSeconds },
  'resources/unsubscribe': { kind: 'resources', run: unsubscribe, seconds: thirty },
};

/** Serves one request. Gives a result object, or throws an RpcError; never anything else, and never later than its deadline. */
export async function dispatch(params: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> {
  try {
    const method = methods[exchange.method];
    if (!method || !host.surface.kinds.has(method.kind))
      throw new RpcError(rpcCodes.methodNotFound, `Method not found: ${exchange.method}`);
    const seconds = method.seconds && (readTimeout(params.timeoutSecs) ?? method.seconds(host) * 1_000) / 1_000;
    const result = await within(seconds, exchange, limited =>
      method.asks && exchange.era === 'modern'
        ? converse(params, limited, host, speaker => work(method, params, speaker, host))
        : work(method, params, limited, host),
    );
    await exchange.flush();
    // Whatever a cancelled request came to is thrown away.
    exchange.signal.throwIfAborted();
    if (!isJsonObject(result)) throw new Error('the result is no object');
    return result;
  } catch (error) {
    if (exchange.signal.aborted) throw cancelledError(exchange, error);
    if (!(error instanceof RpcError)) host.log.error('rpc', `${exchange.method} failed: ${describe(error)}`);
    throw toRpcError(error, exchange.era);
  }
}

async function work(method: Method, params: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> {
  await snapshotOf(params, exchange, host);
  if (!method.slot) return run(method, params, exchange, host);
  let free = await host.slots.take(exchange.signal);
  // Somebody else may work while this request waits for a person.
  const ask: Exchange['ask'] = async (questions, options) => {
    free();
    try {
      return await exchange.ask(questions, options);
    } finally {
      free = await host.slots.take(exchange.signal);
    }
  };
  try {
    return await run(method, params, { ...exchange, ask }, host);
  } finally {
    free();
  }
}

/** The engine ends tools by itself; a Source that does not listen must not keep its client waiting. */
async function run(method: Method, params: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> {
  const running = Promise.resolve(method.run(params, exchange, host));
  return method.seconds ? orStopped(running, exchange.signal) : running;
}

/** Requests wait for the first snapshot; without any, each says why. */
async function snapshotOf(params: JsonObject, exchange: Exchange, { surface }: Host): Promise<void> {
  if (surface.hasSnapshot) return;
  const seconds = (readTimeout(params.timeoutSecs) ?? thirty() * 1_000) / 1_000;
  await within(seconds, exchange, ({ signal }) =>
    orStopped(
      surface.opened().catch(() => {}),
      signal,
    ),
  );
  if (surface.unusable !== undefined) throw new RpcError(rpcCodes.internalError, surface.unusable);
}

/** The answer to a cancelled request; what is known about its outcome goes with it. */
export function cancelledError(
  { method, session, id }: Pick<Exchange, 'method' | 'session' | 'id'>,
  thrown?: unknown,
): RpcError {
  const reason = session.flights.get(id)?.cancelledBy ?? 'client';
  const what = method === 'tools/call' ? 'Tool cancelled' : 'Request cancelled';
  const known = thrown instanceof RpcError && thrown.code === rpcCodes.cancelled ? thrown.data : undefined;
  const data = { ...known, ...(reason !== 'client' && { reason }) };
  return new RpcError(rpcCodes.cancelled, what, Object.keys(data).length > 0 ? data : undefined);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
