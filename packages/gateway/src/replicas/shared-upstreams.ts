import type { Source } from '@concord/engine';
import type { Owner, Store } from '@concord/store';
import type { Replica } from '../identity/replica.js';
import { KeyRing } from './key-ring.js';
import { SIGNATURE_HEADER, SignatureCheck, signatureOf } from './signature.js';
import { StoreClock } from './store-clock.js';

/** Where replicas ask each other for what one of them runs for all. */
const PLACE = '/replica/';
const FENCE_HEADER = 'concord-fence';

export interface SharedUpstreamsOptions {
  readonly store: Store;
  readonly replica: Replica;
  /** Calls back when this replica lost its lease, and with it all that it owned. */
  readonly onLost: (listener: () => void) => () => void;
  /** Whether other replicas can reach this one. */
  readonly isReachable: boolean;
}

/** Who runs a server that all replicas share. */
export type SharedOwner =
  | { readonly isHere: true; readonly fence: number }
  | {
      readonly isHere: false;
      readonly fence: number;
      /** Where its owner serves it; undefined where the owner cannot be reached. */
      readonly url: string | undefined;
      /** The headers of a request to it. */
      sign(path: string, body: string): Readonly<Record<string, string>>;
    };

/** A request of another replica. */
export interface ReplicaRequest {
  readonly path: string;
  readonly body: string;
  header(name: string): string | undefined;
}

/** What another replica may use, or why it may not. */
export type ReplicaAnswer =
  | { readonly name: string; readonly source: Source }
  | { readonly status: 401 | 404 | 409; readonly refused: string };

/** Servers that one replica runs for all of them. */
export class SharedUpstreams {
  readonly #options: SharedUpstreamsOptions;
  readonly #ring: KeyRing;
  readonly #clock: StoreClock;
  readonly #check: SignatureCheck;
  /** The fences of what this replica owns, as far as it knows. */
  readonly #owned = new Map<string, number>();
  readonly #offered = new Map<string, Source>();
  readonly #listeners = new Set<(name: string | undefined) => void>();
  readonly #stop: (() => void)[];

  private constructor(options: SharedUpstreamsOptions, ring: KeyRing, clock: StoreClock) {
    this.#options = options;
    this.#ring = ring;
    this.#clock = clock;
    this.#check = new SignatureCheck(ring, () => clock.now());
    this.#stop = [
      options.store.onNotice(({ topic, key }) => {
        if (topic === 'owners') this.#tell(key);
      }),
      options.onLost(() => {
        this.#owned.clear();
        this.#tell(undefined);
      }),
    ];
  }

  static async open(options: SharedUpstreamsOptions): Promise<SharedUpstreams> {
    const { store } = options;
    return new SharedUpstreams(options, await KeyRing.open(store, 'forward'), await StoreClock.open(store));
  }

  /** Whether other replicas can reach this one. */
  get isReachable(): boolean {
    return this.#options.isReachable;
  }

  /** Who runs this server: this replica, where nobody else does. */
  async ownerOf(name: string): Promise<SharedOwner> {
    const { store, replica } = this.#options;
    const owner = await store.owners.claim(name, replica.id);
    const { fence } = owner;
    if (owner.replica === replica.id) {
      this.#owned.set(name, fence);
      return { isHere: true, fence };
    }
    this.#owned.delete(name);
    const url = owner.advertise === undefined ? undefined : new URL(pathOf(name), owner.advertise).href;
    return { isHere: false, fence, url, sign: (path, body) => this.#sign(owner, path, body) };
  }

  /** Resolves when this is the owner no more. */
  whenOver(name: string, { fence }: Pick<SharedOwner, 'fence'>, signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const finish = () => {
        this.#listeners.delete(look);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const look = (changed: string | undefined) => {
        if (changed !== undefined && changed !== name) return;
        this.#isCurrent(name, fence).then(isCurrent => isCurrent || finish());
      };
      this.#listeners.add(look);
      signal.addEventListener('abort', finish);
      if (signal.aborted) finish();
    });
  }

  /** Calls back when there may be another owner; returns a function that stops that. */
  onChange(name: string, listener: () => void): () => void {
    const look = (changed: string | undefined) => {
      if (changed === undefined || changed === name) listener();
    };
    this.#listeners.add(look);
    return () => this.#listeners.delete(look);
  }

  /** Gives it up, so that another replica may run it. */
  async release(name: string): Promise<void> {
    const { store, replica } = this.#options;
    this.#owned.delete(name);
    await store.owners.release(name, replica.id).catch(() => {});
  }

  /** What other replicas get while this one owns it. */
  offer(name: string, source: Source): void {
    this.#offered.set(name, source);
  }

  /** Decides about a request of another replica: it must be signed for this one, for what this one owns, and was sent once. */
  async admit({ path, body, header }: ReplicaRequest): Promise<ReplicaAnswer> {
    const name = nameAt(path);
    const fence = Number(header(FENCE_HEADER));
    const request = { path, body, to: this.#options.replica.id, fence };
    const why = await this.#check.refuses(header(SIGNATURE_HEADER), request);
    if (why !== undefined) return { status: 401, refused: `A request of a replica is refused: ${why}` };
    const source = name === undefined ? undefined : this.#offered.get(name);
    if (name === undefined || source === undefined) return { status: 404, refused: 'There is no such server here' };
    // One that is forwarded once goes no further.
    if (this.#owned.get(name) !== fence) return { status: 409, refused: `'${name}' is run by another replica now` };
    return { name, source };
  }

  static isAt(path: string): boolean {
    return path.startsWith(PLACE);
  }

  close(): void {
    for (const stop of this.#stop) stop();
    this.#clock.close();
  }

  /** Where the store is away, what was known goes on: nobody is buried without it. */
  async #isCurrent(name: string, fence: number): Promise<boolean> {
    const isMine = this.#owned.get(name) === fence;
    const isCurrent = await this.#options.store.owners.isCurrent(name, fence).catch(() => true);
    if (isMine && !isCurrent) this.#owned.delete(name);
    return isCurrent;
  }

  #sign({ replica: to, fence }: Owner, path: string, body: string): Readonly<Record<string, string>> {
    const signature = signatureOf({ path, body, to, fence }, this.#ring, this.#clock.now());
    return { [SIGNATURE_HEADER]: signature, [FENCE_HEADER]: String(fence) };
  }

  #tell(name: string | undefined): void {
    for (const listener of [...this.#listeners]) listener(name);
  }
}

const pathOf = (name: string) => `${PLACE}${encodeURIComponent(name)}`;

function nameAt(path: string): string | undefined {
  try {
    return decodeURIComponent(path.slice(PLACE.length));
  } catch {
    return undefined;
  }
}
