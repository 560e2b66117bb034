import type { Json, JsonObject, Problem } from '@concord/contract';
import { type CallRequest, invoke, nearest, secretsWith, type Tool } from '@concord/engine';
import type { Mount } from '../catalog/catalog.js';
import { encodeCall } from '../encode/call-result.js';
import type { Exchange } from '../session/exchange.js';
import { type RequestNotices, requestNotices } from '../session/request-notices.js';
import { secretsOf } from '../settings/settings.js';
import { callerOf } from './caller.js';
import type { Host } from './host.js';
import { notFound } from './not-found.js';

/** Serves `tools/call`: finds the tool, runs it through the engine, writes its outcome down. */
export async function callTool(params: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> {
  const { name, arguments: args = {}, timeoutSecs } = params as { name: string } & JsonObject;
  const shown = host.shownTo(exchange.session);
  const found = shown.tool(name);
  if (!found) throw notFound('tool', name, exchange.era, nearest(name, shown.names('tools')));
  const notices = requestNotices(exchange, host.settings, count =>
    host.log.warn('tools', `${count} log lines of ${found.item.name} were over the limit`),
  );
  const { outcome, facts } = await invoke(
    found.item,
    args,
    requestFor(exchange, host, found.mount, notices, timeoutSecs),
  );
  notices.finish();
  if (!outcome.ok) tellIncident(outcome.problems[0], found.item, exchange, host);
  return encodeCall(outcome, facts, found.item, exchange);
}

/** The request for the engine. Members are set one by one: every call passes here and most need few of them. */
function requestFor(
  exchange: Exchange,
  host: Host,
  { name, source }: Mount,
  { onProgress, onLog }: RequestNotices,
  timeoutSecs: Json | undefined,
): CallRequest {
  const { session, requestId, placeWaitMs } = exchange;
  const request: { -readonly [Key in keyof CallRequest]: CallRequest[Key] } = {
    engine: host.engine,
    signal: exchange.signal,
    server: name,
    caller: callerOf(exchange),
    client: session,
    knownSecrets: secretsWith(source, secretsOf(host.settings)),
    onAsk: (questions, options) => exchange.ask(questions, options),
  };
  if (placeWaitMs !== undefined) request.placeWaitMs = placeWaitMs;
  if (requestId !== undefined) request.requestId = requestId;
  if (session.roots) request.roots = session.roots;
  if (exchange.clientCapabilities.elicitation !== undefined) request.canElicit = true;
  request.meta = withoutToken(exchange.meta, host);
  if (timeoutSecs !== undefined) request.timeoutMs = (timeoutSecs as number) * 1_000;
  if (onProgress) request.onProgress = onProgress;
  if (onLog) request.onLog = onLog;
  return request;
}

/** `_meta` without the token of a server behind a proxy, which tools must not see. */
function withoutToken(meta: JsonObject, { settings: { remoteToken, remoteTokenKeys } }: Host): JsonObject {
  if (remoteToken === undefined) return meta;
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !remoteTokenKeys.includes(key)));
}

/** Logs failures that the operator should know of. The engine has logged malformed output to the client already. */
function tellIncident({ kind, message }: Problem, tool: Tool, exchange: Exchange, { log }: Host): void {
  const line = `${tool.name}: ${message}`;
  if (kind === 'too_large') exchange.log('error', 'tools', line);
  if (kind === 'malformed_output') log.error('tools', line);
}
