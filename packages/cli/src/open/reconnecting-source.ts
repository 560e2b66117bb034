import { setTimeout as delay } from 'node:timers/promises';
import type { Snapshot, Source, SourceKind } from '@concord/engine';

const SHORTEST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

/** A source that is reached over something that can be lost. */
export interface LosableSource {
  readonly source: Source;
  /** Settles when it is of no use any more. */
  readonly lost: Promise<unknown>;
}

/** A source that is reached again after it was lost, as often as it takes. What it had stays listed meanwhile. */
export class RevivingSource implements Source {
  readonly identity: Source['identity'];
  readonly kinds: Source['kinds'];
  readonly #reach: () => Promise<LosableSource>;
  readonly #warn: (message: string) => void;
  readonly #listeners = new Set<(kinds: readonly SourceKind[]) => void>();
  readonly #end = new AbortController();
  #current: Source;

  /** `first` is open; `reach` gives others that are. */
  constructor(first: LosableSource, reach: () => Promise<LosableSource>, warn: (message: string) => void) {
    this.identity = first.source.identity;
    this.kinds = first.source.kinds;
    this.#reach = reach;
    this.#warn = warn;
    this.#current = first.source;
    this.#watch(first);
  }

  async open(): Promise<void> {}

  snapshot(): Snapshot {
    return this.#current.snapshot();
  }

  onChange(listener: (kinds: readonly SourceKind[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  read: NonNullable<Source['read']> = (uri, call) => this.#current.read!(uri, call);
  prompt: NonNullable<Source['prompt']> = (name, args, call) => this.#current.prompt!(name, args, call);
  complete: NonNullable<Source['complete']> = (request, call) => this.#current.complete!(request, call);

  async close(): Promise<void> {
    this.#end.abort();
    await this.#current.close();
  }

  #watch({ source, lost }: LosableSource): void {
    const stop = source.onChange(kinds => this.#tell(kinds));
    void lost.then(async () => {
      stop();
      if (!this.#end.signal.aborted) await this.#revive();
    });
  }

  async #revive(): Promise<void> {
    this.#warn(`'${this.identity.name}' was lost; trying to reach it again`);
    for (let wait = SHORTEST_WAIT_MS; !this.#end.signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      await delay(wait, undefined, { signal: this.#end.signal }).catch(() => {});
      if (this.#end.signal.aborted) return;
      const next = await this.#reach().catch(() => undefined);
      if (next === undefined) continue;
      if (this.#end.signal.aborted) return void next.source.close();
      this.#current = next.source;
      this.#watch(next);
      this.#warn(`'${this.identity.name}' is there again`);
      return this.#tell(this.kinds);
    }
  }

  #tell(kinds: readonly SourceKind[]): void {
    for (const listener of this.#listeners) listener(kinds);
  }
}
