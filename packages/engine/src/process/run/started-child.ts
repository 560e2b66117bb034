import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** Called once, with the status or the name of the signal that ended a child. */
export type ExitListener = (code: number | null, signal: string | null) => void;

/** A child that runs, whoever started it. */
export interface StartedChild {
  /** Its id, which is that of its group too. */
  readonly pid: number;
  /** What it reads, where it was not given before. */
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
  onExit(listener: ExitListener): void;
  /** Stops waiting for its exit, which may never come. */
  letGo(): void;
}

/** A child of this process; its streams are those it has unless others are given. */
export function ownChild(
  child: ChildProcess,
  pid: number,
  streams?: Pick<StartedChild, 'stdout' | 'stderr'>,
): StartedChild {
  // Said of a signal that could not be sent; whether it started was seen before.
  child.on('error', () => {});
  return {
    pid,
    stdin: child.stdin,
    stdout: streams?.stdout ?? child.stdout!,
    stderr: streams?.stderr ?? child.stderr!,
    onExit: listener => void child.once('exit', listener),
    letGo: () => child.unref(),
  };
}
