import { homedir } from 'node:os';
import type { Readable } from 'node:stream';
import { type Connection, type ConnectOptions, connect, type Definition } from '@concord/client';
import { compileRedaction } from '@concord/contract';
import type { DaemonControl, LeasedSource, SourceUse } from '@concord/daemon';
import { type Source, Stop, type StopSignal } from '@concord/engine';
import { readLine } from './read-line.js';
import { kindOfInput } from './stdin-kind.js';

/** Everything a command sees of the world. No command touches the process itself. */
export interface Shell {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly stdin: Readable;
  /** What standard input is: a command reads piped arguments unasked, and leaves everything else alone. */
  readonly stdinKind: 'terminal' | 'file' | 'pipe' | 'nothing';
  /** Resolves when the text has left; a reader that is gone is no failure. */
  stdout(text: string | Buffer): Promise<void>;
  stderr(text: string): Promise<void>;
  readonly terminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  readonly columns: number;
  /** Fires when the person gives up. */
  readonly signal: StopSignal;
  /** The exit code of the signal that came, once one has. */
  interruptedWith(): number | undefined;
  /** Puts a question on the terminal and gives the line that was typed; undefined where nobody can be asked. */
  ask(question: string): Promise<string | undefined>;
  /** Reaches a server: by a connection of its own, or by one that is kept warm. */
  readonly connect: Connect;
  /** Keeps a source of our own open for the commands to come; undefined in a process of its own, which opens and closes it. */
  readonly keepSource?: KeepSource;
  /** Told once a request is at its server; `again`: it may be sent a second time. */
  sent(again: boolean): void;
  /** The daemon this command runs in; undefined in a process of its own. */
  readonly daemon?: DaemonControl;
  /** The path this command was started by; undefined where it runs in another process. */
  readonly program?: string;
  /** Loads a module by its URL, where this is not the shell to do it with `import`. */
  readonly importModule?: (url: string) => Promise<unknown>;
  now(): Date;
}

/** Reaches a server. `owner` names the entry that leads to it: one that leads elsewhere later lets go of this one. */
export type Connect = (
  definition: Definition,
  options: ConnectOptions & { readonly owner: string },
) => Promise<Connection>;

/** Opens a source or takes the one that is open. Undefined when there is no room to keep another. */
export type KeepSource = (
  definition: Definition,
  use: SourceUse & { readonly owner: string; readonly variables: Readonly<Record<string, string>> },
  open: () => Promise<Source>,
) => Promise<LeasedSource | undefined>;

export interface ShellOptions {
  readonly handleSignals: boolean;
  /** A signal that came before: the person has given up already. */
  readonly heard?: keyof typeof signals;
  /** The exit code when the reader of stdout is gone: `mcp list | head` is a success. */
  readonly brokenPipe?: number;
}

/** The signals that ask a command to end, with its exit code then. */
export const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/** The shell of this process. The first signal asks the command to end, the second ends it. */
export function processShell({ handleSignals, heard, brokenPipe = 0 }: ShellOptions): Shell {
  const stop = new Stop();
  let code: number | undefined = handleSignals && heard ? signals[heard] : undefined;
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
  const print = handleSignals ? keepStdout() : process.stdout.write.bind(process.stdout);
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
function keepStdout(): Print {
  const print = process.stdout.write.bind(process.stdout) as Print;
  const redaction = compileRedaction({});
  process.stdout.write = ((chunk: string | Uint8Array) =>
    process.stderr.write(redaction.text(Buffer.from(chunk as string).toString()).text)) as typeof process.stdout.write;
  return print;
}
