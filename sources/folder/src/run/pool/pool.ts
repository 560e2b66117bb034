import type { Stats } from 'node:fs';
import { type Call, Turns } from '@concord/engine';
import type { World } from '../../call/run-context.js';
import { isSameFile } from '../../files/file-stamp.js';
import type { ToolItem } from '../../project/items.js';
import { safeFile } from './tool-command.js';

/** What a pool keeps between calls: it has a tool loaded and serves one call at a time. */
export interface Kept {
  /** Resolves when it is gone. */
  readonly ended: Promise<unknown>;
  /** Whoever uses it hears what it says; undefined when nobody does. */
  listen(listener: undefined): void;
}

/** What becomes of one after a call: it serves again, it has done its part, or it broke the rules. */
export type Fate = 'kept' | 'dismissed' | 'discarded';

/** What is known of one that is kept. */
interface Known {
  /** The file it was started from; undefined when that is not to be used any more. */
  file: Stats | undefined;
  /** Ends it when nobody has used it for a while. Kept as long as it is, and only set back when it was used. */
  readonly timer: NodeJS.Timeout;
}

/** Those that serve one tool: as many as may work at a time, started when they are needed, ended when nobody needs them. */
export abstract class Pool<Member extends Kept> {
  protected readonly item: ToolItem;
  protected readonly world: World;
  readonly #idleMs: number;
  readonly #turns: Turns;
  readonly #all = new Map<Member, Known>();
  readonly #idle: Member[] = [];

  constructor(item: ToolItem, world: World, { most, idleMs }: { readonly most: number; readonly idleMs: number }) {
    this.item = item;
    this.world = world;
    this.#idleMs = idleMs;
    this.#turns = new Turns(Math.max(1, most));
  }

  /** Starts one from the file as it was seen just now. */
  protected abstract start(file: Stats): Member;

  /** Ends one that kept to the rules. */
  protected abstract dismiss(member: Member): void;

  /** Ends one that did not. */
  protected abstract discard(member: Member): void;

  /** One that is free; undefined when one has to wait. Throws when none is there and the tool may not be run. */
  takeNow(): Member | undefined {
    return this.#turns.takeNow() ? this.#free() : undefined;
  }

  /** Waits for one that is free and has the file as it is then; rejects when the tool may not be run any more. */
  async take(onStop: Call['onStop']): Promise<Member> {
    await this.#turns.take(onStop);
    // Whoever got an outdated one would have to wait again, behind all others.
    return this.#free(() => this.#retireOutdated());
  }

  /** Whether one has the file as it is now, which is asked before every call; throws when that may not be run any more. */
  isCurrent(member: Member): boolean {
    return isSameFile(safeFile(this.item, this.world), this.#all.get(member)?.file);
  }

  /** Takes one back that has served a call. */
  giveBack(member: Member, fate: Fate): void {
    member.listen(undefined);
    const known = this.#all.get(member);
    if (fate === 'dismissed') this.dismiss(member);
    else if (fate === 'discarded') this.discard(member);
    else if (known) {
      known.timer.refresh();
      this.#idle.push(member);
    }
    this.#turns.giveBack();
  }

  /** Ends those that wait; new calls get new ones, and running ones finish. */
  renew(): void {
    for (const member of this.#idle.splice(0)) this.dismiss(member);
    for (const known of this.#all.values()) known.file = undefined;
  }

  /** Ends all of them, and resolves when they are gone. */
  async close(): Promise<void> {
    const all = [...this.#all.keys()];
    for (const member of all) this.dismiss(member);
    await Promise.all(all.map(member => member.ended));
  }

  #free(prepare = () => {}): Member {
    try {
      prepare();
      return this.#idle.pop() ?? this.#start();
    } catch (error) {
      this.#turns.giveBack();
      throw error;
    }
  }

  #start(): Member {
    const file = safeFile(this.item, this.world);
    const member = this.start(file);
    const timer = setTimeout(() => this.#retire(member), this.#idleMs).unref();
    this.#all.set(member, { file, timer });
    void member.ended.then(() => this.#forget(member));
    return member;
  }

  /** One that works is left alone: it is given back and then has its time again. */
  #retire(member: Member): void {
    if (this.#takeFromIdle(member)) this.dismiss(member);
  }

  #retireOutdated(): void {
    for (const member of this.#idle.filter(each => !this.isCurrent(each))) this.#retire(member);
  }

  #forget(member: Member): void {
    clearTimeout(this.#all.get(member)?.timer);
    this.#all.delete(member);
    this.#takeFromIdle(member);
  }

  /** Takes one from those that wait; false when it was at work. */
  #takeFromIdle(member: Member): boolean {
    const at = this.#idle.indexOf(member);
    if (at !== -1) this.#idle.splice(at, 1);
    return at !== -1;
  }
}

/** Waits until a member can serve. Calls `giveUp` when the call is stopped before that. */
export async function readyUnlessStopped(call: Call, ready: Promise<unknown>, giveUp: () => void): Promise<void> {
  const stopListening = call.onStop(giveUp);
  try {
    await ready;
  } finally {
    stopListening();
  }
}
