import { homedir } from 'node:os';
import { connect, type StartedServers } from '@concord/client';
import { compileRedaction } from '@concord/contract';
import { Stop, type StopSignal } from '@concord/engine';
import type { ProcessContext } from '../command/context.js';
import { readLine } from './read-line.js';
import { kindOfInput } from './stdin-kind.js';

export interface ProcessContextOptions {
  readonly handleSignals: boolean;
  /** A signal that arrived before: the command is cancelled from the start. */
  readonly receivedSignal?: keyof typeof signals;
  /** Servers that are starting already. */
  readonly startedServers?: StartedServers;
  /** The exit code when stdout is closed by its reader; 0 by default, because `mcp list | head` is a success. */
  readonly brokenPipe?: number;
}

/** The signals that ask a command to end, with the exit code for each. */
export const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/** The context of a command that runs in its own process. The first signal asks the command to end, the second ends the process. */
export function processContext({
  handleSignals,
  receivedSignal,
  startedServers,
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
    // A terminal of unknown width reports 0 columns.
    columns: process.stdout.columns || 80,
    signal: stop,
    interruptedWith: () => code,
    ask: askOnTerminal,
    connect: (definition, options) => connect(definition, { ...options, ...(startedServers && { startedServers }) }),
    sent: () => {},
    ...(process.argv[1] !== undefined && { program: process.argv[1] }),
    now: () => new Date(),
  };
}

/** The working directory; when it was removed, its former path, so that commands report that nothing is found there. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.env.PWD || '/';
  }
}

async function askOnTerminal(question: string, withdrawn?: StopSignal): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return readLine(question, withdrawn);
}

type Print = (text: string | Buffer, done: () => void) => unknown;

/** Reserves stdout for the result: what code of this process writes there goes to stderr, redacted. Returns the real writer. */
function guardStdout(): Print {
  const print = process.stdout.write.bind(process.stdout) as Print;
  process.stdout.write = ((chunk: string | Uint8Array) =>
    process.stderr.write(
      compileRedaction({}).text(Buffer.from(chunk as string).toString()).text,
    )) as typeof process.stdout.write;
  return print;
}
