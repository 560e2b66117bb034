import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { type Call, Turns } from '@concord/engine';
import type { ToolItem } from '../../items.js';
import { fileStamp } from '../file-stamp.js';
import type { World } from '../world.js';
import { ModuleThread } from './module-thread.js';

const DEFAULT_THREADS = 4;
const IDLE_MS = 60_000;

interface Kept {
  readonly thread: ModuleThread;
  readonly timer: NodeJS.Timeout;
}

/** The threads of one module: as many as may run at a time, started when they are needed, ended when nobody needs them. */
export class ModulePool {
  readonly #world: World;
  readonly #file: string;
  readonly #turns: Turns;
  readonly #idle: Kept[] = [];
  readonly #stamps = new Map<ModuleThread, string>();

  constructor(item: ToolItem, world: World) {
    this.#world = world;
    this.#file = item.file;
    this.#turns = new Turns(Math.max(1, Math.min(item.instances ?? DEFAULT_THREADS, availableParallelism())));
  }

  /** A thread that is free and has the module as it is now. */
  async take(onStop: Call['onStop']): Promise<ModuleThread> {
    await this.#turns.take(onStop);
    try {
      return this.#free();
    } catch (error) {
      this.#turns.giveBack();
      throw error;
    }
  }

  #free(): ModuleThread {
    const stamp = fileStamp(this.#file);
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      clearTimeout(kept.timer);
      if (this.#stamps.get(kept.thread) === stamp) return kept.thread;
      kept.thread.end();
    }
    const thread = new ModuleThread(pathToFileURL(this.#file).href, this.#world);
    this.#stamps.set(thread, stamp);
    void thread.ended.then(() => this.#forget(thread));
    return thread;
  }

  /** Takes a thread back; one whose call did not end by itself is ended. */
  giveBack(thread: ModuleThread, isUsable: boolean): void {
    thread.listen(undefined);
    if (!isUsable) thread.end();
    else if (this.#stamps.has(thread))
      this.#idle.push({ thread, timer: setTimeout(() => thread.end(), IDLE_MS).unref() });
    this.#turns.giveBack();
  }

  /** Ends those that wait; new calls get new threads, and running ones finish. */
  renew(): void {
    for (const { thread } of this.#idle) thread.end();
    for (const thread of this.#stamps.keys()) this.#stamps.set(thread, 'old');
  }

  close(): void {
    for (const thread of this.#stamps.keys()) thread.end();
  }

  #forget(thread: ModuleThread): void {
    this.#stamps.delete(thread);
    const at = this.#idle.findIndex(each => each.thread === thread);
    if (at !== -1) clearTimeout(this.#idle.splice(at, 1)[0]!.timer);
  }
}
