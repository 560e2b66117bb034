import type { Stats } from 'node:fs';
import { type Call, Turns } from '@concord/engine';
import type { ToolItem } from '../../items.js';
import { commandOf, safeFile } from '../command-of.js';
import { isSame } from '../file-stamp.js';
import type { World } from '../world.js';
import { WarmProcess } from './warm-process.js';

const IDLE_MS = 300_000;
const EARLY_MS = 10_000;
const MOST_EARLY_DEATHS = 3;
const REFUSED_MS = 30_000;

/** What is known of a process. */
interface Kept {
  /** The file it was started from; undefined when that is not to be used any more. */
  file: Stats | undefined;
  /** Ends it when nobody has used it for a while. Kept as long as the process is, and only set back when that was used. */
  readonly timer: NodeJS.Timeout;
}

/** The processes of one warm program: as many as may run at a time, kept while they are used. */
export class WarmPool {
  readonly #item: ToolItem;
  readonly #world: World;
  readonly #turns: Turns;
  readonly #all = new Map<WarmProcess, Kept>();
  readonly #idle: WarmProcess[] = [];
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

  /** A process that is free, started from the file as it was `seen` just now; undefined when one has to wait. */
  takeNow(seen: Stats): WarmProcess | undefined {
    return this.#turns.takeNow() ? this.#free(() => seen) : undefined;
  }

  /** Waits for a process that is free, started from the file as it is then; rejects when that may not be run any more. */
  async take(onStop: Call['onStop']): Promise<WarmProcess> {
    await this.#turns.take(onStop);
    return this.#free(() => safeFile(this.#item, this.#world));
  }

  /** Takes a process back; one that broke the rules is replaced. */
  giveBack(process: WarmProcess, isUsable: boolean): void {
    process.listen(undefined);
    const kept = this.#all.get(process);
    if (!isUsable) process.kill();
    else if (kept) {
      kept.timer.refresh();
      this.#idle.push(process);
    }
    this.#turns.giveBack();
  }

  /** Ends those that wait; new calls get new processes, and running ones finish. */
  renew(): void {
    for (const process of this.#idle.splice(0)) this.#end(process);
    for (const kept of this.#all.values()) kept.file = undefined;
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    const all = [...this.#all.keys()];
    for (const process of all) this.#end(process);
    await Promise.all(all.map(process => process.ended));
  }

  #free(look: () => Stats): WarmProcess {
    try {
      const file = look();
      for (let process = this.#idle.pop(); process; process = this.#idle.pop()) {
        const started = this.#all.get(process)?.file;
        if (started && isSame(started, file)) return process;
        this.#end(process);
      }
      return this.#start(file);
    } catch (error) {
      this.#turns.giveBack();
      throw error;
    }
  }

  #start(file: Stats): WarmProcess {
    const { project, environment, settings, report } = this.#world;
    const started = new WarmProcess(commandOf(this.#item, file), {
      cwd: project.root,
      env: environment,
      longestLine: settings.maxOutputBytes + 65_536,
      idleStderr: text => report({ level: 'info', logger: 'tools', message: `${this.#item.name}: ${text.trimEnd()}` }),
    });
    const timer = setTimeout(() => this.#retire(started), IDLE_MS).unref();
    this.#all.set(started, { file, timer });
    void started.ended.then(({ reason }) => this.#gone(started, reason));
    return started;
  }

  #gone(process: WarmProcess, reason: string): void {
    clearTimeout(this.#all.get(process)?.timer);
    this.#all.delete(process);
    this.#takeFromIdle(process);
    const now = performance.now();
    if (this.#dismissed.has(process) || now - process.startedAt > EARLY_MS) return;
    this.#deaths = [...this.#deaths, now].slice(-MOST_EARLY_DEATHS);
    if (this.#deaths.length < MOST_EARLY_DEATHS || now - this.#deaths[0]! > EARLY_MS * MOST_EARLY_DEATHS) return;
    this.#deaths = [];
    this.#refusedUntil = now + REFUSED_MS;
    this.#lastReason = reason;
  }

  /** One that works is left alone: it is given back and then has its time again. */
  #retire(process: WarmProcess): void {
    if (this.#takeFromIdle(process)) this.#end(process);
  }

  /** Takes a process from those that wait; false when it was at work. */
  #takeFromIdle(process: WarmProcess): boolean {
    const at = this.#idle.indexOf(process);
    if (at !== -1) this.#idle.splice(at, 1);
    return at !== -1;
  }

  #end(process: WarmProcess): void {
    this.#dismissed.add(process);
    process.end();
  }
}
