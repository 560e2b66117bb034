import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { Session } from '../session/session.js';
import { readableFolders } from './root-folders.js';

const QUIET_MS = 1_000;

/** Puts `roots/list` to the client. */
type Ask = (method: string, params: JsonObject, signal: AbortSignal) => Promise<Json>;

/** Keeps the roots of a session up to date. An answer that cannot be used leaves the roots as they were. */
export class Roots {
  readonly #session: Session;
  readonly #ask: Ask;
  readonly #limitMs: number;
  readonly #reachable: () => boolean;
  readonly #learned: () => void;
  /** Whether the client is still to be asked, once it can be. */
  #due = false;
  #asked = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `reachable` says whether the client could be asked at this moment; otherwise it is asked at the next `reached`. `learned` is told of each answer. */
  constructor(session: Session, ask: Ask, limitSeconds: number, reachable = () => true, learned = () => {}) {
    this.#session = session;
    this.#ask = ask;
    this.#limitMs = limitSeconds * 1_000;
    this.#reachable = reachable;
    this.#learned = learned;
  }

  /** Asks the client, if it has roots at all. */
  begin(): void {
    if (this.#session.clientCapabilities.roots === undefined) return;
    this.#due = true;
    this.reached();
  }

  /** The client can be asked now. */
  reached(): void {
    if (!this.#due || !this.#reachable()) return;
    this.#due = false;
    void this.#learn();
  }

  /** Asks again once there were no further changes for a while. */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.begin(), QUIET_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#due = false;
    this.#asked++;
  }

  async #learn(): Promise<void> {
    const question = ++this.#asked;
    try {
      const answer = await this.#ask('roots/list', {}, AbortSignal.timeout(this.#limitMs));
      if (!isJsonObject(answer) || !Array.isArray(answer.roots)) throw new Error('the answer has no list of roots');
      const roots = await readableFolders(answer.roots.map(root => (isJsonObject(root) ? root.uri : undefined)));
      // An older question may be answered after a newer one.
      if (question !== this.#asked) return;
      this.#session.roots = roots;
      this.#learned();
    } catch (error) {
      if (question !== this.#asked) return;
      const why = error instanceof Error ? error.message : 'no answer';
      this.#session.log.warn('roots', `The roots could not be learned: ${why}`);
    }
  }
}
