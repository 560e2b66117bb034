import { type Call, Turns } from '@concord/engine';
import type { ToolItem } from '../../items.js';
import type { Command } from '../command-of.js';
import { fileStamp } from '../file-stamp.js';
import type { World } from '../world.js';
import { WarmProcess } from './warm-process.js';

const IDLE_MS = 300_000;
const EARLY_MS = 10_000;
const MOST_EARLY_DEATHS = 3;
const REFUSED_MS = 30_000;

/** The processes of one warm program: as many as may run at a time, kept while they are used. */
export class WarmPool {
  readonly #item: ToolItem;
  readonly #world: World;
  readonly #turns: Turns;
  readonly #idle: { process: WarmProcess; stamp: string; timer: NodeJS.Timeout }[] = [];
  readonly #all = new Set<WarmProcess>();
  readonly #stamps = new WeakMap<WarmProcess, string>();
  /** Those that were told to end: that is no death. */
  readonly #dismissed = new WeakSet<WarmProcess>();
  #deaths: number[] = [];
  #refusedUntil = 0;
  #lastReason = '';

  constructor(item: ToolItem, world: World) {
    this.#item = item;
    this.#world = world;
    this.#turns = new Turns(Math.max(1, item.instances ?? 1));
  }

  /** Why calls are refused for now: it died too often right after its start. */
  get refusal(): string | undefined {
    return performance.now() < this.#refusedUntil ? this.#lastReason : undefined;
  }

  /** A process that is free, started from the file as it is now. */
  async take(command: () => Command, onStop: Call['onStop']): Promise<WarmProcess> {
    await this.#turns.take(onStop);
    try {
      const stamp = fileStamp(this.#item.file);
      for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
        clearTimeout(kept.timer);
        if (kept.stamp === stamp && this.#all.has(kept.process)) return kept.process;
        this.#end(kept.process);
      }
      return this.#start(command(), stamp);
    } catch (error) {
      this.#turns.giveBack();
      throw error;
    }
  }

  /** Takes a process back; one that broke the rules is replaced. */
  giveBack(process: WarmProcess, isUsable: boolean): void {
    process.listen(undefined);
    if (!isUsable) process.kill();
    else if (this.#all.has(process)) {
      const timer = setTimeout(() => this.#retire(process), IDLE_MS).unref();
      this.#idle.push({ process, stamp: this.#stamps.get(process)!, timer });
    }
    this.#turns.giveBack();
  }

  /** Ends those that wait; new calls get new processes, and running ones finish. */
  renew(): void {
    for (const { process } of this.#idle) this.#end(process);
    for (const process of this.#all) this.#stamps.set(process, 'old');
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    for (const process of this.#all) this.#end(process);
    await Promise.all([...this.#all].map(process => process.ended));
  }

  #start(command: Command, stamp: string): WarmProcess {
    const { project, environment, settings, report } = this.#world;
    const started = new WarmProcess(command, {
      cwd: project.root,
      env: environment,
      longestLine: settings.maxOutputBytes + 65_536,
      idleStderr: text => report({ level: 'info', logger: 'tools', message: `${this.#item.name}: ${text.trimEnd()}` }),
    });
    this.#all.add(started);
    this.#stamps.set(started, stamp);
    void started.ended.then(({ reason }) => this.#gone(started, reason));
    return started;
  }

  #gone(process: WarmProcess, reason: string): void {
    this.#all.delete(process);
    const at = this.#idle.findIndex(each => each.process === process);
    if (at !== -1) clearTimeout(this.#idle.splice(at, 1)[0]!.timer);
    const now = performance.now();
    if (this.#dismissed.has(process) || now - process.startedAt > EARLY_MS) return;
    this.#deaths = [...this.#deaths, now].slice(-MOST_EARLY_DEATHS);
    if (this.#deaths.length < MOST_EARLY_DEATHS || now - this.#deaths[0]! > EARLY_MS * MOST_EARLY_DEATHS) return;
    this.#deaths = [];
    this.#refusedUntil = now + REFUSED_MS;
    this.#lastReason = reason;
  }

  #retire(process: WarmProcess): void {
    const at = this.#idle.findIndex(each => each.process === process);
    if (at !== -1) this.#idle.splice(at, 1);
    this.#end(process);
  }

  #end(process: WarmProcess): void {
    this.#dismissed.add(process);
    process.end();
  }
}
