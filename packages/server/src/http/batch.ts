import { isJsonObject, type Json, type JsonObject, rpcCodes } from '@concord/contract';
import { RpcError } from '../encode/rpc-error.js';
import type { Session } from '../gate/session.js';
import type { Settings } from '../settings.js';
import { rpcAnswer } from './answer.js';

const LARGEST_BATCH = 100;

/** Why a batch is not taken at all. Only one revision has batches; a setting turns them on for the others. */
export function refuseBatch(batch: readonly Json[], session: Session, settings: Settings): RpcError | undefined {
  if (session.version !== '2025-03-26' && !settings.compatBatches)
    return new RpcError(rpcCodes.invalidRequest, 'Batches are not accepted');
  if (batch.length > 0 && batch.length <= LARGEST_BATCH) return undefined;
  return new RpcError(rpcCodes.invalidRequest, `A batch has 1 to ${LARGEST_BATCH} messages`);
}

/** Takes each message by itself, and gives the answers of those that get one. */
export async function answerBatch(
  batch: readonly Json[],
  take: (message: Json) => Promise<JsonObject | undefined>,
): Promise<JsonObject[]> {
  const answers = batch.map(async message => {
    if (!isJsonObject(message) || message.method !== 'initialize') return take(message);
    const { id } = message;
    const known = typeof id === 'string' || typeof id === 'number' ? id : undefined;
    return rpcAnswer(known, new RpcError(rpcCodes.invalidRequest, 'initialize is not accepted in a batch'));
  });
  return (await Promise.all(answers)).filter(answer => answer !== undefined);
}
