import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { LineReader, processGroups, signalGroup } from '@concord/engine';
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

/** What whoever uses a warm program hears of it. */
export interface WarmListener {
  line(line: WarmLine): void;
  /** A line that is not one of those that may come. */
  junk(): void;
  /** A line that is longer than any may be; it may go on. */
  flood(): void;
  stderr(text: string): void;
  ended(end: WarmEnd): void;
}

export interface WarmOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly longestLine: number;
  /** What it prints on stderr while nobody uses it. */
  readonly idleStderr: (text: string) => void;
}

/** A program that was started once and answers many calls, one at a time, line by line. */
export class WarmProcess {
  /** Rejects with the reason when it is not ready in time. */
  readonly ready: Promise<void>;
  isReady = false;
  /** Whether it was told to end, through no fault of its own: that is no death. */
  isDismissed = false;
  readonly ended: Promise<WarmEnd>;
  readonly startedAt = performance.now();
  readonly #child: ChildProcess;
  readonly #idleStderr: (text: string) => void;
  #listener: WarmListener | undefined;
  #lastComplaint = '';
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
          else this.#junk();
        },
        tooLong: () => this.#flood(),
      });
      let unended = 0;
      this.#child.stdout!.on('data', (piece: Buffer) => {
        reader.push(piece);
        const end = piece.lastIndexOf(LF);
        unended = end === -1 ? unended + piece.length : piece.length - end - 1;
        // The reader tells of a line at its end, which may never come.
        if (unended > longestLine) this.#flood();
      });
      void this.ended.then(({ reason }) => reject(new Error(reason)));
    });
    this.ready.catch(() => {});
    for (const stream of [this.#child.stdin!, this.#child.stdout!, this.#child.stderr!]) stream.on('error', () => {});
    this.#child.stderr!.on('data', (piece: Buffer) => this.#complain(piece.toString()));
    this.#unref();
  }

  send(line: object): void {
    this.#child.stdin!.write(`${JSON.stringify(line)}\n`);
  }

  /** Whoever serves a call hears what the program says; nobody does between calls. */
  listen(listener: WarmListener | undefined): void {
    this.#listener = listener;
  }

  /** Asks it to end: its input is closed, then it is told, then killed, a second apart. */
  end(): void {
    if (this.#gone) return;
    this.isDismissed = true;
    this.#child.stdin!.end();
    const steps = ['SIGTERM', 'SIGKILL'] as const;
    // These keep this process alive: whoever ends a program waits until it is gone.
    const timers = steps.map((signal, step) => setTimeout(() => this.#signal(signal), STEP_MS * (step + 1)));
    void this.ended.then(() => timers.forEach(clearTimeout));
  }

  kill(): void {
    this.#signal('SIGKILL');
  }

  /** Ends it at once because nobody waits for it any more. */
  abandon(): void {
    this.isDismissed = true;
    this.kill();
  }

  get lastComplaint(): string {
    return this.#lastComplaint;
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (!this.#gone && this.#child.pid !== undefined) signalGroup(this.#child.pid, signal);
  }

  #junk(): void {
    if (this.#listener) this.#listener.junk();
    else this.kill();
  }

  #flood(): void {
    if (this.#listener) this.#listener.flood();
    else this.kill();
  }

  #complain(text: string): void {
    this.#lastComplaint = (this.#lastComplaint + text).slice(-KEPT_STDERR);
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
        const exitCode = code ?? 128 + (constants.signals[signal!] ?? 0);
        // What it printed last is on its way still.
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
    const line = this.#lastComplaint.trimEnd().split('\n').at(-1);
    return line ? line.slice(0, 1_000) : `it ended with exit code ${exitCode}`;
  }

  /** A program that waits for work is no reason to go on. */
  #unref(): void {
    this.#child.unref();
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr])
      (stream as { unref?(): void } | null)?.unref?.();
  }
}
