import type { CommandLine } from '../parse/command-line.js';
import type { Shell } from '../start/process-shell.js';
import type { FlagName } from './flags.js';

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
  run(shell: Shell, line: CommandLine): Promise<number>;
}
