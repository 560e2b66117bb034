import { nearest } from '@concord/engine';
import type { Config, ServerEntry } from '../entry/definition.js';
import { ConfigError } from '../entry/error.js';

/** The server of a name. Throws `unknown_server` and lists those there are. */
export function findServer(config: Config, name: string): ServerEntry {
  const found = config.servers.find(entry => entry.name === name);
  if (found !== undefined) return found;
  const names = config.servers.map(entry => entry.name);
  const near = nearest(name, names);
  const known = names.length > 20 ? [...names.slice(0, 20), `and ${names.length - 20} more`] : names;
  throw new ConfigError(`there is no server ${JSON.stringify(name)}; there are: ${known.join(', ')}`, {
    kind: 'unknown_server',
    server: name,
    hint: near === undefined ? 'mcp config show' : `did you mean ${near}?`,
  });
}
