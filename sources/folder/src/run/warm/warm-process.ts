import { type ChildProcess, spawn } from 'node:child_process';
import { exitCodeOf, LineReader, processGroups, signalGroup } from '@concord/engine';
import { whyNotStarted } from '../../files/how-to-run.js';
import type { Command } from '../pool/tool-command.js';
import { readLine, type WarmLine } from './lines.js';

const READY_MS = 10_000;
const STEP_MS = 1_000;
const KEPT_STDERR = 65_536;
const LF = 0x0a;

/** How a program ended. */
export interface WarmEnd {
  /** The status, or 128 and the number of the signal. */
  readonly exitCode: number;
  readonly reason: string;
}

/** Gets the lines and the end of a warm program during a call. */
export interface WarmListener {
  line(line: WarmLine): void;
  /** A line that is not part of the protocol. */
  invalidLine(): void;
  /** A line that is longer than allowed, possibly not at its end yet. */
  tooLong(): void;
  stderr(text: string): void;
  ended(end: WarmEnd): void;
}

export interface WarmOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly longestLine: number;
  /** Gets what it prints on stderr between calls. */
  readonly idleStderr: (text: string) => void;
}

/** A program that was started once and answers many calls, one at a time, line by line. */
export class WarmProcess {
  /** Rejects with the reason when it is not ready in time. */
  readonly ready: Promise<void>;
  isReady = false;
  /** Whether it was asked to end, so that its end does not count as a death. */
  isDismissed = false;
  readonly ended: Promise<WarmEnd>;
  readonly startedAt = performance.now();
  readonly #child: ChildProcess;
  readonly #idleStderr: (text: string) => void;
  #listener: WarmListener | undefined;
  #lastStderr = '';
  #gone = false;

  constructor({ command, args }: Command, { cwd, env, longestLine, idleStderr }: WarmOptions) {
    this.#idleStderr = idleStderr;
    this.#child = spawn(command, [...args], {
      cwd,
      env: { ...env, MCP_PERSISTENT: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const { pid } = this.#child;
    if (pid !== undefined) processGroups.add(pid);
    this.ended = this.#untilGone(pid, command);
    this.ready = new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        reject(new Error('it did not print {"ready": true} within 10 s'));
        this.kill();
      }, READY_MS).unref();
      const reader = new LineReader(longestLine, {
        line: bytes => {
          const line = readLine(bytes);
          if (line?.kind === 'ready') {
            clearTimeout(late);
            this.isReady = true;
            resolve();
          } else if (line) this.#listener?.line(line);
          else this.#invalidLine();
        },
        tooLong: () => this.#tooLong(),
      });
      let unended = 0;
      this.#child.stdout!.on('data', (piece: Buffer) => {
        reader.push(piece);
        const end = piece.lastIndexOf(LF);
        unended = end === -1 ? unended + piece.length : piece.length - end - 1;
        // The reader reports a line at its end, which may never come.
        if (unended > longestLine) this.#tooLong();
      });
      void this.ended.then(({ reason }) => reject(new Error(reason)));
    });
    this.ready.catch(() => {});
    for (const stream of [this.#child.stdin!, this.#child.stdout!, this.#child.stderr!]) stream.on('error', () => {});
    this.#child.stderr!.on('data', (piece: Buffer) => this.#onStderr(piece.toString()));
    this.#unref();
  }

  send(line: object): void {
    this.#child.stdin!.write(`${JSON.stringify(line)}\n`);
  }

  /** Sets who gets its lines. Between calls nobody does. */
  listen(listener: WarmListener | undefined): void {
    this.#listener = listener;
  }

  /** Asks it to end: closes its input, then sends SIGTERM, then SIGKILL, a second apart. */
  end(): void {
    if (this.#gone) return;
    this.isDismissed = true;
    this.#child.stdin!.end();
    const steps = ['SIGTERM', 'SIGKILL'] as const;
    // These timers keep this process alive, so that it waits until the program has ended.
    const timers = steps.map((signal, step) => setTimeout(() => this.#signal(signal), STEP_MS * (step + 1)));
    void this.ended.then(() => timers.forEach(clearTimeout));
  }

  kill(): void {
    this.#signal('SIGKILL');
  }

  /** Kills it because its call was stopped. */
  abandon(): void {
    this.isDismissed = true;
    this.kill();
  }

  get lastStderr(): string {
    return this.#lastStderr;
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (!this.#gone && this.#child.pid !== undefined) signalGroup(this.#child.pid, signal);
  }

  #invalidLine(): void {
    if (this.#listener) this.#listener.invalidLine();
    else this.kill();
  }

  #tooLong(): void {
    if (this.#listener) this.#listener.tooLong();
    else this.kill();
  }

  #onStderr(text: string): void {
    this.#lastStderr = (this.#lastStderr + text).slice(-KEPT_STDERR);
    if (this.#listener) this.#listener.stderr(text);
    else this.#idleStderr(text);
  }

  #untilGone(pid: number | undefined, command: string): Promise<WarmEnd> {
    return new Promise(resolve => {
      this.#child.once('error', ({ code = '', message }: NodeJS.ErrnoException) =>
        this.#over(resolve, { exitCode: 127, reason: whyNotStarted(command, { code, message }) }),
      );
      this.#child.once('exit', (code, signal) => {
        if (pid !== undefined) {
          signalGroup(pid, 'SIGKILL');
          processGroups.remove(pid);
        }
        const exitCode = exitCodeOf({ exitCode: code, signal });
        // Its last output may not have been read yet.
        setImmediate(() => this.#over(resolve, { exitCode, reason: this.#reasonOf(exitCode) }));
      });
    });
  }

  #over(resolve: (end: WarmEnd) => void, end: WarmEnd): void {
    this.#gone = true;
    resolve(end);
    this.#listener?.ended(end);
  }

  #reasonOf(exitCode: number): string {
    const line = this.#lastStderr.trimEnd().split('\n').at(-1);
    return line ? line.slice(0, 1_000) : `it ended with exit code ${exitCode}`;
  }

  /** Keeps an idle program from keeping this process alive. */
  #unref(): void {
    this.#child.unref();
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr])
      (stream as { unref?(): void } | null)?.unref?.();
  }
}
