import type { Definition } from '@concord/client';
import { Stop, type StopSignal } from '@concord/engine';

export type WarmState = 'connecting' | 'ready' | 'closing';

/** What can be kept between commands. */
export interface Closable {
  close(): Promise<void>;
}

/** A server or source that is kept for later commands: which commands use it, and since when none does. */
export class Warm<Held extends Closable = Closable, User = unknown> {
  readonly name: string;
  readonly transport: Definition['transport'];
  readonly startedAt = Date.now();
  /** The configuration entries that define it; once there is none, it is closed when idle. */
  readonly owners = new Set<string>();
  readonly opened: Promise<Held>;
  state: WarmState = 'connecting';
  idleTimeoutMs: number;
  idleSince = Date.now();
  calls = 0;
  inFlight = 0;
  protected readonly users = new Set<User>();
  readonly #opening = new Stop();
  #idle: NodeJS.Timeout | undefined;

  constructor(
    { name, transport }: Pick<Definition, 'name' | 'transport'>,
    idleTimeoutMs: number,
    open: (signal: StopSignal, users: ReadonlySet<User>) => Promise<Held>,
    readonly onIdle: () => void,
  ) {
    this.name = name;
    this.transport = transport;
    this.idleTimeoutMs = idleTimeoutMs;
    this.opened = open(this.#opening, this.users);
    this.opened.then(
      () => {
        if (this.state === 'connecting') this.state = 'ready';
      },
      () => {},
    );
  }

  /** The pid of its process, where it has one. */
  get pid(): number | undefined {
    return undefined;
  }

  get isUsed(): boolean {
    return this.users.size > 0;
  }

  /** Whether it runs something between calls that closing it would end, such as a program in the background. */
  get isBusy(): boolean {
    return false;
  }

  /** Notes that a command uses it, which stops the idle timer. */
  enter(user: User): void {
    clearTimeout(this.#idle);
    this.users.add(user);
  }

  /** Notes that a command no longer uses it. The last one starts the idle timer, or cancels the opening if that is still in progress. */
  leave(user: User): void {
    if (!this.users.delete(user) || this.isUsed) return;
    this.idleSince = Date.now();
    // The next command must not get an opening that was cancelled.
    if (this.state === 'connecting') this.onIdle();
    else if (this.state === 'ready') this.#startClock();
  }

  /** Counts a request as in progress for as long as it takes. */
  async counted<Result>(request: () => Promise<Result>): Promise<Result> {
    this.inFlight += 1;
    try {
      return await request();
    } finally {
      this.inFlight -= 1;
    }
  }

  /** Closes it, or cancels the opening. */
  async close(): Promise<void> {
    this.state = 'closing';
    clearTimeout(this.#idle);
    this.#opening.stop();
    await this.opened.then(
      held => held.close(),
      () => {},
    );
  }

  #startClock(): void {
    if (this.owners.size === 0 && !this.isBusy) this.onIdle();
    else {
      this.#idle = setTimeout(() => (this.isBusy ? this.#startClock() : this.onIdle()), this.idleTimeoutMs);
      this.#idle.unref();
    }
  }
}
