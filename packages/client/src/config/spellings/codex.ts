import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { renamed, secondsAsMilliseconds, withKeys, without } from './words.js';

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
