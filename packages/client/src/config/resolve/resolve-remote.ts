import { isJsonObject, type JsonObject } from '@concord/contract';
import { isLoopback } from '../../network/loopback.js';
import type { Caller } from '../entry/caller.js';
import type { Definition, DefinitionCommon, ServerEntry } from '../entry/definition.js';
import { ConfigError } from '../entry/error.js';
import { fieldError, flagOf, mapOf } from '../entry/fields.js';
import type { ExpandedEntry } from '../expand/expanded-entry.js';
import type { Secrets } from '../secrets/secrets.js';

/** An entry while it is resolved to a definition. */
export interface Resolution {
  readonly server: ServerEntry;
  readonly caller: Caller;
  readonly expanded: ExpandedEntry;
  readonly secrets: Secrets;
}

/** The part of a definition that belongs to a transport. */
export type TransportFields<T> = Omit<Extract<Definition, { transport: T }>, keyof DefinitionCommon>;

/** The URL and headers of a server; their secrets are added to those of the definition. */
export function remote(resolution: Resolution, transport: 'http' | 'sse'): TransportFields<'http' | 'sse'> {
  const { server, expanded, secrets } = resolution;
  const written = expanded.get('url')!;
  const { text } = written;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw fieldError(server, 'url', 'must be an http:// or https:// URL');
  }
  secrets.url(url, written);
  const allowHttp = flagOf(server.entry, 'allowHttp', false);
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname))
    throw new ConfigError(
      `'${server.name}': plain http to ${url.hostname} is refused, everything sent could be read on the way`,
      {
        server: server.name,
        hint: 'Use https, or allow it with --allow-http',
      },
    );
  const headers = mapOf(server, 'headers').map(([name]) => [name, header(resolution, name)] as const);
  const oauth = oauthOf(resolution);
  return {
    transport,
    url: text,
    headers: Object.fromEntries(headers),
    allowHttp,
    ...(oauth === undefined ? {} : { oauth }),
  };
}

function header({ server, expanded, secrets }: Resolution, name: string): string {
  const value = expanded.get(`headers.${name}`)!;
  // Variables read from a file often end in a newline.
  const text = value.text.trim();
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) throw fieldError(server, 'headers', 'has a name that no header can have');
  if (/[\r\n]/.test(text)) throw fieldError(server, `headers.${name}`, 'holds more than one line');
  secrets.header(name, { ...value, text });
  return text;
}

function oauthOf({ server, expanded, secrets }: Resolution): JsonObject | undefined {
  const { oauth } = server.entry;
  if (!isJsonObject(oauth)) return undefined;
  const pairs = Object.entries(oauth).map(
    ([name, given]) => [name, expanded.get(`oauth.${name}`)?.text ?? given] as const,
  );
  for (const [name, value] of pairs) if (name === 'clientSecret' && typeof value === 'string') secrets.add(value);
  return Object.fromEntries(pairs);
}
