import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { mapStrings, renamed, secondsAsMilliseconds, withKeys, without } from './keys.js';

/** Codex: secrets by the names of variables, times in seconds, snake case. */
export function codex(entry: JsonObject): JsonObject {
  const { bearer_token_env_var: bearer, http_headers: literal, env_http_headers: named } = entry;
  const headers: [string, Json][] = [
    ...Object.entries(isJsonObject(literal) ? literal : {}),
    ...Object.entries(isJsonObject(named) ? named : {}).map(([header, name]): [string, Json] => [
      header,
      `\${${String(name)}}`,
    ]),
    ...(typeof bearer === 'string' ? [['Authorization', `Bearer \${${bearer}}`] satisfies [string, Json]] : []),
  ];
  const inherited = Array.isArray(entry.env_vars) ? entry.env_vars.filter(name => typeof name === 'string') : undefined;
  const rest = without(entry, [
    'bearer_token_env_var',
    'http_headers',
    'env_http_headers',
    'startup_timeout_sec',
    'startup_timeout_ms',
    'tool_timeout_sec',
    'env_vars',
  ]);
  return withKeys(renamed(rest, { enabled_tools: 'allowedTools', disabled_tools: 'disabledTools' }), {
    headers: headers.length > 0 ? Object.fromEntries(headers) : undefined,
    startTimeout: secondsAsMilliseconds(entry.startup_timeout_sec) ?? entry.startup_timeout_ms,
    timeout: secondsAsMilliseconds(entry.tool_timeout_sec),
    inheritEnv: inherited,
  });
}

/** Copilot: `tools` is the list of tools that may be used. */
export function copilot(entry: JsonObject): JsonObject {
  return Array.isArray(entry.tools) ? renamed(entry, { tools: 'allowedTools' }) : entry;
}

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

const eras: Readonly<Record<string, string>> = { auto: 'auto', legacy: 'handshake', modern: '2026-07-28' };

/** The MCP inspector: `protocolEra` pins what we call `protocol`. */
export function inspector(entry: JsonObject): JsonObject {
  const { protocolEra } = entry;
  if (typeof protocolEra !== 'string' || !Object.hasOwn(eras, protocolEra)) return entry;
  return withKeys(without(entry, ['protocolEra']), { protocol: eras[protocolEra]! });
}

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
