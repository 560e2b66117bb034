import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { LineReader } from '../line-reader.js';
import type { LaunchOrder, LaunchReport, SentError } from './launch-messages.js';
import { signalGroup } from './process-groups.js';
import type { ExitListener } from './started-child.js';

/** Processes start from what was compiled, also where this file has not been. */
const compiled = import.meta.url.endsWith('.ts') ? '../../dist/process/' : './';
const program = fileURLToPath(new URL(`${compiled}launcher-program.js`, import.meta.url));

/** What it takes to start a child grows with the memory and the threads of whoever starts it. */
const frugal = ['--max-semi-space-size=1', '--v8-pool-size=0'];

/** Who starts a child or two, a command for instance, is better off without a launcher. */
const STARTS_BEFORE = 2;
const MOST_LOSSES = 3;
const ANSWER_MS = 30_000;
const LONGEST_REPORT = 65_536;

/** What became of an order: a child, or the system's error, or a stream could not be opened, or nobody knows. */
export type Launching = LaunchedChild | { readonly error: SentError } | 'unopened' | 'lost';

/**
 * Has children started by a small process: that takes the same time however large this one is, and this one does other things
 * meanwhile. It is started in the background once children are asked for again and again, and anew when it was lost, a few times.
 * It ends with this process, and its children with it; it keeps this process alive only while one of them runs.
 */
export class Launcher {
  readonly #orders = new Map<number, (launching: Launching) => void>();
  readonly #children = new Map<number, LaunchedChild>();
  #process: ChildProcess | undefined;
  #isReady = false;
  #asked = 0;
  #losses = 0;
  #count = 0;

  /** Whether a child can be launched now. It is by being asked that a launcher comes to be. */
  isReady(): boolean {
    this.#asked += 1;
    if (this.#asked > STARTS_BEFORE && this.#process === undefined && this.#losses < MOST_LOSSES) this.#start();
    return this.#isReady;
  }

  /** Starts a child in a session of its own, when ready. The file it reads is taken away as soon as it is open. */
  launch(order: Omit<LaunchOrder, 'id'>): Promise<Launching> {
    const id = this.#count++;
    return new Promise(resolve => {
      // One that does not answer would hold up everybody.
      const patience = setTimeout(() => this.#process?.kill('SIGKILL'), ANSWER_MS);
      this.#orders.set(id, launching => {
        clearTimeout(patience);
        this.#orders.delete(id);
        resolve(launching);
      });
      this.#process?.stdin?.write(`${JSON.stringify({ id, ...order })}\n`);
      this.#keepAlive();
    });
  }

  #start(): void {
    const child: ChildProcess = spawn(process.execPath, [...frugal, program], {
      cwd: '/',
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      // A terminal's Ctrl-C is for this process, which ends its children in its own way.
      detached: true,
    });
    this.#process = child;
    const reader = new LineReader(LONGEST_REPORT, {
      line: bytes => this.#heard(JSON.parse(bytes.toString()) as LaunchReport),
      tooLong: () => child.kill('SIGKILL'),
    });
    const lost = () => this.#lost(child);
    // Not before all it said has been heard.
    child.once('error', lost).once('close', lost);
    // Where not even pipes could be made there are no streams.
    child.stdin?.on('error', () => {});
    child.stdout?.on('data', (piece: Buffer) => reader.push(piece)).on('error', () => {});
    child.unref();
    this.#keepAlive();
  }

  #heard(report: LaunchReport): void {
    if ('ready' in report) {
      this.#isReady = true;
      return;
    }
    const { id } = report;
    if ('pid' in report) {
      const child = new LaunchedChild(report.pid, () => this.#forget(id));
      this.#children.set(id, child);
      this.#orders.get(id)?.(child);
      return;
    }
    if ('exit' in report) this.#children.get(id)?.exited(...report.exit);
    else this.#orders.get(id)?.('error' in report ? report : 'unopened');
    this.#forget(id);
  }

  #forget(id: number): void {
    this.#children.delete(id);
    this.#keepAlive();
  }

  /** It has ended: what it started cannot be heard of any more, so it is ended too. */
  #lost(child: ChildProcess): void {
    if (this.#process !== child) return;
    this.#process = undefined;
    this.#isReady = false;
    this.#losses += 1;
    for (const answer of this.#orders.values()) answer('lost');
    for (const child of this.#children.values()) {
      signalGroup(child.pid, 'SIGKILL');
      child.exited(null, 'SIGKILL');
    }
    this.#children.clear();
  }

  #keepAlive(): void {
    const isNeeded = this.#orders.size + this.#children.size > 0;
    for (const stream of [this.#process?.stdin, this.#process?.stdout] as (Socket | null | undefined)[])
      if (isNeeded) stream?.ref();
      else stream?.unref();
  }
}

/** A child that was launched. */
export class LaunchedChild {
  #listener: ExitListener | undefined;
  #exit: Parameters<ExitListener> | undefined;

  constructor(
    readonly pid: number,
    /** Stops waiting for its exit. */
    readonly letGo: () => void,
  ) {}

  onExit(listener: ExitListener): void {
    this.#listener = listener;
    if (this.#exit !== undefined) listener(...this.#exit);
  }

  exited(...exit: Parameters<ExitListener>): void {
    this.#exit = exit;
    this.#listener?.(...exit);
  }
}
