import type { ServerEntry } from '@concord/client';
import { compileRedaction, isJsonObject } from '@concord/contract';

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
    return ['mcp', verb, ...target, ...words, ...additions(entry), '--', unmasked(command, '<command>')].join(' ');
  }
  const place = entry.url ?? entry.path;
  if (entry.path !== undefined && item !== undefined)
    return ['mcp', verb, quoted(`${String(place).replace(/\/$/, '')}/${item}`), ...words].join(' ');
  return ['mcp', verb, unmasked([String(place)], '<url>'), ...target, ...words, ...additions(entry)].join(' ');
}

/** The flags that were given with a server on the command line. Values of variables and headers may be secret: their place is left to fill in. */
function additions({ env, headers, cwd, allowHttp }: NamedServer['entry']): readonly string[] {
  const flag = (name: string, text: string) => `--${name} ${quoted(text)}`;
  const variables = Object.entries(isJsonObject(env) ? env : {}).map(([name, value]) =>
    flag('env', value === `\${${name}}` ? name : `${name}=<value>`),
  );
  return [
    ...(typeof cwd === 'string' ? [flag('cwd', cwd)] : []),
    ...variables,
    ...Object.keys(isJsonObject(headers) ? headers : {}).map(name => flag('header', `${name}: <value>`)),
    ...(allowHttp === true ? ['--allow-http'] : []),
  ];
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
