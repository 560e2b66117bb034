import { constants } from 'node:os';
import type { Overflow } from '../../streams/captured-stream.js';
import type { Launcher } from '../launcher/launcher.js';
import type { ReopenablePipes } from '../pipes/reopenable-pipes.js';

/** A program to run, and what it may use. */
export interface ProcessRequest {
  /** A path, or a name looked up in the PATH of `env`. Never read by a shell. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  /** The whole environment of the child: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** What the child reads, then end of file; `/dev/null` when absent. */
  readonly stdin?: string | Uint8Array | undefined;
  /** Gives it streams that it can open again by path; sockets otherwise. */
  readonly pipes?: ReopenablePipes | undefined;
  /** Starts it by a small process, once that is ready; only with `pipes`. */
  readonly launcher?: Launcher | undefined;
  /** Aborting ends the process like the deadline does. */
  readonly signal?: AbortSignal | undefined;
  /** From the start to the first signal; Infinity for none. */
  readonly timeoutMs: number;
  /** From TERM to KILL; 1000 by default. */
  readonly graceMs?: number | undefined;
  /** How long after its exit others may keep its pipes open; 200 by default. */
  readonly lingerMs?: number | undefined;
  /** Whether processes it started may go on once it has exited by itself, such as a build server. */
  readonly sparesOthers?: boolean | undefined;
  readonly maxStdoutBytes: number;
  readonly maxStderrBytes: number;
  readonly overflow: Overflow;
  /** Called with the id of the process and its group, before anything is read. */
  readonly onStarted?: ((pid: number) => void) | undefined;
  /** Gets stdout as it comes, in whole characters: with 'stop' up to the limit, with 'keepEnds' all of it. */
  readonly onStdout?: ((text: string) => void) | undefined;
  readonly onStderr?: ((text: string) => void) | undefined;
  /** Gets the same of stdout byte for byte, for output that need not be text. */
  readonly onStdoutBytes?: ((piece: Buffer) => void) | undefined;
}

/** Why a run ended: by itself, by a signal from elsewhere, by us, or before it began. */
export type ProcessEnd = 'exited' | 'signalled' | 'timeout' | 'cancelled' | 'too_large' | 'not_started';

/** One number or position for each stream. */
export interface PerStream<Value> {
  readonly stdout: Value;
  readonly stderr: Value;
}

/** What a run came to. Output read before the end is there whatever the end was. */
export interface ProcessResult {
  readonly end: ProcessEnd;
  /** How the process itself exited, also when we ended it; both null when that is not known. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** What was kept, as UTF-8; bytes that are not are U+FFFD. */
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes seen, kept or not. */
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  /** Bytes seen and not kept. */
  readonly omitted: PerStream<number>;
  /** Where in the string the omitted bytes were; null when there are none. */
  readonly omittedAt: PerStream<number | null>;
  readonly durationMs: number;
  readonly pid?: number;
  /** The system's reason, with end 'not_started'. */
  readonly startFailure?: StartFailure;
}

/** The system's code and words for why a program could not be started. */
export interface StartFailure {
  readonly code: string;
  readonly message: string;
}

/** The exit code of a process as shells count: its own, or 128 and the number of the signal that ended it. */
export function exitCodeOf({
  exitCode,
  signal,
}: {
  exitCode?: number | null | undefined;
  signal?: string | null | undefined;
}): number {
  return exitCode ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 0);
}
