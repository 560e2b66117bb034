import { createHmac } from 'node:crypto';
import type { Json } from '@concord/contract';
import { canonicalJson } from '@concord/contract';
import { secretFile } from '@concord/engine';
import type { Definition } from '../config/entry/definition.js';

/**
 * A key for a definition that reveals nothing of it: equal for two that reach the same server in the same way, and only
 * for those. Filters, timeouts and the name do not matter. `variables` are those a built-in source is opened with.
 */
export function definitionKey(
  definition: Definition,
  secret: Uint8Array,
  variables: Readonly<Record<string, string>> = {},
): string {
  return createHmac('sha256', secret)
    .update(canonicalJson([connectionFields(definition), { ...variables }]))
    .digest('hex');
}

/** The secret of this user that keys are made with. */
export function readOrMakeKey(stateFolder: string): Buffer {
  return secretFile(stateFolder, 'definitions.key');
}

function connectionFields(definition: Definition): Json {
  const { transport, protocol } = definition;
  if (transport === 'stdio') {
    const { command, args, env, cwd } = definition;
    return { transport, protocol, command, args: [...args], env: { ...env }, cwd };
  }
  if (transport === 'built-in') {
    const { use, root = null, path = null, env = {} } = definition;
    return { transport, protocol, use, root, path, env: { ...env } };
  }
  const { url, headers, oauth = null, allowHttp } = definition;
  return { transport, protocol, url, headers: { ...headers }, oauth, allowHttp };
}
