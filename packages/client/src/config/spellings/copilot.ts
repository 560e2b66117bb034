import type { JsonObject } from '@concord/contract';
import { renamed } from './words.js';

/** Copilot: `tools` is the list of tools that may be used. */
export function copilot(entry: JsonObject): JsonObject {
  return Array.isArray(entry.tools) ? renamed(entry, { tools: 'allowedTools' }) : entry;
}
