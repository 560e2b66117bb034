import type { JsonObject } from '@concord/contract';
import { version } from '@concord/contract/version';
import {
  type Identity,
  publishedSource,
  type Source,
  type SourceKind,
  type SourceReport,
  type SourceState,
  type Tool,
} from '@concord/engine';
import type { Sight } from '@concord/gateway';
import type { Level } from '../log/levels.js';
import type { Era } from '../protocol/versions.js';
import { type AbsentOwner, absentOwner } from './absent-owner.js';
import { isDiscovery } from './discovery.js';
import { joinedInstructions } from './instructions.js';
import { Opening } from './opening.js';
import { reasonOf } from './reason.js';
import type { ResourceAddress } from './resource-address.js';
import { Shown, seenBy } from './shown.js';
import { type Naming, namingOf, type View, viewOf } from './view.js';

/** A Source under the name its tools are known by. */
export interface Mount {
  readonly name: string;
  readonly source: Source;
  /** Belongs to the server itself: its names stand as they are, whatever else is served. */
  readonly isOwn?: boolean;
  /** The right a caller needs to see it, where one is needed. */
  readonly right?: 'operations';
}

export type Collection = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';
export const collections: readonly Collection[] = ['tools', 'resources', 'resourceTemplates', 'prompts'];

/** The published items of one kind, in order, with what a cursor is bound to. */
export interface Listing {
  readonly items: readonly JsonObject[];
  readonly hash: string;
  readonly builtAt: string;
}

/** How it stands with one Source. */
export interface MountState {
  readonly name: string;
  readonly state: SourceState['phase'];
  readonly since: string;
  readonly error?: string;
  readonly tools: number;
}

/** A tool, prompt or resource with the Source it belongs to. */
export interface Owned<Item> {
  readonly item: Item;
  readonly mount: Mount;
  /** Its name inside the Source; its URI where it is a resource or a template. */
  readonly ownName: string;
}

/** A sentence about the state of the Sources, for the log of the server and of its clients. */
export interface Report {
  readonly level: Level;
  /** The part of the server it is about; the registry when left out. */
  readonly logger?: string;
  readonly message: string;
  /** The message of the error behind it, which may hold paths: for the operator alone. */
  readonly detail?: string;
}

/** How long `initialize` and `server/discover` wait for the first snapshot: capabilities depend on whether there is one. */
export const FIRST_SNAPSHOT_MS = 2_000;

/** Changes that come within this time are announced together. */
const TOGETHER_MS = 100;
const UNEXPLAINED = 'The tools could not be discovered';
/** The most sentences about what is left out that are remembered and told. */
const MOST_TOLD = 1_000;

export interface CatalogOptions {
  readonly dottedNames?: boolean;
  /** Whether clients are told the instructions of the servers behind this one. */
  readonly instructions?: boolean;
  /** The tools that are listed for callers who find the others by a search. */
  readonly lists?: (tool: Owned<Tool>) => boolean;
}

/** Mounts that came or went. */
export interface MountChange {
  readonly added: readonly Mount[];
  readonly removed: readonly Mount[];
}

/** Who looks at a catalog: what of it is there, and whether tools are listed or found by a search. */
export interface Viewer {
  readonly sight?: Sight | undefined;
  readonly searches?: boolean;
}

const EVERYBODY: Viewer = {};
/** Views of callers with different rights that are kept at once. */
const MOST_SHOWN = 100;

/**
 * Everything the mounted Sources have, as one catalog. Lists and look-ups are computed once for each snapshot and shared by all
 * connections; a request costs the same with 10 tools or 10,000.
 */
export class Catalog {
  /** Those that are served, each with the one it was made of. */
  readonly #made = new Map<Mount, Mount>();
  readonly #dottedNames: boolean;
  readonly #tellsInstructions: boolean;
  readonly #opening: Opening;
  readonly #opened: Promise<void>;
  readonly #listeners = new Set<(collections: readonly Collection[]) => void>();
  readonly #reporters = new Set<(report: Report) => void>();
  readonly #lists: ((tool: Owned<Tool>) => boolean) | undefined;
  /** What is shown to those who see all of it, and to others by what they see. */
  readonly #shown = new Map<string, Shown>();
  readonly #unsubscribe = new Map<Mount, readonly (() => void)[]>();
  readonly #mountListeners = new Set<(changed: MountChange) => void>();
  /** The kinds that were announced to a client at some time. */
  readonly #announced = new Set<SourceKind>();
  /** What was left out and told. */
  readonly #toldLeftOut = new Set<string>();
  #mounts: readonly Mount[];
  #naming: Naming;
  #identity: Identity;
  #view: View | undefined;
  #unusable: string | undefined;
  #standing: readonly SourceReport[] = [];
  #refreshProblem: { readonly reason: string } | undefined;
  /** What was published before the changes that are still to be announced. */
  #before: { readonly view: View | undefined; readonly hashes: ReadonlyMap<Collection, string> } | undefined;
  #pending: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(mounts: readonly Mount[], options: CatalogOptions = {}) {
    this.#mounts = mounts.map(mount => this.#published(mount));
    this.#naming = namingOf(this.#mounts);
    this.#tellsInstructions = options.instructions ?? true;
    this.#dottedNames = options.dottedNames ?? false;
    this.#lists = options.lists;
    // Instructions are put together with the names of tools, which are known later.
    this.#identity = identityOf(this.#mounts, false, this.#naming.isPrefixed);
    this.#opening = new Opening(this.#mounts, (mount, error) => this.#reportFailed(mount, error));
    this.#opened = this.#open();
    // Callers of `opened` get the failure; without any it must not count as an unhandled rejection.
    this.#opened.catch(() => {});
  }

  /** Those that are served at the moment. */
  get mounts(): readonly Mount[] {
    return this.#mounts;
  }

  get identity(): Identity {
    return this.#identity;
  }

  /** What the Sources tell those who use them, as far as somebody sees them. */
  instructionsFor({ sight }: Viewer): string | undefined {
    const { instructions } = this.#identity;
    if (sight === undefined || !instructions) return instructions;
    return identityOf(
      this.#mounts.filter(({ name, isOwn }) => isOwn || sight.server(name)),
      this.#tellsInstructions,
      this.#naming.isPrefixed,
    ).instructions;
  }

  /** What the Sources can serve by now: what a client that comes now is told. */
  get kinds(): ReadonlySet<SourceKind> {
    const kinds = new Set(this.#mounts.flatMap(({ source }) => source.kinds));
    for (const kind of kinds) this.#announced.add(kind);
    return kinds;
  }

  /** Whether a kind is served, or some client was told that it may be. */
  serves(kind: SourceKind): boolean {
    return this.#announced.has(kind) || this.kinds.has(kind);
  }

  /** How it stands with each Source, and how many tools it has. */
  states(): readonly MountState[] {
    return this.#mounts.flatMap((mount, index) => {
      if (mount.isOwn) return [];
      const { phase, since, lastError } = this.#stateOf(mount);
      const tools = this.#view?.snapshots[index]?.tools.length ?? 0;
      return [{ name: mount.name, state: phase, since, ...(lastError !== undefined && { error: lastError }), tools }];
    });
  }

  /** The Source that a name would belong to, if it was not reached so far. */
  absentOwner(name: string, viewer: Viewer = EVERYBODY): AbsentOwner | undefined {
    const stateOf = (mount: Mount) => this.#stateOf(mount);
    const { isPrefixed } = this.#naming;
    const view = this.#view ? this.shownTo(viewer).view : { mounts: this.#mounts, snapshots: [], isPrefixed };
    return absentOwner(name, view, stateOf, mount => this.#opening.tried(mount));
  }

  /** Lists and look-ups of what somebody sees. The same for the same, until something changes. */
  shownTo({ sight, searches = false }: Viewer = EVERYBODY): Shown {
    const key = `${searches ? 'search' : 'list'} ${sight?.key ?? ''}`;
    const known = this.#shown.get(key);
    if (known) return known;
    const view = this.#current();
    const lists = searches ? this.#lists : this.#lists && ((owned: Owned<Tool>) => !isDiscovery(owned));
    const showing = { dottedNames: this.#dottedNames, lists };
    const made = new Shown(sight === undefined ? view : seenBy(sight, view), showing);
    if (this.#shown.size >= MOST_SHOWN) this.#shown.delete(this.#shown.keys().next().value!);
    this.#shown.set(key, made);
    return made;
  }

  /**
   * Serves other Sources from here on. Those that stay are not touched. What those that went have is not shown any more; they are given back,
   * to be closed once nobody uses them.
   */
  setMounts(mounts: readonly Mount[]): readonly Mount[] {
    const before = this.#mounts;
    const known = new Map([...this.#made].map(([made, given]) => [given, made]));
    const next = mounts.map(mount => known.get(mount) ?? this.#published(mount));
    const added = next.filter(mount => !before.includes(mount));
    const removed = before.filter(mount => !next.includes(mount));
    if (added.length === 0 && removed.length === 0) return [];
    this.#mounts = next;
    const { isPrefixed } = namingOf(next);
    if (isPrefixed && !this.#naming.isPrefixed)
      this.#naming = { isPrefixed, wasAlone: before.find(({ isOwn }) => !isOwn)?.name };
    for (const mount of removed) this.#leave(mount);
    for (const mount of added) {
      this.#listenTo(mount);
      void this.#opening.add(mount, () => this.#refresh());
    }
    this.#refresh();
    for (const listener of this.#mountListeners) listener({ added, removed });
    return removed;
  }

  /** Called with Sources that came and went. */
  onMounts(listener: (changed: MountChange) => void): () => void {
    this.#mountListeners.add(listener);
    return () => this.#mountListeners.delete(listener);
  }

  /** Resolves when there is something to serve; rejects with the reason when there is nothing. */
  opened(): Promise<void> {
    return this.#opened;
  }

  /** Resolves when the first attempt to open has come to an end, good or bad, or when the time is up. */
  async openedWithin(limitMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, limitMs).unref();
    });
    await Promise.race([this.#opened.catch(() => {}), late]);
    clearTimeout(timer);
  }

  /** Why nothing can be served; undefined while opening and once there is a snapshot. */
  get unusable(): string | undefined {
    return this.#view ? undefined : this.#unusable;
  }

  /** Why the last refresh failed, while the snapshot before it is still in force. */
  get refreshProblem(): { readonly reason: string } | undefined {
    return this.#refreshProblem;
  }

  /** Reports of Sources that still hold, for connections that are opened later. */
  get standing(): readonly SourceReport[] {
    return this.#standing;
  }

  get hasSnapshot(): boolean {
    return this.#view !== undefined;
  }

  /** Called with the collections whose published items changed. */
  onChange(listener: (changed: readonly Collection[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called when there is nothing to serve, when there is again, and when a refresh failed. */
  onReport(reporter: (report: Report) => void): () => void {
    this.#reporters.add(reporter);
    return () => this.#reporters.delete(reporter);
  }

  listing(collection: Collection, era: Era): Listing {
    return this.shownTo().listing(collection, era);
  }

  /** The Source to ask for a resource, and the URI it has there. */
  addressOf(uri: string): ResourceAddress | undefined {
    return this.shownTo().addressOf(uri);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#pending);
    // A Source that fails to close, even by a throw, must not keep the others from being closed.
    await Promise.allSettled([
      ...[...this.#unsubscribe.values()].flat().map(async stop => stop()),
      ...this.#mounts.map(async ({ source }) => source.close()),
    ]);
  }

  #stateOf(mount: Mount): SourceState {
    return mount.source.state?.() ?? this.#opening.stateOf(mount);
  }

  #current(): View {
    if (!this.#view) throw new Error(this.#unusable ?? 'The tools are still being discovered');
    return this.#view;
  }

  async #open(): Promise<void> {
    try {
      for (const mount of this.#mounts) this.#listenTo(mount);
      await this.#opening.enough(FIRST_SNAPSHOT_MS, () => this.#refresh());
      this.#view ??= this.#look();
    } catch (error) {
      if (this.#view) return; // A change came while it was opening, and brought a usable snapshot.
      if (this.#isClosed) throw error; // It was closed while it was opening, which is no failure.
      this.#unusable = reasonOf(error, UNEXPLAINED);
      this.#report('error', this.#unusable, error);
      throw error;
    }
  }

  #published(mount: Mount): Mount {
    const made = { ...mount, source: publishedSource(mount.source) };
    this.#made.set(made, mount);
    return made;
  }

  #listenTo(mount: Mount): void {
    const { source } = mount;
    const stops = [
      source.onChange(() => this.#changed(mount)),
      source.onProblem?.(reason => this.#keep(reason)),
      source.onReport?.(told => this.#pass(told)),
    ];
    this.#unsubscribe.set(
      mount,
      stops.filter(stop => stop !== undefined),
    );
  }

  #leave(mount: Mount): void {
    for (const stop of this.#unsubscribe.get(mount) ?? []) stop();
    this.#unsubscribe.delete(mount);
    this.#opening.remove(mount);
    this.#made.delete(mount);
  }

  /** A Source that has changed has something to show; while several are being opened, they are shown together. */
  #changed(mount: Mount): void {
    this.#opening.note(mount);
    if (!this.#naming.isPrefixed || this.#opening.isOver) this.#refresh();
  }

  /** What the Sources have now. What is left out of it is reported once. */
  #look(): View {
    const view = viewOf(this.#mounts, mount => this.#opening.isOpen(mount), this.#naming);
    this.#identity = identityOf(this.#mounts, this.#tellsInstructions, this.#naming.isPrefixed);
    for (const sentence of view.leftOut) {
      if (this.#toldLeftOut.has(sentence) || this.#toldLeftOut.size >= MOST_TOLD) continue;
      this.#toldLeftOut.add(sentence);
      this.#report('warning', reasonOf(sentence, sentence));
    }
    return view;
  }

  #reportFailed({ name }: Mount, error: unknown): void {
    if (this.#naming.isPrefixed && !this.#isClosed)
      this.#report('error', `'${name}' cannot be served: ${reasonOf(error, UNEXPLAINED)}`, error);
  }

  /** Swaps in the new snapshot. A broken one leaves the last good one in force. */
  #refresh(): void {
    let view: View;
    try {
      view = this.#look();
    } catch (error) {
      return this.#keep(error);
    }
    this.#before ??= { view: this.#view, hashes: this.#hashes() };
    if (this.#unusable !== undefined && !this.#view) this.#report('notice', 'The tools can be served again');
    this.#view = view;
    this.#standing = [];
    this.#refreshProblem = undefined;
    this.#shown.clear();
    this.#pending ??= setTimeout(() => this.#tellChanges(), TOGETHER_MS).unref();
  }

  /** Announces the collections whose published items differ from what they were before the changes. */
  #tellChanges(): void {
    this.#pending = undefined;
    const before = this.#before!;
    this.#before = undefined;
    const after = this.#hashes();
    // A collection without a hash has an item that is no JSON.
    if (after.size < collections.length && before.view) {
      this.#view = before.view;
      this.#shown.clear();
      return this.#keep('The new snapshot has an item that cannot be published');
    }
    const changed = collections.filter(each => after.get(each) !== before.hashes.get(each));
    if (changed.length > 0) for (const listener of this.#listeners) listener(changed);
  }

  /** Passes the report of a Source on, and announces the lists it names as changed. */
  #pass(report: SourceReport): void {
    const { announce = [], ...told } = report;
    if (announce.length > 0) {
      this.#standing = [report];
      // The snapshot has changed as well, and no `onChange` comes for it.
      if (this.#view) this.#view = this.#look();
      this.#shown.clear();
    }
    for (const reporter of this.#reporters) reporter(told);
    const changed = collections.filter(each => announce.includes(each === 'resourceTemplates' ? 'resources' : each));
    if (changed.length > 0) for (const listener of this.#listeners) listener(changed);
  }

  #keep(problem: unknown): void {
    const reason = reasonOf(problem, UNEXPLAINED);
    if (!this.#view) {
      this.#unusable &&= reason;
      return;
    }
    this.#refreshProblem = { reason };
    this.#report('error', `The last refresh failed: ${reason}`, problem);
  }

  /** The hash of each collection whose items are all JSON. */
  #hashes(): ReadonlyMap<Collection, string> {
    const hashes = new Map<Collection, string>();
    for (const each of collections) {
      try {
        hashes.set(each, this.listing(each, 'handshake').hash);
      } catch {
        // A collection with an item that is no JSON is not published.
      }
    }
    return hashes;
  }

  #report(level: Report['level'], message: string, cause?: unknown): void {
    const detail = cause instanceof Error ? cause.message : cause;
    for (const reporter of this.#reporters) reporter({ level, message, ...(typeof detail === 'string' && { detail }) });
  }
}

function identityOf(mounts: readonly Mount[], tellsInstructions: boolean, isPrefixed: boolean): Identity {
  const [only] = mounts.filter(({ isOwn }) => !isOwn);
  if (only && !isPrefixed) {
    const { instructions, ...identity } = only.source.identity;
    return tellsInstructions || !only.source.isForeign ? only.source.identity : identity;
  }
  const instructions = tellsInstructions ? joinedInstructions(mounts) : '';
  return { name: 'concord', version, title: 'Concord', ...(instructions && { instructions }) };
}
