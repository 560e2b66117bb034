import { adHocEntry, type Config, findServer, type ServerEntry } from '@concord/client';
import type { CommandWords } from '../command/command.js';
import type { FindContext } from '../command/context.js';
import { type About, CommandFailure, toCommandFailure, usage } from '../command/failure.js';
import { refuseAdditions } from './adjusted-entry.js';
import { commandOn } from './next-command.js';
import { configured } from './servers.js';

/** The server that a command line names, the item of it if any, and the remaining words. */
export interface Target {
  readonly entry: ServerEntry;
  /** The tool, prompt or resource after the server's name. */
  readonly item: string | undefined;
  readonly words: readonly string[];
}

/** For each kind of item: how it is written, and the command that lists all. */
const nouns = {
  tool: ['<server>/<tool>', 'list'],
  resource: ['<server> <uri>', 'resources'],
  prompt: ['<server>/<prompt>', 'prompts'],
  server: ['<server>', 'list'],
} as const;

type Noun = keyof typeof nouns;

/** The failure of a command line that names a server but no item of it. */
export function missingItem(what: Noun, entry: ServerEntry): CommandFailure {
  const whose = entry.client === 'ad-hoc' ? '' : ` of '${entry.name}'`;
  const { failure } = usage(`Which ${what}${whose}?`, commandOn(nouns[what][1], entry));
  return new CommandFailure(failure, { server: entry.name });
}

const isUrl = (word: string) => /^https?:\/\//.test(word);

/** Fails for URLs that are not http or https, which would be read as `server/item`. */
function refuseOtherAddress(word: string): void {
  if (!isUrl(word) && /^[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\//.test(word))
    throw usage(`'${word.slice(0, 80)}' is no address of a server: those begin with http:// or https://`, 'mcp list');
}

/** Reads `server/item`, `server item`, `url item` or `item -- command…`. An unknown name fails; no similar one is used instead. */
export async function readTarget(line: CommandWords, context: FindContext, what: Noun): Promise<Target> {
  const { flags } = context;
  const { words, rest } = line;
  const [first = '', ...others] = words;
  refuseOtherAddress(first);
  const named = first.includes('/') && !isUrl(first);
  if (rest && !named) return onCommand(words, rest, flags.cwd as string | undefined, context);
  if (first === '') throw usage(`Which ${what}? Name it as ${nouns[what][0]}`, `mcp ${nouns[what][1]}`);
  const more = rest ?? [];
  if (isUrl(first)) {
    const [item, ...arguments_] = others;
    return { entry: adHocEntry({ url: first }), item, words: [...arguments_, ...more] };
  }
  const config = await configured(context);
  const slash = first.indexOf('/');
  const [server, item, given] =
    slash === -1
      ? [first, others[0], others.slice(1)]
      : [first.slice(0, slash), first.slice(slash + 1) || undefined, others];
  return { entry: entryNamed(config, server, aboutItem(what, item)), item, words: [...given, ...more] };
}

/** The entry of that name. The failure when there is none also names the requested item. */
function entryNamed(config: Config, server: string, about: About): ServerEntry {
  try {
    return findServer(config, server);
  } catch (error) {
    throw toCommandFailure(error, about);
  }
}

/** The members that name the item in the document of a failure. */
function aboutItem(what: Noun, item: string | undefined): About {
  if (item === undefined || what === 'server') return {};
  return what === 'resource' ? { uri: item } : { [what]: item };
}

/** The servers to list: the named one, or all that are configured. */
export async function readServers(line: CommandWords, context: FindContext): Promise<readonly ServerEntry[]> {
  const { words, rest } = line;
  const [first, ...others] = words;
  if (first !== undefined) refuseOtherAddress(first);
  if (rest || (first !== undefined && isUrl(first))) return [(await readTarget(line, context, 'server')).entry];
  if (others.length > 0) throw usage(`One server, or all: '${others[0]!.slice(0, 80)}' is one too many`, 'mcp list');
  const config = await configured(context);
  if (first !== undefined) return [findServer(config, first)];
  refuseAdditions(context);
  return config.servers.filter(entry => entry.enabled);
}

function onCommand(
  words: readonly string[],
  rest: readonly string[],
  cwd: string | undefined,
  context: FindContext,
): Target {
  const [command, ...args] = rest;
  if (command === undefined) throw usage('What is the command of the server? Put it after --');
  const [item, ...arguments_] = words;
  return { entry: adHocEntry({ command, args, cwd: cwd ?? context.cwd }), item, words: arguments_ };
}
