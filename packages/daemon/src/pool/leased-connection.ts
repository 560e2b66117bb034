import type {
  CallOptions,
  Connection,
  ConnectionProblem,
  RequestOptions,
  ServerCatalog,
  ServerFacts,
} from '@concord/client';
import type { JsonObject } from '@concord/contract';
import type { WarmServer } from './warm-server.js';

/** What differs between the commands that use one connection. */
export interface LeaseTerms {
  /** The retries of the connection before this command used it. */
  readonly retriesBefore: number;
  /** How often a request of this command may be tried again. */
  readonly mostRetries: number;
  /** Whether it shows what the server writes to stderr. */
  readonly hearsLogs: boolean;
}

/** A warm connection as one command sees it: `close` gives it back, and retries are counted from here. */
export class LeasedConnection implements Connection {
  readonly facts: ServerFacts;
  readonly ended: Promise<ConnectionProblem | undefined>;
  readonly #stops = new Set<() => void>();

  constructor(
    readonly connection: Connection,
    readonly server: WarmServer,
    readonly giveBack: () => void,
    readonly terms: LeaseTerms,
  ) {
    this.facts = connection.facts;
    this.ended = connection.ended;
  }

  get secrets(): readonly string[] {
    return this.connection.secrets ?? [];
  }

  get retryCount(): number {
    return this.connection.retryCount - this.terms.retriesBefore;
  }

  async list(kind: keyof ServerCatalog, options?: RequestOptions): Promise<readonly JsonObject[]> {
    const list = await this.server.counted(() => this.connection.list(kind, this.#own(options)));
    this.server.lists.set(kind, list);
    return list;
  }

  remembered(kind: keyof ServerCatalog): readonly JsonObject[] | undefined {
    return this.server.lists.get(kind);
  }

  ttlMs(kind: keyof ServerCatalog): number | undefined {
    return this.connection.ttlMs?.(kind);
  }

  async snapshot(options?: RequestOptions): Promise<ServerCatalog> {
    const catalog = await this.server.counted(() => this.connection.snapshot(this.#own(options)));
    for (const kind of Object.keys(catalog) as (keyof ServerCatalog)[]) this.server.lists.set(kind, catalog[kind]);
    return catalog;
  }

  call(name: string, args: JsonObject, options?: CallOptions): Promise<JsonObject> {
    this.server.calls += 1;
    return this.server.counted(() => this.connection.call(name, args, this.#own(options)));
  }

  read(uri: string, options?: RequestOptions): Promise<JsonObject> {
    return this.server.counted(() => this.connection.read(uri, this.#own(options)));
  }

  prompt(name: string, args: Readonly<Record<string, string>>, options?: RequestOptions): Promise<JsonObject> {
    return this.server.counted(() => this.connection.prompt(name, args, this.#own(options)));
  }

  complete(params: JsonObject, options?: RequestOptions): Promise<JsonObject> {
    return this.server.counted(() => this.connection.complete(params, this.#own(options)));
  }

  onChange(listener: Parameters<Connection['onChange']>[0]): () => void {
    return this.#untilGivenBack(this.connection.onChange(listener));
  }

  watch(uri: string): () => void {
    return this.#untilGivenBack(this.connection.watch(uri));
  }

  onUpdated(listener: (uri: string) => void): () => void {
    return this.#untilGivenBack(this.connection.onUpdated(listener));
  }

  stderrTail(most?: number): readonly string[] {
    return this.connection.stderrTail(most);
  }

  async close(): Promise<void> {
    // What the server wrote to stderr before it answered has arrived in this process; two turns of the event loop read it.
    if (this.terms.hearsLogs) for (let look = 0; look < 2; look++) await new Promise(setImmediate);
    for (const stop of this.#stops) stop();
    this.giveBack();
  }

  /** Stops with the lease at the latest: the connection goes on without this command. */
  #untilGivenBack(stop: () => void): () => void {
    this.#stops.add(stop);
    return () => {
      this.#stops.delete(stop);
      stop();
    };
  }

  #own<Options extends RequestOptions>(options: Options | undefined): Options & RequestOptions {
    return { mostRetries: this.terms.mostRetries, ...options } as Options & RequestOptions;
  }
}
