import type { Json, JsonObject } from '@concord/contract';
import { isJsonObject } from '@concord/contract';
import type { ServerEntry } from './definition.js';

/** A server that stands on the command line. */
export type AdHocTarget =
  | { readonly url: string; readonly type?: 'http' | 'sse' }
  | { readonly command: string; readonly args: readonly string[]; readonly cwd?: string };

/** What a command line adds to the server it uses; values may hold `${NAME}`. */
export interface Additions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly allowHttp?: boolean;
}

/** The entry of a server that no file defines. The shell has expanded its words already, so they are taken as they are. */
export function adHocEntry(target: AdHocTarget): ServerEntry {
  return {
    name: 'adhoc',
    client: 'ad-hoc',
    scope: 'ad-hoc',
    transport: 'url' in target ? (target.type ?? 'http') : 'stdio',
    entry: { ...target },
    enabled: true,
    shadows: [],
  };
}

/** The same server with headers and variables of this command over its own. Consent is to the entry without them: ask about it before. */
export function withAdditions(server: ServerEntry, additions: Additions): ServerEntry {
  const { headers, env, allowHttp } = additions;
  const entry: JsonObject = {
    ...server.entry,
    ...(headers === undefined ? {} : { headers: over(server.entry.headers, headers, true) }),
    ...(env === undefined ? {} : { env: over(server.entry.env, env, false) }),
    ...(allowHttp ? { allowHttp } : {}),
  };
  return { ...server, entry };
}

function over(given: Json | undefined, more: Readonly<Record<string, string>>, foldCase: boolean): JsonObject {
  const fold = (name: string) => (foldCase ? name.toLowerCase() : name);
  const replaced = new Set(Object.keys(more).map(fold));
  const kept = Object.entries(isJsonObject(given) ? given : {}).filter(([name]) => !replaced.has(fold(name)));
  return Object.fromEntries([...kept, ...Object.entries(more)]);
}
