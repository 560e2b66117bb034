import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { type Duplex, Readable } from 'node:stream';
import { isatty } from 'node:tty';
import {
  daemonSocket,
  daemonToken,
  encodeFrames,
  FrameReader,
  type FrameType,
  isOwnFolder,
  type RunRequest,
} from '@concord/daemon';
import { stateFolder } from '../command/folders.js';
import { earlyFlags } from '../parse/command-line.js';
import { build } from './build.js';
import { connectToDaemon, type DaemonConnection } from './connect-to-daemon.js';
import { CANCEL_MS, type EarlySignals, exitCancelled, exitCodeFor } from './early-signals.js';
import { kindOfInput } from './stdin-kind.js';

/** The result of asking a daemon: an exit code, or undefined when the command must run here, with the input that was already read. */
export interface DaemonRun {
  readonly code: number | undefined;
  readonly stdin?: Readable;
  /** The daemon ended after the request had reached the server; to run the command again could repeat its effect. */
  readonly daemonEnded?: true;
}

/** Lets a daemon run the command and prints its output. When no daemon can, the caller runs the command itself. */
export async function runInDaemon(
  argv: readonly string[],
  earlySignals: EarlySignals,
  { starts }: { readonly starts: boolean },
): Promise<DaemonRun> {
  const socket = daemonSocket(process.env, build);
  if (socket === undefined || (process.platform !== 'win32' && !isOwnFolder(dirname(socket))))
    return { code: undefined };
  try {
    const token = daemonToken(stateFolder({ env: process.env, home: process.env.HOME || homedir() }));
    const connection = await connectToDaemon(socket, starts);
    if (connection === undefined) return { code: undefined };
    return await new DaemonExchange(connection, earlySignals).run({ token, ...factsOfProcess(argv) });
  } catch {
    return { code: undefined };
  }
}

function factsOfProcess(argv: readonly string[]): Omit<RunRequest, 'token'> {
  const terminal = { stdin: isatty(0), stdout: isatty(1), stderr: isatty(2) };
  return {
    argv,
    cwd: process.cwd(),
    env: process.env as Record<string, string>,
    terminal,
    stdinKind: kindOfInput(),
    columns: (terminal.stdout && process.stdout.columns) || 80,
  };
}

/** One command that a daemon runs, from the daemon's greeting to the exit code. */
class DaemonExchange {
  readonly #daemon: Duplex;
  readonly #greetingMs: number;
  readonly #earlySignals: EarlySignals;
  readonly #input: Buffer[] = [];
  #inputEnded = false;
  #printed = false;
  #isOver = false;
  #sent: 'again' | 'once' | undefined;
  #signal: NodeJS.Signals | undefined;
  #isJson = false;
  /** Questions on the terminal, each with the way to withdraw it. */
  readonly #questions = new Map<number, AbortController>();
  #finish: (outcome: DaemonRun) => void = () => {};

  constructor({ daemon, greetingMs }: DaemonConnection, earlySignals: EarlySignals) {
    this.#earlySignals = earlySignals;
    this.#daemon = daemon;
    this.#greetingMs = greetingMs;
  }

  run(request: RunRequest): Promise<DaemonRun> {
    this.#isJson = earlyFlags(request.argv).json === true;
    return new Promise(resolve => {
      const greeting = setTimeout(() => this.#daemon.destroy(), this.#greetingMs);
      this.#finish = outcome => {
        this.#finish = () => {};
        clearTimeout(greeting);
        for (const question of this.#questions.values()) question.abort();
        this.#daemon.destroy();
        process.off('SIGINT', this.#interrupt).off('SIGTERM', this.#interrupt);
        resolve(outcome);
      };
      const reader = new FrameReader((type, body) => {
        if (type === 'ready') {
          clearTimeout(greeting);
          this.#send('run', JSON.stringify(request));
          process.on('SIGINT', this.#interrupt).on('SIGTERM', this.#interrupt);
          this.#earlySignals.stopListening();
          if (this.#earlySignals.receivedSignal !== undefined) this.#interrupt(this.#earlySignals.receivedSignal);
        } else this.#take(type, body);
      });
      this.#daemon.on('data', (bytes: Buffer) => reader.push(bytes));
      this.#daemon.on('error', () => {}).once('close', () => this.#connectionClosed());
    });
  }

  #take(type: FrameType, body: Buffer): void {
    if (type === 'out') this.#print(process.stdout, body);
    else if (type === 'err') this.#print(process.stderr, body);
    else if (type === 'want-stdin') this.#passInput();
    else if (type === 'sent') this.#sent = body.toString() === 'again' ? 'again' : 'once';
    else if (type === 'ask') void this.#ask(JSON.parse(body.toString()));
    else if (type === 'withdraw') this.#questions.get(Number(body.toString()))?.abort();
    else if (type === 'exit') this.#exit(Number(body.toString()));
  }

  /** Pauses the daemon while the reader is slow, so that memory stays bounded. A reader that is gone counts as success. */
  #print(stream: NodeJS.WriteStream, bytes: Buffer): void {
    this.#printed ||= stream === process.stdout;
    if (stream.listenerCount('error') === 0)
      stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
    if (stream.write(bytes)) return;
    this.#daemon.pause();
    stream.once('drain', () => this.#daemon.resume());
  }

  /** Finishes when all output is written. */
  #exit(code: number): void {
    this.#isOver = true;
    const done = () => this.#finish({ code });
    if (!this.#printed) done();
    else process.stdout.write('', done);
  }

  /** Asks on the terminal of this process and sends what was typed. */
  async #ask({ id, question }: { readonly id: number; readonly question: string }): Promise<void> {
    const withdrawal = new AbortController();
    this.#questions.set(id, withdrawal);
    const { readLine } = await import('./read-line.js');
    const line = await readLine(question, withdrawal.signal);
    this.#questions.delete(id);
    this.#send('answer', JSON.stringify({ id, line }));
  }

  #passInput(): void {
    process.stdin.on('data', (bytes: Buffer) => {
      this.#input.push(bytes);
      if (this.#send('stdin', bytes)) return;
      process.stdin.pause();
      this.#daemon.once('drain', () => process.stdin.resume());
    });
    process.stdin.once('end', () => {
      this.#inputEnded = true;
      this.#send('stdin-end');
    });
    process.stdin.on('error', () => this.#send('stdin-end'));
  }

  /** The first signal asks the command to end and ends it after `CANCEL_MS`, the second ends it at once. */
  readonly #interrupt = (signal: NodeJS.Signals): void => {
    const code = exitCodeFor(signal);
    if (this.#signal !== undefined) process.exit(code);
    this.#signal = signal;
    this.#send('cancel', signal);
    setTimeout(() => exitCancelled(code, !this.#printed && this.#isJson), CANCEL_MS);
  };

  /** Decides what to do when the connection closes before the exit code came. */
  #connectionClosed(): void {
    if (this.#isOver) return;
    if (this.#signal !== undefined) exitCancelled(exitCodeFor(this.#signal), !this.#printed && this.#isJson);
    if (this.#printed) this.#finish({ code: 3 });
    else if (this.#sent === 'once') this.#finish({ code: undefined, daemonEnded: true });
    else this.#finish({ code: undefined, ...(this.#input.length > 0 && { stdin: this.#inputSoFar() }) });
  }

  /** Gives the input that was sent to the daemon to the command that runs in its place. */
  #inputSoFar(): Readable {
    process.stdin.removeAllListeners('data').removeAllListeners('end');
    const before = this.#input;
    const ended = this.#inputEnded;
    return Readable.from(
      (async function* () {
        yield* before;
        if (!ended) yield* process.stdin;
      })(),
    );
  }

  #send(type: FrameType, body?: string | Uint8Array): boolean {
    if (this.#daemon.destroyed) return true;
    this.#daemon.cork();
    const parts = encodeFrames(type, body).map(part => this.#daemon.write(part));
    this.#daemon.uncork();
    return parts.every(Boolean);
  }
}
