import type { Outcome, Redaction } from '@concord/contract';
import type { Call } from '@concord/engine';
import type { Workshop } from '../context/source-context.js';
import type { OutputLimits } from '../outcome/from-run.js';
import type { ChosenRunner } from '../project/test-runner.js';
import type { Action, Arguments, ToolTable } from '../table/table.js';

/** One call on its way, once its arguments are checked. */
export interface Work {
  readonly tool: ToolTable;
  readonly action: Action;
  readonly args: Arguments;
  /** Parameters that were given and that the action has no use for. */
  readonly ignored: readonly string[];
  /** Where relative paths start from, and the CLI is run. */
  readonly directory: string;
  readonly call: Call;
  readonly workshop: Workshop;
  /** Masks what this call knows to be secret. */
  readonly redaction: Redaction;
  /** Whether the caller asked for the result as it is. */
  readonly isRaw: boolean;
  readonly limits: OutputLimits;
  /** Who runs the tests, where there are some to run. */
  readonly runner?: ChosenRunner;
  /** What plain text shows beside the outcome. */
  readonly seen: Seen;
}

/** What a call has seen that its outcome does not hold. */
export interface Seen {
  stderr?: string;
  /** Metadata that every outcome of the call has, also one that never ran. */
  always?: Readonly<Record<string, string>>;
  /** Tells the last step of progress. */
  lastStep?: () => void;
  /** All that people are to read, where that is not made from the outcome. */
  plain?: string;
}

/** How an action is done. */
export type Perform = (work: Work) => Promise<Outcome>;
