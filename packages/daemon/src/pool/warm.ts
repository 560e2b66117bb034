import type { Definition } from '@concord/client';
import { Stop, type StopSignal } from '@concord/engine';

export type WarmState = 'connecting' | 'ready' | 'closing';

/** What is kept between commands, and can be ended. */
export interface Closable {
  close(): Promise<void>;
}

/** Something that is kept for commands to come: who uses it, and how long nobody has. */
export class Warm<Held extends Closable = Closable, User = unknown> {
  readonly name: string;
  readonly transport: Definition['transport'];
  readonly startedAt = Date.now();
  /** The entries of configuration files that lead here; without one left it is closed. */
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

  /** The process it is, where it is one. */
  get pid(): number | undefined {
    return undefined;
  }

  get isUsed(): boolean {
    return this.users.size > 0;
  }

  /** Whether it holds something that goes on without anybody using it, and would end with it. */
  get isBusy(): boolean {
    return false;
  }

  /** Somebody uses it: it is not idle. */
  enter(user: User): void {
    clearTimeout(this.#idle);
    this.users.add(user);
  }

  /** They are done. The last one to leave starts the clock; one that leaves while it is still being opened gives that up. */
  leave(user: User): void {
    if (!this.users.delete(user) || this.isUsed) return;
    this.idleSince = Date.now();
    // Whoever comes next must not meet an opening that was given up.
    if (this.state === 'connecting') this.onIdle();
    else if (this.state === 'ready') this.#startClock();
  }

  /** Counts something that is asked of it for as long as it takes. */
  async counted<Result>(request: () => Promise<Result>): Promise<Result> {
    this.inFlight += 1;
    try {
      return await request();
    } finally {
      this.inFlight -= 1;
    }
  }

  /** Ends it, in the order it needs. */
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
