import type { ServerEntry } from '@concord/client';
import { compileRedaction } from '@concord/contract';

/** What has to be known of a server to write a command line for it. */
export type NamedServer = Pick<ServerEntry, 'name' | 'client' | 'transport' | 'entry'>;

/**
 * The command line that does something with a server, or with an item of it, as it can be typed. A server that no file defines is
 * written as it was given; where its words hold a secret, a placeholder stands for them.
 */
export function commandOn(verb: string, server: NamedServer, item?: string, words: readonly string[] = []): string {
  const { name, client, entry } = server;
  const target = item === undefined ? [] : [quoted(item)];
  if (client !== 'ad-hoc')
    return ['mcp', verb, quoted(item === undefined ? name : `${name}/${item}`), ...words].join(' ');
  if (entry.command !== undefined) {
    const command = [entry.command, ...((entry.args as readonly string[] | undefined) ?? [])].map(String);
    return ['mcp', verb, ...target, ...words, '--', unmasked(command, '<command>')].join(' ');
  }
  const place = entry.url ?? entry.path;
  if (entry.path !== undefined && item !== undefined)
    return ['mcp', verb, quoted(`${String(place).replace(/\/$/, '')}/${item}`), ...words].join(' ');
  return ['mcp', verb, unmasked([String(place)], '<url>'), ...target, ...words].join(' ');
}

/** Words for a shell; the placeholder where redaction would change them. */
function unmasked(words: readonly string[], placeholder: string): string {
  const line = words.map(quoted).join(' ');
  return compileRedaction({}).text(words.join(' ')).text === words.join(' ') ? line : placeholder;
}

/** Quoted for a POSIX shell, where it needs to be. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]{1,4096}$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
