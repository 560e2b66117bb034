import { isJsonObject, type Json, rpcCodes } from '@concord/contract';
import type { RequestId } from '../protocol/messages.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { Session } from '../session/session.js';
import type { Settings } from '../settings/settings.js';
import { readId } from './gate.js';

const LARGEST_BATCH = 100;

/** Why a batch is not taken; undefined when its elements may pass the gate one by one. */
export function refuseBatch(
  batch: readonly Json[],
  { era, version }: Session,
  { compatBatches }: Settings,
): RpcError | undefined {
  const on = version === '2025-03-26' || (compatBatches && era !== 'modern');
  if (!on) return new RpcError(rpcCodes.invalidRequest, 'Batches are not accepted');
  if (batch.length === 0 || batch.length > LARGEST_BATCH)
    return new RpcError(rpcCodes.invalidRequest, `A batch has 1 to ${LARGEST_BATCH} messages`);
  return undefined;
}

/** The error for an element that is not allowed in a batch, and the id to answer to. */
export function refuseElement(element: Json): { id: RequestId | undefined; error: RpcError } | undefined {
  if (Array.isArray(element))
    return { id: undefined, error: new RpcError(rpcCodes.invalidRequest, 'A message must be an object') };
  if (!isJsonObject(element) || element.method !== 'initialize') return undefined;
  return { id: readId(element), error: new RpcError(rpcCodes.invalidRequest, 'initialize is not accepted in a batch') };
}
