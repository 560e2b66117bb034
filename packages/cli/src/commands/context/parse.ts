import { type Flag, sharedFlags } from '../../command/flags.js';

/** What a verb of `mcp context` takes: flags with a value, and switches. */
interface Grammar {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  readonly switches?: readonly string[];
}

export const grammars = {
  build: {
    required: ['sources', 'cache'],
    switches: ['force', 'no-reuse', 'no-index', 'skip-unreadable'],
  },
  resolve: { required: ['cache', 'query', 'budget'], optional: ['format'] },
  inspect: { required: ['cache'] },
  verify: { required: ['cache'] },
} as const satisfies Record<string, Grammar>;

export type ContextVerb = keyof typeof grammars;

/** A parsed command line of `mcp context`. */
export interface ContextLine {
  readonly verb: ContextVerb;
  /** The given flags by name; a switch has an empty text. */
  readonly given: Readonly<Record<string, string>>;
}

/** A wrong command line. */
export class ContextUsage extends Error {}

/** Parses a command line. The word after a flag is its value, whatever it begins with. Returns undefined when it asks for help. */
export function readContextLine(argv: readonly string[]): ContextLine | undefined {
  const [verb, ...words] = argv;
  if (verb === 'help' || verb === '--help' || verb === '-h') return undefined;
  if (verb === undefined || !Object.hasOwn(grammars, verb)) {
    const unknown = verb === undefined ? '' : `There is no ${verb}. `;
    throw new ContextUsage(`${unknown}Say what to do: mcp context ${Object.keys(grammars).join(' | ')}`);
  }
  const grammar: Grammar = grammars[verb as ContextVerb];
  const given = readFlags(words, flagsOf(grammar));
  if (given.help !== undefined) return undefined;
  const missing = grammar.required.find(name => given[name] === undefined);
  if (missing !== undefined) throw new ContextUsage(`mcp context ${verb} needs --${missing}`);
  const empty = ['cache', 'sources'].find(name => given[name] === '');
  if (empty !== undefined) throw new ContextUsage(`--${empty} must not be empty`);
  if (given.format !== undefined && !['json', 'pretty'].includes(given.format))
    throw new ContextUsage('--format must be json or pretty');
  if (given.dialect !== undefined && given.dialect !== 'error-v0')
    throw new ContextUsage('--dialect can only be error-v0 here');
  return { verb: verb as ContextVerb, given };
}

/** The flags of a verb and of every command, each with whether it has a value. */
function flagsOf({ required, optional = [], switches = [] }: Grammar): ReadonlyMap<string, boolean> {
  const shared = Object.entries<Flag>(sharedFlags).map(([name, { value }]) => [name, value !== undefined] as const);
  const own = [...required, ...optional].map(name => [name, true] as const);
  return new Map([...shared, ...own, ...switches.map(name => [name, false] as const)]);
}

function readFlags(words: readonly string[], flags: ReadonlyMap<string, boolean>): Record<string, string> {
  const given: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let at = 0; at < words.length; at++) {
    const { name, inline } = readName(words[at]!);
    const hasValue = name === undefined ? undefined : flags.get(name);
    if (name === undefined || hasValue === undefined) throw new ContextUsage(`Unknown argument ${words[at]}`);
    if (given[name] !== undefined) throw new ContextUsage(`--${name} is given twice`);
    if (!hasValue && inline !== undefined) throw new ContextUsage(`--${name} takes no value`);
    const value = hasValue ? (inline ?? words[++at]) : '';
    if (value === undefined) throw new ContextUsage(`--${name} needs a value`);
    given[name] = value;
  }
  return given;
}

function readName(word: string): { readonly name: string | undefined; readonly inline?: string } {
  const short = Object.entries<Flag>(sharedFlags).find(
    ([, flag]) => flag.short !== undefined && word === `-${flag.short}`,
  );
  if (short) return { name: short[0] };
  if (!word.startsWith('--')) return { name: undefined };
  const equals = word.indexOf('=');
  return equals === -1 ? { name: word.slice(2) } : { name: word.slice(2, equals), inline: word.slice(equals + 1) };
}
