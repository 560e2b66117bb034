import type { Json, JsonObject } from '@concord/contract';
import { type SealedSession, type SharedMembers, type SharedSessions, sharedKeyOf } from '@concord/gateway';
import { levelFrom } from '../log/levels.js';
import type { Notifier } from '../notifications/notifier.js';
import type { RequestId } from '../protocol/messages.js';
import type { Session } from '../session/session.js';

const MOST_CANCELLED = 50;

/** What a session does where another replica has changed it. */
export interface SharedHere {
  readonly session: Session;
  readonly notifier: Notifier;
  /** Cancels a request that is worked on here. */
  cancel(id: RequestId): void;
  end(): Promise<void>;
}

/** Keeps a session the same at all replicas: tells them what its client agreed on here, and takes over what it agreed on there. */
export class SessionSharing {
  readonly key: string;
  readonly #shared: SharedSessions;
  readonly #here: SharedHere;
  /** What all replicas know, as far as this one knows. */
  #known: SharedMembers;
  /** Whether something may have changed that was not heard of. */
  isStale = false;

  constructor(shared: SharedSessions, id: string, here: SharedHere, known: SharedMembers = {}) {
    this.#shared = shared;
    this.#here = here;
    this.#known = { level: here.session.level, ...known };
    this.key = sharedKeyOf(id);
    this.#apply(known);
  }

  /** Tells what changed here. Comes before the client is answered, who may go on elsewhere; nothing is waited for where nothing changed. */
  tell(): Promise<void> | undefined {
    const { session, notifier } = this.#here;
    const now: SharedMembers = {
      level: session.level,
      ...(session.roots && { roots: session.roots }),
      subscriptions: notifier.subscriptionsOf(session.listener),
    };
    const changed = Object.entries(now).filter(
      ([name, value]) =>
        !isSame(value, this.#known[name as keyof SharedMembers] ?? (name === 'subscriptions' ? [] : undefined)),
    );
    return changed.length === 0 ? undefined : this.#change(Object.fromEntries(changed));
  }

  /** Takes over what other replicas were told. */
  async refresh(): Promise<void> {
    this.isStale = false;
    const members = await this.#shared.read(this.key);
    this.#known = { ...this.#known, ...members };
    this.#apply(members);
  }

  /** Has the replica that works on a request cancel it. */
  cancelElsewhere(id: Json): Promise<void> {
    const before = this.#known.cancelled ?? [];
    return this.#change({ cancelled: [...before, id].slice(-MOST_CANCELLED) });
  }

  /** The session is over for all replicas. */
  endEverywhere(): Promise<void> {
    return this.#change({ ended: true });
  }

  async #change(members: SharedMembers): Promise<void> {
    this.#known = { ...this.#known, ...members };
    await this.#shared.change(this.key, members);
  }

  #apply({ level, roots, subscriptions, cancelled = [], ended }: SharedMembers): void {
    const { session, notifier, cancel, end } = this.#here;
    if (level !== undefined) session.level = levelFrom(level);
    if (roots) session.roots = roots;
    if (subscriptions) subscribeTo(subscriptions, session, notifier);
    for (const id of cancelled) if (typeof id === 'string' || typeof id === 'number') cancel(id);
    if (ended) void end();
  }
}

function subscribeTo(wanted: readonly string[], { listener }: Session, notifier: Notifier): void {
  const has = new Set(notifier.subscriptionsOf(listener));
  for (const uri of has) if (!wanted.includes(uri)) notifier.unsubscribe(listener, uri);
  for (const uri of wanted) {
    if (has.has(uri)) continue;
    try {
      notifier.subscribe(listener, uri);
    } catch {
      // What cannot be watched here is told of by the replica that can.
    }
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What another replica needs to go on with a session. */
export function sealedFrom({ version, clientName, clientCapabilities, principal }: Session): SealedSession {
  return {
    version: version!,
    client: clientName,
    capabilities: clientCapabilities as JsonObject,
    principal,
    begunAt: Date.now(),
  };
}
