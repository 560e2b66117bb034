import type { IncomingMessage, ServerResponse } from 'node:http';
import { type JsonObject, rpcCodes } from '@concord/contract';
import { dispatch } from '../dispatch/dispatch.js';
import { guarded } from '../encode/guard.js';
import { modernError } from '../encode/modern-error.js';
import { stampModern } from '../encode/stamp.js';
import { logLevelKey } from '../protocol/request-meta.js';
import { RpcError } from '../protocol/rpc-error.js';
import { Exchange, type Host } from '../session/exchange.js';
import type { RequestId } from '../session/requests-in-progress.js';
import { modernVersion, type Session } from '../session/session.js';
import { answer, rpcAnswer } from './answer.js';

/** A modern request whose envelope is complete. */
export interface ModernRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

/**
 * Whether a posted call needs nothing of the SDK: its headers say what its body says, and its answer is one document. A call that wants to hear
 * of its progress, or comes back with answers, is not plain; neither is anything the SDK might have to refuse.
 */
export function isPlainPost({ headers }: IncomingMessage, { method, params }: ModernRequest, host: Host): boolean {
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
export async function answerDirectly(
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
  const header = req.headers['x-request-id'];
  const requestId = typeof header === 'string' ? header : undefined;
  const { signal } = flight;
  const exchange = new Exchange(
    { id, method, era: 'modern', session, meta, signal, requestId, notify: () => {} },
    host,
  );
  const given = await dispatch(params, exchange, host).catch((error: RpcError) => modernError(error));
  session.flights.land(id);
  if (!res.headersSent) write(res, id, guarded(given, method, host.settings, session.log), host);
}

function write(res: ServerResponse, id: RequestId, given: JsonObject | RpcError, { surface }: Host): void {
  if (!(given instanceof RpcError)) answer(res, rpcAnswer(id, stampModern(given, surface.identity)));
  else answer(res, rpcAnswer(id, given), given.code === rpcCodes.missingClientCapability ? 400 : 200);
}
