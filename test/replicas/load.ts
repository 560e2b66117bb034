import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallOptions, callTool, outcomeOf, type Reply } from './cluster.js';

/** What came of the calls of a load. */
export interface Tally {
  answered: number;
  /** Results that are no failures. */
  good: number;
  /** Failures by kind and state. */
  readonly failures: Record<string, number>;
  /** Calls that got no answer: a connection that broke, or a deadline that passed. */
  readonly broken: string[];
  /** Answers that say neither how the call went nor why it did not. */
  readonly untyped: string[];
}

/** Calls tools over and over, so many at once, until it is stopped. */
export class Load {
  readonly tally: Tally = { answered: 0, good: 0, failures: {}, broken: [], untyped: [] };
  readonly #agent = new Agent({ keepAlive: true });
  readonly #workers: Promise<void>[];
  /** How many calls of each worker were answered. */
  readonly #turns: number[];
  #isOver = false;

  constructor(atOnce: number, port: () => number, next: () => { name: string; args?: object; options?: CallOptions }) {
    this.#turns = Array.from({ length: atOnce }, () => 0);
    this.#workers = this.#turns.map((_, worker) => this.#work(worker, port, next));
  }

  /** Waits until so many more calls were answered well. */
  async good(more: number): Promise<void> {
    const wanted = this.tally.good + more;
    while (this.tally.good < wanted) await sleep(10);
  }

  /** Waits until all calls that are under way now were answered. */
  async turn(): Promise<void> {
    const before = [...this.#turns];
    while (this.#turns.some((count, worker) => count === before[worker])) await sleep(10);
  }

  async stop(): Promise<Tally> {
    this.#isOver = true;
    await Promise.all(this.#workers);
    this.#agent.destroy();
    return this.tally;
  }

  async #work(
    worker: number,
    port: () => number,
    next: () => { name: string; args?: object; options?: CallOptions },
  ): Promise<void> {
    while (!this.#isOver) {
      const { name, args = {}, options = {} } = next();
      try {
        this.#note(await callTool(port(), name, args as never, { agent: this.#agent, ...options }));
      } catch (error) {
        this.tally.broken.push((error as Error).message);
      }
      this.#turns[worker]!++;
      await sleep(1);
    }
  }

  #note(reply: Reply): void {
    this.tally.answered += 1;
    const { ok, state, problems } = outcomeOf(reply) as {
      ok?: boolean;
      state?: string;
      problems?: { kind: string }[];
    };
    if (ok === true) this.tally.good += 1;
    else if (ok === false) {
      const name = `${problems?.[0]?.kind} ${state}`;
      this.tally.failures[name] = (this.tally.failures[name] ?? 0) + 1;
    } else this.tally.untyped.push(`${reply.status} ${JSON.stringify(reply.message).slice(0, 200)}`);
  }
}
