import { access, constants, realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type Json } from '@concord/contract';
import type { Session } from '../gate/session.js';

const QUIET_MS = 1_000;

/** What a session's roots are asked with. */
export interface RootsQuestion {
  /** Puts `roots/list` to the client. */
  ask(signal: AbortSignal): Promise<Json>;
  readonly limitMs: number;
  warn(message: string): void;
}

/** Keeps the roots of a session as its client has them. What cannot be used as an answer leaves those before in force. */
export class Roots {
  readonly #session: Session;
  readonly #question: RootsQuestion;
  #asked = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(session: Session, question: RootsQuestion) {
    this.#session = session;
    this.#question = question;
  }

  /** The client is ready: it is asked at once, if it has roots at all. */
  begin(): void {
    if (this.#session.clientCapabilities.roots !== undefined) void this.#ask();
  }

  /** The roots have changed, perhaps not for the last time: asked once it is quiet. */
  changed(): void {
    if (this.#session.clientCapabilities.roots === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), QUIET_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#asked++;
  }

  async #ask(): Promise<void> {
    const question = ++this.#asked;
    try {
      const answer = await this.#question.ask(AbortSignal.timeout(this.#question.limitMs));
      const roots = await readRoots(answer);
      // An older question may be answered after a newer one.
      if (question === this.#asked) this.#session.roots = roots;
    } catch (error) {
      this.#question.warn(`The roots could not be learned: ${error instanceof Error ? error.message : 'no answer'}`);
    }
  }
}

async function readRoots(answer: Json): Promise<readonly string[]> {
  if (!isJsonObject(answer) || !Array.isArray(answer.roots)) throw new Error('the answer has no list of roots');
  const paths = await Promise.all(answer.roots.map(root => folderOf(isJsonObject(root) ? root.uri : undefined)));
  return [...new Set(paths.filter(path => path !== undefined))];
}

/** The canonical path of a root on this machine; undefined when it is none, is not there or cannot be read. */
async function folderOf(uri: Json | undefined): Promise<string | undefined> {
  try {
    const url = new URL(String(uri));
    if (url.protocol !== 'file:' || (url.hostname !== '' && url.hostname !== 'localhost')) return undefined;
    url.hostname = '';
    const path = await realpath(fileURLToPath(url));
    await access(path, constants.R_OK);
    return path;
  } catch {
    return undefined;
  }
}
