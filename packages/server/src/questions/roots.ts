import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { Session } from '../session/session.js';
import { readableFolders } from './root-folders.js';

const QUIET_MS = 1_000;

/** Puts `roots/list` to the client. */
type Ask = (method: string, params: JsonObject, signal: AbortSignal) => Promise<Json>;

/** Keeps the roots of a session as its client has them. What cannot be used as an answer leaves those before in force. */
export class Roots {
  readonly #session: Session;
  readonly #ask: Ask;
  readonly #limitMs: number;
  readonly #reachable: () => boolean;
  /** Whether the client is still to be asked, once it can be. */
  #due = false;
  #asked = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `reachable` says whether a question could arrive at this moment; one that could not waits for `reached`. */
  constructor(session: Session, ask: Ask, limitSeconds: number, reachable = () => true) {
    this.#session = session;
    this.#ask = ask;
    this.#limitMs = limitSeconds * 1_000;
    this.#reachable = reachable;
  }

  /** The client is ready: it is asked at once, if it has roots at all. */
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

  /** The roots have changed, perhaps not for the last time: asked once it is quiet. */
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
      if (question === this.#asked) this.#session.roots = roots;
    } catch (error) {
      if (question !== this.#asked) return;
      const why = error instanceof Error ? error.message : 'no answer';
      this.#session.log.warn('roots', `The roots could not be learned: ${why}`);
    }
  }
}
