import { setTimeout as delay } from 'node:timers/promises';
import type { Limits, Source, SourceState, StopSignal } from '@concord/engine';
import { Breaker, type BreakerState } from './breaker.js';

/** How often the first wait is doubled at most, as a factor: from one second to a minute. */
const LONGEST_WAIT = 60;

/** A source that is reached over a connection. */
export interface ConnectedSource {
  readonly source: Source;
  /** Settles when the connection has ended, to the reason; undefined when it was closed by us. */
  readonly ended: Promise<{ readonly message: string } | undefined>;
}

/** How a server is reached, and who hears of it. */
export interface LifeOptions {
  readonly name: string;
  /** Gives a source that is open. */
  readonly connect: (signal: AbortSignal) => Promise<ConnectedSource>;
  readonly limits: Pick<Limits, 'upstreamRetryMs' | 'upstreamWaitMs'>;
  /** Calls back when a server that was down may be up again; returns a function that stops that. */
  readonly onSooner?: (listener: () => void) => () => void;
  /** Told once of each change, in one sentence. */
  readonly tell: (level: 'info' | 'warn', message: string) => void;
  /** Why a server could not be reached, in words; the message of the error unless given. */
  readonly explain?: (error: unknown) => string;
  /** Given a way to look at how it stands with the server. */
  readonly watch?: Watch | undefined;
}

/** Takes a way to look at how it stands with a server; returns a function that gives it back. */
export type Watch = (name: string, look: () => UpstreamState) => () => void;

/** How it stands with a server behind this one. */
export interface UpstreamState {
  readonly phase: SourceState['phase'];
  /** How often a connection to it was made after the first. */
  readonly restarts: number;
  readonly breaker: BreakerState;
}

/** Who follows the connections. */
export interface LifeEvents {
  /** A connection stands, with this source. */
  began(source: Source): void;
  /** It has ended. */
  ended(): void;
}

/**
 * The life of the connection to one server: from the first attempt, through every loss and every new connection, until it is closed. A
 * server that is down is tried again for as long as it takes; the waits grow, and begin anew after a connection that lasted longer than
 * the wait before it.
 */
export class ConnectionLife {
  /** Settles when the first attempt has come to an end, good or bad. */
  readonly tried: Promise<void>;
  readonly #options: LifeOptions;
  readonly #closing = new AbortController();
  readonly #events: LifeEvents;
  readonly #waiting = new Set<() => void>();
  /** Whether calls may try to reach it. */
  readonly breaker: Breaker;
  readonly #unwatch: (() => void) | undefined;
  #connections = 0;
  #wake: (() => void) | undefined;
  #state: SourceState = { phase: 'connecting', since: new Date().toISOString() };
  #source: Source | undefined;
  #toldProblem: string | undefined;
  /** When the next attempt begins, by the clock of `performance`; it is under way when that is past. */
  #nextAttemptAt = 0;
  #setTried = () => {};

  constructor(options: LifeOptions, events: LifeEvents) {
    this.#options = options;
    this.#events = events;
    this.breaker = new Breaker(options.limits.upstreamRetryMs);
    this.#unwatch = options.watch?.(options.name, () => ({
      phase: this.#state.phase,
      restarts: Math.max(0, this.#connections - 1),
      breaker: this.breaker.state,
    }));
    this.tried = new Promise(resolve => {
      this.#setTried = resolve;
    });
    void this.#live();
  }

  get name(): string {
    return this.#options.name;
  }

  get limits(): LifeOptions['limits'] {
    return this.#options.limits;
  }

  get state(): SourceState {
    return this.#state;
  }

  /** The source of the last connection, whether it stands or not; undefined before the first. */
  get source(): Source | undefined {
    return this.#source;
  }

  /** The source of a connection that stands. */
  get standing(): Source | undefined {
    return this.#state.phase === 'ready' ? this.#source : undefined;
  }

  /** Waits for a connection. Gives nothing when there is none in that time, when none could be, or when the signal fires. */
  async reached(signal: StopSignal, waitMs: number): Promise<Source | undefined> {
    if (this.standing) return this.standing;
    if (signal.aborted || waitMs <= 0 || this.#nextAttemptAt - performance.now() > waitMs) return undefined;
    await new Promise<void>(resolve => {
      const finish = () => {
        clearTimeout(timer);
        this.#waiting.delete(finish);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, waitMs);
      this.#waiting.add(finish);
      signal.addEventListener('abort', finish);
    });
    return this.standing;
  }

  /** Has the next attempt begin now. */
  tryNow(): void {
    this.#nextAttemptAt = performance.now();
    this.#wake?.();
  }

  async close(): Promise<void> {
    this.#unwatch?.();
    this.#closing.abort();
    for (const finish of [...this.#waiting]) finish();
    await this.#source?.close();
  }

  async #live(): Promise<void> {
    const { signal } = this.#closing;
    const { upstreamRetryMs: shortest } = this.#options.limits;
    let wait = shortest;
    while (!signal.aborted) {
      const connected = await this.#connect();
      this.#setTried();
      if (connected) {
        const began = performance.now();
        const reason = await connected.ended;
        if (signal.aborted) return;
        this.#events.ended();
        this.#turn('lost', reason?.message ?? 'the connection was closed');
        if (performance.now() - began > wait) wait = shortest;
      }
      this.#nextAttemptAt = performance.now() + wait;
      await this.#rest(wait, signal);
      wait = Math.min(wait * 2, shortest * LONGEST_WAIT);
    }
  }

  /** Waits for the next attempt, unless that is to begin at once, or the server may be up again. */
  async #rest(wait: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    const stop = this.#options.onSooner?.(() => woken.abort());
    await delay(wait, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => {});
    stop?.();
  }

  async #connect(): Promise<ConnectedSource | undefined> {
    const { signal } = this.#closing;
    try {
      const connected = await this.#options.connect(signal);
      if (signal.aborted) {
        await connected.source.close();
        return undefined;
      }
      this.#source = connected.source;
      this.#connections++;
      this.breaker.reached();
      this.#turn('ready');
      this.#events.began(connected.source);
      for (const finish of [...this.#waiting]) finish();
      return connected;
    } catch (error) {
      if (signal.aborted) return undefined;
      const message = error instanceof Error ? error.message : String(error);
      this.breaker.failed();
      this.#turn('failed', message, this.#options.explain?.(error) ?? message);
      return undefined;
    }
  }

  /** Notes a change, and tells of it; what is as it was is not told again, whatever the server says of it in other words. */
  #turn(phase: SourceState['phase'], problem?: string, lastError = problem): void {
    const { name, tell } = this.#options;
    const before = this.#state;
    const isTold = before.phase === phase && this.#toldProblem === problem;
    this.#toldProblem = problem;
    const since = before.phase === phase ? before.since : new Date().toISOString();
    const known = lastError ?? before.lastError;
    this.#state = { phase, since, ...(known !== undefined && { lastError: known }) };
    if (isTold) return;
    if (phase === 'ready') tell('info', `'${name}' is ready, ${counted(this.#source!.snapshot().tools.length)}`);
    if (phase === 'lost') tell('warn', `'${name}' was lost; trying to reach it again: ${lastError}`);
    if (phase === 'failed') tell('warn', `'${name}' cannot be reached; trying again: ${lastError}`);
  }
}

const counted = (tools: number) => `${tools} ${tools === 1 ? 'tool' : 'tools'}`;
