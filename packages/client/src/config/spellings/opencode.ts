import type { JsonObject } from '@concord/contract';
import { mapStrings, renamed, withKeys } from './words.js';

/** opencode: the whole command in one list, `environment`, variables as `{env:NAME}`. */
export function opencode(entry: JsonObject): JsonObject | undefined {
  // An entry that says only this switches off a server which another file defines.
  if (Object.keys(entry).every(key => key === 'enabled')) return undefined;
  let result = renamed(entry, { environment: 'env' });
  if (Array.isArray(entry.command)) {
    const [command, ...args] = entry.command;
    result = withKeys(result, { command: command ?? '', args });
  }
  return mapStrings(result, text => text.replace(/(?<!\$)\{env:/g, () => '${env:')) as JsonObject;
}
