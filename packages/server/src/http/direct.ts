import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, type JsonObject, rpcCodes } from '@concord/contract';
import { dispatch } from '../dispatch/dispatch.js';
import type { Exchange, Host } from '../dispatch/exchange.js';
import { guardResult } from '../encode/guard.js';
import { modernError } from '../encode/modern-error.js';
import type { RpcError } from '../encode/rpc-error.js';
import { stampModern } from '../encode/stamp.js';
import { clientCapabilitiesKey, logLevelKey } from '../gate/claim.js';
import type { RequestId } from '../gate/flights.js';
import { modernVersion, type Session } from '../gate/session.js';
import { answer, rpcAnswer } from './answer.js';

/** A modern request whose envelope is complete. */
export interface ModernRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

/**
 * Whether a call needs nothing of the SDK: its headers say what its body says, and its answer is one document. A call that wants to hear
 * of its progress, or comes back with answers, is not plain; neither is anything the SDK might have to refuse.
 */
export function isPlain({ headers }: IncomingMessage, { method, params }: ModernRequest, host: Host): boolean {
  const meta = params._meta as JsonObject;
  return (
    host.settings.direct &&
    method === 'tools/call' &&
    headers['mcp-method'] === method &&
    headers['mcp-name'] === params.name &&
    headers['mcp-protocol-version'] === modernVersion &&
    params.inputResponses === undefined &&
    params.requestState === undefined &&
    meta.progressToken === undefined &&
    meta[logLevelKey] === undefined
  );
}

/** Takes a plain call straight to the Sources and answers it; a client that leaves cancels it. */
export async function serveDirectly(
  req: IncomingMessage,
  res: ServerResponse,
  { id, method, params }: ModernRequest,
  session: Session,
  host: Host,
): Promise<void> {
  const flight = session.flights.start(id, method);
  res.once('close', () => {
    if (!res.writableFinished) session.flights.cancel(id, 'client', true);
  });
  const meta = params._meta as JsonObject;
  const declared = meta[clientCapabilitiesKey];
  const requestId = meta['io.concord/requestId'] ?? req.headers['x-request-id'];
  const exchange: Exchange = {
    id,
    method,
    era: 'modern',
    session,
    meta,
    clientCapabilities: isJsonObject(declared) ? declared : {},
    signal: flight.signal,
    ...(typeof requestId === 'string' && { requestId }),
    notify: () => {},
    flush: async () => {},
    ask: () => Promise.reject(new Error('the conversation asks')),
  };
  try {
    const result = guardResult(await dispatch(params, exchange, host), method, host);
    answer(res, rpcAnswer(id, stampModern(result, host.surface.identity)));
  } catch (error) {
    const failed = modernError(error as RpcError);
    answer(res, rpcAnswer(id, failed), failed.code === rpcCodes.missingClientCapability ? 400 : 200);
  } finally {
    session.flights.land(id);
  }
}
