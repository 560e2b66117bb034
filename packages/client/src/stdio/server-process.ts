import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { endGroup, exists, type GroupLeader, GroupReaper, spawnGroup } from '@concord/engine';
import type { Definition } from '../config/entry/definition.js';
import type { StartedServers } from '../connection/options.js';

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** How long a server has to end by itself after its input ended, and again after it was asked to. */
const endWaitMs = 2_000;
/** How long a caller that leaves waits for a server whose input has ended. */
const releaseWaitMs = 20;
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
  readonly #child: GroupLeader;
  readonly #reaper: GroupReaper;
  readonly #reaperTimer: NodeJS.Timeout;
  #ending: Promise<void> | undefined;

  private constructor(child: GroupLeader, reaperDelayMs: number) {
    this.#child = child;
    this.pid = child.pid;
    this.stdin = child.stdin!;
    this.stdout = child.stdout!;
    this.stderr = child.stderr!;
    this.#reaper = new GroupReaper(child.pid, {
      waitMs: endWaitMs,
      graceMs: endWaitMs,
      outputs: [this.stdout, this.stderr],
    });
    this.#reaperTimer = setTimeout(() => this.#reaper.watch(), reaperDelayMs).unref();
    if (reaperDelayMs === 0) this.#reaper.watch();
    if (live.size === 0) process.on('exit', leaveAllToReapers);
    live.add(this);
    this.exited = new Promise(resolve => {
      if (child.exitCode !== null || child.signalCode !== null)
        resolve({ code: child.exitCode, signal: child.signalCode });
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    // A pipe that breaks is a pipe that ended.
    for (const stream of [this.stdin, this.stdout, this.stderr]) stream.on('error', () => {});
  }

  /** Starts a server, or takes the one that `started` has; its reaper starts after that long. Rejects with the system's reason when it cannot be started. */
  static async start(
    definition: Extract<Definition, { transport: 'stdio' }>,
    reaperDelayMs = usualReaperDelayMs,
    started?: StartedServers,
  ): Promise<ServerProcess> {
    const { command, args, cwd, env } = definition;
    const child = started?.take(definition) ?? (await spawnGroup(command, args, { cwd, env, stdio: 'pipe' }));
    return new ServerProcess(child, reaperDelayMs);
  }

  /** Ends it in the order the protocol asks for: its input, a request to the group, a kill of the group. */
  end(): Promise<void> {
    this.stdin.end();
    // Kept flowing: a server that still has to write before it can end is not held up.
    this.stdout.resume();
    if (this.#ending) return awaited(this.#ending);
    this.#ending = this.#end(endWaitMs, true);
    return this.#ending;
  }

  /** Ends its input and, unless the server ends at once, leaves the rest of the order to a reaper: this process does not wait for it. */
  release(): Promise<void> {
    if (process.platform === 'win32') return this.end();
    this.stdin.end();
    this.stdout.resume();
    this.stderr.resume();
    const left = Promise.race([this.exited, sleep(releaseWaitMs)]).then(() => this.leaveToReaper());
    // An end that has begun before is not waited for any longer than one that begins here.
    const ending = this.#ending === undefined ? left : Promise.race([this.#ending, left]);
    this.#ending = ending;
    return ending;
  }

  /** Leaves what is left of it to a reaper, and forgets it. */
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

  async #end(waitMs: number, ref: boolean): Promise<void> {
    await endGroup(this.pid, { waitMs, graceMs: endWaitMs, ref, isAlive: () => this.#isAlive() });
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

  #isAlive(): boolean {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) return true;
    return process.platform !== 'win32' && exists(-this.pid);
  }
}

/** A promise that keeps this process alive until it is settled, whatever it waits for. */
function awaited<Value>(promise: Promise<Value>): Promise<Value> {
  const hold = setInterval(() => {}, 1_000);
  return promise.finally(() => clearInterval(hold));
}
