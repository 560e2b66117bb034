import { createHash, createHmac } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { type Store, StoreFailure } from '@concord/store';
import type { Replica } from '../identity/replica.js';
import { SettingFault } from '../limits/read-limits.js';
import { KeyRing } from './key-ring.js';
import { openSession, type SealedSession, sealSession } from './session-seal.js';

/** What was agreed on with a client after its session began. */
export interface SharedMembers {
  readonly level?: string;
  readonly roots?: readonly string[];
  readonly subscriptions?: readonly string[];
  /** Requests its client cancelled at a replica that did not work on them; the latest ones. */
  readonly cancelled?: readonly Json[];
  readonly ended?: boolean;
}

/** Who follows what other replicas say of sessions. */
export interface SessionFollower {
  /** Something of this session changed; of any session, where that is not known. */
  changed(key: string | undefined): void;
  /** A client answered, at another replica, what this one asked. */
  answered(key: string, message: JsonObject): void;
}

export interface SharedSessionsOptions {
  readonly store: Store;
  readonly replica: Replica;
  /** Keys the operator gave; those of the store where there are none. */
  readonly keys: readonly Uint8Array[];
  readonly warn: (message: string) => void;
}

/** How long what was agreed on is kept after the last change. */
const KEEP_MS = 7 * 86_400_000;
/** The document that says with which key sessions are sealed. */
const SEAL = 'session-seal';
/** Between a replica and the number of what it asked. */
const MARK = '#';
/** How often to look for answers while something is asked, should a notice be lost. */
const LOOK_MS = 2_000;

/** Sessions of the handshake eras that any replica can go on with. */
export class SharedSessions {
  readonly #options: SharedSessionsOptions;
  readonly #ring: KeyRing;
  readonly #followers = new Set<SessionFollower>();
  readonly #stop: () => void;
  readonly #timer: NodeJS.Timeout;
  /** Questions of this replica that nobody has answered yet. */
  #asked = 0;

  private constructor(options: SharedSessionsOptions, ring: KeyRing) {
    this.#options = options;
    this.#ring = ring;
    this.#stop = options.store.onNotice(({ topic, key }) => {
      if (topic === 'sessions') for (const follower of this.#followers) follower.changed(key);
      if (topic === 'mail' && (key === undefined || key === this.#here())) void this.#collect();
    });
    this.#timer = setInterval(() => {
      if (this.#asked > 0) void this.#collect();
    }, LOOK_MS).unref();
  }

  /** Rejects with a SettingFault where other replicas seal with a key that is not among those given here. */
  static async open(options: SharedSessionsOptions): Promise<SharedSessions> {
    const ring = await KeyRing.open(options.store, 'session', options.keys);
    await agreeOnSeal(options.store, ring);
    return new SharedSessions(options, ring);
  }

  /** The id of this replica; undefined while its lease may have run out. */
  get here(): string | undefined {
    return this.#here();
  }

  /** Signs what is kept at one replica and comes back to another. */
  get stateKey(): Uint8Array {
    return createHmac('sha256', this.#ring.newest.secret).update('request state').digest();
  }

  /** Where a replica is reached; undefined for one that is gone, or that others cannot reach. */
  async reach(replica: string): Promise<string | undefined> {
    const all = await this.#options.store.replicas.list().catch(() => []);
    return all.find(({ id }) => id === replica)?.advertise;
  }

  seal(session: SealedSession): string {
    return sealSession(this.#ring, session);
  }

  unseal(id: string): Promise<SealedSession | undefined> {
    return openSession(this.#ring, id);
  }

  /** What was agreed on; nothing where the store is away: a session goes on without it. */
  async read(key: string): Promise<SharedMembers> {
    try {
      return JSON.parse(await this.#options.store.sessions.read(key)) as SharedMembers;
    } catch (error) {
      this.#tell(error);
      return {};
    }
  }

  /** Tells the other replicas; they do not hear of it where the store is away. */
  async change(key: string, members: SharedMembers): Promise<void> {
    await this.#options.store.sessions.change(key, JSON.stringify(members), KEEP_MS).catch(error => this.#tell(error));
  }

  follow(follower: SessionFollower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** The id of a question as it leaves: its answer may come to another replica. */
  mark(id: string | number): string {
    this.#asked += 1;
    return `${this.#here() ?? ''}${MARK}${id}`;
  }

  /** Where the answer to a question belongs, and its id there; undefined for an id that was not marked. */
  unmark(marked: unknown): { readonly isHere: boolean; readonly replica: string; readonly id: number } | undefined {
    const [, replica = '', id] = typeof marked === 'string' ? (/^([0-9a-f-]{36})#(\d{1,15})$/.exec(marked) ?? []) : [];
    if (id === undefined) return undefined;
    const isHere = replica === this.#here();
    if (isHere) this.#asked = Math.max(0, this.#asked - 1);
    return { isHere, replica, id: Number(id) };
  }

  /** Sends an answer to the replica that asked; false when that is gone. */
  async answer(replica: string, key: string, message: JsonObject): Promise<boolean> {
    const text = JSON.stringify({ key, message });
    return this.#options.store.sessions.post(replica, text).catch(error => {
      this.#tell(error);
      return false;
    });
  }

  close(): void {
    this.#stop();
    clearInterval(this.#timer);
    this.#followers.clear();
  }

  #here(): string | undefined {
    try {
      return this.#options.replica.id;
    } catch {
      // Its lease may have run out: nobody can send it anything at the moment.
      return undefined;
    }
  }

  async #collect(): Promise<void> {
    const here = this.#here();
    if (here === undefined) return;
    for (const text of await this.#options.store.sessions.take(here).catch(() => [])) {
      const mail = JSON.parse(text) as Json;
      if (!isJsonObject(mail) || typeof mail.key !== 'string' || !isJsonObject(mail.message)) continue;
      for (const follower of this.#followers) follower.answered(mail.key, mail.message);
    }
  }

  #tell(error: unknown): void {
    if (!(error instanceof StoreFailure))
      this.#options.warn(`a session could not be shared: ${(error as Error).message}`);
  }
}

/** The name under which replicas share what they know of a session. */
export function sharedKeyOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 40);
}

/** Replicas with different keys would not know each other's sessions: the later one is not let in. */
async function agreeOnSeal(store: Store, ring: KeyRing): Promise<void> {
  const { sign } = ring.newest;
  for (;;) {
    const agreed = await store.documents.read(SEAL);
    if (agreed?.text === sign) return;
    const others = agreed !== undefined && (await store.replicas.list()).length > 1;
    if (others && !ring.has(agreed.text))
      throw new SettingFault(
        'CONCORD_SESSION_KEYS',
        `the same on all replicas: others seal sessions with the key ${agreed.text}, which is not among those given here; a new key comes last in the list until all replicas have it`,
      );
    if (await store.documents.write(SEAL, sign, agreed?.version ?? 0)) return;
  }
}
