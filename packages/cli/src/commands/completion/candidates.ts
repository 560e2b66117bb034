import { isJsonObject, type JsonObject } from '@concord/contract';
import { propertySchema, typesOf, valuesOf } from '@concord/engine';

/** A tool as far as completion needs to know it. */
export interface KnownTool {
  readonly name: string;
  readonly inputSchema: JsonObject;
}

/** The data that completion uses. It comes from files and caches only; no server is started or connected. */
export interface CompletionData {
  readonly verbs: readonly string[];
  /** Second words of verbs that have some. */
  readonly actions: Readonly<Record<string, readonly string[]>>;
  flags(
    verb: string,
  ): readonly { readonly name: string; readonly takesValue: boolean; readonly choices: readonly string[] }[];
  servers(): Promise<readonly string[]>;
  /** Undefined when no catalog of the server is stored. */
  tools(server: string): Promise<readonly KnownTool[] | undefined>;
}

const aboutServers: ReadonlySet<string> = new Set([
  'list',
  'resources',
  'prompts',
  'read',
  'logs',
  'login',
  'logout',
  'serve',
]);
/** Verbs whose second word is an action, and whose third one is a server. */
const actsOnServers: ReadonlySet<string> = new Set(['config', 'emit']);
const aboutTools: ReadonlySet<string> = new Set(['call', 'info']);

/** Candidates for the last word. After one that ends in `/` or `=` no space follows. */
export async function candidatesFor(words: readonly string[], known: CompletionData): Promise<readonly string[]> {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  // The words after `--` are the command of a server.
  if (before.includes('--')) return [];
  const [verb, ...others] = before.filter((word, index) => isWord(word, before[index - 1], known));
  const flags = known.flags(verb ?? '');
  const flag = flags.find(({ name }) => before.at(-1) === `--${name}`);
  const found = flag?.takesValue
    ? flag.choices
    : current.startsWith('-')
      ? flags.map(({ name }) => `--${name}`)
      : verb === undefined
        ? known.verbs
        : await itemsFor(verb, others, current, known);
  return found.filter(each => each.startsWith(current));
}

/** Whether a word is neither a flag nor the value of one. */
function isWord(word: string, previous: string | undefined, known: CompletionData): boolean {
  const flag = known.flags('').find(({ name }) => previous === `--${name}`);
  return !word.startsWith('-') && flag?.takesValue !== true;
}

async function itemsFor(
  verb: string,
  others: readonly string[],
  current: string,
  known: CompletionData,
): Promise<readonly string[]> {
  const actions = known.actions[verb];
  if (actions) return others.length === 0 ? actions : actsOnServers.has(verb) ? known.servers() : [];
  if (aboutServers.has(verb)) return others.length === 0 || verb === 'serve' ? known.servers() : [];
  if (verb === 'prompt') return others.length === 0 ? (await known.servers()).map(name => `${name}/`) : [];
  if (!aboutTools.has(verb)) return [];
  const [target] = others;
  if (target === undefined) return targets(verb, current, known);
  const [server = '', name = others[1] ?? ''] = splitTarget(target);
  const tool = (await known.tools(server))?.find(each => each.name === name);
  if (!tool && !target.includes('/') && others.length === 1)
    return ((await known.tools(server)) ?? []).map(each => each.name);
  return tool && verb === 'call' ? argumentsOf(tool.inputSchema, others, current) : [];
}

async function targets(verb: string, current: string, known: CompletionData): Promise<readonly string[]> {
  const [server, rest] = splitTarget(current);
  if (rest === undefined) {
    const names = await known.servers();
    return [...(verb === 'info' ? names : []), ...names.map(name => `${name}/`)];
  }
  return ((await known.tools(server!)) ?? []).map(({ name }) => `${server}/${name}`);
}

function splitTarget(word: string): readonly [string, string?] {
  const slash = word.indexOf('/');
  return slash === -1 ? [word] : [word.slice(0, slash), word.slice(slash + 1)];
}

/** Names that are not given yet, and after a name the values it may have. */
function argumentsOf(schema: JsonObject, given: readonly string[], current: string): readonly string[] {
  const names = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  const equals = current.indexOf('=');
  if (equals === -1)
    return names.filter(name => !given.some(word => word.startsWith(`${name}=`))).map(name => `${name}=`);
  const name = current.slice(0, equals);
  const property = propertySchema(schema, name);
  if (!property) return [];
  const isFlag = typesOf(property, schema).includes('boolean');
  const values = valuesOf(property, schema) ?? (isFlag ? [true, false] : []);
  return values.map(value => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
}
