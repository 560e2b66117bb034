import type { JsonObject } from '@concord/contract';
import type {
  CallOptions,
  Connection,
  ConnectionProblem,
  RequestOptions,
  ServerCatalog,
  ServerFacts,
} from '../connect/connection.js';
import type { WarmServer } from './warm-server.js';

/** A warm connection as one command sees it: `close` gives it back, and retries are counted from here. */
export class LeasedConnection implements Connection {
  readonly facts: ServerFacts;
  readonly ended: Promise<ConnectionProblem | undefined>;
  readonly #retriesBefore: number;

  constructor(
    readonly connection: Connection,
    readonly server: WarmServer,
    readonly giveBack: () => void,
  ) {
    this.facts = connection.facts;
    this.ended = connection.ended;
    this.#retriesBefore = connection.retryCount;
  }

  get secrets(): readonly string[] {
    return this.connection.secrets ?? [];
  }

  get retryCount(): number {
    return this.connection.retryCount - this.#retriesBefore;
  }

  async list(kind: keyof ServerCatalog, options?: RequestOptions): Promise<readonly JsonObject[]> {
    const list = await this.#counted(() => this.connection.list(kind, options));
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
    const catalog = await this.#counted(() => this.connection.snapshot(options));
    for (const kind of Object.keys(catalog) as (keyof ServerCatalog)[]) this.server.lists.set(kind, catalog[kind]);
    return catalog;
  }

  call(name: string, args: JsonObject, options?: CallOptions): Promise<JsonObject> {
    this.server.calls += 1;
    return this.#counted(() => this.connection.call(name, args, options));
  }

  read(uri: string, options?: RequestOptions): Promise<JsonObject> {
    return this.#counted(() => this.connection.read(uri, options));
  }

  prompt(name: string, args: Readonly<Record<string, string>>, options?: RequestOptions): Promise<JsonObject> {
    return this.#counted(() => this.connection.prompt(name, args, options));
  }

  complete(params: JsonObject, options?: RequestOptions): Promise<JsonObject> {
    return this.#counted(() => this.connection.complete(params, options));
  }

  onChange(listener: Parameters<Connection['onChange']>[0]): () => void {
    return this.connection.onChange(listener);
  }

  stderrTail(): readonly string[] {
    return this.connection.stderrTail();
  }

  async close(): Promise<void> {
    this.giveBack();
  }

  async #counted<Result>(request: () => Promise<Result>): Promise<Result> {
    this.server.inFlight += 1;
    try {
      return await request();
    } finally {
      this.server.inFlight -= 1;
    }
  }
}
