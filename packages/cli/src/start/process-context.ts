import { homedir } from 'node:os';
import { connect } from '@concord/client';
import { compileRedaction } from '@concord/contract';
import { Stop } from '@concord/engine';
import type { ProcessContext } from '../command/context.js';
import { readLine } from './read-line.js';
import { kindOfInput } from './stdin-kind.js';

export interface ProcessContextOptions {
  readonly handleSignals: boolean;
  /** A signal that came before: the person has given up already. */
  readonly receivedSignal?: keyof typeof signals;
  /** The exit code when the reader of stdout is gone: `mcp list | head` is a success. */
  readonly brokenPipe?: number;
}

/** The signals that ask a command to end, with its exit code then. */
export const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/** The shell of this process. The first signal asks the command to end, the second ends it. */
export function processContext({
  handleSignals,
  receivedSignal,
  brokenPipe = 0,
}: ProcessContextOptions): ProcessContext {
  const stop = new Stop();
  let code: number | undefined = handleSignals && receivedSignal ? signals[receivedSignal] : undefined;
  if (code !== undefined) stop.stop();
  for (const [signal, exitCode] of handleSignals ? Object.entries(signals) : []) {
    process.on(signal, () => {
      if (code !== undefined) process.exit(exitCode);
      code = exitCode;
      stop.stop();
    });
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(brokenPipe);
  });
  const print = handleSignals ? guardStdout() : process.stdout.write.bind(process.stdout);
  return {
    argv: process.argv.slice(2),
    cwd: workingFolder(),
    home: process.env.HOME || homedir(),
    env: process.env,
    platform: process.platform,
    stdin: process.stdin,
    stdinKind: kindOfInput(),
    stdout: text => new Promise(resolve => print(text, () => resolve())),
    stderr: text => new Promise(resolve => process.stderr.write(text, () => resolve())),
    terminal: {
      stdin: process.stdin.isTTY === true,
      stdout: process.stdout.isTTY === true,
      stderr: process.stderr.isTTY === true,
    },
    // A terminal that does not know its width says 0.
    columns: process.stdout.columns || 80,
    signal: stop,
    interruptedWith: () => code,
    ask: askOnTerminal,
    connect,
    sent: () => {},
    ...(process.argv[1] !== undefined && { program: process.argv[1] }),
    now: () => new Date(),
  };
}

/** Where this process is; where it was, when that folder is gone: then nothing is found there, and commands say so. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.env.PWD || '/';
  }
}

async function askOnTerminal(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return readLine(question);
}

type Print = (text: string | Buffer, done: () => void) => unknown;

/** Standard output is the result and nothing else: what a tool in this process writes there goes to stderr, redacted. */
function guardStdout(): Print {
  const print = process.stdout.write.bind(process.stdout) as Print;
  process.stdout.write = ((chunk: string | Uint8Array) =>
    process.stderr.write(
      compileRedaction({}).text(Buffer.from(chunk as string).toString()).text,
    )) as typeof process.stdout.write;
  return print;
}
