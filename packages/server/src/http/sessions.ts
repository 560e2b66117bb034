import type { Admission } from '../session/session.js';
import type { HandshakeSession } from './handshake-session.js';

const LONGEST_SWEEP_MS = 30_000;
/** A session that was used so shortly ago is in use: its client may be about to send the next message. */
const JUST_USED_MS = 250;

/** How many sessions there may be, and how long one is kept that nobody uses. */
export interface SessionLimits {
  readonly most: number;
  readonly mostOfAddress: number;
  readonly idleSeconds: number;
}

/** The open sessions, up to a number in all and of each client address; those that are not used for some time are ended. */
export class Sessions {
  readonly #limits: SessionLimits;
  readonly #byId = new Map<string, HandshakeSession>();
  readonly #byKey = new Map<string, HandshakeSession>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(limits: SessionLimits) {
    this.#limits = limits;
    const idleMs = limits.idleSeconds * 1_000;
    this.#sweeper = setInterval(() => this.#sweep(idleMs), Math.min(idleMs / 4, LONGEST_SWEEP_MS)).unref();
  }

  get size(): number {
    return this.#byId.size;
  }

  /**
   * Adds a session. Where there are as many as there may be, an idle one is ended for it; of its own address where that has as many as it may.
   * False when all of those are in use.
   */
  add(session: HandshakeSession): boolean {
    const all = [...this.#byId.values()];
    const ofAddress = all.filter(({ address }) => address === session.address);
    if (ofAddress.length >= this.#limits.mostOfAddress && !endOne(ofAddress)) return false;
    if (this.#byId.size >= this.#limits.most && !endOne(all)) return false;
    this.#byId.set(session.id, session);
    if (session.sharedKey !== undefined) this.#byKey.set(session.sharedKey, session);
    return true;
  }

  /** A session by its id; undefined also when it belongs to another principal. From here on it has the rights its caller has now. */
  find(id: string, { principal, account }: Admission): HandshakeSession | undefined {
    const found = this.#byId.get(id);
    if (found?.session.principal !== principal) return undefined;
    found.session.account = account;
    return found;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** Those that replicas share under this name; all that are shared when it is left out. */
  ofKey(key: string | undefined): readonly HandshakeSession[] {
    if (key === undefined) return [...this.#byId.values()].filter(({ sharedKey }) => sharedKey !== undefined);
    const session = this.#byKey.get(key);
    return session ? [session] : [];
  }

  remove(session: HandshakeSession): void {
    if (this.#byId.get(session.id) !== session) return;
    this.#byId.delete(session.id);
    if (session.sharedKey !== undefined) this.#byKey.delete(session.sharedKey);
  }

  [Symbol.iterator](): Iterator<HandshakeSession> {
    return [...this.#byId.values()][Symbol.iterator]();
  }

  close(): void {
    clearInterval(this.#sweeper);
  }

  #sweep(idleMs: number): void {
    const now = performance.now();
    for (const session of this) if (session.idleMs(now) >= idleMs) void session.end();
  }
}

/** Ends the session that is least needed: one whose client never finished its handshake, else the one idle for longest. */
function endOne(sessions: readonly HandshakeSession[]): boolean {
  const now = performance.now();
  const idle = sessions.filter(each => each.idleMs(now) >= JUST_USED_MS);
  const unfinished = idle.filter(({ session }) => !session.listening);
  const [first, ...others] = unfinished.length > 0 ? unfinished : idle;
  if (first === undefined) return false;
  void others.reduce((oldest, each) => (each.idleMs(now) > oldest.idleMs(now) ? each : oldest), first).end();
  return true;
}
