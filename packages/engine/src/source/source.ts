import type { Json, JsonObject } from '@concord/contract';
import type { Call, Tool } from '../call/tool.js';
import type { StopSignal } from '../concurrency/stop.js';

/** The kinds of things a Source can serve. */
export type SourceKind = 'tools' | 'resources' | 'prompts' | 'completions';

/** Gives tools, resources, prompts and completions as one immutable snapshot, and tells when it changed. */
export interface Source {
  readonly identity: Identity;
  /** What it can serve. One that is reached over a connection names all kinds until it has learned which. */
  readonly kinds: readonly SourceKind[];
  /** Whether its tools are listed in the order of the snapshot when it is the only Source; otherwise they are sorted by name. */
  readonly keepsOrder?: boolean;
  /** Whether its work is done by another server, so that a call only waits here. */
  readonly isForeign?: boolean;
  /** Gets ready to be listed. Rejects with the reason when there is nothing to serve at all. */
  open(): Promise<void>;
  /** Looks for changes that have not been noticed yet; resolves when the snapshot has them. */
  refresh?(options?: RefreshOptions): Promise<void>;
  /** What there is now. The same object until something changes. */
  snapshot(): Snapshot;
  /** Calls the listener with the kinds whose items changed; returns a function that removes it. */
  onChange(listener: (kinds: readonly SourceKind[]) => void): () => void;
  /** Calls the listener with the reason when a refresh failed and the last snapshot stays; returns a function that removes it. */
  onProblem?(listener: (reason: string) => void): () => void;
  /** Calls the listener with log lines for the operator and for clients; returns a function that removes it. */
  onReport?(listener: (report: SourceReport) => void): () => void;
  /** Calls the listener with the URI of a watched resource that changed; returns a function that removes it. */
  onUpdated?(listener: (uri: string) => void): () => void;
  /** Whether it would try to read a URI it does not list. */
  reads?(uri: string): boolean;
  read?(uri: string, call: Call): Promise<readonly ResourceContents[]>;
  prompt?(name: string, args: Readonly<Record<string, string>>, call: Call): Promise<PromptResult>;
  /** All values, or the page that `limit` and `offset` ask for. */
  complete?(request: CompletionRequest, call: Call): Promise<readonly string[] | CompletionPage>;
  /** Values that nothing of this Source may show, whatever they look like. The same list until they change. */
  secrets?(): readonly string[];
  /** Begins to tell `onUpdated` of changes of this resource. */
  watch?(uri: string): void;
  unwatch?(uri: string): void;
  /** How it stands with the connection it is reached over, where there is one. */
  state?(): SourceState;
  /** How often something was tried again so far, where it is reached over a connection. */
  retryCount?(): number;
  /** The end of what its program has written to stderr since it was started, masked; where it has a program of its own. */
  logged?(): readonly string[];
  /** Whether it holds something that goes on between calls and would end with it, such as a program in the background. */
  isBusy?(): boolean;
  close(): Promise<void>;
}

/** How it stands with a server: it is being reached for the first time, it is there, it was there, or it could not be reached. */
export interface SourceState {
  readonly phase: 'connecting' | 'ready' | 'lost' | 'failed';
  /** Since when, RFC 3339 in UTC. */
  readonly since: string;
  /** Why the last connection, or the last attempt at one, ended; redacted. */
  readonly lastError?: string;
}

/** Which lists are to be looked at, all unless said, and when nobody waits for them any more. */
export interface RefreshOptions {
  readonly kinds?: readonly SourceKind[];
  readonly signal?: StopSignal;
}

/** A line for the log of the server and of its clients, and perhaps lists to announce as changed although they are as they were. */
export interface SourceReport {
  readonly level: 'debug' | 'info' | 'warning' | 'error';
  readonly logger: string;
  readonly message: string;
  /** More of it, which may hold paths: for the operator alone. */
  readonly detail?: string;
  readonly announce?: readonly SourceKind[];
}

export interface Identity {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly JsonObject[];
  readonly instructions?: string;
  /** What a foreign server said of itself when it was connected. */
  readonly server?: ForeignServer;
}

export interface ForeignServer {
  readonly protocolVersion: string;
  readonly serverInfo: JsonObject;
  readonly capabilities: JsonObject;
}

/** Everything a Source has at one moment, items sorted by name. */
export interface Snapshot {
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplate[];
  readonly prompts: readonly Prompt[];
  /** When it was built, RFC 3339 in UTC. */
  readonly builtAt: string;
  /** The names of tools that the source has and a filter keeps back. */
  readonly withheld?: readonly string[];
  /** What the source has and cannot give, a sentence for each: items it lists a second time. */
  readonly leftOut?: readonly string[];
  /** The tools are those of an earlier connection or look: they may have changed since, until `refresh` has looked. */
  readonly isRemembered?: boolean;
}

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly icons?: readonly JsonObject[];
  readonly annotations?: JsonObject;
  readonly meta?: JsonObject;
}

export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly icons?: readonly JsonObject[];
  readonly annotations?: JsonObject;
  readonly meta?: JsonObject;
}

export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly PromptArgument[];
  readonly icons?: readonly JsonObject[];
}

export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
}

export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

export interface PromptResult {
  readonly description?: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: JsonObject }[];
}

export interface CompletionRequest {
  readonly ref:
    | { readonly type: 'ref/prompt'; readonly name: string }
    | { readonly type: 'ref/resource'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: Readonly<Record<string, Json>>;
  /** The most values that are wanted, and how many of them the caller has already. */
  readonly limit?: number;
  readonly offset?: number;
}

/** Some of the values, and where the next ones begin. */
export interface CompletionPage {
  readonly values: readonly string[];
  /** How many there are in all, where that is known. */
  readonly total?: number;
  readonly hasMore: boolean;
  /** The offset of the next page; after these values when left out. */
  readonly next?: number;
}
