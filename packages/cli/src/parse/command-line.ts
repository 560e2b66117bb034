import { nearest } from '@concord/engine';
import type { CommandWords } from '../command/command.js';
import { usage } from '../command/failure.js';
import { type Flag, type FlagName, type Flags, flagTable, sharedFlags } from '../command/flags.js';
import { checkValue } from './values.js';

/** A parsed command line. */
export interface CommandLine extends CommandWords {
  readonly flags: Flags;
}

/** Reads flags anywhere on the line. A flag that is not `allowed` is a word when `open`, and fails otherwise. */
export function readCommandLine(
  argv: readonly string[],
  allowed: readonly FlagName[],
  open: boolean,
  own: Readonly<Record<string, Flag>> = {},
): CommandLine {
  const table = { ...flagTable, ...own };
  const names = [...new Set([...Object.keys(sharedFlags), ...allowed, ...Object.keys(own)])];
  const byLetter = new Map(names.map(name => [table[name]!.short, name] as const));
  const flags: Record<string, string | string[] | true> = {};
  const words: string[] = [];
  const end = argv.indexOf('--');
  const ours = end === -1 ? argv : argv.slice(0, end);

  for (let at = 0; at < ours.length; at++) {
    const word = ours[at]!;
    // `-` means standard input, and a negative number is a value.
    if (!/^-[^0-9.]/.test(word)) words.push(word);
    else if (word.startsWith('--')) at += readLong(word, ours[at + 1]);
    else at += readShort(word, ours[at + 1]);
  }
  return { flags: flags as Flags, words, rest: end === -1 ? undefined : argv.slice(end + 1) };

  /** Returns how many of the following words it used. */
  function readLong(word: string, next: string | undefined): number {
    const equals = word.indexOf('=');
    const name = word.slice(2, equals === -1 ? undefined : equals);
    if (!names.includes(name)) {
      if (!open) throw unknownFlag(word.slice(0, equals === -1 ? undefined : equals), names);
      words.push(word);
      return 0;
    }
    return take(name, `--${name}`, equals === -1 ? undefined : word.slice(equals + 1), next);
  }

  /** `-q`, `-qv`, `-c FILE`, `-cFILE`. */
  function readShort(word: string, next: string | undefined): number {
    for (let at = 1; at < word.length; at++) {
      const name = byLetter.get(word[at]);
      if (name === undefined) throw unknownFlag(`-${word[at]}`, names);
      const attached = word.slice(at + 1);
      if (table[name]!.value !== undefined) return take(name, `-${word[at]}`, attached || undefined, next);
      take(name, `-${word[at]}`, undefined, undefined);
    }
    return 0;
  }

  function take(name: string, written: string, attached: string | undefined, next: string | undefined): number {
    const flag = table[name]!;
    if (flag.value === undefined) {
      if (attached !== undefined) throw usage(`${written} takes no value`);
      flags[name] = true;
      return 0;
    }
    const alone = attached === undefined && flag.otherwise !== undefined && !mayBeValue(flag, next);
    const value = attached ?? (alone ? flag.otherwise : next);
    if (value === undefined) throw usage(`${written} needs a value: ${written} ${flag.value}`);
    checkValue(flag, value, written);
    flags[name] = flag.repeatable ? [...((flags[name] as string[] | undefined) ?? []), value] : value;
    return attached === undefined && !alone ? 1 : 0;
  }
}

/** Whether a word can be the value of a flag that may stand alone. */
function mayBeValue({ mayBe }: Flag, word: string | undefined): boolean {
  if (mayBe) return word !== undefined && !word.startsWith('-') && mayBe.test(word);
  return isAddress(word);
}

/** Whether a word can be the address of a flag that may stand alone: a port, with or without a host. */
function isAddress(word: string | undefined): boolean {
  return (
    word !== undefined &&
    /^(?:\[[0-9a-fA-F:.]{2,45}\]|[\w.][\w.-]{0,252})?:?[0-9]{0,5}$/.test(word) &&
    /[:0-9]/.test(word)
  );
}

function unknownFlag(written: string, names: readonly string[]) {
  const near = nearest(written.replace(/^-{1,2}/, ''), names);
  return usage(`Unknown flag ${written.slice(0, 80)}`, near === undefined ? undefined : `Did you mean --${near}?`);
}

/** The flags that decide how a failure is printed, for failures before the flags are parsed. */
export function earlyFlags(argv: readonly string[]): Flags {
  const end = argv.indexOf('--');
  const ours = end === -1 ? argv : argv.slice(0, end);
  const at = ours.findIndex(word => word === '--dialect' || word.startsWith('--dialect='));
  const named = at === -1 ? undefined : (ours[at]!.split('=')[1] ?? ours[at + 1]);
  const dialect =
    named !== undefined && sharedFlags.dialect.choices.some(choice => choice === named) ? named : undefined;
  return {
    ...((ours.includes('--json') || dialect === 'cli') && { json: true }),
    ...(ours.includes('--compact') && { compact: true }),
    ...(dialect !== undefined && { dialect }),
  };
}
