import { adHocEntry, type Config, findServer, type ServerEntry } from '@concord/client';
import type { CommandWords } from '../command/command.js';
import type { FindContext } from '../command/context.js';
import { type About, CommandFailure, toCommandFailure, usage } from '../command/failure.js';
import { commandOn } from '../command/next-command.js';
import { adjustedEntry, refuseAdditions } from './adjusted-entry.js';
import { folderTarget, isFolderWord } from './folder-target.js';
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
  return new CommandFailure(failure, { server: entry.name, entry });
}

const isUrl = (word: string) => /^https?:\/\//.test(word);

/** Fails for URLs that are not http or https, which would be read as `server/item`. */
function refuseOtherAddress(word: string): void {
  if (!isUrl(word) && /^[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\//.test(word))
    throw usage(`'${word.slice(0, 80)}' is no address of a server: those begin with http:// or https://`, 'mcp list');
}

/**
 * Reads `server/item`, `server.item`, `server item`, `url item`, `folder/item` or `item -- command…`. Where `takesArguments`, the
 * words after `--` are arguments if a configured server comes before. An unknown name fails; no similar one is used instead.
 */
export async function readTarget(
  line: CommandWords,
  context: FindContext,
  what: Noun,
  takesArguments = false,
): Promise<Target> {
  const { words, rest } = line;
  const [first = '', ...others] = words;
  if (rest) {
    const named = takesArguments && first.includes('/') ? await slashed(first, context) : undefined;
    return named ? { ...named, words: [...others, ...rest] } : onCommand(words, rest, context, takesArguments);
  }
  refuseOtherAddress(first);
  if (first === '') throw usage(`Which ${what}? Name it as ${nouns[what][0]}`, `mcp ${nouns[what][1]}`);
  const [next, ...more] = others;
  if (isUrl(first)) return { entry: adjustedEntry(adHocEntry({ url: first }), context), item: next, words: more };
  const folder = isFolderWord(first) ? folderTarget(first, context) : undefined;
  if (folder) return folder.item === undefined ? { ...folder, item: next, words: more } : { ...folder, words: others };
  const config = await configured(context);
  const { server, item } = splitName(first, config);
  const entry = entryNamed(config, server, aboutItem(what, item ?? next));
  return item === undefined ? { entry, item: next, words: more } : { entry, item: item || undefined, words: others };
}

/** The server before the first slash, or before a dot where there is a server of that name; the item behind it, if any. */
function splitName(word: string, { servers }: Config): { readonly server: string; readonly item?: string } {
  const slash = word.indexOf('/');
  if (slash !== -1) return { server: word.slice(0, slash), item: word.slice(slash + 1) };
  const dots = [...word.matchAll(/\./g)].map(({ index }) => index);
  const dot = dots.findLast(at => servers.some(({ name }) => name === word.slice(0, at)));
  if (dot === undefined || servers.some(({ name }) => name === word)) return { server: word };
  return { server: word.slice(0, dot), item: word.slice(dot + 1) };
}

/** The configured server and item of `server/item`; undefined when there is no such server. */
async function slashed(word: string, context: FindContext): Promise<Omit<Target, 'words'> | undefined> {
  if (isUrl(word) || word.includes('://')) return undefined;
  const { servers } = await configured(context);
  const slash = word.indexOf('/');
  const entry = servers.find(({ name }) => name === word.slice(0, slash));
  return entry && { entry, item: word.slice(slash + 1) || undefined };
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
  if (rest) return [onCommand(['', ...words], rest, context, false).entry];
  if (others.length > 0) throw usage(`One server, or all: '${others[0]!.slice(0, 80)}' is one too many`, 'mcp list');
  if (first !== undefined) {
    refuseOtherAddress(first);
    if (isUrl(first)) return [adjustedEntry(adHocEntry({ url: first }), context)];
    const folder = isFolderWord(first) ? folderTarget(first, context) : undefined;
    if (folder?.item !== undefined) throw usage(`'${first.slice(0, 200)}' is no folder`, 'mcp list');
    if (folder) return [folder.entry];
  }
  const config = await configured(context);
  if (first !== undefined) return [findServer(config, first)];
  refuseAdditions(context);
  return config.servers.filter(entry => entry.enabled);
}

/** The server that the words after `--` start, and the item before it. Words that nobody would read are refused. */
export function onCommand(
  words: readonly string[],
  rest: readonly string[],
  context: FindContext,
  takesArguments: boolean,
): Target {
  const [command, ...args] = rest;
  if (command === undefined) throw usage('What is the command of the server? Put it after --');
  const [item, ...arguments_] = words;
  if (!takesArguments && arguments_.length > 0)
    throw usage(`'${arguments_[0]!.slice(0, 80)}' is one word too many before --`);
  const folder = typeof context.flags.cwd === 'string' ? { cwd: context.flags.cwd } : {};
  const entry = adjustedEntry(adHocEntry({ command, args, ...folder }), context);
  return { entry, item, words: arguments_ };
}
