import { isJsonObject, type JsonObject, rpcCodes } from '@concord/contract';
import { invoke, nearest } from '@concord/engine';
import { encodeCall } from '../encode/call-result.js';
import { RpcError } from '../encode/rpc-error.js';
import { requestNotices } from '../notify/request-notices.js';
import { secretsOf } from '../settings.js';
import type { Exchange, Host } from './exchange.js';
import { notFound } from './not-found.js';

/** Serves `tools/call`: finds the tool, runs it through the engine, writes its outcome down. */
export async function callTool(params: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> {
  const { name, args, timeoutMs } = readCall(params);
  const found = host.surface.tool(name);
  if (!found) throw notFound('tool', name, exchange.era, nearest(name, host.surface.names('tools')));
  const notices = requestNotices(exchange, host.settings, count =>
    host.log.warn('tools', `${count} log lines of ${found.item.name} were over the limit`),
  );
  const { outcome, facts } = await invoke(found.item, args, {
    engine: host.engine,
    signal: exchange.signal,
    server: found.mount.name,
    caller: { name: exchange.session.clientName, transport: exchange.session.transport, era: exchange.era },
    ...(exchange.requestId !== undefined && { requestId: exchange.requestId }),
    ...(exchange.session.roots && { roots: exchange.session.roots }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(notices.onProgress && { onProgress: notices.onProgress }),
    ...(notices.onLog && { onLog: notices.onLog }),
    knownSecrets: secretsOf(host.settings),
    onAsk: (questions, options) => exchange.ask(questions, options),
  });
  notices.finish();
  if (!outcome.ok && (outcome.problems[0].kind === 'too_large' || outcome.problems[0].kind === 'malformed_output'))
    host.log.error('tools', `${found.item.name}: ${outcome.problems[0].message}`);
  return encodeCall(outcome, facts, found.item, exchange.era);
}

/** Checks the parts of a call that must be right before anything is looked up. */
export function readCall(params: JsonObject): { name: string; args: JsonObject; timeoutMs: number | undefined } {
  const { name, arguments: args = {}, timeoutSecs } = params;
  if (typeof name !== 'string' || name === '') throw invalid('params.name must be a non-empty string');
  if (!isJsonObject(args)) throw invalid('params.arguments must be an object');
  return { name, args, timeoutMs: readTimeout(timeoutSecs) };
}

/** `timeoutSecs`, an extension of the protocol: a whole number of seconds from 1 to 600. */
export function readTimeout(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  if (!Number.isInteger(given) || (given as number) < 1 || (given as number) > 600)
    throw invalid('params.timeoutSecs must be an integer from 1 to 600');
  return (given as number) * 1_000;
}

function invalid(message: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, message);
}
