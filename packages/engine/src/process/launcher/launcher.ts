import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { groupsHolding } from '../facts/process-facts.js';
import { signalGroup } from '../groups/process-groups.js';
import type { LaunchOrder, LaunchReport, SentError } from './launch-messages.js';
import { LaunchedChild } from './launched-child.js';
import { startLauncherProcess } from './launcher-process.js';

/** A process that starts one or two children, a command for instance, is faster without a launcher. */
const STARTS_BEFORE = 2;
const MOST_LOSSES = 3;
const ANSWER_MS = 30_000;
const WAKE_MS = 500;
/** The longest order in characters. A longer one would make the memory of the launcher grow for good. */
const LONGEST_ORDER = 262_144;

/** What became of an order: a child; the system's error; 'unstarted', so that this process can start it; or 'lost' with the launcher, when it may have run. */
export type Launching = LaunchedChild | { readonly error: SentError } | 'unstarted' | 'lost';

interface OpenOrder {
  readonly stdio: LaunchOrder['stdio'];
  readonly since: number;
  readonly answer: (launching: Launching) => void;
}

/**
 * Has children started by a small process: that takes the same time however large this one is, and this one does other things
 * meanwhile. It is started in the background once children are asked for again and again, and anew when it was lost, a few times.
 * It ends with this process, and its children with it; it keeps this process alive only while one of them is waited for.
 */
export class Launcher {
  readonly #orders = new Map<number, OpenOrder>();
  readonly #children = new Map<number, LaunchedChild>();
  /** The ids of orders without an answer, and of children whose exit is waited for. */
  readonly #awaited = new Set<number>();
  #process: ChildProcess | undefined;
  #waking: NodeJS.Timeout | undefined;
  #isReady = false;
  #asked = 0;
  #losses = 0;
  #count = 0;

  /** To be called before each start: starts the launcher after a few calls. True when the launcher is ready. */
  prepare(): boolean {
    this.#asked += 1;
    if (this.#asked > STARTS_BEFORE && this.#process === undefined && this.#losses < MOST_LOSSES) this.#start();
    return this.#isReady;
  }

  /** Has the launcher start a child in a session of its own; 'unstarted' when the order is too long. The launcher unlinks the input file. */
  launch(order: Omit<LaunchOrder, 'id'>): Promise<Launching> {
    const id = this.#count++;
    const line = JSON.stringify({ id, ...order });
    if (line.length > LONGEST_ORDER) return Promise.resolve('unstarted');
    return new Promise(answer => {
      this.#orders.set(id, { stdio: order.stdio, since: performance.now(), answer });
      this.#await(id);
      this.#process?.stdin?.write(`${line}\n`);
    });
  }

  #start(): void {
    this.#process = startLauncherProcess(
      report => this.#heard(report),
      () => this.#lost(),
    );
    if (this.#process === undefined) this.#losses += 1;
    else this.#holdProcess(false);
  }

  #heard(report: LaunchReport): void {
    if ('ready' in report) {
      this.#isReady = true;
      return;
    }
    const { id } = report;
    if ('exit' in report) {
      this.#children.get(id)?.exited(...report.exit);
      this.#children.delete(id);
    } else if ('pid' in report) {
      const child = new LaunchedChild(report.pid, () => this.#letGo(id));
      this.#children.set(id, child);
      this.#answer(id, child);
      return;
    } else this.#answer(id, 'error' in report ? report : 'unstarted');
    this.#letGo(id);
  }

  #answer(id: number, launching: Launching): void {
    this.#orders.get(id)?.answer(launching);
    this.#orders.delete(id);
  }

  /** The launcher has ended: exits of its children can no longer be reported, so the children are killed. */
  #lost(): void {
    for (const id of this.#awaited) this.#letGo(id);
    this.#process = undefined;
    this.#isReady = false;
    this.#losses += 1;
    for (const [id, { stdio }] of this.#orders) {
      const [stdin, ...outputs] = stdio;
      const isUntouched = existsSync(stdin);
      // It may have been started, and its pid is not known.
      if (!isUntouched) for (const group of groupsHolding(outputs)) signalGroup(group, 'SIGKILL');
      this.#answer(id, isUntouched ? 'unstarted' : 'lost');
    }
    for (const child of this.#children.values()) {
      signalGroup(child.pid, 'SIGKILL');
      child.exited(null, 'SIGKILL');
    }
    this.#children.clear();
  }

  #await(id: number): void {
    this.#awaited.add(id);
    if (this.#awaited.size === 1) this.#holdProcess(true);
  }

  #letGo(id: number): void {
    if (this.#awaited.delete(id) && this.#awaited.size === 0) this.#holdProcess(false);
  }

  /** Keeps this process alive for reports of the launcher, and the launcher running meanwhile; or neither. */
  #holdProcess(isHeld: boolean): void {
    for (const stream of [this.#process?.stdin, this.#process?.stdout] as (Socket | null | undefined)[])
      if (isHeld) stream?.ref();
      else stream?.unref();
    clearInterval(this.#waking);
    if (isHeld) this.#waking = setInterval(() => this.#wake(), WAKE_MS).unref();
  }

  /** Continues a launcher that a child has stopped, and kills one that has not answered for too long. */
  #wake(): void {
    const [oldest] = this.#orders.values();
    const isStuck = oldest !== undefined && performance.now() - oldest.since > ANSWER_MS;
    this.#process?.kill(isStuck ? 'SIGKILL' : 'SIGCONT');
  }
}
