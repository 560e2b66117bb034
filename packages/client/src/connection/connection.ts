import type { Json, JsonObject } from '@concord/contract';
import type { StopSignal } from '@concord/engine';

/** The two eras of the protocol: with a handshake, or with all session data in each request. */
export type Era = 'handshake' | 'modern';

/** What a server said about itself. */
export interface ServerFacts {
  readonly protocolVersion: string;
  readonly era: Era;
  readonly serverInfo: JsonObject;
  readonly capabilities: JsonObject;
  readonly instructions?: string;
}

/** Everything a server lists, as it sent it. Kinds it does not serve are empty. */
export interface ServerCatalog {
  readonly tools: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
}

export interface RequestOptions {
  readonly signal?: StopSignal;
  /** Milliseconds for this request; none when left out. */
  readonly timeoutMs?: number;
  readonly onProgress?: (progress: JsonObject) => void;
  /** Answers what the server asks its client while this request is open; only methods that the connection announces are asked. */
  readonly onAsked?: (method: string, params: JsonObject) => Promise<JsonObject>;
  /** Called with the log lines of the server that must be about this client's requests. */
  readonly onLog?: (params: JsonObject) => void;
  /** How often it may be tried again where that is safe; as often as the definition says when left out. */
  readonly mostRetries?: number;
  /** Called once the request has been handed to the transport: from here the outcome of a lost connection is unknown. */
  readonly onSent?: () => void;
  /** Members of `_meta` of the request; what the revision wants there is added. */
  readonly meta?: JsonObject | undefined;
  /** Stands for the client it is made for, where several share the connection: what the server logs is then told to none of them. */
  readonly client?: object | undefined;
}

export interface CallOptions extends RequestOptions {
  /** The tool as it was listed: its `x-mcp-header` parameters travel as headers. */
  readonly tool?: JsonObject;
  /** Replaces the tool's own annotations in deciding whether a lost call may be sent again. */
  readonly retries?: number;
}

/** A connection to one server. Results are returned as they were sent, unknown fields included. */
export interface Connection {
  readonly facts: ServerFacts;
  /** Reads one kind to the end, page by page. */
  list(kind: keyof ServerCatalog, options?: RequestOptions): Promise<readonly JsonObject[]>;
  /** The last list of that kind, where it is kept and has not changed since. */
  remembered?(kind: keyof ServerCatalog): readonly JsonObject[] | undefined;
  /** How many milliseconds the last list of that kind stays as it is, if the server said so. */
  ttlMs?(kind: keyof ServerCatalog): number | undefined;
  /** All four kinds at once. */
  snapshot(options?: RequestOptions): Promise<ServerCatalog>;
  call(name: string, args: JsonObject, options?: CallOptions): Promise<JsonObject>;
  read(uri: string, options?: RequestOptions): Promise<JsonObject>;
  prompt(name: string, args: Readonly<Record<string, string>>, options?: RequestOptions): Promise<JsonObject>;
  complete(params: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  /** Called with the kinds whose list changed at the server. */
  onChange(listener: (kinds: readonly (keyof ServerCatalog)[]) => void): () => void;
  /** Has the server tell of updates to a resource, where it can (capability `resources.subscribe`); returns the way to stop. */
  watch(uri: string): () => void;
  /** Called with the URI of a watched resource, or of a part of it, that was updated; returns the way to stop. */
  onUpdated(listener: (uri: string) => void): () => void;
  /** The last lines the server wrote to stderr, 20 unless said, redacted; empty over HTTP. */
  stderrTail(most?: number): readonly string[];
  /** The server's process; undefined over HTTP. */
  readonly pid?: number | undefined;
  /** The number of retries so far. */
  readonly retryCount: number;
  /** Resolves when the connection has ended, to the reason; undefined when we closed it. */
  readonly ended: Promise<ConnectionProblem | undefined>;
  /** How many requests are waiting for an answer. */
  readonly inFlight?: number;
  /** Values that must never be shown: those of the definition, and tokens received since. */
  readonly secrets?: readonly string[];
  /** Ends it in the order the protocol asks for; resolves when nothing of the server is left. */
  close(): Promise<void>;
  /** Ends it for a process that is about to exit: a server that does not end at once is left to a reaper, which keeps to the same order. */
  release?(): Promise<void>;
}

export type ConnectionProblemKind =
  | 'spawn_failed'
  | 'server_exited'
  | 'unreachable'
  | 'timeout'
  | 'cancelled'
  | 'protocol'
  | 'input_required'
  | 'too_large'
  | 'unauthenticated'
  | 'rpc_error';

/** Facts that go with a problem. */
export interface ProblemDetails {
  /** The JSON-RPC code, HTTP status or exit status behind it. */
  readonly code?: number;
  readonly data?: Json;
  /** Where it happened. */
  readonly phase?: 'start' | 'handshake' | 'call';
  /** Whether the request was sent: then its outcome is unknown. */
  readonly sent?: boolean;
  readonly stderrTail?: readonly string[];
  readonly hint?: string;
}

/** Why a server could not be reached or asked. Made from types (errno, status, code), never from message texts. */
export class ConnectionProblem extends Error {
  constructor(
    readonly kind: ConnectionProblemKind,
    message: string,
    readonly details: ProblemDetails = {},
  ) {
    super(message);
    this.name = 'ConnectionProblem';
  }

  /** The same problem with other facts. */
  with(details: ProblemDetails): ConnectionProblem {
    return new ConnectionProblem(this.kind, this.message, details);
  }
}
