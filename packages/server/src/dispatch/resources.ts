import { compileRedaction, isJsonObject, type Json, type JsonObject, rpcCodes } from '@concord/contract';
import { toRpcError } from '../encode/problem-error.js';
import { RpcError } from '../encode/rpc-error.js';
import type { Exchange, Host } from './exchange.js';
import { logFailure } from './failure-log.js';
import { LONGEST_URI, notFound } from './not-found.js';
import { readContents } from './source-answers.js';
import { sourceCall } from './source-call.js';

/** Serves `resources/read`. Failures are always errors; the contents are redacted and never empty. */
export async function readResource(params: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> {
  const uri = readUri(params);
  const mount = host.surface.ownerOf(uri);
  if (!mount?.source.read) throw notFound('resource', uri, exchange.era);
  try {
    const contents = readContents(await mount.source.read(uri, sourceCall(exchange)));
    if (contents.length === 0) throw notFound('resource', uri, exchange.era);
    return { contents: compileRedaction({}).value(contents as Json).value };
  } catch (error) {
    logFailure(error, exchange, host);
    const made = toRpcError(error, exchange.era, 'Unable to read resource');
    throw new RpcError(made.code, made.message, {
      ...(isJsonObject(made.data) && made.data),
      uri: uri.slice(0, LONGEST_URI),
    });
  }
}

export function readUri(params: JsonObject): string {
  const uri = params.uri;
  if (typeof uri !== 'string' || uri === '')
    throw new RpcError(rpcCodes.invalidParams, 'params.uri must be a non-empty string');
  return uri;
}
