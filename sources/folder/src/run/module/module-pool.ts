import type { Stats } from 'node:fs';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { type Call, Turns } from '@concord/engine';
import type { ToolItem } from '../../items.js';
import { safeFile } from '../command-of.js';
import { isSame } from '../file-stamp.js';
import type { World } from '../world.js';
import { ModuleThread } from './module-thread.js';

const DEFAULT_THREADS = 4;
const IDLE_MS = 60_000;

/** A thread with what it was started from. */
interface Member {
  readonly thread: ModuleThread;
  /** The file it has loaded; undefined when that is not to be used any more. */
  file: Stats | undefined;
  /** Ends it when nobody has used it for a while. Kept as long as the thread is, and only set back when that was used. */
  readonly timer: NodeJS.Timeout;
}

/** The threads of one module: as many as may run at a time, started when they are needed, ended when nobody needs them. */
export class ModulePool {
  readonly #world: World;
  readonly #item: ToolItem;
  readonly #turns: Turns;
  readonly #members = new Map<ModuleThread, Member>();
  readonly #idle: Member[] = [];

  constructor(item: ToolItem, world: World) {
    this.#world = world;
    this.#item = item;
    this.#turns = new Turns(Math.max(1, Math.min(item.instances ?? DEFAULT_THREADS, availableParallelism())));
  }

  /** A thread that is free; undefined when one has to wait. Throws when none is there and the module may not be run. */
  takeNow(): ModuleThread | undefined {
    return this.#turns.takeNow() ? this.#free() : undefined;
  }

  /** Waits for a thread that is free; rejects when none is there then and the module may not be run. */
  async take(onStop: Call['onStop']): Promise<ModuleThread> {
    await this.#turns.take(onStop);
    return this.#free();
  }

  /** Whether a thread has the module as its file is now; throws when that may not be run any more. */
  isCurrent(thread: ModuleThread): boolean {
    const loaded = this.#members.get(thread)?.file;
    return isSame(safeFile(this.#item, this.#world), loaded);
  }

  #free(): ModuleThread {
    try {
      return this.#idle.pop()?.thread ?? this.#start();
    } catch (error) {
      this.#turns.giveBack();
      throw error;
    }
  }

  #start(): ModuleThread {
    const file = safeFile(this.#item, this.#world);
    const thread = new ModuleThread(pathToFileURL(this.#item.file).href, this.#world);
    const timer = setTimeout(() => this.#retire(thread), IDLE_MS).unref();
    this.#members.set(thread, { thread, file, timer });
    void thread.ended.then(() => this.#forget(thread));
    return thread;
  }

  /** Takes a thread back; one whose call did not end by itself is ended. */
  giveBack(thread: ModuleThread, isUsable: boolean): void {
    thread.listen(undefined);
    const member = this.#members.get(thread);
    if (!isUsable) thread.end();
    else if (member) {
      member.timer.refresh();
      this.#idle.push(member);
    }
    this.#turns.giveBack();
  }

  /** Ends those that wait; new calls get new threads, and running ones finish. */
  renew(): void {
    for (const { thread } of this.#idle.splice(0)) thread.end();
    for (const member of this.#members.values()) member.file = undefined;
  }

  close(): void {
    for (const thread of this.#members.keys()) thread.end();
  }

  /** One that works is left alone: it is given back and then has its time again. */
  #retire(thread: ModuleThread): void {
    if (this.#takeFromIdle(thread)) thread.end();
  }

  #forget(thread: ModuleThread): void {
    clearTimeout(this.#members.get(thread)?.timer);
    this.#members.delete(thread);
    this.#takeFromIdle(thread);
  }

  /** Takes a thread from those that wait; false when it was at work. */
  #takeFromIdle(thread: ModuleThread): boolean {
    const at = this.#idle.findIndex(each => each.thread === thread);
    if (at !== -1) this.#idle.splice(at, 1);
    return at !== -1;
  }
}
