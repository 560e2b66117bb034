import type { HandshakeSession } from './handshake-session.js';

const LONGEST_SWEEP_MS = 30_000;

/** The open sessions, up to a number; those that are not used for some time are ended. */
export class Sessions {
  readonly #most: number;
  readonly #byId = new Map<string, HandshakeSession>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(most: number, idleSeconds: number) {
    this.#most = most;
    const idleMs = idleSeconds * 1_000;
    this.#sweeper = setInterval(() => this.#sweep(idleMs), Math.min(idleMs / 4, LONGEST_SWEEP_MS)).unref();
  }

  get size(): number {
    return this.#byId.size;
  }

  get isFull(): boolean {
    return this.#byId.size >= this.#most;
  }

  add(session: HandshakeSession): void {
    this.#byId.set(session.id, session);
  }

  /** A session by its id; undefined also when it belongs to another principal. */
  find(id: string, principal: string): HandshakeSession | undefined {
    const session = this.#byId.get(id);
    return session?.session.principal === principal ? session : undefined;
  }

  remove(session: HandshakeSession): void {
    this.#byId.delete(session.id);
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
