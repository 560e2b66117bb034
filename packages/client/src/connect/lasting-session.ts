import type { JsonObject } from '@concord/contract';
import type { ConnectionProblem, RequestOptions, ServerFacts } from '../connection/connection.js';
import { Deadline } from '../connection/deadline.js';
import { neverSent, PassingProblem } from '../connection/problems.js';
import { defaultRetries, mayTryAgain } from '../connection/retry.js';
import { dial, type Target } from './dial.js';
import type { Session } from './session.js';

/** How one request is sent, and how often it may be sent again. */
export interface RequestPlan extends Pick<RequestOptions, 'onProgress' | 'onSent' | 'client' | 'onAsked' | 'onLog'> {
  readonly headers?: (session: Session) => Readonly<Record<string, string>>;
  /** How often it may be sent again although it may have been carried out. */
  readonly repeats: number;
  /** How often it may be sent again when it was not sent; as often as the entry says when left out. */
  readonly retries?: number | undefined;
}

/** The session of a connection, replaced by another where one was lost and sending again is safe. */
export class LastingSession {
  /** Why it ended, once a lost session was not replaced; undefined when it was closed by us. */
  readonly ended: Promise<ConnectionProblem | undefined>;
  readonly retries: number;
  readonly #target: Target;
  readonly #onSession: (session: Session) => void;
  #session: Session;
  /** The session that was lost, and why. */
  #lostSession: Session | undefined;
  #lastProblem: ConnectionProblem | undefined;
  #redialling: Promise<Session> | undefined;
  /** Requests in progress, which may have the session replaced. */
  #inProgress = 0;
  #problem: ConnectionProblem | undefined;
  #closed = false;
  #end!: (problem: ConnectionProblem | undefined) => void;

  /** `onSession` is told of every session that takes the place of another. */
  constructor(session: Session, target: Target, onSession: (session: Session) => void) {
    this.#session = session;
    this.#target = target;
    this.#onSession = onSession;
    this.retries = target.definition.retries ?? defaultRetries;
    this.ended = new Promise(resolve => {
      this.#end = resolve;
    });
    this.#watch(session);
  }

  get session(): Session {
    return this.#session;
  }

  get facts(): ServerFacts {
    return this.#session.facts;
  }

  /** The result of a request, sent again as often as that is safe. Rejects with a ConnectionProblem. */
  async send(method: string, params: JsonObject, deadline: Deadline, plan: RequestPlan): Promise<JsonObject> {
    const { onProgress, onSent, client, onAsked, onLog } = plan;
    this.#inProgress += 1;
    try {
      for (let attempt = 0; ; attempt += 1) {
        const session = await this.#current(deadline);
        try {
          const headers = plan.headers?.(session) ?? {};
          return await session.request(method, params, {
            deadline,
            headers,
            onProgress,
            onSent,
            client,
            onAsked,
            onLog,
          });
        } catch (error) {
          if (!(await this.#again(error as ConnectionProblem, session, attempt, plan, deadline))) {
            this.#noteUnreachable(error as ConnectionProblem, session);
            throw error;
          }
          this.#target.onRetry();
        }
      }
    } finally {
      this.#inProgress -= 1;
      this.#settle();
    }
  }

  /** How many requests are waiting for an answer. */
  get inFlight(): number {
    return this.#inProgress;
  }

  async close(): Promise<void> {
    this.#shut();
    await this.#session.close();
  }

  async release(): Promise<void> {
    this.#shut();
    await this.#session.release();
  }

  #shut(): void {
    const { problems } = this.#target;
    this.#closed = true;
    this.#problem ??= problems.make('cancelled', `${problems.server}: the connection was closed`);
    this.#end(undefined);
  }

  /** Whether a request that failed is sent again: always when it was refused or not sent, else only when repeating it does no harm. */
  async #again(
    problem: ConnectionProblem,
    session: Session,
    attempt: number,
    { repeats, retries = this.retries }: RequestPlan,
    deadline: Deadline,
  ): Promise<boolean> {
    if (this.#closed || !(problem instanceof PassingProblem)) return false;
    if (problem.remedy.newSession) {
      if (attempt > 0 || retries === 0) return false;
      this.#lostSession = session;
      session.retire();
      return true;
    }
    return mayTryAgain(problem, attempt, problem.details.sent ? repeats : retries, deadline);
  }

  /** The session in use, or a new one in place of one that was lost. */
  #current(deadline: Deadline): Promise<Session> {
    if (this.#problem !== undefined) return Promise.reject(neverSent(this.#problem));
    if (this.#lostSession !== this.#session) return Promise.resolve(this.#session);
    this.#redialling ??= this.#redial(deadline).finally(() => {
      this.#redialling = undefined;
    });
    return this.#redialling;
  }

  async #redial(caller: Deadline): Promise<Session> {
    const { startTimeoutMs, problems } = this.#target;
    const deadline = new Deadline(startTimeoutMs, caller.signal);
    try {
      const session = await dial(this.#target, deadline);
      this.#session = session;
      this.#watch(session);
      if (this.#closed) void session.close();
      else this.#onSession(session);
      return session;
    } catch (error) {
      throw caller.over ? caller.problem(problems, 'handshake') : error;
    } finally {
      deadline.dispose();
    }
  }

  /** A server that nothing could be sent to is lost, also where no open connection told of it. */
  #noteUnreachable(problem: ConnectionProblem, session: Session): void {
    const { sent, code } = problem.details;
    if (problem.kind !== 'unreachable' || sent !== false || code !== undefined || this.#session !== session) return;
    this.#lostSession = session;
    this.#lastProblem ??= problem;
  }

  #watch(session: Session): void {
    void session.lost.then(problem => {
      if (this.#session !== session) return;
      this.#lostSession = session;
      this.#lastProblem = problem;
      // Requests in progress decide first whether they are sent again.
      setImmediate(() => this.#settle());
    });
  }

  /** Ends the connection when its session was lost and no request in progress replaces it. */
  #settle(): void {
    if (this.#inProgress > 0 || this.#lastProblem === undefined || this.#lostSession !== this.#session) return;
    this.#problem ??= this.#lastProblem;
    this.#end(this.#problem);
  }
}
