import type { Readable } from 'node:stream';
import { whenAborted } from '../../concurrency/when-aborted.js';
import type { CapturedStream } from '../../streams/captured-stream.js';
import { killWaitMs, processGroups, signalGroup } from '../groups/process-groups.js';
import { endSessions } from '../groups/process-sessions.js';
import type { ProcessEnd, ProcessRequest } from './process-result.js';
import type { StartedChild } from './start-child.js';

/** How a process ended. */
export interface LifeEnd {
  readonly end: ProcessEnd;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
}

/** The output streams of a process, each with what captures it. */
type ChildOutputs = readonly (readonly [Readable, CapturedStream])[];

/** The longest delay a timer can have; a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * A started process until its end: running, then perhaps asked to end, then killed; exited, then lingering until its
 * pipes are closed. Each state has one timer that leads to the next, so the end always comes.
 */
export class ProcessLife {
  /** Rejects only with what a callback for output threw. */
  readonly ended: Promise<LifeEnd>;

  readonly #started = performance.now();
  readonly #child: StartedChild;
  readonly #pid: number;
  readonly #request: ProcessRequest;
  readonly #streams: ChildOutputs;
  #openStreams: number;
  #timer: NodeJS.Timeout | undefined;
  #stopListening = (): void => {};
  #reason: ProcessEnd | undefined;
  #exit: { code: number | null; signal: string | null } | undefined;
  #thrown: { error: unknown } | undefined;
  #settled = false;
  #resolve!: (end: LifeEnd) => void;
  #reject!: (error: unknown) => void;

  constructor(child: StartedChild, request: ProcessRequest, stdout: CapturedStream, stderr: CapturedStream) {
    this.#child = child;
    this.#pid = child.pid;
    this.#request = request;
    this.#streams = [
      [child.stdout, stdout],
      [child.stderr, stderr],
    ];
    this.#openStreams = this.#streams.length;
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#begin();
  }

  #begin(): void {
    const { signal, stdin, timeoutMs } = this.#request;
    for (const [stream, captured] of this.#streams) {
      stream.on('data', piece => this.#take(captured, piece));
      // A pipe that breaks is a pipe that ended.
      stream.on('error', () => {});
      stream.once('close', () => {
        this.#openStreams -= 1;
        this.#settleWhenOver();
      });
    }
    // The child need not read all of it.
    this.#child.stdin?.on('error', () => {}).end(stdin);
    if (signal !== undefined) this.#stopListening = whenAborted(signal, () => this.#askToEnd('cancelled'));
    if (timeoutMs !== Number.POSITIVE_INFINITY) this.#next(timeoutMs, () => this.#askToEnd('timeout'));
    // Called at once for a child that has exited already; the timer it sets replaces that of the deadline.
    this.#child.onExit((code, exitSignal) => this.#linger(code, exitSignal));
    // Aborted while the child was being started.
    if (signal?.aborted) this.#askToEnd('cancelled');
  }

  #take(captured: CapturedStream, piece: Buffer): void {
    if (this.#settled || captured.tooLarge) return;
    try {
      captured.add(piece);
    } catch (error) {
      this.#thrown ??= { error };
      this.#kill();
    }
    if (captured.tooLarge) {
      this.#reason ??= 'too_large';
      this.#kill();
    }
  }

  #askToEnd(reason: 'timeout' | 'cancelled'): void {
    if (this.#reason !== undefined || this.#thrown !== undefined || this.#exit !== undefined) return;
    this.#reason = reason;
    signalGroup(this.#pid, 'SIGTERM');
    this.#next(this.#request.graceMs ?? 1_000, () => this.#kill());
  }

  #kill(): void {
    signalGroup(this.#pid, 'SIGKILL');
    // No more output is read, and a full pipe must not hold up what was killed.
    if (this.#thrown !== undefined || this.#reason === 'too_large') this.#closeStreams();
    if (this.#exit === undefined) this.#next(killWaitMs, () => this.#settle());
  }

  /** Settles once it has exited and its streams are closed. */
  #settleWhenOver(): void {
    if (this.#exit !== undefined && this.#openStreams === 0) this.#settle();
  }

  #linger(code: number | null, signal: string | null): void {
    this.#exit = { code, signal };
    this.#settleWhenOver();
    if (this.#settled) processGroups.remove(this.#pid, this.#request.sparesOthers);
    else {
      this.#next(this.#request.lingerMs ?? 200, () => {
        // What is in the pipes already is read before the next immediate, however late this timer is.
        if (this.#request.sparesOthers !== true) this.#kill();
        setImmediate(() => this.#settle());
      });
    }
  }

  #settle(): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#stopListening();
    // Kills members of the group that outlived their leader, unless the request spares them.
    const exitedByItself = this.#reason === undefined && this.#exit !== undefined && this.#exit.signal === null;
    const sparesOthers = this.#request.sparesOthers === true && exitedByItself;
    if (!sparesOthers) signalGroup(this.#pid, 'SIGKILL');
    // When it was made to end, nothing of its session is left when the call returns.
    if (this.#reason !== undefined) endSessions([this.#pid]);
    if (this.#exit !== undefined) processGroups.remove(this.#pid, sparesOthers);
    this.#closeStreams();
    this.#child.letGo();
    this.#finishStreams();
    if (this.#thrown !== undefined) {
      this.#reject(this.#thrown.error);
      return;
    }
    const { code, signal } = this.#exit ?? { code: null, signal: null };
    const end = this.#reason ?? (signal === null ? 'exited' : 'signalled');
    this.#resolve({ end, exitCode: code, signal, durationMs: performance.now() - this.#started });
  }

  #finishStreams(): void {
    if (this.#thrown !== undefined) return;
    try {
      for (const [, captured] of this.#streams) captured.finish();
    } catch (error) {
      this.#thrown = { error };
    }
  }

  #closeStreams(): void {
    this.#child.stdin?.destroy();
    for (const [stream] of this.#streams) stream.destroy();
  }

  #next(milliseconds: number, step: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(step, Math.min(milliseconds, longestTimer));
  }
}
