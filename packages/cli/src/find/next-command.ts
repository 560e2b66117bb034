import type { ServerEntry } from '@concord/client';
import { quoted } from '../call/arguments/suggestion.js';

/**
 * The command line that does something with a server, or with an item of it. A server that no file defines is a placeholder:
 * its words were typed a moment ago, and may hold what should not be repeated.
 */
export function commandOn(
  verb: string,
  { name, client, transport }: Pick<ServerEntry, 'name' | 'client' | 'transport'>,
  item?: string,
  words: readonly string[] = [],
): string {
  const target = item === undefined ? [] : [quoted(item)];
  if (client !== 'ad-hoc')
    return ['mcp', verb, quoted(item === undefined ? name : `${name}/${item}`), ...words].join(' ');
  if (transport === 'stdio') return ['mcp', verb, ...target, ...words, '-- <command>'].join(' ');
  return ['mcp', verb, '<url>', ...target, ...words].join(' ');
}
