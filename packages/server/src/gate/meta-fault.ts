import { isJsonObject, type Json } from '@concord/contract';

const relatedTaskKey = 'io.modelcontextprotocol/related-task';

/** Why the `_meta` of a request cannot be used, or undefined. The SDK passes over what it cannot read without an answer. */
export function metaFault(params: Json | undefined): string | undefined {
  const meta = isJsonObject(params) ? params._meta : undefined;
  if (meta === undefined) return undefined;
  if (!isJsonObject(meta)) return 'params._meta must be an object';
  const { progressToken, [relatedTaskKey]: task } = meta;
  if (progressToken !== undefined && typeof progressToken !== 'string' && !Number.isSafeInteger(progressToken))
    return 'params._meta.progressToken must be a string or an integer';
  if (task !== undefined && !(isJsonObject(task) && typeof task.taskId === 'string'))
    return `params._meta["${relatedTaskKey}"] must be an object with a taskId`;
  return undefined;
}
