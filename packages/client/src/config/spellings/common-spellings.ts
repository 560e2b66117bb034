import type { JsonObject } from '@concord/contract';
import { renamed, withKeys, without } from './keys.js';

/** What several clients call things, and what we do. */
const types: Readonly<Record<string, string>> = {
  local: 'stdio',
  remote: 'http',
  'streamable-http': 'http',
  streamable_http: 'http',
  streamableHttp: 'http',
};

/** The spellings that are understood in every file: other keys for `url`, other words for `type`, `enabled` for `disabled`. */
export function anySpelling(entry: JsonObject): JsonObject {
  const address = ['url', 'httpUrl', 'serverUrl', 'baseUrl'].find(key => Object.hasOwn(entry, key));
  let result = address === undefined || address === 'url' ? entry : renamed(entry, { [address]: 'url' });
  const { type, enabled, disabled } = entry;
  if (typeof type === 'string' && Object.hasOwn(types, type)) result = withKeys(result, { type: types[type]! });
  if (typeof enabled !== 'boolean') return result;
  result = without(result, ['enabled']);
  return enabled || disabled !== undefined ? result : withKeys(result, { disabled: true });
}
