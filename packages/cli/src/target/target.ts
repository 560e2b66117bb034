import { adHocEntry, type ServerEntry } from '@concord/client';
import { type CommandFailure, usage } from '../failure.js';
import type { CommandLine } from '../parse/command-line.js';
import { refuseAdditions } from '../reach/adjusted-entry.js';
import { configured, serverNamed } from '../servers.js';
import type { Shell } from '../shell.js';
import { commandOn } from './written.js';

/** What a command line points at: a server, perhaps something of it, and the words that are left. */
export interface Target {
  readonly entry: ServerEntry;
  /** The tool, prompt or resource after the server's name. */
  readonly item: string | undefined;
  readonly words: readonly string[];
}

/** What a command is about, how it is named, and what shows those there are. */
const nouns = {
  tool: ['<server>/<tool>', 'list'],
  resource: ['<server> <uri>', 'resources'],
  prompt: ['<server>/<prompt>', 'prompts'],
  server: ['<server>', 'list'],
} as const;

type Noun = keyof typeof nouns;

/** A server was named and nothing of it. */
export function whichOf(what: Noun, entry: ServerEntry): CommandFailure {
  const whose = entry.client === 'ad-hoc' ? '' : ` of '${entry.name}'`;
  return usage(`Which ${what}${whose}?`, commandOn(nouns[what][1], entry));
}

const isUrl = (word: string) => /^https?:\/\//.test(word);

/** Other addresses look like a server with something of it, and are neither. */
function refuseOtherAddress(word: string): void {
  if (!isUrl(word) && /^[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\//.test(word))
    throw usage(`'${word.slice(0, 80)}' is no address of a server: those begin with http:// or https://`, 'mcp list');
}

/** Reads `server/item`, `server item`, `url item` or `item -- command…`. A target is never replaced by another. */
export async function readTarget(line: CommandLine, shell: Shell, what: Noun): Promise<Target> {
  const { words, rest, flags } = line;
  const [first = '', ...others] = words;
  refuseOtherAddress(first);
  const named = first.includes('/') && !isUrl(first);
  if (rest && !named) return onCommand(words, rest, flags.cwd as string | undefined, shell);
  if (first === '') throw usage(`Which ${what}? Name it as ${nouns[what][0]}`, `mcp ${nouns[what][1]}`);
  const more = rest ?? [];
  if (isUrl(first)) {
    const [item, ...arguments_] = others;
    return { entry: adHocEntry({ url: first }), item, words: [...arguments_, ...more] };
  }
  const config = await configured(shell, flags);
  const slash = first.indexOf('/');
  if (slash !== -1) {
    const entry = serverNamed(config, first.slice(0, slash));
    return { entry, item: first.slice(slash + 1) || undefined, words: [...others, ...more] };
  }
  const [item, ...arguments_] = others;
  return { entry: serverNamed(config, first), item, words: [...arguments_, ...more] };
}

/** The servers a list is about: the one that is named, or all that are configured. */
export async function readServers(line: CommandLine, shell: Shell): Promise<readonly ServerEntry[]> {
  const { words, rest, flags } = line;
  const [first, ...others] = words;
  if (first !== undefined) refuseOtherAddress(first);
  if (rest || (first !== undefined && isUrl(first))) return [(await readTarget(line, shell, 'server')).entry];
  if (others.length > 0) throw usage(`One server, or all: '${others[0]!.slice(0, 80)}' is one too many`, 'mcp list');
  const config = await configured(shell, flags);
  if (first !== undefined) return [serverNamed(config, first)];
  refuseAdditions(flags);
  return config.servers.filter(entry => entry.enabled);
}

function onCommand(words: readonly string[], rest: readonly string[], cwd: string | undefined, shell: Shell): Target {
  const [command, ...args] = rest;
  if (command === undefined) throw usage('What is the command of the server? Put it after --');
  const [item, ...arguments_] = words;
  return { entry: adHocEntry({ command, args, cwd: cwd ?? shell.cwd }), item, words: arguments_ };
}
