import type { JsonObject } from '@concord/contract';
import { withKeys, without } from './words.js';

const eras: Readonly<Record<string, string>> = { auto: 'auto', legacy: 'handshake', modern: '2026-07-28' };

/** The MCP inspector: `protocolEra` pins what we call `protocol`. */
export function inspector(entry: JsonObject): JsonObject {
  const { protocolEra } = entry;
  if (typeof protocolEra !== 'string' || !Object.hasOwn(eras, protocolEra)) return entry;
  return withKeys(without(entry, ['protocolEra']), { protocol: eras[protocolEra]! });
}
