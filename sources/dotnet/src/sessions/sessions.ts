import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { realPath } from '../check/inside-root.js';
import { Session, type SessionStart } from './session.js';

const DEFAULT_RUNNING = 16;
const MOST_ENDED = 32;
const KEPT_MS = 3_600_000;
const CLOSE_GRACE_MS = 2_000;

/** The sessions of a source. They end with it. */
export class Sessions {
  readonly #all = new Map<string, Session>();
  readonly most: number;
  #ended = 0;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    const most = Number(env.CONCORD_DOTNET_MAX_SESSIONS);
    this.most = Number.isInteger(most) && most > 0 ? most : DEFAULT_RUNNING;
  }

  /** Whether another one may be started. */
  get hasRoom(): boolean {
    return this.counts.running < this.most;
  }

  get counts(): { readonly running: number; readonly ended: number } {
    return { running: [...this.#all.values()].filter(each => each.isRunning).length, ended: this.#ended };
  }

  start(request: SessionStart): Session {
    const session = new Session(request);
    this.#all.set(session.id, session);
    void session.ended.then(() => {
      this.#ended += 1;
      this.#forget();
    });
    return session;
  }

  /** A session that runs, or ended within the last hour. */
  find(id: string): Session | undefined {
    this.#forget();
    return this.#all.get(id);
  }

  /** Removes a session that failed to start. */
  drop({ id }: Session): void {
    this.#all.delete(id);
  }

  /** The newest first. */
  list(): readonly Session[] {
    this.#forget();
    return [...this.#all.values()].reverse();
  }

  /** The one that runs a project. */
  ofProject(project: string): Session | undefined {
    const wanted = realPath(resolve(project));
    return this.list().find(
      ({ isRunning, start: { cwd, target } }) => isRunning && realPath(resolve(cwd, target)) === wanted,
    );
  }

  /** The one that a call started, while it runs. */
  startedBy(requestId: string): Session | undefined {
    return this.list().find(({ isRunning, start }) => isRunning && start.requestId === requestId);
  }

  /** Ends all sessions: asks first, and kills those that have not ended after a grace period. */
  async close(): Promise<void> {
    const running = [...this.#all.values()].filter(each => each.isRunning);
    const ended = Promise.all(running.map(each => each.stop()));
    const grace = new AbortController();
    await Promise.race([ended, delay(CLOSE_GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined)]);
    grace.abort();
    for (const session of running) session.kill();
    await ended;
  }

  #forget(): void {
    const ended = [...this.#all.values()].filter(each => !each.isRunning).sort((a, b) => b.endedAtMs - a.endedAtMs);
    const tooOld = (session: Session) => session.endedAtMs < Date.now() - KEPT_MS;
    for (const session of ended.filter((each, at) => at >= MOST_ENDED || tooOld(each))) this.drop(session);
  }
}
