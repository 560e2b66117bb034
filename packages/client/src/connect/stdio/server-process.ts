import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalGroup } from '@concord/engine';
import type { Definition } from '../../config/definition.js';
import { ServerReaper } from './server-reaper.js';

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** How long a server has to end by itself after its input ended, and again after it was asked to. */
const patienceMs = 2_000;
/** How long the system may take to end what was killed. */
const killPatienceMs = 750;
const pollMs = 10;
/** How long one who leaves waits for a server whose input has ended. */
const leavePatienceMs = 20;
/** Most commands are done before their server needs a reaper. */
const usualReaperDelayMs = 1_000;

/** Servers that would outlive this process if it ended now. */
const live = new Set<ServerProcess>();

function leaveAllToReapers(): void {
  for (const each of live) each.leaveToReaper();
}

/** A server's process, leader of a group of its own, from its start until nothing of the group is left. */
export class ServerProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** When the leader has ended. */
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #reaper: ServerReaper;
  readonly #reaperTimer: NodeJS.Timeout;
  #ending: Promise<void> | undefined;

  private constructor(child: ChildProcess, pid: number, reaperDelayMs: number) {
    this.#child = child;
    this.pid = pid;
    this.stdin = child.stdin!;
    this.stdout = child.stdout!;
    this.stderr = child.stderr!;
    this.#reaper = new ServerReaper(this);
    this.#reaperTimer = setTimeout(() => this.#reaper.watch(), reaperDelayMs).unref();
    if (reaperDelayMs === 0) this.#reaper.watch();
    if (live.size === 0) process.on('exit', leaveAllToReapers);
    live.add(this);
    this.exited = new Promise(resolve => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    child.on('error', () => {});
    // A pipe that breaks is a pipe that ended.
    for (const stream of [this.stdin, this.stdout, this.stderr]) stream.on('error', () => {});
  }

  /** Starts a server, and its reaper after that long; rejects with the system's reason when it cannot be started. */
  static async start(
    definition: Extract<Definition, { transport: 'stdio' }>,
    reaperDelayMs = usualReaperDelayMs,
  ): Promise<ServerProcess> {
    const child = spawn(definition.command, [...definition.args], {
      cwd: definition.cwd,
      env: { ...definition.env },
      stdio: 'pipe',
      // Leader of its own group and session; elsewhere this would only open a console.
      detached: process.platform !== 'win32',
      windowsHide: true,
      shell: false,
    });
    if (child.pid !== undefined) return new ServerProcess(child, child.pid, reaperDelayMs);
    throw await new Promise(resolve => child.once('error', resolve));
  }

  /** Ends it in the order the protocol asks for: its input, a request to the group, a kill of the group. */
  end(): Promise<void> {
    this.stdin.end();
    // Kept flowing: a server that still has to write before it can end is not held up.
    this.stdout.resume();
    if (this.#ending) return awaited(this.#ending);
    this.#ending = this.#end(patienceMs, true);
    return this.#ending;
  }

  /** Ends its input and, unless that is the end of it, leaves the rest of the order to a reaper: nothing here waits on. */
  release(): Promise<void> {
    if (process.platform === 'win32') return this.end();
    this.stdin.end();
    this.stdout.resume();
    this.stderr.resume();
    const left = Promise.race([this.exited, sleep(leavePatienceMs)]).then(() => this.leaveToReaper());
    // An end that is under way is not waited for any longer than one that begins here.
    const ending = this.#ending === undefined ? left : Promise.race([this.#ending, left]);
    this.#ending = ending;
    return ending;
  }

  /** What is left of it is no longer ours. */
  leaveToReaper(): void {
    if (this.#isAlive()) this.#reaper.handOver();
    else this.#reaper.dismiss();
    this.#forget();
  }

  /** Ends it without waiting for it to end by itself, and without keeping this process alive for it. */
  stop(): Promise<void> {
    this.stdin.destroy();
    this.#ending ??= this.#end(0, false);
    return this.#ending;
  }

  async #end(patience: number, ref: boolean): Promise<void> {
    if (!(await this.#gone(patience, ref))) {
      signalGroup(this.pid, 'SIGTERM');
      if (!(await this.#gone(patienceMs, ref))) {
        signalGroup(this.pid, 'SIGKILL');
        await this.#gone(killPatienceMs, ref);
      }
    }
    this.#reaper.dismiss();
    this.#forget();
  }

  #forget(): void {
    clearTimeout(this.#reaperTimer);
    live.delete(this);
    if (live.size === 0) process.off('exit', leaveAllToReapers);
    for (const stream of [this.stdin, this.stdout, this.stderr]) stream.destroy();
    this.#child.unref();
  }

  async #gone(milliseconds: number, ref: boolean): Promise<boolean> {
    const until = performance.now() + milliseconds;
    while (this.#isAlive()) {
      if (performance.now() >= until) return false;
      await sleep(pollMs, undefined, { ref });
    }
    return true;
  }

  #isAlive(): boolean {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) return true;
    if (process.platform === 'win32') return false;
    try {
      return process.kill(-this.pid, 0);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  }
}

/** A promise that keeps this process alive until it is settled, whatever it waits for. */
function awaited<Value>(promise: Promise<Value>): Promise<Value> {
  const hold = setInterval(() => {}, 1_000);
  return promise.finally(() => clearInterval(hold));
}
