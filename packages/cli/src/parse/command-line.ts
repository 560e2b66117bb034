import { parseArgs } from 'node:util';
import { nearest } from '@concord/engine';
import { usage } from '../failure.js';
import { type Flag, type FlagName, type Flags, ownFlags, sharedFlags } from './flags.js';

/** A command line taken apart. */
export interface CommandLine {
  readonly flags: Flags;
  /** Everything that is no flag of ours, in order; unknown flags stay as they were written. */
  readonly words: readonly string[];
  /** What follows `--`, when there is one. */
  readonly rest: readonly string[] | undefined;
}

const table: Readonly<Record<string, Flag>> = { ...sharedFlags, ...ownFlags };

/** Reads flags anywhere on the line. Only `allowed` ones are ours; where `open`, others are words, elsewhere they are refused. */
export function readCommandLine(argv: readonly string[], allowed: readonly FlagName[], open: boolean): CommandLine {
  const known = new Set<string>([...Object.keys(sharedFlags), ...allowed]);
  const options = Object.fromEntries(
    [...known].map(name => {
      const { short, value } = table[name]!;
      return [name, { type: value === undefined ? 'boolean' : 'string', ...(short && { short }) } as const];
    }),
  );
  const end = argv.indexOf('--');
  const ours = end === -1 ? argv : argv.slice(0, end);
  const { tokens } = parseArgs({
    args: withDefaults(ours, known),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const flags: Record<string, string | string[] | true> = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    else if (token.kind === 'option' && known.has(token.name)) take(flags, token.name, token.value, token.rawName);
    else if (token.kind === 'option') words.push(unknown(token.rawName, token.value, open, known));
  }
  return { flags: flags as Flags, words, rest: end === -1 ? undefined : argv.slice(end + 1) };
}

/** A flag that may stand alone gets its usual value when nothing like one follows. */
function withDefaults(argv: readonly string[], known: ReadonlySet<string>): string[] {
  return argv.map((word, at) => {
    const otherwise = word.startsWith('--') && known.has(word.slice(2)) ? table[word.slice(2)]!.otherwise : undefined;
    const next = argv[at + 1];
    const alone =
      next === undefined ||
      next.startsWith('-') ||
      !/^(?:\[[0-9a-fA-F:.]{2,45}\]|[\w.-]{0,253})?:?[0-9]{0,5}$/.test(next) ||
      !/[:0-9]/.test(next);
    return otherwise !== undefined && alone ? `${word}=${otherwise}` : word;
  });
}

function take(
  flags: Record<string, string | string[] | true>,
  name: string,
  value: string | undefined,
  raw: string,
): void {
  const flag = table[name]!;
  if (flag.value === undefined) {
    if (value !== undefined) throw usage(`${raw} takes no value`);
    flags[name] = true;
    return;
  }
  if (value === undefined) throw usage(`${raw} needs a value: ${raw} ${flag.value}`);
  if (flag.repeatable) flags[name] = [...((flags[name] as string[] | undefined) ?? []), value];
  else flags[name] = value;
}

function unknown(raw: string, value: string | undefined, open: boolean, known: ReadonlySet<string>): string {
  if (open && raw.startsWith('--')) return value === undefined ? raw : `${raw}=${value}`;
  const near = nearest(raw.replace(/^-{1,2}/, ''), known);
  throw usage(`Unknown flag ${raw}`, near === undefined ? undefined : `Did you mean --${near}?`);
}

/** A duration: a number of milliseconds, or with a unit. Undefined for 0, which is no limit. */
export function readDuration(text: string, flag: string): number | undefined {
  const [, number, unit = 'ms'] = /^([0-9]{1,9}(?:\.[0-9]{1,3})?)(ms|s|m)?$/.exec(text) ?? [];
  if (number === undefined) throw usage(`${flag} must be a time such as 500ms, 30s or 5m`);
  const milliseconds = Number(number) * { ms: 1, s: 1_000, m: 60_000 }[unit as 'ms' | 's' | 'm'];
  return milliseconds === 0 ? undefined : milliseconds;
}

export function readCount(text: string, flag: string): number {
  if (!/^[0-9]{1,6}$/.test(text)) throw usage(`${flag} must be a whole number`);
  return Number(text);
}
