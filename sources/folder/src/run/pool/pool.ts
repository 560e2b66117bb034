import type { Stats } from 'node:fs';
import { type Call, Semaphore } from '@concord/engine';
import type { RunContext } from '../../call/run-context.js';
import { isSameFile } from '../../files/file-stamp.js';
import type { ToolItem } from '../../project/items.js';
import { safeFile } from './tool-command.js';

/** A thread or process that has a tool loaded and serves one call at a time. */
export interface PoolMember {
  /** Resolves when it has ended. */
  readonly ended: Promise<unknown>;
  /** Removes the listener of the call that used it. */
  listen(listener: undefined): void;
}

/** What happens to a member after a call: it serves again, it is asked to end, or it is killed because it broke the protocol. */
export type AfterCall = 'kept' | 'dismissed' | 'discarded';

/** What the pool knows of a member. */
interface MemberFacts {
  /** The file it was started from; undefined when it must not serve again. */
  file: Stats | undefined;
  /** Ends it after `idleMs` without a call. One timer for its whole life: a call only refreshes it. */
  readonly timer: NodeJS.Timeout;
}

/** The threads or processes of one tool: started on demand, at most `most` at a time, ended after `idleMs` without a call. */
export abstract class Pool<Member extends PoolMember> {
  protected readonly item: ToolItem;
  protected readonly context: RunContext;
  readonly #idleMs: number;
  readonly #places: Semaphore;
  readonly #all = new Map<Member, MemberFacts>();
  readonly #idle: Member[] = [];

  constructor(
    item: ToolItem,
    context: RunContext,
    { most, idleMs }: { readonly most: number; readonly idleMs: number },
  ) {
    this.item = item;
    this.context = context;
    this.#idleMs = idleMs;
    this.#places = new Semaphore(Math.max(1, most));
  }

  /** Starts a member from the file as it was just seen. */
  protected abstract start(file: Stats): Member;

  /** Ends a member that kept to the protocol. */
  protected abstract dismiss(member: Member): void;

  /** Ends a member that broke the protocol. */
  protected abstract discard(member: Member): void;

  /** A free member, or a new one; undefined when all are busy. Throws when a new one is needed and the tool may not be run. */
  takeNow(): Member | undefined {
    return this.#places.tryAcquire() ? this.#free() : undefined;
  }

  /** Waits for a free member that has the current file. Rejects when the tool may not be run any more. */
  async take(onStop: Call['onStop']): Promise<Member> {
    await this.#places.acquire(onStop);
    // A call that got an outdated member would have to wait again, behind all others.
    return this.#free(() => this.#retireOutdated());
  }

  /** Whether a member was started from the current file. Throws when that file may not be run. */
  isCurrent(member: Member): boolean {
    return isSameFile(safeFile(this.item, this.context), this.#all.get(member)?.file);
  }

  /** Takes back a member that has served a call. */
  giveBack(member: Member, afterCall: AfterCall): void {
    member.listen(undefined);
    const known = this.#all.get(member);
    if (afterCall === 'dismissed') this.dismiss(member);
    else if (afterCall === 'discarded') this.discard(member);
    else if (known) {
      known.timer.refresh();
      this.#idle.push(member);
    }
    this.#places.release();
  }

  /** Ends idle members, and busy ones after their call. New calls get new members. */
  renew(): void {
    for (const member of this.#idle.splice(0)) this.dismiss(member);
    for (const known of this.#all.values()) known.file = undefined;
  }

  /** Ends all members, and resolves when they have ended. */
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
      this.#places.release();
      throw error;
    }
  }

  #start(): Member {
    const file = safeFile(this.item, this.context);
    const member = this.start(file);
    const timer = setTimeout(() => this.#retire(member), this.#idleMs).unref();
    this.#all.set(member, { file, timer });
    void member.ended.then(() => this.#forget(member));
    return member;
  }

  /** Ends an idle member. A busy one is left alone: its timer starts again when its call is over. */
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

  /** Removes a member from the idle ones; false when it was busy. */
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
