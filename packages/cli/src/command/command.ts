import type { CommandContext } from './context.js';
import type { FlagName } from './flags.js';

/** The words of a command line that are no flags of its command. */
export interface CommandWords {
  /** Everything that is no flag of ours, in order; unknown flags stay as they were written. */
  readonly words: readonly string[];
  /** What follows `--`, when there is one. */
  readonly rest: readonly string[] | undefined;
}

/** One verb of `mcp`. */
export interface Command {
  readonly summary: string;
  readonly usage: string;
  /** Flags it has besides those of every command. */
  readonly flags: readonly FlagName[];
  /** Whether flags it does not know are arguments of a tool. */
  readonly open?: boolean;
  /** Whether it takes its command line apart itself: then `words` is all of it. */
  readonly readsOwnFlags?: boolean;
  readonly examples: readonly string[];
  /** The exit code for a command line that cannot be meant; 1 unless said. */
  readonly usageExit?: (words: readonly string[]) => number;
  /** What help says after the examples. */
  readonly more?: string;
  /** Does it and gives the exit code. */
  run(context: CommandContext, line: CommandWords): Promise<number>;
}

/** Commands by their verbs, loaded when they are used. */
export type CommandTable = Readonly<Record<string, () => Promise<Command>>>;
