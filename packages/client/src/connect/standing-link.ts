import type { JsonObject } from '@concord/contract';
import type { ConnectionProblem, RequestOptions, ServerFacts } from '../connection/connection.js';
import { Deadline } from '../connection/deadline.js';
import { PassingProblem } from '../connection/problems.js';
import { defaultRetries, mayTryAgain } from '../connection/retry.js';
import { dial, type Target } from './dial.js';
import type { Link } from './link.js';

/** One request, and how it may be dealt with. */
export interface Asking extends Pick<RequestOptions, 'onProgress' | 'onSent'> {
  readonly headers?: (link: Link) => Readonly<Record<string, string>>;
  /** How often it may be sent again although it may have been carried out. */
  readonly repeats: number;
  /** How often it may be sent again when it never left; as often as the entry says when left out. */
  readonly retries?: number | undefined;
}

/** The link of a connection, replaced by another where one was lost and sending again is safe. */
export class StandingLink {
  /** Why it ended, once a lost link was not replaced; undefined when it was closed by us. */
  readonly ended: Promise<ConnectionProblem | undefined>;
  readonly retries: number;
  readonly #target: Target;
  readonly #onLink: (link: Link) => void;
  #link: Link;
  /** A link that is of no use any more, and what became of it. */
  #lostLink: Link | undefined;
  #lastProblem: ConnectionProblem | undefined;
  #redialling: Promise<Link> | undefined;
  /** Requests that may yet have the link replaced. */
  #asking = 0;
  #problem: ConnectionProblem | undefined;
  #closed = false;
  #end!: (problem: ConnectionProblem | undefined) => void;

  /** `onLink` is told of every link that takes the place of another. */
  constructor(link: Link, target: Target, onLink: (link: Link) => void) {
    this.#link = link;
    this.#target = target;
    this.#onLink = onLink;
    this.retries = target.definition.retries ?? defaultRetries;
    this.ended = new Promise(resolve => {
      this.#end = resolve;
    });
    this.#watch(link);
  }

  get link(): Link {
    return this.#link;
  }

  get facts(): ServerFacts {
    return this.#link.facts;
  }

  /** The result of a request, sent again as often as that is safe. Rejects with a ConnectionProblem. */
  async send(method: string, params: JsonObject, deadline: Deadline, asking: Asking): Promise<JsonObject> {
    const { onProgress, onSent } = asking;
    this.#asking += 1;
    try {
      for (let attempt = 0; ; attempt += 1) {
        const link = await this.#current(deadline);
        try {
          const headers = asking.headers?.(link) ?? {};
          return await link.request(method, params, { deadline, headers, onProgress, onSent });
        } catch (error) {
          if (!(await this.#again(error as ConnectionProblem, link, attempt, asking, deadline))) throw error;
          this.#target.onRetry();
        }
      }
    } finally {
      this.#asking -= 1;
      this.#settle();
    }
  }

  /** How many requests are waiting for an answer. */
  get inFlight(): number {
    return this.#asking;
  }

  async close(): Promise<void> {
    this.#shut();
    await this.#link.close();
  }

  async release(): Promise<void> {
    this.#shut();
    await this.#link.release();
  }

  #shut(): void {
    const { problems } = this.#target;
    this.#closed = true;
    this.#problem ??= problems.make('cancelled', `${problems.server}: the connection was closed`);
    this.#end(undefined);
  }

  /** Whether a request that failed is sent again: always when it was refused or never left, else only when harmless. */
  async #again(
    problem: ConnectionProblem,
    link: Link,
    attempt: number,
    { repeats, retries = this.retries }: Asking,
    deadline: Deadline,
  ): Promise<boolean> {
    if (this.#closed || !(problem instanceof PassingProblem)) return false;
    if (problem.remedy.newSession) {
      if (attempt > 0 || retries === 0) return false;
      this.#lostLink = link;
      void link.close();
      return true;
    }
    return mayTryAgain(problem, attempt, problem.details.sent ? repeats : retries, deadline);
  }

  /** The link in use, or a new one in place of one that was lost. */
  #current(deadline: Deadline): Promise<Link> {
    if (this.#problem !== undefined) return Promise.reject(this.#problem);
    if (this.#lostLink !== this.#link) return Promise.resolve(this.#link);
    this.#redialling ??= this.#redial(deadline).finally(() => {
      this.#redialling = undefined;
    });
    return this.#redialling;
  }

  async #redial(caller: Deadline): Promise<Link> {
    const { startTimeoutMs, problems } = this.#target;
    const deadline = new Deadline(startTimeoutMs, caller.signal);
    try {
      const link = await dial(this.#target, deadline);
      this.#link = link;
      this.#watch(link);
      if (this.#closed) void link.close();
      else this.#onLink(link);
      return link;
    } catch (error) {
      throw caller.over ? caller.problem(problems, 'handshake') : error;
    } finally {
      deadline.dispose();
    }
  }

  #watch(link: Link): void {
    void link.lost.then(problem => {
      if (this.#link !== link) return;
      this.#lostLink = link;
      this.#lastProblem = problem;
      // Those who were waiting decide first whether they send again.
      setImmediate(() => this.#settle());
    });
  }

  /** A lost link that nobody replaces is the end of the connection. */
  #settle(): void {
    if (this.#asking > 0 || this.#lastProblem === undefined || this.#lostLink !== this.#link) return;
    this.#problem ??= this.#lastProblem;
    this.#end(this.#problem);
  }
}
