import type { Json, JsonObject } from '@concord/contract';
import { mapStrings, renamed, withKeys, without } from './words.js';

/** Gemini: `httpUrl` is Streamable HTTP and a plain `url` SSE; variables are written `$NAME` too. */
export function gemini(entry: JsonObject): JsonObject {
  const { httpUrl, url, type, command } = entry;
  const words = renamed(without(entry, ['httpUrl']), { includeTools: 'allowedTools', excludeTools: 'disabledTools' });
  const isDerived = type === undefined && command === undefined;
  const result = withKeys(words, {
    url: httpUrl ?? url,
    type: !isDerived ? type : httpUrl !== undefined ? 'http' : url !== undefined ? 'sse' : undefined,
    allowedTools: toolNames(words.allowedTools),
    disabledTools: toolNames(words.disabledTools),
  });
  return mapStrings(result, braced) as JsonObject;
}

/** `$NAME` as `${NAME}`; `$env:NAME`, `${NAME}` and `$$` stay. */
function braced(text: string): string {
  return text.replace(/(?<!\$)\$(?!env:)([A-Za-z_][A-Za-z0-9_]*)/g, (_, name: string) => `\${${name}}`);
}

/** A filter may say `tool(argument)`; we filter by tool. */
function toolNames(list: Json | undefined): Json | undefined {
  if (!Array.isArray(list)) return list;
  return list.map((name: Json) => (typeof name === 'string' ? name.split('(')[0]! : name));
}
