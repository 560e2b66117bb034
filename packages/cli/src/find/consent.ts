import {
  type Caller,
  ConfigError,
  grantTrust,
  isTrusted,
  needsConsent,
  type ServerEntry,
  showServer,
} from '@concord/client';
import type { FindContext } from '../command/context.js';
import { stateFolder } from '../command/folders.js';
import { visible } from '../print/text.js';

/** Asks for consent before an entry of a project file is used, because it may start programs. */
export async function requireConsent(entry: ServerEntry, context: FindContext): Promise<void> {
  const folder = stateFolder(context);
  if (!needsConsent(entry) || context.flags.trust || (await isTrusted(entry, folder))) return;
  const answer = (await context.ask(question(entry, context)))?.trim().toLowerCase().slice(0, 1);
  if (answer === 'y') await grantTrust([entry], folder);
  if (answer === 'y' || answer === 'o') return;
  throw new ConfigError(`The server '${entry.name}' of ${entry.file} is not trusted`, {
    kind: 'untrusted',
    server: entry.name,
    hint: `mcp config trust ${entry.name}, or --trust for this run`,
  });
}

function question(entry: ServerEntry, context: FindContext): string {
  const lines = [`${entry.file} defines '${entry.name}':`, ...consentLines(entry, context).map(line => `  ${line}`)];
  return `${visible(lines.join('\n'), true)}\nUse it? [y]es, remember · [o]nce · [N]o `;
}

/** What using an entry would do: the whole command or URL, and the names of the variables and headers it takes. */
export function consentLines(entry: ServerEntry, caller: Caller): readonly string[] {
  const { command, args, url, env, headers } = showServer(entry, caller, false);
  const source = [entry.entry.use, entry.entry.path ?? entry.entry.root].filter(Boolean).join(' ');
  return [
    url ?? (command === undefined ? source : [command, ...args].join(' ')),
    ...(env.length > 0 ? [`variables: ${env.join(', ')}`] : []),
    ...(headers.length > 0 ? [`headers: ${headers.join(', ')}`] : []),
  ];
}
