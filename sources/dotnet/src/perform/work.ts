import type { Outcome, Redaction } from '@concord/contract';
import type { Call } from '@concord/engine';
import type { SourceContext } from '../context/source-context.js';
import type { OutputLimits } from '../outcome/from-run.js';
import type { ChosenRunner } from '../project/test-runner.js';
import type { Action, Arguments, ToolTable } from '../table/table.js';

/** One call with checked arguments. */
export interface Work {
  readonly tool: ToolTable;
  readonly action: Action;
  readonly args: Arguments;
  /** Given parameters that the action does not use. */
  readonly ignored: readonly string[];
  /** Where relative paths start from, and the CLI is run. */
  readonly directory: string;
  readonly call: Call;
  readonly context: SourceContext;
  /** Masks the secrets of this call. */
  readonly redaction: Redaction;
  /** Whether the caller asked for the unredacted result. */
  readonly isRaw: boolean;
  readonly limits: OutputLimits;
  /** The test runner, for a call that runs tests. */
  readonly runner?: ChosenRunner;
  /** What the plain text and the metadata need besides the outcome. */
  readonly notes: CallNotes;
}

/** Facts of a call that its outcome does not contain. */
export interface CallNotes {
  stderr?: string;
  /** Metadata that every outcome of the call has, also one that never ran. */
  always?: Readonly<Record<string, string>>;
  /** Reports the last progress step. */
  lastStep?: () => void;
  /** The whole plain text, where it is not made from the outcome. */
  plain?: string;
}

/** Performs an action. */
export type Perform = (work: Work) => Promise<Outcome>;
