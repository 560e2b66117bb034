import type { CommandContext } from './context.js';
import type { Flag, FlagName } from './flags.js';

/** The words of a command line that are not flags of its command. */
export interface CommandWords {
  /** All words but known flags, in order; unknown flags stay as written. */
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
  /** Flags that are its own, or mean something else here than elsewhere. */
  readonly ownFlags?: Readonly<Record<string, Flag>>;
  /** Whether unknown flags are arguments of a tool. */
  readonly open?: boolean;
  /** Whether it parses its command line itself; then `words` holds all of it. */
  readonly readsOwnFlags?: boolean;
  readonly examples: readonly string[];
  /** The exit code of a usage failure; 1 by default. */
  readonly usageExit?: (words: readonly string[]) => number;
  /** What help says after the examples. */
  readonly more?: string;
  /** Runs the command and returns the exit code. */
  run(context: CommandContext, line: CommandWords): Promise<number>;
}

/** Commands by their verbs, loaded when they are used. */
export type CommandTable = Readonly<Record<string, () => Promise<Command>>>;
